// Loops of a control-flow automaton: heads, bodies, nesting, trip counts. Gotos may enter a loop at any location.
#pragma once

#include "program/program.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::analysis {

/// How often back edges are taken each time the loop is entered.
struct TripCount {
  std::uint64_t count = 0;
  /// Exactly so often, unless the thread blocks, terminates or stops inside the loop; if false, at most so often.
  bool exact = false;
};

struct Loop {
  program::LocationId head = 0;
  std::vector<program::LocationId> body;    // ascending, with the head
  std::vector<program::ActionId> backEdges; // into the head from the body
  std::vector<program::ActionId> entries;   // into the head from outside the body
  std::vector<program::ActionId> exits;     // out of the body
  /// Every path into the loop enters it at its head. C's loops are natural; gotos can make others.
  bool isNatural = true;
  std::optional<TripCount> tripCount; // natural loops of natural loops only

  bool contains(program::LocationId location) const;
};

class LoopInfo {
public:
  static constexpr std::size_t noLoop = SIZE_MAX;

  explicit LoopInfo(const program::Cfa &cfa);

  /// Outer loops before inner ones. Two loops are nested or disjoint, and the innermost loop around a head is the one
  /// that it heads. Every cycle of the automaton passes the head of a loop that contains the cycle.
  const std::vector<Loop> &loops() const { return loops_; }
  bool isHead(program::LocationId location) const { return headOf_[location] != noLoop; }
  /// The loop with that head, or nullptr.
  const Loop *loopAt(program::LocationId head) const;
  /// Index of the innermost loop around a location, or noLoop.
  std::size_t innermost(program::LocationId location) const { return innermost_[location]; }

private:
  bool containsOnlyNaturalLoops(const Loop &loop) const;

  std::vector<Loop> loops_;
  std::vector<std::size_t> headOf_;    // by location: index of the loop it heads
  std::vector<std::size_t> innermost_; // by location
};

} // namespace heddle::analysis
