// An order of locations for iterations to a fixed point: each loop is contiguous, from its head, and what follows the
// loop comes after all of its body.
//
// An iteration that always takes the first location of this order that is due stabilises inner loops before outer ones,
// and loops before what follows them (the recursive strategy on a weak topological order: Bourdoncle, "Efficient
// Chaotic Iteration Strategies with Widenings"). In a reverse post-order, the exit of a loop may come before its body,
// so that all that follows is computed anew for each step of the loop.
#pragma once

#include "analysis/control_flow.hpp"
#include "analysis/loops.hpp"

#include <cstdint>
#include <vector>

namespace heddle::analysis {

class LoopOrder {
public:
  LoopOrder(const program::Cfa &cfa, const ControlFlow &flow, const LoopInfo &loops);

  /// The locations that are reachable from the entry.
  const std::vector<program::LocationId> &order() const { return order_; }
  /// The position in `order`, or `ControlFlow::unreachable`.
  std::uint32_t position(program::LocationId location) const { return position_[location]; }

private:
  std::vector<program::LocationId> order_;
  std::vector<std::uint32_t> position_;
};

} // namespace heddle::analysis
