// The satisfiability queries of the checker.
#pragma once

#include "program/expression.hpp"
#include "proof/check.hpp"
#include "smt/solver.hpp"
#include "support/cancellation.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
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
  /// Those premises and conditions of the last query without a model that have none together.
  const std::vector<Expr> &core() const { return core_; }
  /// The value of the expression in the model that the last query found.
  program::Bits valueOf(Expr expression) { return solver_->value(expression); }

  std::uint64_t count() const { return count_; }
  /// Throws a CheckFailure if the check is cancelled, for work without queries.
  void poll() const;

private:
  bool ask(std::span<const Expr> formulas);
  /// The conditions, and the premises that share variables with them, directly or through other premises.
  std::vector<Expr> relevant(std::span<const Expr> premises, std::span<const Expr> conditions);
  const std::vector<program::RegisterId> &variablesOf(Expr formula);

  smt::Backend backend_;
  support::Cancellation &cancellation_;
  std::unique_ptr<smt::Solver> solver_;
  std::uint64_t count_ = 0;
  std::map<std::vector<std::uint32_t>, std::vector<Expr>>
      infeasible_; // sets of formulas, by their ids, and their cores
  std::vector<Expr> core_;
  std::unordered_map<Expr, std::vector<program::RegisterId>> variables_;
};

} // namespace heddle::proof
