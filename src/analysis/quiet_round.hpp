// Rounds without effect: a thread that waits by looking at memory again and again.
//
// Whoever comes back to a location without having done anything but look could as well have come there later, so such
// rounds need not be told apart from not going round at all. (Not so when deadlocks are looked for: a thread that goes
// round for ever does not wait.) What could break the property on the way is an effect.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::analysis {

/// Whether the action has no effect, not even on one of the registers, and cannot break one of the properties.
bool isEffectFree(const program::Action &action, const std::vector<program::RegisterId> &registers,
                  program::PropertySet properties);

} // namespace heddle::analysis
