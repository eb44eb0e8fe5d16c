#include "proof/file_words.hpp"

#include <fmt/format.h>

#include <charconv>

namespace heddle::proof::words {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\')
      result += "\\\\";
    else if (byte < 0x20 || byte == 0x7f)
      result += fmt::format("\\x{:02x}", byte);
    else
      result += c;
  }
  return result;
}

std::optional<std::string> unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      result += text[i];
    } else if (text.substr(i, 2) == "\\\\") {
      result += '\\';
      i += 1;
    } else {
      const std::string_view digits = text.substr(i, 4).size() == 4 ? text.substr(i + 2, 2) : "";
      unsigned byte = 0;
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
      if (digits.empty() || text[i + 1] != 'x' || error != std::errc{} || end != digits.data() + digits.size())
        return std::nullopt;
      result += static_cast<char>(byte);
      i += 3;
    }
  }
  return result;
}

} // namespace heddle::proof::words
