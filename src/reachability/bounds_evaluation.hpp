// The values that an expression can have if bounds of its variables are known: interval arithmetic, unsigned and signed
// at once. It takes the place of a solver where most answers are "not known" and the others are simple.
#pragma once

#include "program/expression.hpp"
#include "program/value_facts.hpp"

#include <functional>
#include <optional>
#include <unordered_map>

namespace heddle::reachability {

class BoundsEvaluation {
public:
  /// Of a variable; none if nothing is known.
  using Known = std::function<std::optional<program::Bounds>(program::Expr)>;

  explicit BoundsEvaluation(Known known) : known_(std::move(known)) {}

  /// The value of the formula, if it is the same for all values of the variables.
  std::optional<bool> valueOf(program::Expr formula);

private:
  program::Bounds boundsOf(program::Expr term);
  program::Bounds compute(program::Expr term);
  std::optional<bool> compare(program::Expr comparison);

  Known known_;
  std::unordered_map<program::Expr, program::Bounds> terms_;
  std::unordered_map<program::Expr, std::optional<bool>> formulas_;
};

} // namespace heddle::reachability
