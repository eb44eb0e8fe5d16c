// The possible truth values of formulas: all combinations that agree with given facts.
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

namespace heddle::engines::parametric {

using program::Expr;

/// The truth values of a list of formulas, in its order.
using Pattern = std::vector<bool>;

class Enumeration {
public:
  Enumeration(smt::Backend backend, support::Cancellation &cancellation)
      : backend_(backend), cancellation_(cancellation) {}

  /// Holds in all states.
  void addAxiom(Expr axiom) { axioms_.push_back(axiom); }

  /// The patterns of `formulas` for which all `facts` can hold. No value if there are too many, or if work was
  /// cancelled.
  std::optional<std::vector<Pattern>> patterns(std::span<const Expr> facts, std::span<const Expr> formulas);

  std::uint64_t queries() const { return queries_; }
  std::chrono::nanoseconds time() const { return time_; }

private:
  smt::Solver &solver();

  smt::Backend backend_;
  support::Cancellation &cancellation_;
  std::vector<Expr> axioms_;
  std::size_t asserted_ = 0; // axioms that the solver has
  std::unique_ptr<smt::Solver> solver_;
  std::uint64_t queries_ = 0;
  std::chrono::nanoseconds time_{};
};

} // namespace heddle::engines::parametric
