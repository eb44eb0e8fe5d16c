// Facts about values (program/value_facts.hpp) as formulas over the state variables of a control location.
//
// They hold in every reachable state at the control location, so that they may be added to the premises of any query
// about such states. They are not part of labels: a label that is inductive together with the facts need not be so by
// itself, and a formula that follows from the facts need not be established on the path. A proof that rests on them
// has their certificate as a part.
#pragma once

#include "program/value_facts.hpp"
#include "reachability/entailment.hpp"
#include "reachability/semantics.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace heddle::reachability {

class LocationFacts {
public:
  /// `facts` may be null: then nothing is known.
  LocationFacts(const program::ValueFacts *facts, Semantics &semantics, Entailment &entailment)
      : facts_(facts), semantics_(semantics), variables_(semantics.variables()), entailment_(entailment) {}

  /// What is known of the variables of the formulas.
  std::vector<Expr> about(ControlId control, std::span<const Expr> formulas);
  /// Whether the facts imply the formula, or exclude the transition.
  bool imply(ControlId control, Expr formula);
  bool exclude(ControlId control, const Transition &transition);
  /// Whether the premises imply the formula with the facts.
  bool imply(ControlId control, std::span<const Expr> premises, Expr formula);

  /// How often something was found to follow from facts. If never, nothing rests on them.
  std::uint64_t uses() const { return uses_; }

private:
  Expr boundsOf(const Control &control, Expr variable);
  bool decide(std::vector<Expr> premises, Expr goal);

  const program::ValueFacts *facts_;
  Semantics &semantics_;
  StateVariables &variables_;
  Entailment &entailment_;
  std::map<std::pair<ControlId, VariableId>, Expr> bounds_; // null: nothing is known
  std::map<std::vector<Expr>, bool> answers_;               // by premises, followed by the goal
  std::map<std::pair<ControlId, const Transition *>, bool> excluded_;
  std::uint64_t uses_ = 0;
};

} // namespace heddle::reachability
