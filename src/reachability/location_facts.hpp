// Facts about values (program/value_facts.hpp) at control locations.
//
// They hold in every reachable state at the control location, so that what follows from them need not be established on
// a path, and is no part of labels. A label that is inductive together with the facts need not be so by itself: a proof
// that rests on facts has their certificate as a part.
//
// Whether a formula follows is decided by interval arithmetic. The solver would find few more, and asking it about each
// conjunct of each label takes longer than the facts can save.
#pragma once

#include "program/value_facts.hpp"
#include "reachability/semantics.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace heddle::reachability {

class LocationFacts {
public:
  /// `facts` may be null: then nothing is known.
  LocationFacts(const program::ValueFacts *facts, Semantics &semantics)
      : facts_(facts), semantics_(semantics), variables_(semantics.variables()) {}

  /// What is known of the variables of the formula, as formulas.
  std::vector<Expr> about(ControlId control, Expr formula);
  /// Whether the facts imply the formula, or exclude the transition.
  bool imply(ControlId control, Expr formula);
  bool exclude(ControlId control, const Transition &transition);

  /// How often something was found to follow from facts. If never, nothing rests on them.
  std::uint64_t uses() const { return uses_; }

private:
  std::optional<program::Bounds> boundsOf(ControlId control, Expr variable);
  std::optional<program::Bounds> compute(const Control &control, Expr variable);
  std::optional<bool> evaluate(ControlId control, Expr formula);

  const program::ValueFacts *facts_;
  Semantics &semantics_;
  StateVariables &variables_;
  std::map<std::pair<ControlId, VariableId>, std::optional<program::Bounds>> bounds_;
  std::map<std::pair<ControlId, Expr>, std::optional<bool>> values_;
  std::uint64_t uses_ = 0;
};

} // namespace heddle::reachability
