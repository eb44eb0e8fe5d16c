// Happens-before is computed with vector clocks while the execution is read once from left to right. For each step, the
// earlier steps are visited backwards until the clocks cover all of them, so that long executions with few races take
// linear time.
#include "engines/trace/races.hpp"

#include <algorithm>
#include <utility>

namespace heddle::engines::trace {

namespace {

constexpr std::size_t comparisonsPerEffort = 256;

/// A vector clock. By thread: one more than the index of its last step that happens before, or 0.
using Clock = std::vector<std::size_t>;

void join(Clock &clock, const Clock &other) {
  clock.resize(std::max(clock.size(), other.size()));
  for (std::size_t i = 0; i < other.size(); ++i)
    clock[i] = std::max(clock[i], other[i]);
}

class RaceFinder {
public:
  RaceFinder(const Execution &execution, support::Cancellation &cancellation)
      : execution_(execution), cancellation_(cancellation), ofThread_(execution.threads.size()),
        latest_(execution.threads.size(), none) {}

  std::vector<StepRace> run(std::size_t from) {
    for (std::size_t second = 0; second < execution_.steps.size(); ++second) {
      if (cancellation_.poll(1 + std::exchange(compared_, 0) / comparisonsPerEffort))
        break;
      const Step &step = execution_.steps[second];
      Clock clock = ofThread_[step.thread];
      if (step.joins != none)
        join(clock, ofThread_[step.joins]);
      clock = addRaces(step.thread, std::move(clock), step.accesses, second >= from);
      clock.resize(std::max(clock.size(), step.thread + 1));
      clock[step.thread] = second + 1;
      clocks_.push_back(clock);
      previous_.push_back(std::exchange(latest_[step.thread], second));
      ofThread_[step.thread] = clock;
      for (const ThreadIndex child : step.starts)
        ofThread_[child] = clock;
    }
    for (const std::vector<NextStep> *notTaken : {&execution_.pending, &execution_.cutOff})
      for (const NextStep &step : *notTaken)
        addRaces(step.thread, ofThread_[step.thread], step.accesses, true);
    return std::move(races_);
  }

private:
  bool precedes(std::size_t step, const Clock &clock) const {
    const ThreadIndex thread = execution_.steps[step].thread;
    return thread < clock.size() && clock[thread] > step;
  }

  /// Whether the clock covers the steps in `latest` of all other threads: then no earlier step can race with the
  /// thread's next one.
  bool coversAll(const std::vector<std::size_t> &latest, ThreadIndex thread, const Clock &clock) const {
    for (ThreadIndex other = 0; other < latest.size(); ++other)
      if (other != thread && latest[other] != none && !precedes(latest[other], clock))
        return false;
    return true;
  }

  bool unblocks(std::size_t step, ThreadIndex thread) const {
    const bool isLast = step + 1 == execution_.steps.size();
    return contains(execution_.steps[step].blocked, thread) &&
           !(isLast ? contains(execution_.pending, thread) : contains(execution_.steps[step + 1].blocked, thread));
  }

  /// Adds the races of the next step of the thread if they are `reported`; returns the clock of that step.
  Clock addRaces(ThreadIndex thread, Clock clock, const interpreter::StepAccesses &accesses, bool reported) {
    Clock raced = clock; // what happens before the step, or before a step that it races with
    bool isNext = true;  // the thread has taken no step since `first`
    const std::size_t found = races_.size();
    std::vector<std::size_t> latest = latest_; // by thread: its last step before those visited
    for (std::size_t first = clocks_.size(); first-- > 0 && !coversAll(latest, thread, raced);) {
      const Step &step = execution_.steps[first];
      latest[step.thread] = previous_[first];
      isNext = isNext && step.thread != thread;
      ++compared_;
      if (step.thread == thread || precedes(first, raced) || !step.accesses.dependsOn(accesses))
        continue;
      // A step (an unlock) that unblocks the thread cannot be reordered with the thread's step, but an earlier lock
      // may.
      if (!isNext || !unblocks(first, thread)) {
        if (reported)
          races_.push_back({first, {}});
        join(raced, clocks_[first]);
      }
      join(clock, clocks_[first]);
    }
    for (std::size_t i = found; i < races_.size(); ++i)
      findInitials(races_[i], thread, clock);
    return clock;
  }

  /// The threads that can start a reordering from the state before the first step: the thread of the second step, and
  /// the threads with a step in between that happens before it.
  void findInitials(StepRace &race, ThreadIndex thread, const Clock &clock) const {
    const Step &first = execution_.steps[race.first];
    for (const ThreadIndex candidate : first.candidates) {
      bool leads = candidate == thread;
      for (std::size_t i = race.first + 1; i < clocks_.size() && !leads; ++i)
        leads = execution_.steps[i].thread == candidate && precedes(i, clock);
      if (leads && candidate != first.thread)
        race.initials.push_back(candidate);
    }
  }

  const Execution &execution_;
  support::Cancellation &cancellation_;
  std::vector<Clock> clocks_;         // by step: what happens before it, itself included
  std::vector<Clock> ofThread_;       // by thread: what happens before its next step
  std::vector<std::size_t> latest_;   // by thread: its last step so far
  std::vector<std::size_t> previous_; // by step: the previous step of the same thread
  std::vector<StepRace> races_;
  std::size_t compared_ = 0; // steps since the last poll
};

} // namespace

std::vector<StepRace> findRaces(const Execution &execution, std::size_t from, support::Cancellation &cancellation) {
  return RaceFinder(execution, cancellation).run(from);
}

} // namespace heddle::engines::trace
