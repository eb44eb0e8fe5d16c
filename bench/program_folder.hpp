// The folder for the programs that a benchmark generates.
#pragma once

#include "support/expected.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace heddle::bench {

/// Removed at the end unless it is to be kept.
class ProgramFolder {
public:
  ProgramFolder() = default;
  ~ProgramFolder();
  ProgramFolder(const ProgramFolder &) = delete;
  ProgramFolder &operator=(const ProgramFolder &) = delete;

  /// A temporary folder if `kept` is empty.
  std::optional<support::Error> open(const std::string &kept);
  /// Returns the path of the file.
  support::Expected<std::string> write(const std::string &name, const std::string &text) const;

private:
  std::filesystem::path path_;
  bool temporary_ = false;
};

} // namespace heddle::bench
