// The scan knows tokens, not C's grammar. A statement is taken to begin after `;`, `{`, `}` or a label, inside the
// body of a function; what follows a condition, `else` or `do` without a brace is not, because a second statement there
// would change the program. Mistakes are noticed where the result is compiled.
#include "witness/source_scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <utility>

namespace heddle::witness {

using support::Error;
using support::Expected;

namespace {

bool isWordStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool isWordPart(char c) { return isWordStart(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Scanner {
public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<Token> scan() {
    while (at_ < text_.size())
      next();
    return std::move(tokens_);
  }

private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void advance() {
    if (text_[at_++] == '\n') {
      ++line_;
      lineBegin_ = at_;
      isLineEmpty_ = true;
    }
  }
  void advanceTo(std::size_t end) {
    while (at_ < std::min(end, text_.size()))
      advance();
  }

  void next() {
    const char c = peek();
    if (std::isspace(static_cast<unsigned char>(c)) != 0)
      return advance();
    if (c == '/' && peek(1) == '/')
      return skipLine();
    if (c == '/' && peek(1) == '*') {
      const std::size_t end = text_.find("*/", at_ + 2);
      return advanceTo(end == std::string_view::npos ? text_.size() : end + 2);
    }
    if (c == '#' && isLineEmpty_)
      return skipLine();
    isLineEmpty_ = false;
    std::size_t end = at_ + 1;
    Token::Kind kind = Token::Kind::Mark;
    if (isWordStart(c)) {
      kind = Token::Kind::Word;
      while (end < text_.size() && isWordPart(text_[end]))
        ++end;
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      kind = Token::Kind::Number;
      while (end < text_.size() && (isWordPart(text_[end]) || text_[end] == '.'))
        ++end;
    } else if (c == '"' || c == '\'') {
      kind = Token::Kind::Text;
      while (end < text_.size() && text_[end] != c && text_[end] != '\n')
        end += text_[end] == '\\' ? 2 : 1;
      ++end;
    }
    end = std::min(end, text_.size());
    tokens_.push_back({kind, at_, end, line_, static_cast<unsigned>(at_ - lineBegin_ + 1)});
    advanceTo(end);
  }

  /// Also the lines that continue it.
  void skipLine() {
    std::size_t end = at_;
    do {
      end = text_.find('\n', end + 1);
    } while (end != std::string_view::npos && text_[end - 1] == '\\');
    advanceTo(end == std::string_view::npos ? text_.size() : end);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t lineBegin_ = 0;
  unsigned line_ = 1;
  bool isLineEmpty_ = true;
  std::vector<Token> tokens_;
};

bool isBefore(const Token &token, unsigned line, unsigned column) {
  return token.line < line || (token.line == line && token.column < column);
}

/// Whether a type name in parentheses begins with this word. No expression does.
bool beginsTypeName(std::string_view word) {
  constexpr std::array<std::string_view, 14> words{"_Bool", "char",  "const",  "double", "enum",  "float",    "int",
                                                   "long",  "short", "signed", "struct", "union", "unsigned", "void"};
  return std::ranges::find(words, word) != words.end();
}

} // namespace

std::vector<Token> tokensOf(std::string_view text) { return Scanner(text).scan(); }

SourceScan::SourceScan(std::string text) : text_(std::move(text)), tokens_(tokensOf(text_)) {
  findStatements();
  findLoops();
}

void SourceScan::findStatements() {
  // For each open brace whether statements are inside. Initialisers, structs and enumerations have none; a brace that
  // follows `)`, another statement, `else` or `do` opens a block.
  std::vector<bool> blocks;
  unsigned parentheses = 0;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const std::string_view text = textOf(tokens_[i]);
    const std::string_view before = i == 0 ? std::string_view() : textOf(tokens_[i - 1]);
    const bool isInBlock = !blocks.empty() && blocks.back();
    const bool followsStatement = before == ";" || before == "{" || before == "}";
    const bool followsLabel =
        before == ":" && i >= 2 && tokens_[i - 2].kind == Token::Kind::Word &&
        (i == 2 || textOf(tokens_[i - 3]) == ";" || textOf(tokens_[i - 3]) == "{" || textOf(tokens_[i - 3]) == "}");
    const bool isContinued = text == "else" || text == "}" || text == "case" || text == "default" || text == "{" ||
                             (text == "while" && before == "}");
    if (isInBlock && parentheses == 0 && (followsStatement || followsLabel) && !isContinued)
      statements_.push_back(i);
    if (text == "{") {
      const bool opensBlock = before == ")" || before == "else" || before == "do" || (isInBlock && followsStatement) ||
                              (isInBlock && before == ":");
      blocks.push_back(opensBlock && (parentheses == 0 || before == "("));
    } else if (text == "}" && !blocks.empty()) {
      blocks.pop_back();
    } else if (text == "(") {
      ++parentheses;
    } else if (text == ")" && parentheses > 0) {
      --parentheses;
    }
  }
}

std::optional<std::size_t> SourceScan::closing(std::size_t open) const {
  unsigned depth = 0;
  for (std::size_t i = open; i < tokens_.size(); ++i) {
    const std::string_view text = textOf(tokens_[i]);
    if (text == "(")
      ++depth;
    if (text == ")" && --depth == 0)
      return i;
  }
  return std::nullopt;
}

void SourceScan::findLoops() {
  // The `while` of a `do` statement follows its body: after the closing brace that belongs to `do {`.
  std::vector<bool> doBraces;
  bool closesDo = false;
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
    const std::string_view text = textOf(tokens_[i]);
    const std::string_view next = textOf(tokens_[i + 1]);
    const bool isEndOfDo = std::exchange(closesDo, false);
    if (text == "{")
      doBraces.push_back(i > 0 && textOf(tokens_[i - 1]) == "do");
    if (text == "}" && !doBraces.empty()) {
      closesDo = doBraces.back();
      doBraces.pop_back();
    }
    if (text == "do" && next == "{")
      loops_.push_back({Loop::Kind::Do, i, tokens_[i + 1].end, tokens_[i].end, true});
    if ((text != "while" && text != "for") || next != "(" || isEndOfDo)
      continue;
    const std::optional<std::size_t> close = closing(i + 1);
    if (!close)
      continue;
    if (text == "while") {
      loops_.push_back({Loop::Kind::While, i, tokens_[i + 1].end, tokens_[*close].end, true});
      continue;
    }
    unsigned depth = 0;
    for (std::size_t j = i + 1; j < *close; ++j) {
      const std::string_view part = textOf(tokens_[j]);
      depth += part == "(" || part == "{" ? 1 : 0;
      depth -= part == ")" || part == "}" ? 1 : 0;
      if (part == ";" && depth == 1) {
        loops_.push_back({Loop::Kind::For, i, tokens_[j].end, tokens_[*close].end, textOf(tokens_[j + 1]) != ";"});
        break;
      }
    }
  }
}

const Token *SourceScan::statementAt(unsigned line, unsigned column) const {
  const Token *found = nullptr;
  for (const std::size_t i : statements_)
    if (isBefore(tokens_[i], line, column + 1))
      found = &tokens_[i];
  return found;
}

const Token *SourceScan::statementStart(unsigned line, unsigned column) const {
  for (const std::size_t i : statements_)
    if (tokens_[i].line == line && (column == 0 || tokens_[i].column == column))
      return &tokens_[i];
  return nullptr;
}

bool SourceScan::isBody(std::size_t index) const {
  if (index == 0 || textOf(tokens_[index]) == "{" || textOf(tokens_[index]) == ";")
    return false;
  const std::string_view before = textOf(tokens_[index - 1]);
  if (before == "else" || before == "do")
    return true;
  if (before != ")")
    return false;
  std::size_t open = index - 1;
  for (unsigned depth = 0;; --open) {
    depth += textOf(tokens_[open]) == ")" ? 1 : 0;
    depth -= textOf(tokens_[open]) == "(" ? 1 : 0;
    if (depth == 0)
      break;
    if (open == 0)
      return false;
  }
  const std::string_view keyword = open == 0 ? std::string_view() : textOf(tokens_[open - 1]);
  return keyword == "if" || keyword == "while" || keyword == "for" || keyword == "switch";
}

std::optional<std::size_t> SourceScan::endOfSimple(std::size_t index) const {
  constexpr std::array compound{"if", "else", "while", "for", "do", "switch", "case", "default", "{", "}"};
  if (std::ranges::find(compound, textOf(tokens_[index])) != compound.end())
    return std::nullopt;
  unsigned depth = 0;
  for (std::size_t i = index; i < tokens_.size(); ++i) {
    const std::string_view text = textOf(tokens_[i]);
    if (text == ";" && depth == 0)
      return tokens_[i].end;
    if (text == "(" || text == "[" || text == "{")
      ++depth;
    if (text == ")" || text == "]" || text == "}") {
      if (depth == 0)
        return std::nullopt;
      --depth;
    }
  }
  return std::nullopt;
}

Expected<SourceScan::Statement> SourceScan::statementOf(unsigned line, unsigned column) const {
  const auto isLoopAfterBlock = [&](std::size_t i) {
    return i > 0 && textOf(tokens_[i - 1]) == "}" && std::ranges::find(loops_, i, &Loop::keyword) != loops_.end();
  };
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < tokens_.size(); ++i)
    if (tokens_[i].line == line && (isBody(i) || std::ranges::binary_search(statements_, i) || isLoopAfterBlock(i)))
      found.push_back(i);
  if (found.empty())
    return Error{"no statement begins there"};
  const auto exact = std::ranges::find(found, column, [&](std::size_t i) { return tokens_[i].column; });
  if (exact == found.end() && found.size() > 1)
    return Error{"several statements begin in the line"};
  const std::size_t index = exact == found.end() ? found.front() : *exact;
  constexpr std::array jumps{"return", "goto", "break", "continue"};
  return Statement{.begin = tokens_[index].begin,
                   .end = endOfSimple(index),
                   .isBody = isBody(index),
                   .isLeft = std::ranges::find(jumps, textOf(tokens_[index])) == jumps.end()};
}

Expected<SourceScan::Condition> SourceScan::conditionOf(unsigned line, unsigned column) const {
  std::vector<std::pair<unsigned, Condition>> found; // by column
  for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
    const std::string_view text = textOf(tokens_[i]);
    if (tokens_[i].line != line || (text != "if" && text != "while" && text != "for") || textOf(tokens_[i + 1]) != "(")
      continue;
    const std::optional<std::size_t> close = closing(i + 1);
    if (!close)
      continue;
    Condition condition{tokens_[i + 1].end, tokens_[*close].begin};
    if (text == "for") {
      std::vector<std::size_t> semicolons;
      unsigned depth = 0;
      for (std::size_t j = i + 2; j < *close; ++j) {
        const std::string_view part = textOf(tokens_[j]);
        depth += part == "(" || part == "{" ? 1 : 0;
        depth -= part == ")" || part == "}" ? 1 : 0;
        if (part == ";" && depth == 0)
          semicolons.push_back(j);
      }
      if (semicolons.size() != 2 || semicolons[0] + 1 == semicolons[1])
        continue; // it has no condition
      condition = {tokens_[semicolons[0]].end, tokens_[semicolons[1]].begin};
    }
    found.emplace_back(tokens_[i].column, condition);
  }
  if (found.empty())
    return Error{"no branch with a condition begins there"};
  const auto exact = std::ranges::find(found, column, &std::pair<unsigned, Condition>::first);
  if (exact == found.end() && found.size() > 1)
    return Error{"several branches begin in the line"};
  return exact == found.end() ? found.front().second : exact->second;
}

const SourceScan::Loop *SourceScan::loopAt(unsigned line, unsigned column) const {
  const Loop *only = nullptr;
  unsigned count = 0;
  for (const Loop &loop : loops_) {
    if (tokens_[loop.keyword].line != line)
      continue;
    if (tokens_[loop.keyword].column == column)
      return &loop;
    only = &loop;
    ++count;
  }
  return count == 1 ? only : nullptr;
}

const SourceScan::Loop *SourceScan::loopWithHeaderAt(unsigned line, unsigned column) const {
  for (const Loop &loop : loops_) {
    const Token &keyword = tokens_[loop.keyword];
    if (isBefore(keyword, line, column + 1) && keyword.line == line &&
        column < keyword.column + loop.headerEnd - keyword.begin)
      return &loop;
  }
  return nullptr;
}

std::optional<std::int64_t> resultNumber(const std::string &constraint) {
  std::vector<std::string> texts;
  for (const Token &token : tokensOf(constraint))
    if (std::string text = constraint.substr(token.begin, token.end - token.begin); text != "(" && text != ")")
      texts.push_back(std::move(text));
  if (!texts.empty() && texts.back() == ";")
    texts.pop_back();
  const bool isNegative = texts.size() == 6 && texts[4] == "-";
  if (isNegative)
    texts.erase(texts.begin() + 4);
  if (texts.size() != 5 || texts[0] != "\\" || texts[1] != "result" || texts[2] != "=" || texts[3] != "=")
    return std::nullopt;
  char *end = nullptr;
  const auto number = static_cast<std::int64_t>(std::strtoull(texts[4].c_str(), &end, 0));
  if (end == texts[4].c_str() || std::string_view(end).find_first_not_of("uUlL") != std::string_view::npos)
    return std::nullopt;
  return isNegative ? -number : number;
}

std::optional<std::string> reasonNotPure(std::string_view expression) {
  const std::vector<Token> tokens = tokensOf(expression);
  if (tokens.empty())
    return "it is empty";
  if (expression.find_first_of("#\n\\") != std::string_view::npos || expression.find("//") != std::string_view::npos ||
      expression.find("/*") != std::string_view::npos)
    return "it has a comment or more than one line";
  const auto textAt = [&](std::size_t i) {
    return i < tokens.size() ? expression.substr(tokens[i].begin, tokens[i].end - tokens[i].begin) : std::string_view();
  };
  std::vector<std::size_t> open; // parentheses
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string_view text = textAt(i);
    const std::string_view next = textAt(i + 1);
    if (text == ";" || text == "{" || text == "}" || text == ",")
      return fmt::format("'{}' does not belong there", text);
    if (text == "(")
      open.push_back(i);
    if (text == ")") {
      if (open.empty())
        return "its parentheses do not match";
      const bool isCast = beginsTypeName(textAt(open.back() + 1));
      open.pop_back();
      if (next == "(" && !isCast)
        return "it may call a function by its address";
    }
    if (text == "]" && next == "(")
      return "it calls a function by its address";
    const bool areAdjacent = i + 1 < tokens.size() && tokens[i].end == tokens[i + 1].begin;
    if ((text == "+" || text == "-") && next == text && areAdjacent)
      return "it changes a variable";
    if (text == "=") {
      const std::string_view before = i == 0 ? std::string_view() : textAt(i - 1);
      const bool isComparison =
          (next == "=" && areAdjacent) || (i > 0 && tokens[i - 1].end == tokens[i].begin &&
                                           (before == "=" || before == "!" || before == "<" || before == ">"));
      const bool isShift = i > 1 && (before == "<" || before == ">") && textAt(i - 2) == before &&
                           tokens[i - 2].end == tokens[i - 1].begin;
      if (!isComparison || isShift)
        return "it assigns to a variable";
    }
    const bool isKeyword = text == "sizeof" || text == "_Alignof";
    if (next == "(" && tokens[i].kind == Token::Kind::Word && !isKeyword)
      return fmt::format("it calls {}", text);
  }
  return open.empty() ? std::nullopt : std::optional<std::string>("its parentheses do not match");
}

} // namespace heddle::witness
