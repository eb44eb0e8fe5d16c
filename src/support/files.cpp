#include "support/files.hpp"

#include <fstream>
#include <iterator>
#include <system_error>

namespace heddle::support {

std::optional<std::string> readFile(const std::filesystem::path &path) {
  std::error_code ignored;
  std::ifstream stream(path, std::ios::binary);
  if (!stream || std::filesystem::is_directory(path, ignored))
    return std::nullopt;
  return std::string((std::istreambuf_iterator<char>(stream)), {});
}

} // namespace heddle::support
