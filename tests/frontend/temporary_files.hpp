// A folder of its own for each test, gone with it.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>

namespace heddle {

class TemporaryFiles {
public:
  TemporaryFiles() {
    static std::atomic<int> count{0};
    directory_ = std::filesystem::temp_directory_path() /
                 ("heddle-test-" + std::to_string(getpid()) + "-" + std::to_string(count++));
    std::filesystem::create_directories(directory_);
  }
  ~TemporaryFiles() { std::filesystem::remove_all(directory_); }
  TemporaryFiles(const TemporaryFiles &) = delete;
  TemporaryFiles &operator=(const TemporaryFiles &) = delete;

  std::string path(const std::string &name) const { return (directory_ / name).string(); }
  std::string directory() const { return directory_.string(); }

  /// Makes the file, with its folders, and returns its path.
  std::string write(const std::string &name, std::string_view content) const {
    const std::filesystem::path file = directory_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file.string();
  }

private:
  std::filesystem::path directory_;
};

} // namespace heddle
