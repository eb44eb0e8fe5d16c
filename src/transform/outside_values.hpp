// Volatile variables that are defined outside of the program.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Every volatile read of a variable that the program declares and does not define has any value: a device, or code
/// outside of the program, may change the variable at any time.
void readOutsideValues(program::Program &program);

} // namespace heddle::transform
