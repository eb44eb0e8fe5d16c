// File names as they are shown to the user.
#pragma once

#include <filesystem>
#include <string>

namespace heddle::frontend {

/// Without `.` and `..` if possible, and relative to the working directory for a file below it.
std::string displayPath(const std::filesystem::path &path);

/// The same for a file name that was relative to `directory`, as debug information has it.
std::string displayPath(const std::string &directory, const std::string &file);

} // namespace heddle::frontend
