// A shorter execution with the same violation: fewest context switches first, then fewest steps, then small inputs.
//
// The schedule is shortened and executed again: parts are left out, blocks of steps of the same thread are merged,
// inputs are moved towards zero (delta debugging, Zeller and Hildebrandt 2002). An attempt counts only if the
// interpreter reaches the same violation, so the result is always a real execution. For small programs, an exploration
// in the order of (context switches, steps) then finds the smallest execution or shows that there is no smaller one;
// its states are stored, so each is visited once for each thread that may continue.
//
// Two violations are the same if they are of the same property at the same place: of a race, both accesses; of a
// deadlock, where threads wait for locks, conditions and the like; of a lost object, its allocation site.
//
// The work is limited by effort, which does not depend on the machine, so that the result is deterministic unless the
// cancellation stops it. Then the result is the best execution so far.
#pragma once

#include "interpreter/limits.hpp"
#include "interpreter/schedule.hpp"
#include "program/program.hpp"
#include "support/cancellation.hpp"

#include <cstddef>
#include <vector>

namespace heddle::interpreter {

/// How often another thread continues than the one that made the step before.
std::size_t contextSwitches(const std::vector<unsigned> &steps);

struct MinimiseOptions {
  Limits limits = {};
  std::uint64_t effort = 300'000;      // of shortening: steps that are executed
  std::size_t exploredStates = 20'000; // of the exploration, at most
};

/// `schedule` itself if it leads to no violation, or nothing shorter is found. The result has no names of inputs;
/// replaying it gives them.
Schedule minimise(const program::Program &program, const Schedule &schedule, support::Cancellation &cancellation,
                  const MinimiseOptions &options = {});

} // namespace heddle::interpreter
