#include "reachability/location_facts.hpp"

#include "reachability/bounds_evaluation.hpp"

#include <algorithm>

namespace heddle::reachability {

using program::Bounds;

/// Memory is bounded by what each thread that runs says of it.
std::optional<Bounds> LocationFacts::compute(const Control &control, Expr variable) {
  const StateVariable &what = variables_[variable->index];
  std::optional<Bounds> all;
  const auto add = [&](const Bounds *bounds) {
    if (bounds != nullptr)
      all = all ? meet(*all, *bounds) : *bounds;
  };
  for (unsigned slot = 0; slot < control.threads.size(); ++slot) {
    const ThreadControl &thread = control.threads[slot];
    if (!thread.isActive())
      continue;
    if (what.kind == StateVariable::Kind::Register && what.slot == slot && what.cfa == thread.cfa)
      add(facts_->ofRegister(thread.cfa, thread.location, what.reg));
    if (what.kind == StateVariable::Kind::Cell && what.object < semantics_.program().objects.size())
      add(facts_->ofMemory(thread.cfa, thread.location, {what.object, what.offset, what.width / 8}));
  }
  return all;
}

std::optional<Bounds> LocationFacts::boundsOf(ControlId control, Expr variable) {
  const auto [known, isNew] = bounds_.try_emplace({control, variable->index});
  if (isNew)
    known->second = compute(semantics_.control(control), variable);
  return known->second;
}

std::vector<Expr> LocationFacts::about(ControlId control, Expr formula) {
  std::vector<Expr> result;
  if (facts_ == nullptr)
    return result;
  for (const Expr variable : variables_.vocabularyOf(formula).variables)
    if (const std::optional<Bounds> bounds = boundsOf(control, variable))
      result.push_back(program::isWithin(variables_.pool(), *bounds, variable));
  std::erase_if(result, [](Expr bounds) { return bounds->isConstant(); });
  return result;
}

std::optional<bool> LocationFacts::evaluate(ControlId control, Expr formula) {
  const auto [known, isNew] = values_.try_emplace({control, formula});
  if (isNew)
    known->second = BoundsEvaluation([&](Expr variable) { return boundsOf(control, variable); }).valueOf(formula);
  return known->second;
}

bool LocationFacts::imply(ControlId control, Expr formula) {
  const bool isImplied = facts_ != nullptr && evaluate(control, formula) == true;
  uses_ += isImplied ? 1 : 0;
  return isImplied;
}

bool LocationFacts::exclude(ControlId control, const Transition &transition) {
  const bool isExcluded = facts_ != nullptr && std::ranges::any_of(transition.conditions, [&](Expr condition) {
                            return evaluate(control, condition) == false;
                          });
  uses_ += isExcluded ? 1 : 0;
  return isExcluded;
}

} // namespace heddle::reachability
