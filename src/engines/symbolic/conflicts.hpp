// Pairs of read-froms that contradict each other, excluded before the first call of the solver.
#pragma once

#include "engines/symbolic/abstraction.hpp"

#include <cstdint>

namespace heddle::engines::symbolic {

/// Adds a clause for each pair of read-from literals that the program order rules out, unless there are
/// too many pairs. `from`: reads before this index have been compared with each other already. Returns how
/// many clauses.
std::uint64_t excludeConflicts(Abstraction &abstraction, std::size_t from);

} // namespace heddle::engines::symbolic
