// From the clauses that a SAT solver has learned to a proof with hints.
#pragma once

#include "smt/clausal_proof.hpp"
#include "smt/clauses.hpp"
#include "support/cancellation.hpp"

#include <string>
#include <vector>

namespace heddle::smt {

/// What a SAT solver has added and deleted, in its order (DRUP).
struct ProofTrace {
  Clauses clauses;
  std::vector<bool> isDeletion; // by clause
};

struct TrimmedProof {
  enum class Kind : std::uint8_t { Proof, Invalid, Cancelled };
  Kind kind = Kind::Cancelled;
  std::string message; // of an invalid trace
  ClausalProof proof;
};

/// A proof that the formula is unsatisfiable, made of those clauses of the trace that it needs.
TrimmedProof trim(const Clauses &formula, const ProofTrace &trace, support::Cancellation &cancellation);

} // namespace heddle::smt
