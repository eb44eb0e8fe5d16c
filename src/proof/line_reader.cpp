#include "proof/line_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace heddle::proof {

std::string quoted(std::string_view text) {
  constexpr std::size_t most = 40;
  std::string result = "'";
  for (const char c : text.substr(0, most))
    result += c >= ' ' && c <= '~' ? c : '?';
  return result + (text.size() > most ? "…'" : "'");
}

std::string_view Words::next(const char *what) {
  const std::string_view word = peek();
  if (word.empty())
    throw Malformed{fmt::format("{} is missing", what)};
  rest_.remove_prefix(std::min(rest_.size(), word.size() + 1));
  return word;
}

void Words::expectEnd() const {
  if (!atEnd())
    throw Malformed{fmt::format("{} follows the end of the line's content", quoted(rest_))};
}

std::uint64_t Words::number(const char *what, std::uint64_t most) {
  const std::string_view word = next(what);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || value > most)
    throw Malformed{fmt::format("{} is not {}: a number of at most {} is expected", quoted(word), what, most)};
  return value;
}

std::uint32_t Words::index(const char *what, std::size_t count) {
  const std::string_view word = peek();
  const std::uint64_t value = number(what);
  if (value >= count)
    throw Malformed{fmt::format("{} is not {}: there are only {} so far", quoted(word), what, count)};
  return static_cast<std::uint32_t>(value);
}

support::Bits Words::bits(const char *what, unsigned width) {
  const std::string_view word = next(what);
  const support::Bits most = support::mask(width);
  support::Bits value = 0;
  for (const char c : word) {
    const bool isDigit = c >= '0' && c <= '9';
    const auto digit = static_cast<unsigned>(c - '0');
    if (!isDigit || value > (most - digit) / 10 || digit > most)
      throw Malformed{fmt::format("{} is not {}: a number of {} bits is expected", quoted(word), what, width)};
    value = value * 10 + digit;
  }
  return value;
}

std::size_t Words::positionIn(const std::string_view *list, std::size_t size, const char *what) {
  const std::string_view word = next(what);
  const auto *found = std::find(list, list + size, word);
  if (found == list + size)
    throw Malformed{fmt::format("{} is not {}", quoted(word), what)};
  return static_cast<std::size_t>(found - list);
}

bool Lines::advance() {
  while (next_ < text_.size()) {
    begin_ = next_;
    line_ = text_.substr(begin_, text_.find('\n', begin_) - begin_);
    next_ = begin_ + line_.size() + 1;
    ++number_;
    if (!line_.empty() && line_.front() != '#')
      return true;
  }
  return false;
}

support::Error errorAt(const std::string &path, std::size_t line, const std::string &what) {
  return {fmt::format("{}:{}: {}", path, line, what)};
}

} // namespace heddle::proof
