// One execution: the interpreter runs it, and what it did is kept.
//
// Threads are numbered in the order of their creation, so executions with a common prefix give the same numbers to
// the threads of that prefix.
#pragma once

#include "engines/guided_execution.hpp"
#include "engines/trace/mutation.hpp"
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

/// The actions of a step: those of its thread, then the first local work of the threads that it starts.
using Actions = std::vector<std::pair<ThreadIndex, program::ActionId>>;
/// In a list of actions: an assumption or undefined behaviour stopped the thread in its last action.
constexpr program::ActionId stoppedThere = UINT32_MAX;

/// The next step of a thread in some state, and the memory that it accesses.
struct NextStep {
  ThreadIndex thread = 0;
  interpreter::StepAccesses accesses;
};
/// Threads whose next step need not be taken, because all executions that begin with it are covered.
using SleepSet = std::vector<NextStep>;

inline bool contains(const std::vector<NextStep> &steps, ThreadIndex thread) {
  return std::any_of(steps.begin(), steps.end(), [thread](const NextStep &next) { return next.thread == thread; });
}

struct Step {
  ThreadIndex thread = 0;
  interpreter::StepAccesses accesses;
  std::vector<ThreadIndex> candidates; // threads that could have taken the step, its own among them
  std::vector<ThreadIndex> blocked;    // before it
  Actions actions;
  std::vector<ThreadIndex> stopped; // in it, by an assumption or undefined behaviour
  std::vector<ThreadIndex> starts;
  ThreadIndex joins = none;
  std::size_t position = 0;     // of its first action in the path of its thread
  std::size_t inputsBefore = 0; // how many inputs the execution has requested before it
  SleepSet sleep;               // before it
  /// Set on the last step of an *idle round*, in which the thread returns to a location without any effect: the first
  /// step of the round.
  std::optional<std::size_t> round = {};
};

struct Execution {
  enum class Ending : std::uint8_t {
    Finished,  // the program has ended, or no thread can continue
    Redundant, // all threads that could continue sleep
    Violation, // `violation` says which
    Discarded, // an assumption failed in an atomic block: the execution does not count
    Depth,     // cut: too many steps
    Halted,    // `message` says why it cannot be followed
    Lost,      // a thread of the requested prefix cannot run
    Cancelled,
  };
  Ending ending = Ending::Finished;
  std::string message; // for Halted, or if some thread was not followed to its end
  std::vector<Step> steps;
  Actions initialActions;                    // the first local work of main
  std::vector<ThreadIndex> stoppedInitially; // in it
  std::vector<program::CfaId> cfas;          // of the threads
  events::ExecutedThreads threads;           // their complete paths
  std::vector<ThreadIndex> blocked;          // at the end, if no thread can continue
  std::vector<NextStep> pending;             // at the end: the blocked threads
  std::vector<NextStep> cutOff;              // if the execution was cut: the threads that could have continued
  std::vector<ThreadIndex> abandoned;        // not followed to the end; a long last step keeps only its first actions
  bool isDeadlock = false;                   // the blocked threads wait for ever; `schedule` claims it
  std::size_t inputs = 0;                    // how many were requested
  std::vector<program::Bits> requested;      // their values, in that order
  std::optional<interpreter::Violation> violation;
  interpreter::Schedule schedule;
};

struct ExecutionLimits {
  interpreter::Limits interpreter;
  std::uint64_t depth = 10'000; // steps
  Mutator *mutator = nullptr;   // for tests
};

/// What is to be executed.
struct ExecutionRequest {
  std::vector<ThreadIndex> prefix; // the threads of the first steps
  SleepSet sleep;                  // before the last of them
  ExecutionPlan plan;              // inputs
  bool inputsAreFixed = false;     // the accesses of a step depend on the schedule only
  /// If set, the threads after the prefix and the inputs are random.
  std::optional<std::uint64_t> seed = {};
};

/// Runs the threads of the prefix, then each thread for as long as it can continue. After an idle round, a thread is
/// not scheduled until another thread changes what the round has read. A step that would end the program is taken last.
Execution execute(const program::Program &program, const ExecutionRequest &request, const ExecutionLimits &limits,
                  support::Cancellation &cancellation, std::vector<program::Warning> &warnings);

/// The first `steps` steps of the execution, as if it had been cut there.
Execution prefixOf(Execution execution, std::size_t steps);

} // namespace heddle::engines::trace
