// Invariants of a thread-modular proof in terms of the C program, for a correctness witness.
#pragma once

#include "program/program.hpp"
#include "proof/modular_proof.hpp"
#include "witness/witness.hpp"

#include <vector>

namespace heddle::witness {

/// Bounds of global variables, at the heads of loops and before checks of the property. `program` is prepared as it was
/// proved.
std::vector<Invariant> invariantsOf(const program::Program &program, const proof::ModularProof &proof);

} // namespace heddle::witness
