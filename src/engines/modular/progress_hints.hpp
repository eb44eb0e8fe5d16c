// Why loops end, for the certificate of a proof that there are no deadlocks.
//
// These are candidates: the checker confirms those that it uses, and a loop for which none is right makes the check
// fail. A loop is bounded by a register to which it adds a constant, or left by the choice of an input.
#pragma once

#include "program/program.hpp"
#include "proof/modular_proof.hpp"

#include <optional>

namespace heddle::engines::modular {

/// What the assignment adds to its target; none if it is not a constant.
std::optional<program::Bits> incrementOf(const program::Assign &assignment);

void addProgressHints(const program::Program &program, proof::ModularProof &proof);

} // namespace heddle::engines::modular
