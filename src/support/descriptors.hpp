// Whole texts through file descriptors.
#pragma once

#include <string>
#include <string_view>

namespace heddle::support {

/// False if not all of it could be written; errno says why.
bool writeAll(int descriptor, std::string_view text);

/// Reads until the end, or an error.
std::string readAll(int descriptor);

} // namespace heddle::support
