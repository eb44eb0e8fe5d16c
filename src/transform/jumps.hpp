// Removal of jumps: actions without instructions.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Lets the actions that lead to a jump lead to its target. Large blocks, which pass every jump, are then the same, but
/// the passes before them have half as many actions to process: most of what remains of an inlined call, once its
/// checks are decided, is jumps.
void removeJumps(program::Program &program);

} // namespace heddle::transform
