// Synchronisation objects that are destroyed.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Removes the checks of the models that a synchronisation object has not been destroyed, where no destruction can
/// come before. Returns whether anything was removed.
bool removeNeedlessDestructionChecks(program::Program &program);

} // namespace heddle::transform
