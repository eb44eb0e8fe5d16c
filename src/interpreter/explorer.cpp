// A worklist of states; each is expanded by executing every enabled thread with every combination of inputs.
//
// Sleep sets (Godefroid, LNCS 1032, chapter 5) skip a thread in a state if everything that it could do there has
// already been explored in another order: after a step of T1 in a state has been explored, T1 sleeps in the successors
// by steps of other threads that are independent of it, until a dependent step wakes it. Since states are stored, a
// state that is reached again with a smaller sleep set is expanded again, by the threads that slept before and no
// longer do. Dependence (analysis/dependence.hpp) is decided by what the steps accessed when they were executed, so it
// is exact for the state at hand. Allocations by threads of different id classes (memory.hpp) are independent, because
// the ids that they take do not depend on the order.
//
// Persistent sets (ibidem, chapter 4) execute only one thread T in a state if nothing that other threads can do before
// T runs may be dependent on T's step, according to the oracle. Waiting threads count only if a thread that may run
// could enable them. To avoid ignoring threads for ever, at least one successor must be a state that has not been
// expanded yet; then every chain of such states ends in one that is expanded by all threads (the closed-set proviso of
// Bošnački and Holzmann).
//
// Neither is used if deadlocks are checked, because "waits for ever" is a property of the full graph.
#include "interpreter/explorer.hpp"

#include "interpreter/deadlock.hpp"
#include "interpreter/machine.hpp"
#include "interpreter/reduction.hpp"
#include "interpreter/state_store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <chrono>
#include <deque>

namespace heddle::interpreter {

using program::Property;

namespace {

constexpr const char *stoppedEarly = "stopped before all states were seen";

class Explorer {
public:
  Explorer(const program::Program &program, const ExplorerOptions &options, support::Cancellation &cancellation,
           const std::function<void(const std::string &)> &report)
      : program_(program), options_(options), cancellation_(cancellation), report_(report),
        machine_(program, limitsOf(options)), interesting_(interestingValues(program)),
        inputs_(options.nondetRange, interesting_), state_(machine_.initialState()), next_(machine_.initialState()),
        deadlocks_(program.properties.contains(Property::NoDeadlock)), sleeping_(options.sleepSets && !deadlocks_),
        persistent_(options.oracle != nullptr && !deadlocks_), mutator_(options.mutator) {
    if (sleeping_ || persistent_)
      machine_.recordAccesses(&stepAccesses_);
    machine_.setPlainAccessOracle(options.mayBePlain);
  }

  Exploration run();

private:
  /// How a state was first reached; its inputs are in `inputLists_`, if there were any.
  struct Origin {
    StateNumber parent = noState;
    std::uint32_t thread = 0;
    std::uint32_t inputs = 0;
    std::uint32_t depth = 0;
  };
  struct Task {
    StateNumber state = noState;
    ThreadMask threads = ~ThreadMask{0}; // to be executed, if they are enabled
    SleepSet sleep;
  };
  struct Successor {
    std::vector<std::uint8_t> bytes;
    std::vector<EnumeratedInputs::Chosen> inputs;
    StepAccesses accesses;
  };
  /// The steps of one thread in one state, for all inputs.
  struct Run {
    unsigned thread = 0;
    StepAccesses accesses;
    std::vector<Successor> successors;
  };

  static Limits limitsOf(const ExplorerOptions &options) {
    Limits limits = options.limits;
    limits.maxThreads = std::min(limits.maxThreads, maskedThreads);
    return limits;
  }

  void begin();
  bool stopIfCancelled();
  void expand(Task &task);
  /// Executes one thread with all inputs. A violation ends the exploration at once.
  Run runThread(StateNumber state, unsigned thread);
  bool isEnough(const Run &run);
  void enter(StateNumber parent, Run &run, const SleepSet &sleep);
  void enter(Origin origin, Successor &successor, SleepSet sleep);
  bool accept(const StepResult &result, StateNumber state, unsigned thread, bool &cut);
  void reportViolation(const Violation &violation, StateNumber state, std::optional<unsigned> thread);
  void reportDeadlock(StateNumber state, ThreadMask threads);
  Schedule scheduleTo(StateNumber state) const;
  void markIncomplete(const std::string &reason);
  void showProgress();
  bool isWild(const State &state) const;

  const program::Program &program_;
  const ExplorerOptions &options_;
  support::Cancellation &cancellation_;
  const std::function<void(const std::string &)> &report_;
  Machine machine_;
  std::vector<Bits> interesting_;
  EnumeratedInputs inputs_;
  Exploration result_;

  StateStore store_;
  std::vector<Origin> origins_; // by state
  std::vector<std::vector<EnumeratedInputs::Chosen>> inputLists_{1};
  std::deque<Task> worklist_;
  std::vector<ThreadMask> sleepMasks_; // by state, if sleep sets are used
  std::vector<bool> expanded_;         // by state, if persistent sets are used
  StepGraph graph_;                    // if deadlocks are checked

  State state_; // being expanded
  State next_;
  StepAccesses stepAccesses_; // of the current step
  StepGraph::Node node_;
  bool done_ = false;
  bool deadlocks_;
  bool sleeping_;
  bool persistent_;
  ExplorerMutator mutator_;
  std::uint64_t expansions_ = 0;
  std::chrono::steady_clock::time_point lastReport_ = std::chrono::steady_clock::now();
};

void Explorer::markIncomplete(const std::string &reason) {
  if (result_.complete)
    result_.incompleteReason = reason;
  result_.complete = false;
}

Schedule Explorer::scheduleTo(StateNumber state) const {
  std::vector<StateNumber> path;
  for (; state != noState; state = origins_[state].parent)
    path.push_back(state);
  Schedule schedule;
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    const Origin &origin = origins_[*step];
    if (origin.parent != noState)
      schedule.steps.push_back(origin.thread);
    appendInputs(schedule, inputLists_[origin.inputs]);
  }
  return schedule;
}

void Explorer::reportViolation(const Violation &violation, StateNumber state, std::optional<unsigned> thread) {
  result_.violation = violation;
  result_.schedule = scheduleTo(state);
  if (thread)
    result_.schedule.steps.push_back(*thread);
  appendInputs(result_.schedule, inputs_.chosen());
  done_ = true;
}

void Explorer::reportDeadlock(StateNumber state, ThreadMask threads) {
  machine_.decode(store_.data(state), store_.size(state), state_);
  const auto first = static_cast<unsigned>(std::countr_zero(threads));
  const Machine::Waiting waiting = machine_.describeWaiting(state_, first);
  result_.violation = Violation{Property::NoDeadlock, waiting.text, waiting.span, first};
  result_.schedule = scheduleTo(state);
  for (unsigned thread = first; thread < maskedThreads; ++thread)
    if (((threads >> thread) & 1) != 0)
      result_.schedule.deadlocked.push_back(thread);
  done_ = true;
}

/// Records the outcome of a step. Returns whether the step leads to a state that has to be explored.
bool Explorer::accept(const StepResult &result, StateNumber state, unsigned thread, bool &cut) {
  if (const auto &truncated = inputs_.truncated()) {
    node_.wild = true;
    markIncomplete(fmt::format("not all values of the input {} at {} were tried (--nondet-range)",
                               machine_.names().input(next_.memory, truncated->name, truncated->address),
                               machine_.names().where(truncated->span)));
  }
  switch (result.kind) {
  case StepResult::Kind::Done:
    break;
  case StepResult::Kind::Discarded:
    cut = true;
    return false;
  case StepResult::Kind::Violation:
    if (mutator_.strikes(ExplorerMutation::IgnoreViolation))
      return false;
    reportViolation(*result.violation, state, state == noState ? std::nullopt : std::optional(thread));
    return false;
  case StepResult::Kind::Halted:
    node_.wild = true;
    markIncomplete(fmt::format("{} at {}", result.message, program_.sources.describe(result.span)));
    return false;
  case StepResult::Kind::BadInput:
    assert(false && "enumerated inputs always have a value");
    return false;
  }
  if (result.exhausted) {
    node_.wild = true;
    markIncomplete(fmt::format("{} at {}", result.message, program_.sources.describe(result.span)));
  }
  // No thread waits after the end of the program.
  node_.wild = node_.wild || next_.ended;
  return !next_.ended;
}

void Explorer::enter(Origin origin, Successor &successor, SleepSet sleep) {
  if (mutator_.strikes(ExplorerMutation::ForgetSuccessor))
    return;
  if (store_.count() > 0 && mutator_.strikes(ExplorerMutation::MergeStates))
    successor.bytes.assign(store_.data(0), store_.data(0) + store_.size(0));
  const auto [number, isNew] = store_.add(successor.bytes);
  if (deadlocks_ && origin.parent != noState)
    graph_.edges.emplace_back(origin.parent, number);
  if (isNew) {
    if (!successor.inputs.empty()) {
      origin.inputs = static_cast<std::uint32_t>(inputLists_.size());
      inputLists_.push_back(std::move(successor.inputs));
    }
    origins_.push_back(origin);
    result_.maxDepth = std::max<std::uint64_t>(result_.maxDepth, origin.depth);
    if (sleeping_)
      sleepMasks_.push_back(maskOf(sleep));
    if (persistent_)
      expanded_.push_back(false);
    worklist_.push_back({number, ~ThreadMask{0}, std::move(sleep)});
    return;
  }
  if (!sleeping_)
    return;
  const ThreadMask awake = sleepMasks_[number] & ~maskOf(sleep);
  if (awake == 0)
    return;
  sleepMasks_[number] &= maskOf(sleep);
  std::erase_if(sleep, [&](const Sleeper &sleeper) { return ((sleepMasks_[number] >> sleeper.thread) & 1) == 0; });
  worklist_.push_back({number, awake, std::move(sleep)});
}

/// Ends the exploration, as incomplete, if a stop has been requested. Also polled between the inputs of one state,
/// because there may be many.
bool Explorer::stopIfCancelled() {
  if (!cancellation_.poll())
    return false;
  markIncomplete(stoppedEarly);
  return true;
}

void Explorer::begin() {
  inputs_.restart();
  do {
    next_ = machine_.initialState();
    const StepResult result = machine_.start(next_, inputs_);
    bool cut = false;
    Successor successor;
    if (accept(result, noState, 0, cut)) {
      machine_.encode(next_, successor.bytes);
      successor.inputs = inputs_.chosen();
      enter(Origin{}, successor, {});
    }
  } while (!done_ && !stopIfCancelled() && inputs_.next());
}

Explorer::Run Explorer::runThread(StateNumber state, unsigned thread) {
  Run run{thread, {}, {}};
  bool allCut = true;
  inputs_.restart();
  do {
    next_ = state_;
    stepAccesses_.clear();
    const StepResult result = machine_.step(next_, thread, inputs_);
    ++result_.transitions;
    run.accesses.add(stepAccesses_);
    bool cut = false;
    if (accept(result, state, thread, cut)) {
      Successor &successor = run.successors.emplace_back();
      machine_.encode(next_, successor.bytes);
      successor.inputs = inputs_.chosen();
      successor.accesses = stepAccesses_;
    }
    allCut = allCut && cut;
    if (mutator_.strikes(ExplorerMutation::ForgetInputs))
      break;
  } while (!done_ && !stopIfCancelled() && inputs_.next());
  node_.cut = node_.cut || allCut;
  return run;
}

void Explorer::enter(StateNumber parent, Run &run, const SleepSet &sleep) {
  const std::uint32_t depth = origins_[parent].depth + 1;
  for (Successor &successor : run.successors)
    enter(Origin{parent, run.thread, 0, depth}, successor,
          mutator_.strikes(ExplorerMutation::SleepThroughSteps) ? sleep : stillAsleep(sleep, successor.accesses));
}

bool Explorer::isWild(const State &state) const {
  return std::any_of(state.threads.begin(), state.threads.end(), [](const Thread &thread) {
    return thread.status == ThreadStatus::Undefined || thread.status == ThreadStatus::Exhausted;
  });
}

/// Whether the run alone is a persistent set that satisfies the closed-set proviso.
bool Explorer::isEnough(const Run &run) {
  const bool open = std::any_of(run.successors.begin(), run.successors.end(), [&](const Successor &successor) {
    const StateNumber number = store_.find(successor.bytes);
    return number == noState || !expanded_[number];
  });
  if (mutator_.strikes(ExplorerMutation::ClaimPersistent))
    return open;
  return (open || mutator_.strikes(ExplorerMutation::IgnoreThreadsForEver)) &&
         isPersistent(machine_, state_, run.thread, node_.enabled, run.accesses, *options_.oracle);
}

void Explorer::expand(Task &task) {
  machine_.decode(store_.data(task.state), store_.size(task.state), state_);
  node_ = {};
  node_.wild = deadlocks_ && isWild(state_);
  for (unsigned thread = 0; thread < state_.threads.size(); ++thread) {
    const Thread &candidate = state_.threads[thread];
    node_.cut = node_.cut || candidate.status == ThreadStatus::Stopped;
    if (machine_.enabled(state_, thread))
      node_.enabled |= ThreadMask{1} << thread;
    else if (candidate.active())
      node_.waiting |= ThreadMask{1} << thread;
  }
  // The common case, in which no thread is enabled, is reported at once, with a shortest path.
  const bool looksForDeadlock = deadlocks_ && !mutator_.is(ExplorerMutation::IgnoreDeadlock);
  if (looksForDeadlock && node_.enabled == 0 && node_.waiting != 0 && !node_.wild && !node_.cut) {
    reportDeadlock(task.state, node_.waiting);
    return;
  }
  const ThreadMask toRun = node_.enabled & task.threads & ~maskOf(task.sleep);
  const bool firstVisit = task.threads == ~ThreadMask{0};
  const bool mayReduce = persistent_ && firstVisit && std::popcount(node_.enabled) > 1;
  if (persistent_)
    expanded_[task.state] = true;
  std::vector<Run> runs;
  for (unsigned thread = 0; thread < state_.threads.size(); ++thread) {
    if ((toRun >> thread & 1) == 0 || mutator_.strikes(ExplorerMutation::SkipThread))
      continue;
    runs.push_back(runThread(task.state, thread));
    if (done_)
      return;
    if (mayReduce && isEnough(runs.back())) {
      enter(task.state, runs.back(), task.sleep);
      return;
    }
  }
  for (Run &run : runs) {
    enter(task.state, run, task.sleep);
    if (sleeping_)
      task.sleep.push_back({run.thread, std::move(run.accesses)});
  }
  if (deadlocks_)
    graph_.node(task.state) = node_;
}

void Explorer::showProgress() {
  constexpr std::uint64_t pollInterval = 1024;
  if (++expansions_ % pollInterval != 0)
    return;
  const auto now = std::chrono::steady_clock::now();
  if (now - lastReport_ < std::chrono::milliseconds(200))
    return;
  lastReport_ = now;
  report_(
      fmt::format("explore: {} states, {} to expand, depth {}", store_.count(), worklist_.size(), result_.maxDepth));
}

Exploration Explorer::run() {
  begin();
  while (!worklist_.empty() && !done_) {
    if (stopIfCancelled() || store_.count() > options_.maxStates) {
      markIncomplete(stoppedEarly);
      break;
    }
    Task task;
    if (options_.depthFirst) {
      task = std::move(worklist_.back());
      worklist_.pop_back();
    } else {
      task = std::move(worklist_.front());
      worklist_.pop_front();
    }
    expand(task);
    showProgress();
  }
  const bool looksForDeadlock = deadlocks_ && !mutator_.is(ExplorerMutation::IgnoreDeadlock);
  if (looksForDeadlock && !done_ && worklist_.empty() && !cancellation_.poll()) {
    const DeadlockAnswer answer = findDeadlock(machine_, store_, graph_, options_.nondetRange, cancellation_);
    if (answer.found)
      reportDeadlock(answer.found->state, answer.found->threads);
    else if (!answer.certain)
      markIncomplete("it is not known whether threads that wait for a thread with a failed assumption wait for ever");
  }
  result_.warnings = machine_.warnings();
  result_.states = store_.count();
  result_.memory = store_.memory() + origins_.capacity() * sizeof(Origin) +
                   graph_.edges.capacity() * sizeof(graph_.edges[0]) +
                   graph_.nodes.capacity() * sizeof(graph_.nodes[0]);
  return std::move(result_);
}

} // namespace

Exploration explore(const program::Program &program, const ExplorerOptions &options,
                    support::Cancellation &cancellation, const std::function<void(const std::string &)> &report) {
  return Explorer(program, options, cancellation, report).run();
}

} // namespace heddle::interpreter
