// Loops that take inputs and do nothing visible.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Makes the inputs of such loops scheduling points. Comes after local accesses are known, because they
/// decide what is visible, and before large blocks, which end at visible operations.
void markInputsInLoops(program::Program &program);

} // namespace heddle::transform
