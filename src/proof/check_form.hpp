// The form of a proof: everything that the other checks rely on without asking again.
#pragma once

#include "program/program.hpp"
#include "proof/proof.hpp"

namespace heddle::proof {

/// Throws a CheckFailure if the data is not a proof about this program at all: an index out of range, a width that does
/// not fit, children that are not a tree.
void checkForm(const program::Program &program, const ReachabilityProof &proof);

} // namespace heddle::proof
