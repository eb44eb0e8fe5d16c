#include "native/assembly.hpp"

#include "native/lines.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <optional>
#include <vector>

namespace heddle::native {

namespace {

bool isSymbolCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '$';
}

std::string_view trimmed(std::string_view line) {
  while (!line.empty() && (line.front() == '\t' || line.front() == ' '))
    line.remove_prefix(1);
  return line;
}

/// The first word of an instruction or directive.
std::string_view wordOf(std::string_view line) {
  line = trimmed(line);
  return line.substr(0, line.find_first_of(" \t"));
}

/// Of the line `name:`, which may have a comment.
std::optional<std::string_view> labelOf(std::string_view line) {
  std::size_t size = 0;
  while (size < line.size() && isSymbolCharacter(line[size]))
    ++size;
  if (size == 0 || size == line.size() || line[size] != ':' || line.front() == '.')
    return std::nullopt;
  return line.substr(0, size);
}

bool isCall(std::string_view word) { return word == "callq" || word == "call" || word == "bl" || word == "blr"; }

/// Lines that say something about a symbol's definition.
bool isAboutDefinition(std::string_view word) {
  constexpr std::array directives{".globl", ".weak", ".type", ".size", ".hidden", ".local", ".comm", ".set"};
  for (const char *directive : directives)
    if (word == directive)
      return true;
  return false;
}

/// Lines whose words may be symbols: instructions, and data that is an address.
bool hasReferences(std::string_view line, std::string_view word) {
  return !word.empty() && word.front() != '#' &&
         (word.front() != '.' || word == ".quad" || word == ".xword" || word == ".8byte") && !labelOf(line);
}

/// Calls `visit` with each symbol of the line; what it returns takes the place of the symbol.
template <typename Visit> std::string mapSymbols(std::string_view line, Visit visit) {
  std::string result;
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] == '#' || line[i] == '"') // a comment, or a text
      return result.append(line.substr(i));
    if (!isSymbolCharacter(line[i])) {
      result += line[i++];
      continue;
    }
    const std::size_t begin = i;
    while (i < line.size() && isSymbolCharacter(line[i]))
      ++i;
    result += visit(std::string(line.substr(begin, i - begin)));
  }
  return result;
}

/// `\tmalloc@PLT` calls malloc.
std::string calleeOf(std::string_view operand) {
  operand = trimmed(operand);
  std::size_t size = 0;
  while (size < operand.size() && isSymbolCharacter(operand[size]))
    ++size;
  return std::string(operand.substr(0, size));
}

unsigned numberIn(std::string_view &text) {
  text = trimmed(text);
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  text.remove_prefix(error == std::errc() ? static_cast<std::size_t>(end - text.data()) : 0);
  return value;
}

/// The texts in quotes of `.file 1 "directory" "name" md5 0x…`.
std::vector<std::string> textsOf(std::string_view line) {
  std::vector<std::string> texts;
  for (std::size_t begin = line.find('"'); begin != std::string_view::npos; begin = line.find('"', begin)) {
    std::string text;
    for (++begin; begin < line.size() && line[begin] != '"'; ++begin) {
      if (line[begin] == '\\' && begin + 1 < line.size())
        ++begin;
      text += line[begin];
    }
    texts.push_back(std::move(text));
    ++begin;
  }
  return texts;
}

class Rewriter {
public:
  Rewriter(const Renaming &renaming, Places &places, const std::function<SourcePlace(const std::string &)> &fileOf)
      : renaming_(renaming), places_(places), fileOf_(fileOf) {}

  std::string run(std::string_view assembly) {
    // Files may be named after the code that refers to them.
    forEachLine(assembly, [&](std::string_view line) {
      if (wordOf(line) == ".file")
        noteFile(line);
    });
    forEachLine(assembly, [&](std::string_view line) { add(line); });
    result_ += "\t.section\theddle_calls,\"a\",@progbits\n" + calls_;
    return std::move(result_);
  }

private:
  void add(std::string_view line) {
    const std::string_view word = wordOf(line);
    if (trimmed(line).starts_with("#APP"))
      isInline_ = true;
    if (trimmed(line).starts_with("#NO_APP"))
      isInline_ = false;
    if (word == ".loc")
      noteLocation(line);
    const bool isDefinition = isAboutDefinition(word) || labelOf(line);
    const auto &names = isDefinition ? renaming_.definitions : renaming_.references;
    if (isDefinition || hasReferences(line, word))
      result_ += mapSymbols(line, [&](std::string symbol) {
        const auto renamed = names.find(symbol);
        return renamed == names.end() ? symbol : renamed->second;
      });
    else
      result_ += line;
    result_ += '\n';
    if (isCall(word) && !isInline_) {
      result_ += fmt::format(".Lheddle_call{}:\n", count_);
      calls_ += fmt::format("\t.long\t.Lheddle_call{}-.\n\t.long\t{}\n", count_, place_);
      ++count_;
    }
  }

  void noteFile(std::string_view line) {
    std::string_view rest = trimmed(line).substr(std::string_view(".file").size());
    if (trimmed(rest).starts_with('"'))
      return; // the name of the unit
    const unsigned number = numberIn(rest);
    const std::vector<std::string> texts = textsOf(rest);
    std::filesystem::path path;
    if (number == 0 && !texts.empty())
      directory_ = texts.front();
    if (texts.size() == 2)
      path = std::filesystem::path(directory_) / texts[0] / texts[1];
    else if (!texts.empty())
      path = std::filesystem::path(directory_) / texts[0];
    files_[number] = fileOf_(path.string());
  }

  void noteLocation(std::string_view line) {
    std::string_view rest = trimmed(line).substr(std::string_view(".loc").size());
    const unsigned file = numberIn(rest);
    SourcePlace place = files_[file];
    place.line = numberIn(rest);
    place.column = numberIn(rest);
    place_ = place.line == 0 ? noPlace : places_.add(place);
  }

  const Renaming &renaming_;
  Places &places_;
  const std::function<SourcePlace(const std::string &)> &fileOf_;
  std::map<unsigned, SourcePlace> files_;
  std::string directory_;
  PlaceId place_ = noPlace;
  bool isInline_ = false; // in inline assembly of the program
  unsigned count_ = 0;
  std::string result_;
  std::string calls_;
};

} // namespace

Symbols symbolsOf(std::string_view assembly) {
  Symbols symbols;
  forEachLine(assembly, [&](std::string_view line) {
    if (const std::optional<std::string_view> label = labelOf(line)) {
      symbols.defined.emplace(*label);
      return;
    }
    const std::string_view word = wordOf(line);
    if (word == ".comm")
      (void)mapSymbols(trimmed(line).substr(word.size()), [&](std::string symbol) {
        symbols.defined.insert(symbol);
        return symbol;
      });
    if (hasReferences(line, word))
      (void)mapSymbols(trimmed(line).substr(word.size()), [&](std::string symbol) {
        symbols.mentioned.insert(symbol);
        return symbol;
      });
    if (isCall(word) && !trimmed(line).substr(word.size()).starts_with("\t*"))
      symbols.called.insert(calleeOf(trimmed(line).substr(word.size())));
  });
  return symbols;
}

std::string rewrite(std::string_view assembly, const Renaming &renaming, Places &places,
                    const std::function<SourcePlace(const std::string &path)> &fileOf) {
  return Rewriter(renaming, places, fileOf).run(assembly);
}

} // namespace heddle::native
