// From a finished tree to a proof that others can check and read.
#pragma once

#include "proof/proof.hpp"
#include "reachability/semantics.hpp"
#include "reachability/tree.hpp"

namespace heddle::engines::tree {

/// Nothing is left to be expanded in the tree, and there is no violation in it.
proof::ReachabilityProof exportProof(const reachability::Tree &tree, reachability::Semantics &semantics);

} // namespace heddle::engines::tree
