// Pairs of read-froms that cannot be together, known before anything is solved.
#pragma once

#include "engines/symbolic/abstraction.hpp"

#include <cstdint>

namespace heddle::engines::symbolic {

/// Adds a clause for each pair of read-from literals that the program order rules out, as long as the pairs are not
/// too many to look at. `from`: reads before this index have been compared with each other already. Returns how
/// many clauses.
std::uint64_t excludeConflicts(Abstraction &abstraction, std::size_t from);

} // namespace heddle::engines::symbolic
