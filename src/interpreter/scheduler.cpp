#include "interpreter/scheduler.hpp"

#include <algorithm>

namespace heddle::interpreter {

Scheduler::Scheduler(Strategy strategy, std::uint64_t steps, std::mt19937_64 &generator)
    : strategy_(strategy), generator_(generator) {
  constexpr unsigned priorityChanges = 3;
  constexpr std::uint64_t typicalLength = 200;
  if (strategy == Strategy::Priorities)
    for (unsigned i = 0; i < priorityChanges; ++i)
      changes_.push_back(generator_() % std::min<std::uint64_t>(std::max<std::uint64_t>(steps, 1), typicalLength));
}

unsigned Scheduler::choose(const std::vector<unsigned> &enabled) {
  ++step_;
  if (strategy_ == Strategy::NewestFirst)
    return enabled.back();
  if (strategy_ == Strategy::Priorities)
    return byPriority(enabled);
  const bool canStay = std::find(enabled.begin(), enabled.end(), last_) != enabled.end();
  if (strategy_ == Strategy::Sticky && canStay && generator_() % 10 != 0)
    return last_;
  last_ = enabled[generator_() % enabled.size()];
  return last_;
}

unsigned Scheduler::byPriority(const std::vector<unsigned> &enabled) {
  while (priorities_.size() <= enabled.back())
    priorities_.push_back((generator_() >> 1) + 1);
  const auto best = *std::max_element(enabled.begin(), enabled.end(),
                                      [&](unsigned a, unsigned b) { return priorities_[a] < priorities_[b]; });
  // A spinning thread would starve the others, so its priority is lowered now and then.
  if (std::find(changes_.begin(), changes_.end(), step_) != changes_.end() || generator_() % 64 == 0)
    priorities_[best] = lowest_--;
  return best;
}

} // namespace heddle::interpreter
