// heddle verify -p DIR --changed-since REV: the translation units that a change concerns.
#pragma once

#include "cli/verification.hpp"

#include <functional>

namespace heddle::cli {

void addChangedSince(CLI::App &command, VerificationOptions &options);

/// Verifies each unit by itself, with `verify`, and returns the gravest of the exit codes.
int verifyChanged(const VerificationOptions &options, const std::function<int(const VerificationOptions &)> &verify);

} // namespace heddle::cli
