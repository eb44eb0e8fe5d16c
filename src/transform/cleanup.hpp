// Cleanup: removes unreachable code, conditions that are known to hold, and values that are not needed.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Constant registers are replaced by their value; conditions that always hold, actions that are never
/// enabled, unreachable locations, and values (including inputs) that are not needed are removed. Loads stay, even
/// if their value is not needed: they may be invalid, and they may race.
void cleanUp(program::Program &program);

} // namespace heddle::transform
