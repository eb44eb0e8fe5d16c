// The form of a thread-modular proof: everything that the check relies on without asking again.
#pragma once

#include "proof/modular_proof.hpp"

namespace heddle::proof {

/// Throws a CheckFailure if the data is not a thread-modular proof about this program: an index out of range, memory
/// that does not exist, a claim about main in another function.
void checkModularForm(const program::Program &program, const ModularProof &proof);

} // namespace heddle::proof
