// The invariant of a proof as text for people: of every global control location, in C syntax.
#pragma once

#include "proof/proof.hpp"

#include <string>

namespace heddle::proof {

std::string invariantText(const program::Program &program, const ReachabilityProof &proof);

} // namespace heddle::proof
