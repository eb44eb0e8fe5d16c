// The parts of partial-order reduction that are not about the search: who sleeps on, what is persistent.
#pragma once

#include "interpreter/deadlock.hpp"
#include "interpreter/explorer.hpp"
#include "interpreter/machine.hpp"
#include "interpreter/step_accesses.hpp"

#include <vector>

namespace heddle::interpreter {

/// A thread whose next step need not be taken, and what that step touches.
struct Sleeper {
  unsigned thread = 0;
  StepAccesses accesses;
};
using SleepSet = std::vector<Sleeper>;

ThreadMask maskOf(const SleepSet &sleep);
/// Those that a step with this accesses does not wake.
SleepSet stillAsleep(const SleepSet &sleep, const StepAccesses &step);

/// Whether it is enough to run `thread` in `state`, whose step there touches `accesses`.
bool isPersistent(Machine &machine, const State &state, unsigned thread, ThreadMask enabled,
                  const StepAccesses &accesses, const DependenceOracle &oracle);

/// Adds the inputs of one step to a schedule.
void appendInputs(Schedule &schedule, const std::vector<EnumeratedInputs::Chosen> &inputs);

} // namespace heddle::interpreter
