// Local loops that may not terminate, from the automaton alone.
#pragma once

#include "program/program.hpp"
#include "proof/queries.hpp"
#include "proof/symbolic_state.hpp"

#include <vector>

namespace heddle::proof {

/// By action: whether a thread may take it infinitely often without ever resting, outside atomic blocks, as far as can
/// be shown. `pauses` are those of the proof, for this automaton.
std::vector<bool> endlessActions(program::CfaId cfa, const std::vector<bool> &pauses, Vocabulary &vocabulary,
                                 Queries &queries);

} // namespace heddle::proof
