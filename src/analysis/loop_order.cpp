// Locations are sorted by the positions, in reverse post-order, of the heads of all loops around them, from the
// outermost, and then by their own. The body of a natural loop is dominated by its head, so that no edge but those back
// to heads leads to an earlier location. In other loops, some may; this costs iterations, nothing else.
#include "analysis/loop_order.hpp"

#include <algorithm>

namespace heddle::analysis {

using program::LocationId;

LoopOrder::LoopOrder(const program::Cfa &cfa, const ControlFlow &flow, const LoopInfo &loops) : order_(flow.order()) {
  std::vector<std::vector<std::uint32_t>> keys(cfa.locations.size()); // by location
  for (const Loop &loop : loops.loops())
    for (const LocationId location : loop.body)
      keys[location].push_back(flow.position(loop.head));
  for (const LocationId location : order_)
    keys[location].push_back(flow.position(location));
  std::ranges::sort(order_, {}, [&](LocationId location) -> const auto & { return keys[location]; });
  position_ = std::vector<std::uint32_t>(cfa.locations.size(), ControlFlow::unreachable);
  for (std::uint32_t i = 0; i < order_.size(); ++i)
    position_[order_[i]] = i;
}

} // namespace heddle::analysis
