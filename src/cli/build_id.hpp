// Which build of Heddle is running.
#pragma once

#include <string>

namespace heddle::cli {

/// Of the command and of the libraries that it has loaded. Differs between builds of different code, also of one
/// version. Empty if a part of it cannot be identified.
std::string buildId();

} // namespace heddle::cli
