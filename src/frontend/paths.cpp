// A path is shown as the user would type it here: `src/queue.c`, not `/home/ann/queue/./src/queue.c`. A
// relative path that leads out of the working directory (`../queue.c`) is kept: that is how it was given.
// Only the text is used, so that a symbolic link keeps the name that the user knows.
#include "frontend/paths.hpp"

namespace heddle::frontend {

namespace fs = std::filesystem;

namespace {

fs::path workingDirectory() {
  std::error_code ignored;
  return fs::current_path(ignored);
}

} // namespace

std::string displayPath(const fs::path &path) {
  const fs::path normal = path.lexically_normal();
  if (normal.is_relative())
    return normal.string();
  const fs::path relative = normal.lexically_relative(workingDirectory());
  if (relative.empty() || *relative.begin() == "..")
    return normal.string();
  return relative.string();
}

std::string displayPath(const std::string &directory, const std::string &file) {
  const bool isVirtual = file.starts_with('<'); // <runtime>/mutex.c, <stdin>
  if (isVirtual)
    return file;
  const bool isHere = directory.empty() || fs::path(directory).lexically_normal() == workingDirectory();
  return displayPath(isHere ? fs::path(file) : fs::path(directory) / file);
}

} // namespace heddle::frontend
