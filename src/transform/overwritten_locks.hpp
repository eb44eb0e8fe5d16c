// Synchronisation objects that the program overwrites.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Removes the checks of the models that a synchronisation object has not been overwritten, where the program cannot
/// have written to it. Returns whether anything was removed.
bool removeNeedlessLockChecks(program::Program &program);

} // namespace heddle::transform
