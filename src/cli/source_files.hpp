// The files that a verification reads, so that a change of one of them is noticed.
#pragma once

#include "cli/verification.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::cli {

/// The files of the command line and of the compilation database, what they include, stubs, property files, rules of
/// suppressions and the like. Also files that do not exist, but would be included if they did. Sorted.
std::vector<std::string> sourceFiles(const VerificationOptions &options);

/// Of names and contents: differs if a file was changed, added or removed.
std::uint64_t contentHash(const std::vector<std::string> &files);

} // namespace heddle::cli
