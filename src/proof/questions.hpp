// What the checker asks the solver.
#pragma once

#include "program/expression.hpp"
#include "smt/solver.hpp"
#include "support/cancellation.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace heddle::proof {

using program::Expr;

/// Thrown inside of the checker: what is wrong with the proof. `check` catches it.
struct Complaint {
  std::string message;
};

class Questions {
public:
  Questions(smt::Backend backend, support::Cancellation &cancellation)
      : backend_(backend), cancellation_(cancellation) {}

  /// Whether all of these can hold together; remembers a model.
  bool areFeasible(std::span<const Expr> premises, std::span<const Expr> conditions);
  /// In the model of the last question, whose answer was yes.
  program::Bits valueOf(Expr expression) { return solver_->value(expression); }

  std::uint64_t count() const { return count_; }

private:
  smt::Backend backend_;
  support::Cancellation &cancellation_;
  std::unique_ptr<smt::Solver> solver_;
  std::uint64_t count_ = 0;
};

} // namespace heddle::proof
