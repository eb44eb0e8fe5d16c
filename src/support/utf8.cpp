#include "support/utf8.hpp"

#include <cstdint>

namespace heddle::support {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD"; // U+FFFD

/// The end of the escape sequence that begins at `at` (ECMA-48): `ESC [`, parameters, and a final character; or ESC and
/// one character.
std::size_t endOfEscape(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  if (end >= text.size() || text[end] != '[')
    return end < text.size() && text[end] >= '@' && text[end] <= '_' ? end + 1 : end;
  ++end;
  while (end < text.size() && text[end] >= ' ' && text[end] <= '?')
    ++end;
  return end < text.size() && text[end] >= '@' && text[end] <= '~' ? end + 1 : end;
}

} // namespace

std::size_t utf8Length(std::string_view text, std::size_t at) {
  const auto byteAt = [&](std::size_t i) -> std::uint8_t {
    return i < text.size() ? static_cast<std::uint8_t>(text[i]) : 0; // no continuation
  };
  const auto isBetween = [](std::uint8_t byte, unsigned least, unsigned most) { return byte >= least && byte <= most; };
  const std::uint8_t first = byteAt(at);
  if (first < 0x80)
    return at < text.size() ? 1 : 0;
  if (isBetween(first, 0xC2, 0xDF))
    return isBetween(byteAt(at + 1), 0x80, 0xBF) ? 2 : 0;
  const std::uint8_t second = byteAt(at + 1);
  if (isBetween(first, 0xE0, 0xEF)) {
    const unsigned least = first == 0xE0 ? 0xA0 : 0x80; // not a longer form of a shorter one
    const unsigned most = first == 0xED ? 0x9F : 0xBF;  // no surrogate
    return isBetween(second, least, most) && isBetween(byteAt(at + 2), 0x80, 0xBF) ? 3 : 0;
  }
  if (isBetween(first, 0xF0, 0xF4)) {
    const unsigned least = first == 0xF0 ? 0x90 : 0x80;
    const unsigned most = first == 0xF4 ? 0x8F : 0xBF; // not above U+10FFFF
    const bool isValid = isBetween(second, least, most) && isBetween(byteAt(at + 2), 0x80, 0xBF) &&
                         isBetween(byteAt(at + 3), 0x80, 0xBF);
    return isValid ? 4 : 0;
  }
  return 0;
}

std::string printable(std::string_view text) {
  constexpr char escape = 0x1B;
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8Length(text, at);
    if (text[at] == escape) {
      at = endOfEscape(text, at);
      continue;
    }
    if (length == 0)
      result += replacement;
    else if (length == 1 && (static_cast<unsigned char>(text[at]) < 0x20 || text[at] == 0x7F))
      result += ' ';
    else
      result += text.substr(at, length);
    at += length == 0 ? 1 : length;
  }
  return result;
}

} // namespace heddle::support
