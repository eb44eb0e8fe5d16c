// Whole files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace heddle::support {

/// The bytes of the file; nothing if it cannot be opened, or is a directory.
std::optional<std::string> readFile(const std::filesystem::path &path);

} // namespace heddle::support
