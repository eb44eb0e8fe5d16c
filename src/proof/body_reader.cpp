#include "proof/body_reader.hpp"

#include <fmt/format.h>

#include <string>

namespace heddle::proof {

namespace {

Lines linesOf(const ProofFile &file) { return {file.text, file.proofBegin, file.proofLine - 1}; }

void readEnd(Words &words, const Body &body) {
  const std::uint64_t count = words.number(fmt::format("the number of {}", body.counted).c_str());
  if (count != body.count())
    throw Malformed{fmt::format("there should be {} {}, but there are {}", count, body.counted, body.count())};
}

} // namespace

std::optional<support::Error> readBody(const ProofFile &file, const Body &body) {
  Lines lines = linesOf(file);
  bool isEnded = false;
  try {
    while (lines.advance()) {
      if (isEnded)
        throw Malformed{"a line follows 'end'"};
      Words words(lines.line());
      const std::string_view keyword = words.next("a keyword");
      isEnded = keyword == "end";
      if (isEnded)
        readEnd(words, body);
      else if (!body.read(keyword, words))
        throw Malformed{fmt::format("{} is not a keyword of {}", quoted(keyword), body.kind)};
      words.expectEnd();
    }
    if (!isEnded)
      throw Malformed{"the file is truncated: there is no line 'end'"};
  } catch (const Malformed &malformed) {
    return errorAt(file.path, lines.number(), malformed.what);
  }
  return std::nullopt;
}

std::string_view firstKeyword(const ProofFile &file) {
  Lines lines = linesOf(file);
  return lines.advance() ? Words(lines.line()).peek() : std::string_view();
}

} // namespace heddle::proof
