// What a thread may do in its turn, as far as its automaton tells.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::proof {

/// The actions that a thread at rest may take until it rests again: one of those with which it may begin, the rest of
/// its atomic block, and the local work behind it. `pauses`: of the proof, for this automaton.
std::vector<const program::Action *> actionsOfStep(const program::Cfa &cfa, const std::vector<program::ActionId> &first,
                                                   const std::vector<bool> &pauses);

/// The local work that a thread at that location does before it rests.
std::vector<const program::Action *> localActionsFrom(const program::Cfa &cfa, program::LocationId from,
                                                      const std::vector<bool> &pauses);

/// By action: it closes a cycle. Without these actions the automaton has none, but for those that counters end
/// (registers that are assigned nothing but values of counters).
std::vector<bool> retreatingActions(const program::Cfa &cfa, const std::vector<bool> &counters);

} // namespace heddle::proof
