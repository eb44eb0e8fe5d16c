#include "reachability/location_facts.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace heddle::reachability {

/// Memory is bounded by what each thread that runs says of it.
Expr LocationFacts::boundsOf(const Control &control, Expr variable) {
  const StateVariable &what = variables_[variable->index];
  std::optional<program::Bounds> all;
  const auto add = [&](const program::Bounds *bounds) {
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
  return all ? program::isWithin(variables_.pool(), *all, variable) : nullptr;
}

std::vector<Expr> LocationFacts::about(ControlId control, std::span<const Expr> formulas) {
  std::vector<Expr> result;
  if (facts_ == nullptr)
    return result;
  std::set<VariableId> seen;
  for (const Expr formula : formulas)
    for (const Expr variable : variables_.vocabularyOf(formula).variables) {
      if (!seen.insert(variable->index).second)
        continue;
      const auto [known, isNew] = bounds_.try_emplace({control, variable->index}, nullptr);
      if (isNew)
        known->second = boundsOf(semantics_.control(control), variable);
      if (known->second != nullptr && !known->second->isTrue())
        result.push_back(known->second);
    }
  std::ranges::sort(result, {}, [](Expr e) { return e->id; });
  return result;
}

bool LocationFacts::decide(std::vector<Expr> premises, Expr goal) {
  std::vector<Expr> query = premises;
  query.push_back(goal);
  const auto [known, isNew] = answers_.try_emplace(std::move(query), false);
  if (isNew)
    known->second = entailment_.check(premises, goal).has_value();
  uses_ += known->second ? 1 : 0;
  return known->second;
}

bool LocationFacts::imply(ControlId control, Expr formula) {
  if (facts_ == nullptr)
    return false;
  std::vector<Expr> premises = about(control, std::span(&formula, 1));
  return !premises.empty() && decide(std::move(premises), formula);
}

bool LocationFacts::imply(ControlId control, std::span<const Expr> premises, Expr formula) {
  std::vector<Expr> all(premises.begin(), premises.end());
  all.push_back(formula);
  std::vector<Expr> known = about(control, all);
  if (known.empty())
    return false;
  known.insert(known.end(), premises.begin(), premises.end());
  return decide(std::move(known), formula);
}

bool LocationFacts::exclude(ControlId control, const Transition &transition) {
  if (facts_ == nullptr || transition.conditions.empty())
    return false;
  const auto [known, isNew] = excluded_.try_emplace({control, &transition}, false);
  if (isNew) {
    std::vector<Expr> premises = about(control, transition.conditions);
    if (!premises.empty()) {
      premises.insert(premises.end(), transition.conditions.begin(), transition.conditions.end());
      known->second = entailment_.check(premises, variables_.pool().boolean(false)).has_value();
    }
  }
  uses_ += known->second ? 1 : 0;
  return known->second;
}

} // namespace heddle::reachability
