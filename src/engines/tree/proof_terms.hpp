// Control locations, variables and formulas of a search, as those of a proof.
#pragma once

#include "proof/proof.hpp"
#include "reachability/semantics.hpp"

#include <unordered_map>

namespace heddle::engines::tree {

/// Adds to the proof what is translated, each only once.
class ProofTerms {
public:
  ProofTerms(proof::ReachabilityProof &proof, reachability::Semantics &semantics)
      : proof_(proof), semantics_(semantics) {}

  std::uint32_t controlOf(reachability::ControlId id);
  program::Expr translate(program::Expr e);
  proof::VariableId variableOf(reachability::VariableId id);
  bool isUsed(reachability::VariableId id) const { return variables_.contains(id); }

private:
  proof::ReachabilityProof &proof_;
  reachability::Semantics &semantics_;
  std::unordered_map<reachability::ControlId, std::uint32_t> controls_;
  std::unordered_map<reachability::VariableId, proof::VariableId> variables_;
  std::unordered_map<program::Expr, program::Expr> translated_;
};

} // namespace heddle::engines::tree
