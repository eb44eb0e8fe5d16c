// The satisfiability queries of the checker.
#pragma once

#include "program/expression.hpp"
#include "proof/check.hpp"
#include "smt/solver.hpp"
#include "support/cancellation.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace heddle::proof {

using program::Expr;

/// Thrown inside the checker when the check ends early; `check` turns it into its result.
struct CheckFailure {
  CheckResult::Kind kind = CheckResult::Kind::Invalid;
  std::string message;
};

/// The checker can neither confirm nor refute the proof.
[[noreturn]] inline void leaveOpen(const std::string &what) {
  throw CheckFailure{CheckResult::Kind::Inconclusive, what};
}

class Queries {
public:
  Queries(smt::Backend backend, support::Cancellation &cancellation) : backend_(backend), cancellation_(cancellation) {}

  /// Looks for a model of all premises and conditions. False if there is none.
  bool findModel(std::span<const Expr> premises, std::span<const Expr> conditions);
  /// Whether there is one, for many queries with many premises: the answer comes without a core, and a positive one
  /// without values.
  bool isPossible(std::span<const Expr> premises, std::span<const Expr> conditions);
  /// Those premises and conditions of the last query without a model that have none together.
  const std::vector<Expr> &core() const { return core_; }
  /// The value of the expression in the model that the last query found.
  program::Bits valueOf(Expr expression) { return solver_->value(expression); }

  std::uint64_t count() const { return count_; }
  /// Throws a CheckFailure if the check is cancelled, for work without queries.
  void poll() const;

private:
  using Key = std::vector<std::uint32_t>; // ids of formulas, ascending

  bool ask(std::span<const Expr> formulas);
  /// Whether the formulas have no model. Negative answers are cached.
  bool isInfeasible(const std::vector<Expr> &formulas);
  static Key keyOf(std::span<const Expr> formulas);
  /// The conditions, and the premises that share variables with them, directly or through other premises; and the
  /// remaining premises.
  struct Parts {
    std::vector<Expr> relevant;
    std::vector<Expr> rest;
  };
  Parts partsOf(std::span<const Expr> premises, std::span<const Expr> conditions);
  /// The conditions, and the premises all of whose variables are variables of the conditions.
  std::vector<Expr> nearest(std::span<const Expr> premises, std::span<const Expr> conditions);
  const std::vector<program::RegisterId> &variablesOf(Expr formula);
  /// Begins a new set of variables.
  void unmarkAll() { ++mark_; }
  void markVariables(Expr formula);
  bool isMarked(program::RegisterId id) const { return id < marks_.size() && marks_[id] == mark_; }

  smt::Backend backend_;
  support::Cancellation &cancellation_;
  std::unique_ptr<smt::Solver> solver_;
  std::uint64_t mostVariables_ = 0; // of the solver
  std::uint64_t count_ = 0;
  std::map<Key, std::vector<Expr>> infeasible_; // sets of formulas, and their cores
  std::set<Key> feasible_;                      // sets of premises that were left out, see isPossible
  std::vector<Expr> core_;
  struct Variables {
    bool isKnown = false;
    std::vector<program::RegisterId> ids;
  };
  std::deque<Variables> variables_;  // by the id of the formula
  std::vector<std::uint64_t> marks_; // by variable
  std::uint64_t mark_ = 0;
};

} // namespace heddle::proof
