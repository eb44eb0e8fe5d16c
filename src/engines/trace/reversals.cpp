#include "engines/trace/reversals.hpp"

#include <algorithm>

namespace heddle::engines::trace {

using recheck::ReplayedStep;

void StepSet::insert(std::size_t step) {
  if (step / bits >= words_.size())
    words_.resize(step / bits + 1);
  words_[step / bits] |= std::uint64_t{1} << (step % bits);
}

void StepSet::insert(const StepSet &other) {
  words_.resize(std::max(words_.size(), other.words_.size()));
  for (std::size_t i = 0; i < other.words_.size(); ++i)
    words_[i] |= other.words_[i];
}

void HappensBefore::shorten(std::size_t steps) { before_.resize(std::min(steps, before_.size())); }

/// What happens before whatever the thread does next: its own steps, and that of its creator which started it.
StepSet HappensBefore::beforeNextOf(ThreadIndex thread, const std::vector<ReplayedStep> &steps) const {
  StepSet result;
  for (std::size_t i = before_.size(); i-- > 0;) {
    const bool starts = std::ranges::find(steps[i].started, thread) != steps[i].started.end();
    if (steps[i].thread != thread && !starts)
      continue;
    result = before_[i];
    result.insert(i);
    break;
  }
  return result;
}

std::vector<Reversal> HappensBefore::append(const std::vector<ReplayedStep> &steps, const WaitingAt &waits) {
  const ReplayedStep &step = steps[before_.size()];
  StepSet before = beforeNextOf(step.thread, steps);
  for (const ThreadIndex joined : step.joined)
    before.insert(beforeNextOf(joined, steps));
  std::vector<Reversal> reversals = find(step.thread, step.accesses, before, steps, waits);
  before_.push_back(std::move(before));
  return reversals;
}

std::vector<Reversal> HappensBefore::waiting(const recheck::Survey::Waiting &next,
                                             const std::vector<ReplayedStep> &steps, const WaitingAt &waits) const {
  StepSet before = beforeNextOf(next.thread, steps);
  return find(next.thread, next.accesses, before, steps, waits);
}

/// `before` is what happens before the thread's next step apart from dependences; afterwards, with them.
std::vector<Reversal> HappensBefore::find(ThreadIndex thread, const recheck::Accesses &accesses, StepSet &before,
                                          const std::vector<ReplayedStep> &steps, const WaitingAt &waits) const {
  StepSet ordered = before; // happens before the step, or before one that has to be reversed with it
  std::vector<std::size_t> reversed;
  bool isNext = true; // the thread takes no step between i and its next one
  for (std::size_t i = before_.size(); i-- > 0;) {
    isNext = isNext && steps[i].thread != thread;
    if (steps[i].thread == thread || ordered.contains(i) || !steps[i].accesses.conflictsWith(accesses))
      continue;
    before.insert(before_[i]);
    before.insert(i);
    const bool enables = isNext && waits(i, thread) && !waits(i + 1, thread);
    if (enables)
      continue;
    reversed.push_back(i);
    ordered.insert(before_[i]);
    ordered.insert(i);
  }
  std::vector<Reversal> reversals;
  for (const std::size_t i : reversed) {
    Reversal reversal{i, {thread}};
    for (std::size_t k = i + 1; k < before_.size(); ++k)
      if (before.contains(k))
        reversal.oneOf.insert(steps[k].thread);
    reversal.oneOf.erase(steps[i].thread);
    reversals.push_back(std::move(reversal));
  }
  return reversals;
}

} // namespace heddle::engines::trace
