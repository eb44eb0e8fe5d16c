// The graph of a control-flow automaton: the order of its locations, predecessors, dominators.
#pragma once

#include "analysis/flow_order.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::analysis {

/// Refers to the automaton, which must outlive it.
class ControlFlow : public FlowOrder {
public:
  explicit ControlFlow(const program::Cfa &cfa);

  /// Whether every path from the entry to `b` passes `a`.
  bool dominates(program::LocationId a, program::LocationId b) const;
  /// The last location before this one that every path from the entry passes; none for the entry itself and for
  /// unreachable locations.
  std::optional<program::LocationId> immediateDominator(program::LocationId location) const;

private:
  void findDominators();
  void findIntervals();

  const program::Cfa &cfa_;
  std::vector<std::uint32_t> dominator_; // by position: the position of the immediate dominator
  // Intervals of a traversal of the dominator tree, by position: a dominates b iff a's interval contains b's.
  std::vector<std::uint32_t> enter_;
  std::vector<std::uint32_t> leave_;
};

} // namespace heddle::analysis
