// From a finished tree to a proof that others can check and read.
#pragma once

#include "engines/lazy/impact.hpp"
#include "proof/proof.hpp"

namespace heddle::engines::lazy {

/// The run has ended as Safe.
proof::ReachabilityProof exportProof(Impact &impact);

} // namespace heddle::engines::lazy
