// What git says about the files of a work tree.
#pragma once

#include "support/expected.hpp"

#include <filesystem>
#include <set>
#include <string>

namespace heddle::cli {

/// The files of the work tree around the current directory that differ from a revision: changed, added or deleted,
/// committed since or not, and those that git does not track, unless it ignores them. Absolute paths; of a submodule,
/// its directory.
support::Expected<std::set<std::filesystem::path>> changedFiles(const std::string &revision);

} // namespace heddle::cli
