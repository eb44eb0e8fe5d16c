// Dominators follow Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm"): iterate over the order and
// intersect the dominators of the predecessors until a fixed point. Queries are answered in constant time by
// intervals of the dominator tree.
#include "analysis/control_flow.hpp"

#include <utility>

namespace heddle::analysis {

using program::ActionId;
using program::LocationId;

ControlFlow::ControlFlow(const program::Cfa &cfa) : FlowOrder(cfa), cfa_(cfa) { findDominators(); }

void ControlFlow::findDominators() {
  const auto count = static_cast<std::uint32_t>(order().size());
  dominator_.assign(count, unreachable);
  dominator_[0] = 0;
  const auto intersect = [this](std::uint32_t a, std::uint32_t b) {
    while (a != b) {
      if (a < b)
        std::swap(a, b);
      a = dominator_[a];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t i = 1; i < count; ++i) {
      std::uint32_t best = unreachable;
      for (const ActionId id : incoming(order()[i])) {
        const std::uint32_t from = position(cfa_.actions[id].from);
        if (from == unreachable || dominator_[from] == unreachable)
          continue;
        best = best == unreachable ? from : intersect(best, from);
      }
      if (best != dominator_[i]) {
        dominator_[i] = best;
        changed = true;
      }
    }
  }

  findIntervals();
}

void ControlFlow::findIntervals() {
  const auto count = static_cast<std::uint32_t>(order().size());
  // The children of a node as a list.
  std::vector<std::uint32_t> firstChild(count, unreachable);
  std::vector<std::uint32_t> nextChild(count, unreachable);
  for (std::uint32_t i = count; i-- > 1;)
    nextChild[i] = std::exchange(firstChild[dominator_[i]], i);
  enter_.assign(count, 0);
  leave_.assign(count, 0);
  std::uint32_t clock = 0;
  std::vector<std::uint32_t> stack{0};
  enter_[0] = clock++;
  while (!stack.empty()) {
    const std::uint32_t node = stack.back();
    const std::uint32_t child = firstChild[node];
    if (child == unreachable) {
      leave_[node] = clock++;
      stack.pop_back();
      continue;
    }
    firstChild[node] = nextChild[child];
    enter_[child] = clock++;
    stack.push_back(child);
  }
}

bool ControlFlow::dominates(LocationId a, LocationId b) const {
  if (!isReachable(a) || !isReachable(b))
    return false;
  const std::uint32_t above = position(a);
  const std::uint32_t below = position(b);
  return enter_[above] <= enter_[below] && leave_[below] <= leave_[above];
}

std::optional<LocationId> ControlFlow::immediateDominator(LocationId location) const {
  if (!isReachable(location) || location == cfa_.entry)
    return std::nullopt;
  return order()[dominator_[position(location)]];
}

} // namespace heddle::analysis
