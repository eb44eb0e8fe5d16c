// The part of a proof file that follows the header: each line begins with a keyword, and the last one is `end COUNT`.
#pragma once

#include "proof/line_reader.hpp"
#include "proof/proof_file.hpp"
#include "support/expected.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

namespace heddle::proof {

/// How the body of one kind of proof is read.
struct Body {
  std::string_view kind;    // for messages: "a thread-modular proof"
  std::string_view counted; // what COUNT is the number of: "cases"
  std::function<std::size_t()> count;
  /// Reads a line with that keyword; false if there is no such keyword. May throw Malformed.
  std::function<bool(std::string_view keyword, Words &words)> read;
};

/// The error if the file is not as the format says.
std::optional<support::Error> readBody(const ProofFile &file, const Body &body);

/// The keyword of the first line.
std::string_view firstKeyword(const ProofFile &file);

template <typename Reader> struct Keyword {
  std::string_view name;
  void (Reader::*read)(Words &words);
};

/// Calls the reader's function for the keyword; false if there is none.
template <typename Reader, std::size_t N>
bool readByKeyword(Reader &reader, const std::array<Keyword<Reader>, N> &keywords, std::string_view name,
                   Words &words) {
  const auto *keyword =
      std::find_if(keywords.begin(), keywords.end(), [&](const Keyword<Reader> &k) { return k.name == name; });
  if (keyword == keywords.end())
    return false;
  (reader.*keyword->read)(words);
  return true;
}

} // namespace heddle::proof
