// How a random execution chooses the thread of each step.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace heddle::interpreter {

enum class Strategy : std::uint8_t {
  Uniform,     // every enabled thread is equally likely at every step
  Sticky,      // the thread of the last step usually continues: few context switches
  Priorities,  // the thread of highest priority runs; priorities change at a few random steps (PCT)
  NewestFirst, // the thread of the highest index that is enabled: fast for thousands of threads, without random choice
};

class Scheduler {
public:
  /// `steps`: of the execution, at most.
  Scheduler(Strategy strategy, std::uint64_t steps, std::mt19937_64 &generator);

  /// One of `enabled`, which is sorted and not empty.
  unsigned choose(const std::vector<unsigned> &enabled);

private:
  unsigned byPriority(const std::vector<unsigned> &enabled);

  Strategy strategy_;
  std::mt19937_64 &generator_;
  std::uint64_t step_ = 0;
  unsigned last_ = 0;
  std::vector<std::uint64_t> changes_;
  std::vector<std::uint64_t> priorities_; // by thread
  std::uint64_t lowest_ = 1U << 20;
};

} // namespace heddle::interpreter
