// Which registers a resting thread still needs.
//
// States keep only the live registers of each thread: what nobody will read again must not tell two states
// apart. A register is live at a location if some path from there reads it before it writes it.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::interpreter {

using RegisterList = std::vector<program::RegisterId>; // sorted

class Liveness {
public:
  explicit Liveness(const program::Cfa &cfa);

  const RegisterList &at(program::LocationId location) const { return live_[location]; }
  /// Within an action: live behind its first `done` operations.
  RegisterList behind(const program::Action &action, std::size_t done) const;

private:
  std::vector<RegisterList> live_;
};

} // namespace heddle::interpreter
