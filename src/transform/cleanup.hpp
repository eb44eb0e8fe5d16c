// Removes what makes no difference: dead code, known conditions, unread values.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Constant registers are replaced by their value; conditions that always hold, actions that are never
/// enabled, locations that are never reached, and values (inputs too) that nobody needs are removed.
/// Loads stay, even if unread: they may be invalid, and they may race.
void cleanUp(program::Program &program);

} // namespace heddle::transform
