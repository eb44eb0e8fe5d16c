// The invariant of a proof as text for people, in C syntax: of every global control location or, for any number of
// threads, of every location of a thread.
#pragma once

#include "proof/modular_proof.hpp"
#include "proof/parametric_proof.hpp"
#include "proof/proof.hpp"

#include <string>

namespace heddle::proof {

std::string invariantText(const program::Program &program, const ReachabilityProof &proof);
std::string invariantText(const program::Program &program, const ParametricProof &proof);
/// Also what protects shared memory, and why pairs of conflicting accesses do not race.
std::string invariantText(const program::Program &program, const ModularProof &proof);

} // namespace heddle::proof
