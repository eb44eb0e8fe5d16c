#include "report/xml_text.hpp"

#include "support/utf8.hpp"

namespace heddle::report {

std::string xmlEscaped(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = support::utf8Length(text, at);
    if (length > 1) {
      result += text.substr(at, length);
      at += length;
      continue;
    }
    const char c = length == 1 ? text[at] : '\0';
    ++at;
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    default: // XML has no other control characters than these, and no bytes that are not UTF-8
      result += static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t' ? c : '?';
    }
  }
  return result;
}

} // namespace heddle::report
