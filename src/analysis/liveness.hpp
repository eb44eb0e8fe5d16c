// Liveness: which registers some continuation of a thread still reads.
#pragma once

#include "program/program.hpp"

#include <cstddef>
#include <vector>

namespace heddle::analysis {

using RegisterList = std::vector<program::RegisterId>; // in ascending order, without duplicates

/// A register is live at a point if some path from there reads it before any instruction on the path writes it.
class Liveness {
public:
  explicit Liveness(const program::Cfa &cfa);

  /// The registers that are live at a location.
  const RegisterList &at(program::LocationId location) const { return live_[location]; }
  bool isLive(program::LocationId location, program::RegisterId reg) const;

  /// The registers that are live within an action, after its first `count` instructions.
  RegisterList after(const program::Action &action, std::size_t count) const;

private:
  std::vector<RegisterList> live_; // by location
};

} // namespace heddle::analysis
