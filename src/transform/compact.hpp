// Rebuilds a control-flow automaton without its unreachable parts.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::transform {

/// Replaces the automaton's actions by `actions` (over its present locations, in order of evaluation), then removes
/// locations that are not reachable from the entry, with their actions, and makes ids dense again.
void replaceActions(program::Cfa &cfa, std::vector<program::Action> actions);

} // namespace heddle::transform
