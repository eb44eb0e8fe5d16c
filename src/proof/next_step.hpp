// The actions of a step, and the actions that close loops, from the automaton alone.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::proof {

/// The actions that a thread at rest may take until it rests again: the actions with which the step may begin, the rest
/// of the atomic block, and the local work that follows. `pauses` are those of the proof, for this automaton.
std::vector<const program::Action *> actionsOfStep(const program::Cfa &cfa, const std::vector<program::ActionId> &first,
                                                   const std::vector<bool> &pauses);

/// The local actions that a thread at the location may take before it rests.
std::vector<const program::Action *> localActionsFrom(const program::Cfa &cfa, program::LocationId from,
                                                      const std::vector<bool> &pauses);

/// By action: whether it closes a cycle. Without these actions, the automaton has only cycles that counters bound
/// (join_bounds.hpp).
std::vector<bool> retreatingActions(const program::Cfa &cfa, const std::vector<bool> &counters);

} // namespace heddle::proof
