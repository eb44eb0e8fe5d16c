// A directory of its own for one piece of work.
#pragma once

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <system_error>

namespace heddle::support {

/// Removed with its content, unless it is kept.
class TemporaryDirectory {
public:
  /// The name begins with `prefix`. Without `parent`, it is where the system has temporary files.
  explicit TemporaryDirectory(const std::string &prefix, const std::filesystem::path &parent = {}) {
    const std::filesystem::path place = parent.empty() ? std::filesystem::temp_directory_path(error_) : parent;
    std::string pattern = (place / (prefix + "-XXXXXX")).string();
    if (!error_ && mkdtemp(pattern.data()) == nullptr)
      error_ = std::error_code(errno, std::generic_category());
    path_ = pattern;
  }
  TemporaryDirectory(const TemporaryDirectory &) = delete;
  TemporaryDirectory &operator=(const TemporaryDirectory &) = delete;
  ~TemporaryDirectory() {
    std::error_code ignored;
    if (!error_ && !isKept_)
      std::filesystem::remove_all(path_, ignored);
  }

  /// Why it could not be made.
  const std::error_code &error() const { return error_; }
  const std::filesystem::path &path() const { return path_; }
  void keep() { isKept_ = true; }

private:
  std::error_code error_;
  std::filesystem::path path_;
  bool isKept_ = false;
};

} // namespace heddle::support
