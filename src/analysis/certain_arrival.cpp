#include "analysis/certain_arrival.hpp"

#include <algorithm>
#include <map>

namespace heddle::analysis {

using program::ActionId;
using program::Expr;
using program::LocationId;

namespace {

bool endsProgram(const program::Action &action) {
  return std::ranges::any_of(action.instructions, [](const program::Instruction &instruction) {
    return std::holds_alternative<program::EndProgram>(instruction.operation);
  });
}

/// The condition with which the action begins; null if there is none.
Expr firstGuard(const program::Action &action) {
  const auto *guard =
      action.instructions.empty() ? nullptr : std::get_if<program::Guard>(&action.instructions.front().operation);
  return guard != nullptr ? guard->condition : nullptr;
}

/// Whether the condition holds for some value of an input that every action into the location has just read, and every
/// action out of it begins with the condition or its negation.
bool canBeChosen(const program::Cfa &cfa, LocationId location, Expr condition) {
  const bool isNegated = condition->kind == program::ExprKind::Not;
  const Expr e = isNegated ? condition->args[0] : condition;
  const bool isComparison = e->kind == program::ExprKind::Eq;
  const Expr input = isComparison ? e->args[0] : e;
  if (!input->isRegister() || (isComparison && !e->args[1]->isConstant()))
    return false;
  for (const ActionId id : cfa.outgoing[location]) {
    const Expr other = firstGuard(cfa.actions[id]);
    if (other == nullptr || (other != e && !(other->kind == program::ExprKind::Not && other->args[0] == e)))
      return false;
  }
  const program::Bits value = isComparison ? e->args[1]->value : 1;
  return std::ranges::all_of(cfa.actions, [&](const program::Action &before) {
    if (before.to != location)
      return true;
    const program::Havoc *last = nullptr;
    for (const program::Instruction &instruction : before.instructions)
      if (program::writtenRegister(instruction.operation) == input->index)
        last = std::get_if<program::Havoc>(&instruction.operation);
    if (last == nullptr || last->kind != program::InputKind::Nondet)
      return false;
    return isNegated ? last->low != value || last->high != value : last->low <= value && value <= last->high;
  });
}

class Arrival {
public:
  Arrival(const program::Cfa &cfa, const std::vector<bool> &set, const ArrivalRules &rules)
      : cfa_(cfa), rules_(rules), loops_(cfa), arrives_(set) {
    for (const Loop &loop : loops_.loops())
      if (loop.tripCount || (loop.isNatural && rules.ends(loop)))
        for (const ActionId edge : loop.backEdges)
          boundedBy_.emplace(edge, &loop);
  }

  const std::vector<bool> &run() {
    for (bool grows = true; grows;) {
      grows = false;
      for (LocationId location = 0; location < cfa_.locations.size(); ++location)
        if (!arrives_[location] && isCertain(location))
          grows = arrives_[location] = true;
    }
    return arrives_;
  }

private:
  bool isCertain(LocationId location) const {
    std::vector<ActionId> actions;
    for (const ActionId id : cfa_.outgoing[location])
      if (rules_.mayBeTaken(id))
        actions.push_back(id);
    if (actions.empty())
      return false;
    const auto leadsTo = [&](ActionId action) { return leads(action); };
    const auto leadsIfChosen = [&](ActionId chosen) {
      const Expr condition = firstGuard(cfa_.actions[chosen]);
      return condition != nullptr && canBeChosen(cfa_, location, condition) &&
             std::ranges::all_of(actions, [&](ActionId action) {
               return firstGuard(cfa_.actions[action]) != condition || leads(action);
             });
    };
    return std::ranges::all_of(actions, leadsTo) || std::ranges::any_of(actions, leadsIfChosen);
  }

  bool leads(ActionId action) const {
    const auto bounded = boundedBy_.find(action);
    if (bounded == boundedBy_.end())
      return goesOn(action);
    return !rules_.mayStop(action) &&
           std::ranges::all_of(bounded->second->exits, [&](ActionId exit) { return leads(exit); });
  }

  bool goesOn(ActionId action) const {
    if (!rules_.mayBeTaken(action))
      return true;
    return !rules_.mayStop(action) && (endsProgram(cfa_.actions[action]) || arrives_[cfa_.actions[action].to]);
  }

  const program::Cfa &cfa_;
  const ArrivalRules &rules_;
  LoopInfo loops_;
  std::map<ActionId, const Loop *> boundedBy_; // back edges
  std::vector<bool> arrives_;
};

} // namespace

std::optional<LocationId> withoutArrival(const program::Cfa &cfa, const std::vector<bool> &set,
                                         const ArrivalRules &rules) {
  Arrival arrival(cfa, set, rules);
  const std::vector<bool> &arrives = arrival.run();
  const auto failing = std::ranges::find(arrives, false);
  return failing == arrives.end() ? std::nullopt : std::optional(static_cast<LocationId>(failing - arrives.begin()));
}

} // namespace heddle::analysis
