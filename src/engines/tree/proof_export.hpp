// Exports a finished abstract reachability tree as a proof.
#pragma once

#include "engines/facts.hpp"
#include "proof/proof.hpp"
#include "reachability/semantics.hpp"
#include "reachability/tree.hpp"

namespace heddle::engines::tree {

/// As a part of a proof that rests on the facts.
proof::ModularProof certificateOf(const Facts &facts);

/// The tree must be complete and without a violation.
proof::ReachabilityProof exportProof(const reachability::Tree &tree, reachability::Semantics &semantics);

} // namespace heddle::engines::tree
