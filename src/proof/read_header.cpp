#include "proof/file_words.hpp"
#include "proof/line_reader.hpp"
#include "proof/proof_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace heddle::proof {

using support::Expected;

namespace {

class HeaderReader {
public:
  HeaderReader(const std::string &path, std::string_view text) : path_(path), text_(text), lines_(text, 0, 0) {}

  Expected<Header> read() {
    try {
      readVersion();
      while (lines_.advance()) {
        Words words(lines_.line());
        if (words.peek() == "reduction" || words.peek() == "parametric" ||
            words.peek() == "modular") { // the first line of the proof
          checkComplete();
          return std::move(header_);
        }
        readLine(words);
      }
      throw Malformed{"the file ends within the header"};
    } catch (const Malformed &malformed) {
      return errorAt(path_, std::max<std::size_t>(lines_.number(), 1), malformed.what);
    }
  }

  const Lines &lines() const { return lines_; } // at the first line of the proof

private:
  struct Key {
    std::string_view name;
    void (HeaderReader::*read)(Words &words);
    bool isOnce; // must occur exactly once; other keys may occur any number of times
  };
  static const std::array<Key, 9> keys;

  void readVersion() {
    if (!text_.starts_with(formatName) || !lines_.advance() || Words(lines_.line()).peek() != formatName)
      throw Malformed{
          fmt::format("this is not a proof of Heddle: the first line is not '{} {}'", formatName, formatVersion)};
    Words words(lines_.line());
    words.next("the format");
    const std::uint64_t version = words.number("a version of the format");
    words.expectEnd();
    if (version != formatVersion)
      throw Malformed{
          fmt::format("version {} of the format is not known; this Heddle reads version {}", version, formatVersion)};
  }

  void readLine(Words &words) {
    const std::string_view name = words.next("a keyword");
    const auto *key = std::find_if(keys.begin(), keys.end(), [&](const Key &k) { return k.name == name; });
    if (key == keys.end())
      throw Malformed{fmt::format("{} is not a keyword of the header", quoted(name))};
    bool &isRead = isRead_[static_cast<std::size_t>(key - keys.begin())];
    if (key->isOnce && isRead)
      throw Malformed{fmt::format("a second line '{}'", name)};
    isRead = true;
    (this->*key->read)(words);
    words.expectEnd();
  }

  void checkComplete() const {
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (keys[i].isOnce && !isRead_[i])
        throw Malformed{fmt::format("the header has no line '{}'", keys[i].name)};
  }

  /// The rest of the line, which may have blanks.
  static std::string text(Words &words) {
    const std::optional<std::string> text = words::unescaped(words.rest());
    if (!text || text->empty())
      throw Malformed{fmt::format("{} is not a text", quoted(words.rest()))};
    words = Words({});
    return *text;
  }

  static program::PropertySet properties(Words &words) {
    program::PropertySet set;
    do {
      const std::string_view word = words.next("a property");
      unsigned i = 0;
      while (i < program::propertyCount && program::name(static_cast<program::Property>(i)) != word)
        ++i;
      if (i == program::propertyCount)
        throw Malformed{fmt::format("{} is not a property", quoted(word))};
      set.insert(static_cast<program::Property>(i));
    } while (!words.atEnd());
    return set;
  }

  /// A word that is shown to people and may come from anywhere.
  static std::string name(Words &words, const char *what) {
    const std::string_view word = words.next(what);
    if (!std::ranges::all_of(word, [](char c) { return c > ' ' && c <= '~'; }))
      throw Malformed{fmt::format("{} is not {}", quoted(word), what)};
    return std::string(word);
  }

  void readHeddle(Words &words) { header_.heddle = name(words, "a version of Heddle"); }
  void readClaims(Words &words) { header_.claims = properties(words); }
  void readAssumption(Words &words) { header_.assumptions.push_back(text(words)); }
  void readFile(Words &words) { header_.files.push_back(text(words)); }
  void readOption(Words &words) {
    std::string option = name(words, "the name of an option");
    header_.options.emplace_back(std::move(option), text(words));
  }
  void readEngine(Words &words) { header_.prover.engine = name(words, "an engine"); }
  void readSolver(Words &words) { header_.prover.solver = words.oneOf<smt::Backend>(words::solvers, "a solver"); }
  void readProves(Words &words) { header_.proves = properties(words); }
  void readProgram(Words &words) { header_.program = name(words, "a fingerprint"); }

  const std::string &path_;
  std::string_view text_;
  Lines lines_;
  Header header_;
  std::array<bool, 9> isRead_{};
};

const std::array<HeaderReader::Key, 9> HeaderReader::keys{{
    {"heddle", &HeaderReader::readHeddle, true},
    {"claims", &HeaderReader::readClaims, true},
    {"assuming", &HeaderReader::readAssumption, false},
    {"file", &HeaderReader::readFile, false},
    {"option", &HeaderReader::readOption, false},
    {"engine", &HeaderReader::readEngine, true},
    {"solver", &HeaderReader::readSolver, true},
    {"proves", &HeaderReader::readProves, true},
    {"program", &HeaderReader::readProgram, true},
}};

} // namespace

Expected<ProofFile> readHeader(std::string path, std::string text) {
  HeaderReader reader(path, text);
  Expected<Header> header = reader.read();
  if (!header)
    return header.error();
  const std::size_t begin = reader.lines().begin();
  const std::size_t line = reader.lines().number();
  return ProofFile{.path = std::move(path),
                   .text = std::move(text),
                   .header = std::move(*header),
                   .proofBegin = begin,
                   .proofLine = line};
}

} // namespace heddle::proof
