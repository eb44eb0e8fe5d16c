#include "support/descriptors.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>

namespace heddle::support {

bool writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t size = write(descriptor, text.data(), text.size());
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return false;
    text.remove_prefix(static_cast<std::size_t>(size));
  }
  return true;
}

std::string readAll(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t size = read(descriptor, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR)
      continue;
    if (size <= 0)
      return text;
    text.append(buffer.data(), static_cast<std::size_t>(size));
  }
}

} // namespace heddle::support
