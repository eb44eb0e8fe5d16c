// Text line by line.
#pragma once

#include <string_view>

namespace heddle::native {

/// Calls `visit` with each line, without its end.
template <typename Visit> void forEachLine(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    visit(text.substr(0, end));
    if (end == std::string_view::npos)
      return;
    text.remove_prefix(end + 1);
  }
}

} // namespace heddle::native
