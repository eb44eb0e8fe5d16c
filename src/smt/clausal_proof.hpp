// Proofs that a set of clauses is unsatisfiable, and their checker.
//
// A proof is a sequence of steps, in the manner of LRAT ("Efficient Certified RAT Verification", Cruz-Filipe, Heule,
// Hunt, Kaufmann, Schneider-Kamp), without the RAT rule: every step adds a clause that follows from the clauses before
// it by unit propagation, and *hints* name the clauses to be propagated, in their order. The checker follows the hints
// and nothing else. It shares no code with the SAT solver, nor with trimming.cpp, which finds the hints.
#pragma once

#include "smt/clauses.hpp"
#include "support/cancellation.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace heddle::smt {

struct ClausalProof {
  Clauses steps;
  /// Of each step. A number below the size of the formula is a clause of the formula, others are steps.
  std::vector<std::vector<ClauseId>> hints;
};

/// Derives clauses from given ones. Clauses of one literal need not be named as hints.
class ClauseChecker {
public:
  /// The formula must outlive the checker.
  explicit ClauseChecker(const Clauses &formula);

  /// Adds the clause if it follows; otherwise returns false.
  bool derive(std::span<const Literal> clause, std::span<const ClauseId> hints);
  /// Whether the empty clause was derived.
  bool isRefuted() const { return isRefuted_; }

  enum class Outcome : std::uint8_t { Open, Conflict, Wrong };
  /// What follows from the assumptions by the hints: Conflict if they cannot hold together, Wrong if a hint does not
  /// apply. After Open, `holds` tells which literals hold. Ends with the next call.
  Outcome propagate(std::span<const Literal> assumptions, std::span<const ClauseId> hints);
  bool holds(Literal literal) const {
    const std::size_t index = indexOf(literal);
    return index < isTrue_.size() && isTrue_[index];
  }

private:
  std::span<const Literal> clause(ClauseId id) const {
    return id < formula_.size() ? formula_[id] : derived_[id - formula_.size()];
  }
  void set(Literal literal);
  void settle(std::span<const Literal> clause);
  bool assume(Literal literal);
  Outcome follow(std::span<const ClauseId> hints);
  void forget();

  const Clauses &formula_;
  Clauses derived_;
  std::vector<bool> isTrue_;       // by literal
  std::vector<Literal> temporary_; // true under the assumptions only
  bool isRefuted_ = false;
};

struct RefutationCheck {
  enum class Kind : std::uint8_t { Valid, Invalid, Cancelled };
  Kind kind = Kind::Cancelled;
  std::string message; // of an invalid proof
};

/// Whether the proof derives the empty clause from the formula.
RefutationCheck checkRefutation(const Clauses &formula, const ClausalProof &proof, support::Cancellation &cancellation);

} // namespace heddle::smt
