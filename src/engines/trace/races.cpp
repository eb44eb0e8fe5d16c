#include "engines/trace/races.hpp"

#include <algorithm>
#include <utility>

namespace heddle::engines::trace {

namespace {

constexpr std::size_t comparisonsPerEffort = 256;

/// By thread: how many of its steps are before, as an index behind the last of them.
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
      if (cancellation_.stopRequested(1 + std::exchange(compared_, 0) / comparisonsPerEffort))
        break;
      const Step &step = execution_.steps[second];
      Clock clock = ofThread_[step.thread];
      if (step.joins != none)
        join(clock, ofThread_[step.joins]);
      clock = look(step.thread, std::move(clock), step.footprint, second >= from);
      clock.resize(std::max(clock.size(), step.thread + 1));
      clock[step.thread] = second + 1;
      clocks_.push_back(clock);
      previous_.push_back(std::exchange(latest_[step.thread], second));
      ofThread_[step.thread] = clock;
      for (const ThreadIndex child : step.starts)
        ofThread_[child] = clock;
    }
    for (const SleepSet *next : {&execution_.pending, &execution_.cutOff})
      for (const Sleeper &sleeper : *next)
        look(sleeper.thread, ofThread_[sleeper.thread], sleeper.footprint, true);
    return std::move(races_);
  }

private:
  bool isBefore(std::size_t step, const Clock &clock) const {
    const ThreadIndex thread = execution_.steps[step].thread;
    return thread < clock.size() && clock[thread] > step;
  }

  /// Whether all steps of other threads up to these are before: nothing earlier can race any more.
  bool areBefore(const std::vector<std::size_t> &latest, ThreadIndex thread, const Clock &clock) const {
    for (ThreadIndex other = 0; other < latest.size(); ++other)
      if (other != thread && latest[other] != none && !isBefore(latest[other], clock))
        return false;
    return true;
  }

  bool letsRun(std::size_t step, ThreadIndex thread) const {
    const bool isLast = step + 1 == execution_.steps.size();
    return contains(execution_.steps[step].blocked, thread) &&
           !(isLast ? contains(execution_.pending, thread) : contains(execution_.steps[step + 1].blocked, thread));
  }

  /// Finds what the next step of the thread races with, and gives all that is before it.
  Clock look(ThreadIndex thread, Clock clock, const interpreter::StepAccesses &footprint, bool wanted) {
    Clock raced = clock; // what is before the step, or before one that it races with
    bool isNext = true;  // since then, the thread has been waiting for this step
    const std::size_t found = races_.size();
    std::vector<std::size_t> latest = latest_; // up to the step that is looked at
    for (std::size_t first = clocks_.size(); first-- > 0 && !areBefore(latest, thread, raced);) {
      const Step &step = execution_.steps[first];
      latest[step.thread] = previous_[first];
      isNext = isNext && step.thread != thread;
      ++compared_;
      if (step.thread == thread || isBefore(first, raced) || !step.footprint.dependsOn(footprint))
        continue;
      // Whom the first (an unlock) lets run cannot come before it; but perhaps before a lock that was earlier.
      if (!isNext || !letsRun(first, thread)) {
        if (wanted)
          races_.push_back({first, {}});
        join(raced, clocks_[first]);
      }
      join(clock, clocks_[first]);
    }
    for (std::size_t i = found; i < races_.size(); ++i)
      findInitials(races_[i], thread, clock);
    return clock;
  }

  /// Who may lead to the thread's step from the state before the first: the thread itself, or who is before its step.
  void findInitials(StepRace &race, ThreadIndex thread, const Clock &clock) const {
    const Step &first = execution_.steps[race.first];
    for (const ThreadIndex candidate : first.candidates) {
      bool leads = candidate == thread;
      for (std::size_t i = race.first + 1; i < clocks_.size() && !leads; ++i)
        leads = execution_.steps[i].thread == candidate && isBefore(i, clock);
      if (leads && candidate != first.thread)
        race.initials.push_back(candidate);
    }
  }

  const Execution &execution_;
  support::Cancellation &cancellation_;
  std::vector<Clock> clocks_;         // of steps: what happens before them, they included
  std::vector<Clock> ofThread_;       // what happens before the thread's next step
  std::vector<std::size_t> latest_;   // by thread: its last step so far
  std::vector<std::size_t> previous_; // by step: the one before it of the same thread
  std::vector<StepRace> races_;
  std::size_t compared_ = 0; // steps, since the last poll
};

} // namespace

std::vector<StepRace> findRaces(const Execution &execution, std::size_t from, support::Cancellation &cancellation) {
  return RaceFinder(execution, cancellation).run(from);
}

} // namespace heddle::engines::trace
