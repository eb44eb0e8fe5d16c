#include "engines/trace/races.hpp"

#include <algorithm>
#include <map>

namespace heddle::engines::trace {

namespace {

/// By thread: how many of its steps are before, as an index behind the last of them.
using Clock = std::vector<std::size_t>;

void join(Clock &clock, const Clock &other) {
  clock.resize(std::max(clock.size(), other.size()));
  for (std::size_t i = 0; i < other.size(); ++i)
    clock[i] = std::max(clock[i], other[i]);
}

} // namespace

std::vector<StepRace> findRaces(const Execution &execution, const Dependence &areDependent, std::size_t from) {
  const std::vector<Step> &steps = execution.steps;
  std::vector<Clock> clocks(steps.size());               // of steps: what happens before them, they included
  std::vector<Clock> ofThread(execution.threads.size()); // what happens before the thread's next step
  const auto isBefore = [&](std::size_t step, const Clock &clock) {
    const ThreadIndex thread = steps[step].thread;
    return thread < clock.size() && clock[thread] > step;
  };
  std::vector<StepRace> races;
  for (std::size_t second = 0; second < steps.size(); ++second) {
    const Step &step = steps[second];
    Clock clock = ofThread[step.thread];
    if (step.joins != none)
      join(clock, ofThread[step.joins]);
    for (std::size_t first = second; first-- > 0;) {
      if (steps[first].thread == step.thread || isBefore(first, clock) || !areDependent(first, second))
        continue;
      if (second >= from)
        races.push_back({first, second, {}});
      join(clock, clocks[first]);
    }
    clock.resize(std::max(clock.size(), step.thread + 1));
    clock[step.thread] = second + 1;
    clocks[second] = clock;
    ofThread[step.thread] = clock;
    for (const ThreadIndex child : step.starts)
      ofThread[child] = clock;
  }
  for (StepRace &race : races) {
    const std::vector<ThreadIndex> &candidates = steps[race.first].candidates;
    for (const ThreadIndex thread : candidates) {
      if (thread == steps[race.first].thread)
        continue;
      for (std::size_t i = race.first + 1; i <= race.second; ++i)
        if (steps[i].thread == thread && isBefore(i, clocks[race.second])) {
          race.initials.push_back(thread);
          break;
        }
    }
  }
  return races;
}

} // namespace heddle::engines::trace
