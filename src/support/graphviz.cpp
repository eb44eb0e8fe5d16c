#include "support/graphviz.hpp"

namespace heddle::support {

std::string escapedForGraphviz(const std::string &text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (c == '\n')
      result += "\\l";
    else if (c != '\r')
      result += c;
  }
  return result;
}

} // namespace heddle::support
