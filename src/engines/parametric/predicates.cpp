#include "engines/parametric/predicates.hpp"

#include <algorithm>

namespace heddle::engines::parametric {

using reachability::StateVariable;

bool Predicates::isShared(VariableId variable) const {
  const StateVariable &what = semantics_.variables()[variable];
  return what.kind == StateVariable::Kind::Cell && what.object < semantics_.program().objects.size();
}

bool Predicates::isMixed(Expr predicate) {
  const auto &variables = semantics_.variables().vocabularyOf(predicate).variables;
  return std::any_of(variables.begin(), variables.end(), [this](Expr v) { return isShared(v->index); }) &&
         std::any_of(variables.begin(), variables.end(), [this](Expr v) { return !isShared(v->index); });
}

Predicates::Added Predicates::add(program::CfaId cfa, Expr predicate) {
  const auto &variables = semantics_.variables().vocabularyOf(predicate).variables;
  const bool isOnlyShared =
      std::all_of(variables.begin(), variables.end(), [this](Expr v) { return isShared(v->index); });
  std::vector<Expr> &known = isOnlyShared ? shared_ : own_[cfa];
  const Expr opposite = semantics_.variables().pool().negate(predicate);
  if (std::any_of(known.begin(), known.end(), [&](Expr p) { return p == predicate || p == opposite; }))
    return Added::Known;
  if (known.size() == mostPredicates)
    return Added::TooMany;
  known.push_back(predicate);
  return Added::New;
}

Bits Predicates::tracked(ControlId id) {
  const reachability::Control &control = semantics_.control(id);
  const std::vector<Expr> &own = own_[control.threads[0].cfa];
  Bits result = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto &variables = semantics_.variables().vocabularyOf(own[i]).variables;
    if (std::all_of(variables.begin(), variables.end(), [&](Expr v) { return semantics_.isLive(control, v->index); }))
      result |= Bits{1} << i;
  }
  return result;
}

Predicates::Counts Predicates::counts() {
  Counts result;
  result.shared = shared_.size();
  for (const std::vector<Expr> &own : own_)
    for (const Expr predicate : own)
      ++(isMixed(predicate) ? result.mixed : result.local);
  return result;
}

} // namespace heddle::engines::parametric
