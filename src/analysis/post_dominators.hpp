// Post-dominators: where the paths through a thread function merge.
#pragma once

#include "program/program.hpp"

#include <optional>
#include <vector>

namespace heddle::analysis {

/// The first operation of the action after which its thread never continues, whatever the state: the end of the
/// thread or the program, a Halt, a condition that is constantly false. Or nullptr.
const program::Operation *stopOf(const program::Action &action);

class PostDominators {
public:
  explicit PostDominators(const program::Cfa &cfa);

  /// The first location, other than this one, that every path from here to the end of the thread passes. None if there
  /// is no such location before the end, or no such path.
  std::optional<program::LocationId> immediate(program::LocationId location) const { return immediate_[location]; }

private:
  std::vector<std::optional<program::LocationId>> immediate_; // by location
};

} // namespace heddle::analysis
