#include "analysis/flow_order.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace heddle::analysis {

using program::Action;
using program::ActionId;
using program::LocationId;

FlowOrder::FlowOrder(const program::Cfa &cfa)
    : position_(cfa.locations.size(), unreachable), incoming_(cfa.actions.size()),
      firstIncoming_(cfa.locations.size() + 1, 0) {
  findOrder(cfa);
  findIncoming(cfa);
}

void FlowOrder::findOrder(const program::Cfa &cfa) {
  std::vector<bool> seen(cfa.locations.size());
  std::vector<std::pair<LocationId, std::size_t>> stack{{cfa.entry, 0}}; // with the index of the next action to follow
  seen[cfa.entry] = true;
  while (!stack.empty()) {
    auto &[location, next] = stack.back();
    if (next == cfa.outgoing[location].size()) {
      order_.push_back(location);
      stack.pop_back();
      continue;
    }
    const LocationId target = cfa.actions[cfa.outgoing[location][next++]].to;
    if (!seen[target]) {
      seen[target] = true;
      stack.emplace_back(target, 0);
    }
  }
  std::reverse(order_.begin(), order_.end());
  for (std::uint32_t i = 0; i < order_.size(); ++i)
    position_[order_[i]] = i;
}

void FlowOrder::findIncoming(const program::Cfa &cfa) {
  for (const Action &action : cfa.actions)
    ++firstIncoming_[action.to + 1];
  std::partial_sum(firstIncoming_.begin(), firstIncoming_.end(), firstIncoming_.begin());
  std::vector<std::uint32_t> next(firstIncoming_.begin(), firstIncoming_.end() - 1);
  for (ActionId id = 0; id < cfa.actions.size(); ++id)
    incoming_[next[cfa.actions[id].to]++] = id;
}

} // namespace heddle::analysis
