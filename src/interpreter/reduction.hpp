// Partial-order reduction for the explorer: sleep sets and the condition of persistent sets.
#pragma once

#include "interpreter/deadlock.hpp"
#include "interpreter/explorer.hpp"
#include "interpreter/machine.hpp"
#include "interpreter/step_accesses.hpp"

#include <vector>

namespace heddle::interpreter {

/// A thread whose next step need not be explored, and the accesses of that step.
struct Sleeper {
  unsigned thread = 0;
  StepAccesses accesses;
};
using SleepSet = std::vector<Sleeper>;

ThreadMask maskOf(const SleepSet &sleep);
/// The sleepers that a step with these accesses does not wake.
SleepSet stillAsleep(const SleepSet &sleep, const StepAccesses &step);

/// Whether `thread`, whose steps in `state` have these accesses, is a persistent set there.
bool isPersistent(Machine &machine, const State &state, unsigned thread, ThreadMask enabled,
                  const StepAccesses &accesses, const DependenceOracle &oracle);

/// Adds the inputs of one step to a schedule.
void appendInputs(Schedule &schedule, const std::vector<EnumeratedInputs::Chosen> &inputs);

} // namespace heddle::interpreter
