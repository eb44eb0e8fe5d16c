// The condition of dynamic partial-order reduction, computed from an execution for the check of a proof. The search
// finds races with vector clocks (races.hpp); here, happens-before is the set of all earlier steps, step by step.
//
// A step j of thread q and an earlier step i of another thread must be tried in the other order if they are dependent
// and nothing in between forces their order: i does not happen before an earlier step of q, nor before another step
// that has to be reversed with j. Then one of the threads that lead to j without i must have been tried before i: q, or
// a thread with a step between i and j that happens before j. A step i that enables q, which waits before i and whose
// next step is j, cannot come after j. This is the condition of Flanagan and Godefroid (POPL 2005, Figure 3), for all
// such i rather than the last one.
#pragma once

#include "engines/trace/execution.hpp"
#include "recheck/replay.hpp"

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

namespace heddle::engines::trace {

/// A set of steps of one execution.
class StepSet {
public:
  bool contains(std::size_t step) const {
    return step / bits < words_.size() && (words_[step / bits] >> (step % bits) & 1) != 0;
  }
  void insert(std::size_t step);
  void insert(const StepSet &other);

private:
  static constexpr std::size_t bits = 64;
  std::vector<std::uint64_t> words_;
};

/// In the state before step `at`, one of these threads must have been tried.
struct Reversal {
  std::size_t at = 0;
  std::set<ThreadIndex> oneOf;
};

/// The steps of one execution, one after the other.
class HappensBefore {
public:
  /// The threads that wait before a step, or at the end.
  using WaitingAt = std::function<bool(std::size_t state, ThreadIndex thread)>;

  /// Keeps the first steps only.
  void shorten(std::size_t steps);
  std::size_t size() const { return before_.size(); }
  /// Appends the next step; returns what it must be reversed with.
  std::vector<Reversal> append(const std::vector<recheck::ReplayedStep> &steps, const WaitingAt &waits);
  /// For the next step of a thread that waits at the end.
  std::vector<Reversal> waiting(const recheck::Survey::Waiting &next, const std::vector<recheck::ReplayedStep> &steps,
                                const WaitingAt &waits) const;

private:
  StepSet beforeNextOf(ThreadIndex thread, const std::vector<recheck::ReplayedStep> &steps) const;
  std::vector<Reversal> find(ThreadIndex thread, const recheck::Accesses &accesses, StepSet &before,
                             const std::vector<recheck::ReplayedStep> &steps, const WaitingAt &waits) const;

  std::vector<StepSet> before_; // by step: what happens before it
};

} // namespace heddle::engines::trace
