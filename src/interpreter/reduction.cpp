#include "interpreter/reduction.hpp"

namespace heddle::interpreter {

ThreadMask maskOf(const SleepSet &sleep) {
  ThreadMask mask = 0;
  for (const Sleeper &sleeper : sleep)
    mask |= ThreadMask{1} << sleeper.thread;
  return mask;
}

SleepSet stillAsleep(const SleepSet &sleep, const StepAccesses &step) {
  SleepSet rest;
  for (const Sleeper &sleeper : sleep)
    if (!sleeper.accesses.dependsOn(step))
      rest.push_back(sleeper);
  return rest;
}

// Only threads that can run before `thread` does can interfere. A thread that waits for the end of another can run only
// after that one has run; a thread that waits for a change of memory, after any thread that can run.
bool isPersistent(Machine &machine, const State &state, unsigned thread, ThreadMask enabled,
                  const StepAccesses &accesses, const DependenceOracle &oracle) {
  ThreadMask running = enabled & ~(ThreadMask{1} << thread);
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned other = 0; other < state.threads.size(); ++other) {
      const ThreadMask bit = ThreadMask{1} << other;
      if (other == thread || (running & bit) != 0 || !state.threads[other].active())
        continue;
      const std::optional<unsigned> awaited = machine.joinedThread(state, other);
      const bool canStart = awaited ? (running >> *awaited & 1) != 0 : running != 0;
      if (canStart) {
        running |= bit;
        changed = true;
      }
    }
  }
  for (unsigned other = 0; other < state.threads.size(); ++other) {
    if ((running >> other & 1) == 0)
      continue;
    const Thread &rival = state.threads[other];
    if (accesses.everything || (accesses.allocated >> machine.idClass(other) & 1) != 0)
      return false;
    if (oracle.mayDepend(rival.cfa, rival.location, state.memory, accesses))
      return false;
  }
  return true;
}

void appendInputs(Schedule &schedule, const std::vector<EnumeratedInputs::Chosen> &inputs) {
  for (const EnumeratedInputs::Chosen &chosen : inputs) {
    if (schedule.inputs.size() <= chosen.thread)
      schedule.inputs.resize(chosen.thread + 1);
    schedule.inputs[chosen.thread].push_back({chosen.value, chosen.width, {}});
  }
}

} // namespace heddle::interpreter
