// The paths of an execution's threads, with or without idle rounds, and the *level* that fixes each action: level 1
// fixes main's first local work, level k + 2 fixes what step k does and that it comes after the steps before it and
// before all others. Level 0 fixes nothing.
#pragma once

#include "engines/trace/execution.hpp"

#include <cstdint>
#include <vector>

namespace heddle::engines::trace {

enum class IdleRounds : std::uint8_t { Kept, Removed };

/// `none` stands for main's first local work.
constexpr std::size_t levelOf(std::size_t step) { return step == none ? 1 : step + 2; }
constexpr std::size_t stepOf(std::size_t level) { return level == 1 ? none : level - 2; }

struct Paths {
  events::ExecutedThreads threads;
  std::vector<std::size_t> lastOfRound;          // by step: the last step of its idle round, if it was removed
  std::vector<std::size_t> position;             // by step: in the path of its thread
  std::vector<std::vector<std::size_t>> levelAt; // by thread and position: which level fixes the action
  std::vector<std::size_t> startedAt;            // by thread: the level that starts it

  bool isRemoved(std::size_t step) const { return lastOfRound[step] != none; }
};

Paths pathsOf(const Execution &execution, IdleRounds idleRounds);

/// The level that fixes that an action of an unwinding is not taken; none if the execution ends before it.
struct Deviation {
  std::size_t level;
  bool rests; // a thread that takes the action instead first rests before it, which the thread of the execution did not
};
Deviation deviationOf(const events::UnwoundProgram &unwound, const Paths &paths, const events::Untaken &untaken);

} // namespace heddle::engines::trace
