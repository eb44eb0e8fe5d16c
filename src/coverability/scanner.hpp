// A position in a text with its line and column: the basis of the parsers and of their error messages.
#pragma once

#include "support/expected.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstdint>
#include <string>
#include <string_view>

namespace heddle::coverability {

class Scanner {
public:
  /// `lineComment` begins a comment up to the end of the line. A byte order mark at the beginning is skipped.
  Scanner(std::string_view text, std::string path, std::string_view lineComment)
      : text_(text), path_(std::move(path)), comment_(lineComment) {
    if (text_.starts_with("\xEF\xBB\xBF"))
      text_.remove_prefix(3);
  }

  bool atEnd() const { return position_ >= text_.size(); }
  char peek() const { return atEnd() ? '\0' : text_[position_]; }
  std::uint32_t line() const { return line_; }
  std::size_t position() const { return position_; }

  /// Skips one character, which is not the end of a line.
  void skip() { ++position_; }

  /// Skips blanks and comments within the line.
  void skipBlanks() {
    while (!atEnd() && peek() != '\n' && std::isspace(static_cast<unsigned char>(peek())) != 0)
      ++position_;
    if (!comment_.empty() && text_.substr(position_).starts_with(comment_)) {
      while (!atEnd() && peek() != '\n')
        ++position_;
    }
  }

  /// Skips blanks, comments and ends of lines.
  void skipSpace() {
    for (skipBlanks(); peek() == '\n' && !atEnd(); skipBlanks())
      newline();
  }

  bool accept(std::string_view token) {
    if (!text_.substr(position_).starts_with(token))
      return false;
    position_ += token.size();
    return true;
  }

  bool atDigit() const { return std::isdigit(static_cast<unsigned char>(peek())) != 0; }

  /// A number below 2^32 - 1. The error is `expected`, or that the number is too large.
  support::Expected<std::uint32_t> number(std::string_view expected = "expected a number") {
    std::uint64_t value = 0;
    const std::size_t begin = position_;
    if (!atDigit())
      return error(expected);
    for (; atDigit(); ++position_) {
      value = value * 10 + static_cast<std::uint64_t>(peek() - '0');
      if (value >= UINT32_MAX) {
        position_ = begin;
        return error(fmt::format("this number is too large: they go up to {}", UINT32_MAX - 1));
      }
    }
    return static_cast<std::uint32_t>(value);
  }

  /// Letters, digits and `_`, not beginning with a digit; empty if there is no such word.
  std::string_view word() {
    const std::size_t begin = position_;
    const auto part = [&](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    if (!atEnd() && std::isdigit(static_cast<unsigned char>(peek())) == 0) {
      while (!atEnd() && part(peek()))
        ++position_;
    }
    return text_.substr(begin, position_ - begin);
  }

  support::Error error(std::string_view message) const {
    return {fmt::format("{}:{}:{}: {}", path_, line_, position_ - lineBegin_ + 1, message)};
  }

  const std::string &path() const { return path_; }

private:
  void newline() {
    ++position_;
    ++line_;
    lineBegin_ = position_;
  }

  std::string_view text_;
  std::string path_;
  std::string_view comment_;
  std::size_t position_ = 0;
  std::size_t lineBegin_ = 0;
  std::uint32_t line_ = 1;
};

} // namespace heddle::coverability
