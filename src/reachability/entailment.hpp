// Whether some conditions entail another, and which of them it takes.
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

  /// The indices of premises that entail the goal together; none if they do not, or if work was stopped. A goal that
  /// is false asks whether the premises contradict each other.
  std::optional<std::vector<std::size_t>> check(std::span<const Expr> premises, Expr goal);
  /// What the expression is worth where the premises of the last `check` hold and its goal does not.
  program::Bits valueInCounterexample(Expr expression) { return solver_->value(expression); }
  /// A model of all these conditions together; null if there is none.
  smt::Solver *modelOf(std::span<const Expr> conditions);

  /// Whether work has to stop: then nothing that was answered since means anything.
  bool isCancelled() { return cancellation_.stopRequested(); }

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
