// One execution: the interpreter runs it, and what it did is kept.
//
// Threads are numbered in the order of their creation, so executions with a common prefix give the same numbers to the
// threads of that prefix.
#pragma once

#include "engines/guided_execution.hpp"
#include "events/unwind.hpp"
#include "interpreter/step_accesses.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::engines::trace {

using ThreadIndex = std::size_t;
constexpr std::size_t none = SIZE_MAX;

inline bool contains(const std::vector<ThreadIndex> &threads, ThreadIndex thread) {
  return std::find(threads.begin(), threads.end(), thread) != threads.end();
}

/// Which actions a step consists of: those of its thread, then the first local work of threads that it starts.
using Actions = std::vector<std::pair<ThreadIndex, program::ActionId>>;
/// In a list of actions: the thread was stopped in its last one, by an assumption or undefined behaviour.
constexpr program::ActionId stoppedThere = UINT32_MAX;

/// Threads whose next step need not be taken, with what it touches: the executions that begin with it are known.
struct Sleeper {
  ThreadIndex thread = 0;
  interpreter::StepAccesses footprint;
};
using SleepSet = std::vector<Sleeper>;

inline bool contains(const SleepSet &sleepers, ThreadIndex thread) {
  return std::any_of(sleepers.begin(), sleepers.end(),
                     [thread](const Sleeper &sleeper) { return sleeper.thread == thread; });
}

struct Step {
  ThreadIndex thread = 0;
  interpreter::StepAccesses footprint;
  std::vector<ThreadIndex> candidates; // that could have run instead of it, itself among them
  std::vector<ThreadIndex> blocked;    // that wait
  Actions actions;
  std::vector<ThreadIndex> stopped; // by an assumption, or undefined behaviour
  std::vector<ThreadIndex> starts;
  ThreadIndex joins = none;
  std::size_t position = 0; // of its first action in the path of its thread
  std::size_t asked = 0;    // inputs, before it
  SleepSet sleep;           // before it
  /// The last step of a round of its thread that had no effect: `round` is the first one.
  std::optional<std::size_t> round = {};
};

struct Execution {
  enum class Ending : std::uint8_t {
    Finished,  // the program has ended, or nobody can go on
    Redundant, // all that could go on sleep
    Violation, // `violation` says which
    Discarded, // an assumption failed in an atomic block: does not count
    Depth,     // too many steps
    Halted,    // `message` says why it cannot be followed
    Lost,      // a thread of the prefix cannot run
    Cancelled, // by the user
  };
  Ending ending = Ending::Finished;
  std::string message; // Halted; also if some thread was not followed to the end
  std::vector<Step> steps;
  Actions beginning;                // main's first local work
  std::vector<ThreadIndex> stopped; // in it
  std::vector<program::CfaId> cfas; // of the threads
  events::ExecutedThreads threads;  // with all that they did
  std::vector<ThreadIndex> blocked; // at the end, if nobody can go on: those that wait
  std::vector<Sleeper> pending;     // at the end: who waits, and what they look at
  std::vector<Sleeper> cutOff; // if there were too many steps: who could have gone on, and what they would have touched
  std::vector<ThreadIndex>
      abandoned; // not followed to the end; of what they did in their last step, only the beginning
  /// For ever, and nothing else can happen: then the schedule says so.
  bool isDeadlock = false;
  std::size_t asked = 0; // inputs
  std::optional<interpreter::Violation> violation;
  interpreter::Schedule schedule;
};

struct ExecutionLimits {
  interpreter::Limits interpreter;
  std::uint64_t depth = 10'000;
};

/// What is to be executed.
struct Order {
  std::vector<ThreadIndex> prefix; // these threads first
  SleepSet sleep;                  // before the last of them
  ExecutionPlan plan;              // inputs
  bool inputsAreFixed = false;     // so that what a step touches depends on the schedule only
  /// If given, who runs after the prefix and what the inputs are is left to chance.
  std::optional<std::uint64_t> seed = {};
};

/// Runs the threads of the prefix, then each thread for as long as it can go on. A thread that goes round without
/// effect is left alone until somebody changes what it looks at; the step that would end the program comes last.
Execution execute(const program::Program &program, const Order &order, const ExecutionLimits &limits,
                  support::Cancellation &cancellation, std::vector<program::Warning> &warnings);

/// The first so many steps of the execution, as if it had been cut there.
Execution beginningOf(Execution execution, std::size_t steps);

} // namespace heddle::engines::trace
