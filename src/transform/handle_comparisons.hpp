// Comparisons with handles of threads that have been joined or detached.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// A handle that was joined or detached may be that of a later thread or not, as the implementation likes, and the
/// model has only one of the two outcomes. Adds a warning that prevents a proof if such a handle may be compared with
/// another one.
void warnOfHandleComparisons(program::Program &program);

} // namespace heddle::transform
