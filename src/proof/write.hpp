// A proof as text: the invariant of every global control location, in C syntax.
#pragma once

#include "proof/proof.hpp"

#include <string>

namespace heddle::proof {

std::string write(const program::Program &program, const ReachabilityProof &proof);

} // namespace heddle::proof
