// Liveness: which registers some continuation of a thread still reads.
#pragma once

#include "program/program.hpp"

#include <cstddef>
#include <vector>

namespace heddle::analysis {

class Liveness {
public:
  explicit Liveness(const program::Cfa &cfa);

  /// The live registers at a location, in ascending order.
  const std::vector<program::RegisterId> &at(program::LocationId location) const { return live_[location]; }
  bool isLive(program::LocationId location, program::RegisterId reg) const;

  /// Live behind the operation `step` of an action: what that operation writes to `reg` may be read.
  bool isLiveBehind(const program::Action &action, std::size_t step, program::RegisterId reg) const;

private:
  std::vector<std::vector<program::RegisterId>> live_; // by location
};

} // namespace heddle::analysis
