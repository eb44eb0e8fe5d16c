#include "report/text_layout.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::report {

namespace {

bool startsCodePoint(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

/// The length in bytes of the first `columns` columns.
std::size_t bytesOf(std::string_view text, std::size_t columns) {
  std::size_t seen = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (startsCodePoint(text[i]) && seen++ == columns)
      return i;
  }
  return text.size();
}

} // namespace

std::size_t displayWidth(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), startsCodePoint));
}

std::string cut(std::string_view text, std::size_t width) {
  if (displayWidth(text) <= width)
    return std::string(text);
  if (width == 0)
    return {};
  return std::string(text.substr(0, bytesOf(text, width - 1))) + "…";
}

std::string pad(std::string_view text, std::size_t width) {
  std::string result = cut(text, width);
  result.append(width - displayWidth(result), ' ');
  return result;
}

std::vector<std::string> wrap(std::string_view text, std::size_t width, std::size_t hanging) {
  assert(width > hanging && "no room after the indentation");
  std::vector<std::string> lines;
  while (true) {
    const std::string indent(lines.empty() ? 0 : hanging, ' ');
    const std::size_t room = width - indent.size();
    if (displayWidth(text) <= room) {
      lines.push_back(indent + std::string(text));
      return lines;
    }
    // The line may also be broken at a space directly after the last column that fits.
    std::size_t end = bytesOf(text, room);
    const std::size_t space = text.rfind(' ', end);
    const bool atSpace = space != std::string_view::npos && space > 0 && text.find_first_not_of(' ') < space;
    if (atSpace)
      end = space;
    lines.push_back(indent + std::string(text.substr(0, end)));
    text.remove_prefix(atSpace ? end + 1 : end);
  }
}

} // namespace heddle::report
