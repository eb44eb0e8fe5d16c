// Exports a finished abstract reachability tree as a proof.
#pragma once

#include "proof/proof.hpp"
#include "reachability/semantics.hpp"
#include "reachability/tree.hpp"

namespace heddle::engines::tree {

/// The tree must be complete and without a violation.
proof::ReachabilityProof exportProof(const reachability::Tree &tree, reachability::Semantics &semantics);

} // namespace heddle::engines::tree
