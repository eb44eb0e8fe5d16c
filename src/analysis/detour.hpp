// Detours: what a thread may do between a branch that is not decided and the place where all ways meet again.
//
// A detour consists of the actions that can follow the first ones before the thread arrives at the end of the detour.
// None of them is a Spawn, Join or Detach, so whichever way the thread takes, it starts and joins threads only after it
// has arrived at the end, if it gets there at all. If nothing that can follow starts or joins threads, the detour has
// no end.
#pragma once

#include "program/program.hpp"

#include <optional>
#include <vector>

namespace heddle::analysis {

struct Detour {
  std::vector<program::ActionId> actions;
  std::optional<program::LocationId> end;
};

/// By one of the actions; none if the thread may start or join threads on one of the ways.
std::optional<Detour> detourBy(const program::Cfa &cfa, const std::vector<program::ActionId> &first);

} // namespace heddle::analysis
