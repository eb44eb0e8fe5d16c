// Several properties: each is verified in a process of its own, as if it were the only one.
#pragma once

#include "cli/verification.hpp"

#include <functional>
#include <string>
#include <vector>

namespace heddle::cli {

/// The properties that the command line asks for, each once, in their order.
std::vector<std::string> requestedProperties(const VerificationOptions &options);

/// Calls `verify` for each of them, one after the other. The rest of the time is divided equally among those that are
/// left. Returns the exit code for all of them: an error, otherwise the first of false, unknown and true that occurs.
int verifyEach(const std::vector<std::string> &properties, const VerificationOptions &options,
               const std::function<int(const VerificationOptions &)> &verify);

} // namespace heddle::cli
