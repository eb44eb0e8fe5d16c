#include "events/guards.hpp"

#include <algorithm>
#include <iterator>

namespace heddle::events {

using program::Expr;
using program::ExprKind;

namespace {

constexpr std::size_t mostFacts = 1000; // of one guard

bool isConnective(Expr e) { return e->width == 1 && (e->kind == ExprKind::And || e->kind == ExprKind::Or); }

} // namespace

/// A conjunction implies what one of its operands implies, a disjunction what both imply. Guards are deep, so the
/// traversal has an explicit stack.
const GuardFacts::Ids &GuardFacts::factsOf(Expr guard) {
  if (const auto known = facts_.find(guard); known != facts_.end())
    return known->second;
  std::vector<Expr> stack{guard};
  while (!stack.empty()) {
    const Expr e = stack.back();
    if (facts_.contains(e)) {
      stack.pop_back();
      continue;
    }
    Ids ids;
    if (isConnective(e)) {
      const auto a = facts_.find(e->args[0]);
      const auto b = facts_.find(e->args[1]);
      if (a == facts_.end())
        stack.push_back(e->args[0]);
      if (b == facts_.end())
        stack.push_back(e->args[1]);
      if (a == facts_.end() || b == facts_.end())
        continue;
      const Ids &left = a->second;
      const Ids &right = b->second;
      if (e->kind == ExprKind::And)
        std::set_union(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(ids));
      else
        std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(ids));
      if (ids.size() > mostFacts)
        ids.erase(ids.begin(), ids.end() - mostFacts);
    }
    const auto place = std::lower_bound(ids.begin(), ids.end(), e->id);
    if (place == ids.end() || *place != e->id)
      ids.insert(place, e->id);
    facts_.emplace(e, std::move(ids));
    stack.pop_back();
  }
  return facts_.at(guard);
}

bool GuardFacts::implies(Expr guard, Expr condition) {
  if (guard == condition || condition->isTrue() || guard->isFalse())
    return true;
  const Ids &facts = factsOf(guard);
  const auto isFact = [&](Expr e) { return std::binary_search(facts.begin(), facts.end(), e->id); };
  if (isFact(condition))
    return true;
  if (condition->kind != ExprKind::And)
    return false;
  std::vector<Expr> wanted{condition->args[0], condition->args[1]};
  while (!wanted.empty()) {
    const Expr e = wanted.back();
    wanted.pop_back();
    if (isFact(e))
      continue;
    if (e->kind != ExprKind::And || wanted.size() > mostFacts)
      return false;
    wanted.push_back(e->args[0]);
    wanted.push_back(e->args[1]);
  }
  return true;
}

bool GuardFacts::areExclusive(Expr a, Expr b) {
  // A negation in one guard of a fact of the other.
  const auto contradicts = [this](Expr one, Expr other) {
    const Ids &facts = factsOf(other);
    std::vector<Expr> stack{one};
    for (std::size_t looked = 0; !stack.empty() && looked < 64; ++looked) {
      const Expr e = stack.back();
      stack.pop_back();
      if (e->kind == ExprKind::And) {
        stack.push_back(e->args[0]);
        stack.push_back(e->args[1]);
      } else if (e->kind == ExprKind::Not && std::binary_search(facts.begin(), facts.end(), e->args[0]->id)) {
        return true;
      }
    }
    return false;
  };
  return contradicts(a, b) || contradicts(b, a);
}

} // namespace heddle::events
