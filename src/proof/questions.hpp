// What the checker asks the solver.
#pragma once

#include "program/expression.hpp"
#include "smt/solver.hpp"
#include "support/cancellation.hpp"

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
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
  bool findModel(std::span<const Expr> premises, std::span<const Expr> conditions);
  /// In the model of the last question, whose answer was yes.
  program::Bits valueOf(Expr expression) { return solver_->value(expression); }

  std::uint64_t count() const { return count_; }

private:
  bool ask(std::span<const Expr> formulas);
  /// The conditions, and the premises that have to do with them.
  std::vector<Expr> relevant(std::span<const Expr> premises, std::span<const Expr> conditions);
  const std::vector<program::RegisterId> &variablesOf(Expr formula);

  smt::Backend backend_;
  support::Cancellation &cancellation_;
  std::unique_ptr<smt::Solver> solver_;
  std::uint64_t count_ = 0;
  std::set<std::vector<std::uint32_t>> infeasible_; // ids of formulas
  std::unordered_map<Expr, std::vector<program::RegisterId>> variables_;
};

} // namespace heddle::proof
