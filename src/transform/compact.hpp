// Rebuilds a control-flow automaton without what cannot be reached.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::transform {

/// The automaton's actions become `actions` (over its present locations, in order of evaluation); then
/// locations that the entry does not reach go, with their actions, and ids are dense again.
void replaceActions(program::Cfa &cfa, std::vector<program::Action> actions);

} // namespace heddle::transform
