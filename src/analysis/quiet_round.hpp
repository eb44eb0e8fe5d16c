// Rounds of a loop without effect: busy waiting, which reads memory again and again.
//
// An execution in which a thread returns to a location without an effect is equivalent to one in which the thread
// reaches the location only later, so such rounds need not be executed at all. (This does not hold for deadlocks: a
// thread that spins for ever does not wait.) A possible violation of a checked property counts as an effect.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::analysis {

/// Whether the action has no effect on memory, threads or `registers`, and cannot violate one of the properties.
bool isEffectFree(const program::Action &action, const std::vector<program::RegisterId> &registers,
                  program::PropertySet properties);

} // namespace heddle::analysis
