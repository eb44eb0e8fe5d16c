// Removal of jumps: actions without instructions.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Lets the actions that lead to a jump lead to its target. Large blocks, which pass every jump, are then the same, but
/// the passes before them have half as many actions to look at: most of what a call leaves, once its checks are
/// decided, are jumps.
void removeJumps(program::Program &program);

} // namespace heddle::transform
