// Entailment between formulas, with unsatisfiable cores.
#pragma once

#include "program/expression.hpp"
#include "smt/solver.hpp"
#include "support/cancellation.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace heddle::reachability {

using program::Expr;

class Entailment {
public:
  Entailment(smt::Backend backend, support::Cancellation &cancellation)
      : backend_(backend), cancellation_(cancellation) {}

  /// The indices of premises that together entail the goal; no value if they do not, or if work was cancelled. With the
  /// goal `false`, asks whether the premises are contradictory.
  std::optional<std::vector<std::size_t>> check(std::span<const Expr> premises, Expr goal);
  /// The value of the expression in the model of the last failed `check`, where the premises hold and the goal does
  /// not.
  program::Bits valueInCounterexample(Expr expression) { return solver_->value(expression); }
  /// Looks for a model of all conditions.
  smt::Answer findModel(std::span<const Expr> conditions);
  /// The solver that has found the model. Valid until the next query.
  smt::Solver &model() { return *solver_; }

  /// If so, answers since the cancellation are meaningless.
  bool isCancelled() { return cancellation_.poll(); }

  std::uint64_t queries() const { return queries_; }
  std::chrono::nanoseconds time() const { return time_; }

private:
  smt::Backend backend_;
  support::Cancellation &cancellation_;
  std::unique_ptr<smt::Solver> solver_;
  std::uint64_t queries_ = 0;
  std::chrono::nanoseconds time_{};
};

} // namespace heddle::reachability
