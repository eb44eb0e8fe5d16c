// The solution of the analysis as a proof that can be checked without it.
//
// What the domain knows of a value becomes a set of values; relations that a proof does not express are left out. That
// can make a proof fail its check, never pass it.
#pragma once

#include "engines/modular/fixpoint.hpp"
#include "proof/modular_proof.hpp"

namespace heddle::engines::modular {

proof::ModularProof certificateOf(const program::Program &program, const Objects &objects, const Fixpoint &fixpoint);

} // namespace heddle::engines::modular
