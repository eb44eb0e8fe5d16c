// The graph of a control-flow automaton: reverse post-order, predecessors, dominators.
#pragma once

#include "program/program.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::analysis {

/// Refers to the automaton, which must outlive it.
class ControlFlow {
public:
  static constexpr std::uint32_t unreachable = UINT32_MAX;

  explicit ControlFlow(const program::Cfa &cfa);

  /// The locations that are reachable from the entry, in reverse post-order.
  const std::vector<program::LocationId> &order() const { return order_; }
  /// The position in `order`, or `unreachable`.
  std::uint32_t position(program::LocationId location) const { return position_[location]; }
  bool isReachable(program::LocationId location) const { return position_[location] != unreachable; }

  const std::vector<program::ActionId> &incoming(program::LocationId location) const { return incoming_[location]; }

  /// Whether the action closes a cycle: it leads to an ancestor in the depth-first search tree, or to its own source.
  bool isRetreating(const program::Action &action) const;

  /// Whether every path from the entry to `b` passes `a`.
  bool dominates(program::LocationId a, program::LocationId b) const;
  /// The last location before this one that every path from the entry passes; none for the entry itself and for
  /// unreachable locations.
  std::optional<program::LocationId> immediateDominator(program::LocationId location) const;

private:
  void orderLocations();
  void findDominators();

  const program::Cfa &cfa_;
  std::vector<program::LocationId> order_;
  std::vector<std::uint32_t> position_;
  std::vector<std::vector<program::ActionId>> incoming_;
  std::vector<std::uint32_t> dominator_; // by position: the position of the immediate dominator
  // Intervals of a traversal of the dominator tree, by position: a dominates b iff a's interval contains b's.
  std::vector<std::uint32_t> enter_;
  std::vector<std::uint32_t> leave_;
};

} // namespace heddle::analysis
