// Scheduling points in loops that take inputs and do nothing visible.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Makes the inputs of such loops visible. Runs after local accesses have been marked, because they determine what is
/// visible, and before large blocks are built, because these end at visible operations.
void markInputsInLoops(program::Program &program);

} // namespace heddle::transform
