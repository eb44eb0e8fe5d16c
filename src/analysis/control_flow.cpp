// Depth-first order and dominators.
//
// Locations are numbered in reverse post-order of a depth-first search from the entry. The edges to an equal or
// smaller number are exactly those to an ancestor in the search tree, so every cycle contains one. Dominators
// follow Cooper, Harvey and Kennedy ("A Simple, Fast Dominance Algorithm"): iterate over the order and
// intersect the dominators of the predecessors until a fixed point. Queries are answered in constant time by
// intervals of the dominator tree.
#include "analysis/control_flow.hpp"

#include <algorithm>
#include <utility>

namespace heddle::analysis {

using program::Action;
using program::ActionId;
using program::LocationId;

ControlFlow::ControlFlow(const program::Cfa &cfa)
    : cfa_(cfa), position_(cfa.locations.size(), unreachable), incoming_(cfa.locations.size()) {
  for (ActionId id = 0; id < cfa.actions.size(); ++id)
    incoming_[cfa.actions[id].to].push_back(id);
  orderLocations();
  findDominators();
}

void ControlFlow::orderLocations() {
  std::vector<bool> seen(cfa_.locations.size());
  std::vector<std::pair<LocationId, std::size_t>> stack{{cfa_.entry, 0}}; // with the index of the next action to follow
  seen[cfa_.entry] = true;
  while (!stack.empty()) {
    auto &[location, next] = stack.back();
    if (next == cfa_.outgoing[location].size()) {
      order_.push_back(location);
      stack.pop_back();
      continue;
    }
    const LocationId target = cfa_.actions[cfa_.outgoing[location][next++]].to;
    if (!seen[target]) {
      seen[target] = true;
      stack.emplace_back(target, 0);
    }
  }
  std::reverse(order_.begin(), order_.end());
  for (std::uint32_t i = 0; i < order_.size(); ++i)
    position_[order_[i]] = i;
}

void ControlFlow::findDominators() {
  const auto count = static_cast<std::uint32_t>(order_.size());
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
      for (const ActionId id : incoming_[order_[i]]) {
        const std::uint32_t from = position_[cfa_.actions[id].from];
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

  std::vector<std::vector<std::uint32_t>> children(count);
  for (std::uint32_t i = 1; i < count; ++i)
    children[dominator_[i]].push_back(i);
  enter_.assign(count, 0);
  leave_.assign(count, 0);
  std::uint32_t clock = 0;
  std::vector<std::pair<std::uint32_t, std::size_t>> stack{{0, 0}};
  enter_[0] = clock++;
  while (!stack.empty()) {
    auto &[node, next] = stack.back();
    if (next == children[node].size()) {
      leave_[node] = clock++;
      stack.pop_back();
      continue;
    }
    const std::uint32_t child = children[node][next++];
    enter_[child] = clock++;
    stack.emplace_back(child, 0);
  }
}

bool ControlFlow::isRetreating(const Action &action) const {
  return isReachable(action.from) && position_[action.to] <= position_[action.from];
}

bool ControlFlow::dominates(LocationId a, LocationId b) const {
  if (!isReachable(a) || !isReachable(b))
    return false;
  const std::uint32_t above = position_[a];
  const std::uint32_t below = position_[b];
  return enter_[above] <= enter_[below] && leave_[below] <= leave_[above];
}

std::optional<LocationId> ControlFlow::immediateDominator(LocationId location) const {
  if (!isReachable(location) || location == cfa_.entry)
    return std::nullopt;
  return order_[dominator_[position_[location]]];
}

} // namespace heddle::analysis
