// The order of a control-flow automaton's locations, and their predecessors.
//
// Locations are numbered in reverse post-order of a depth-first search from the entry. The edges to an equal or
// smaller number are exactly those to an ancestor in the search tree, so every cycle contains one.
#pragma once

#include "program/program.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace heddle::analysis {

class FlowOrder {
public:
  static constexpr std::uint32_t unreachable = UINT32_MAX;

  explicit FlowOrder(const program::Cfa &cfa);

  /// The locations that are reachable from the entry, in reverse post-order.
  const std::vector<program::LocationId> &order() const { return order_; }
  /// The position in `order`, or `unreachable`.
  std::uint32_t position(program::LocationId location) const { return position_[location]; }
  bool isReachable(program::LocationId location) const { return position_[location] != unreachable; }

  /// In order of their ids.
  std::span<const program::ActionId> incoming(program::LocationId location) const {
    return std::span(incoming_).subspan(firstIncoming_[location],
                                        firstIncoming_[location + 1] - firstIncoming_[location]);
  }

  /// Whether the action closes a cycle: it leads to an ancestor in the depth-first search tree, or to its own source.
  bool isRetreating(const program::Action &action) const {
    return isReachable(action.from) && position_[action.to] <= position_[action.from];
  }

private:
  void findOrder(const program::Cfa &cfa);
  void findIncoming(const program::Cfa &cfa);

  std::vector<program::LocationId> order_;
  std::vector<std::uint32_t> position_;
  // Those of one location after those of the one before: a vector for each would cost more than the rest.
  std::vector<program::ActionId> incoming_;
  std::vector<std::uint32_t> firstIncoming_; // by location, and the end
};

} // namespace heddle::analysis
