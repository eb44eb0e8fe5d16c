// Loops of a control-flow automaton: heads, bodies, nesting, and how often they run.
#pragma once

#include "program/program.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::analysis {

/// How often a back edge is taken each time the loop is entered.
struct TripCount {
  std::uint64_t count = 0;
  /// Exactly so often, unless the thread blocks, ends or is cut inside of the loop; otherwise at most.
  bool exact = false;
};

struct Loop {
  program::LocationId head = 0;
  std::vector<program::LocationId> body;    // ascending, with the head
  std::vector<program::ActionId> backEdges; // into the head from the body
  std::vector<program::ActionId> entries;   // into the head from outside of the body
  std::vector<program::ActionId> exits;     // from the body to the outside
  /// Every way into the loop leads through its head. C's loops are natural; gotos can make others.
  bool isNatural = true;
  std::optional<TripCount> tripCount; // natural loops only

  bool contains(program::LocationId location) const;
};

class LoopInfo {
public:
  static constexpr std::size_t noLoop = SIZE_MAX;

  explicit LoopInfo(const program::Cfa &cfa);

  /// Outer loops before the loops inside of them. Every cycle of the automaton passes a head.
  const std::vector<Loop> &loops() const { return loops_; }
  bool isHead(program::LocationId location) const { return headOf_[location] != noLoop; }
  /// The loop with that head, or nullptr.
  const Loop *loopAt(program::LocationId head) const;
  /// Index of the innermost loop around a location, or noLoop.
  std::size_t innermost(program::LocationId location) const { return innermost_[location]; }

private:
  std::vector<Loop> loops_;
  std::vector<std::size_t> headOf_;    // by location: index of the loop it heads
  std::vector<std::size_t> innermost_; // by location
};

} // namespace heddle::analysis
