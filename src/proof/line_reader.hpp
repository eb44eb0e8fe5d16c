// A text as lines of words separated by single blanks, or of a word as fields separated by commas.
#pragma once

#include "support/bits.hpp"
#include "support/expected.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::proof {

/// Thrown where a line is not as the format says. Caught by the functions of proof_file.hpp.
struct Malformed {
  std::string what;
};

/// "'x'", shortened if it is long.
std::string quoted(std::string_view text);

/// The words of one line.
class Words {
public:
  explicit Words(std::string_view line, char separator = ' ') : rest_(line), separator_(separator) {}

  bool atEnd() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  /// `what` names it for the error if there is none: "a width".
  std::string_view next(const char *what);
  /// The next word, but it is not consumed; empty at the end.
  std::string_view peek() const { return rest_.substr(0, rest_.find(separator_)); }
  void expectEnd() const;

  /// A decimal number of at most `most`.
  std::uint64_t number(const char *what, std::uint64_t most = UINT64_MAX);
  std::uint32_t number32(const char *what) { return static_cast<std::uint32_t>(number(what, UINT32_MAX)); }
  /// A number less than `count`: the index of one of so many things.
  std::uint32_t index(const char *what, std::size_t count);
  support::Bits bits(const char *what, unsigned width);
  template <typename Value, std::size_t N> Value oneOf(const std::array<std::string_view, N> &list, const char *what) {
    return static_cast<Value>(positionIn(list.data(), N, what));
  }

private:
  std::size_t positionIn(const std::string_view *list, std::size_t size, const char *what);

  std::string_view rest_;
  char separator_;
};

/// The lines of a text. Comments, which begin with '#', and empty lines are skipped.
class Lines {
public:
  Lines(std::string_view text, std::size_t begin, std::size_t number) : text_(text), next_(begin), number_(number) {}

  /// False at the end of the text.
  bool advance();
  std::string_view line() const { return line_; }
  std::size_t begin() const { return begin_; }   // of the line, in the text
  std::size_t number() const { return number_; } // of the line

private:
  std::string_view text_;
  std::string_view line_;
  std::size_t begin_ = 0;
  std::size_t next_ = 0;
  std::size_t number_ = 0;
};

/// "FILE:LINE: what"
support::Error errorAt(const std::string &path, std::size_t line, const std::string &what);

} // namespace heddle::proof
