// Condition variables and the mutexes that threads wait with.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Removes the checks of the models that threads wait on a condition variable with one mutex at a time, if the program
/// has one mutex for each condition variable. Returns whether anything was removed.
bool removeNeedlessBindingChecks(program::Program &program);

} // namespace heddle::transform
