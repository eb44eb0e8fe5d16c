// The program without the limits that only engines that follow executions need: objects of any size, and any command
// line.
#pragma once

#include "program/program.hpp"

#include <optional>

namespace heddle::transform {

/// The program in which executions continue where those of the program end at a limit (a Halt that does not lead to the
/// exit); none if it has no limits, or one that cannot be removed. Every execution of the program is one of the result.
std::optional<program::Program> withoutLimits(const program::Program &program);

} // namespace heddle::transform
