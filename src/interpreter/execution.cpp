// Executions step by step, driven by a scheduler and observed by a TraceBuilder.
#include "interpreter/execution.hpp"

#include "interpreter/directed.hpp"
#include "interpreter/machine.hpp"
#include "interpreter/partial_replay.hpp"
#include "interpreter/targeted_scheduler.hpp"
#include "interpreter/trace_builder.hpp"
#include "interpreter/trace_details.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>

namespace heddle::interpreter {

using program::Property;

namespace {

/// An execution in progress.
class Execution {
public:
  Execution(const program::Program &program, const Limits &limits, bool events, const RaceFilter &passesOver,
            std::shared_ptr<ProgramCode> code = nullptr)
      : program_(program), maxThreads_(limits.maxThreads), machine_(program, limits, std::move(code)),
        builder_(machine_, events), state_(machine_.initialState()) {
    machine_.setObserver(&builder_);
    machine_.setRaceFilter(passesOver);
  }

  /// Is notified instead of the builder of the trace, which it must notify.
  void setObserver(Observer &observer) { machine_.setObserver(&observer); }
  TraceBuilder &builder() { return builder_; }

  void start(InputSource &inputs) {
    note(machine_.start(state_, inputs));
    machine_.settle(state_);
    builder_.endStep(state_);
  }
  void step(unsigned thread, InputSource &inputs) {
    builder_.beginStep(thread);
    note(machine_.step(state_, thread, inputs));
    // The state is not compared with others, and what settling forgets only takes memory; with thousands of threads,
    // it takes longer than a step.
    constexpr std::size_t fewThreads = 64;
    constexpr unsigned stepsBetween = 64;
    if (++unsettled_ % stepsBetween == 0 || state_.threads.size() <= fewThreads)
      machine_.settle(state_);
    builder_.endStep(state_);
  }

  bool hasEnded() const { return hasEnded_; }
  bool badInput() const { return badInput_; }
  bool exists(unsigned thread) const {
    return thread < state_.threads.size() && state_.threads[thread].status != ThreadStatus::Unused;
  }
  bool enabled(unsigned thread) { return thread < state_.threads.size() && machine_.enabled(state_, thread); }
  std::vector<unsigned> enabledThreads() {
    std::vector<unsigned> threads;
    for (unsigned thread = 0; thread < state_.threads.size(); ++thread)
      if (enabled(thread))
        threads.push_back(thread);
    return threads;
  }
  /// The last enabled thread, in the order of their indices.
  std::optional<unsigned> newestEnabledThread() {
    for (std::size_t thread = state_.threads.size(); thread-- > 0;)
      if (enabled(static_cast<unsigned>(thread)))
        return static_cast<unsigned>(thread);
    return std::nullopt;
  }
  const State &state() const { return state_; }
  Machine &machine() { return machine_; }
  bool waits(unsigned thread) { return exists(thread) && state_.threads[thread].active() && !enabled(thread); }
  std::string whyNot(unsigned thread) {
    if (!exists(thread))
      return fmt::format("there is no thread {} at that point", thread);
    const Thread &named = state_.threads[thread];
    return named.active() ? fmt::format("{}, and cannot run", machine_.describeWaiting(state_, thread).text)
                          : fmt::format("{} can no longer run", Names::thread(thread));
  }

  /// The trace so far. `deadlocked`: threads that are claimed to wait for ever.
  Trace finish(const std::vector<unsigned> &deadlocked = {});
  std::vector<EventDetails> takeDetails() { return builder_.takeDetails(); }

private:
  void note(StepResult result);
  std::vector<unsigned> waitingThreads();
  std::vector<std::string> describeWaiting(const std::vector<unsigned> &threads);

  const program::Program &program_;
  unsigned maxThreads_;
  Machine machine_;
  TraceBuilder builder_;
  State state_;
  unsigned unsettled_ = 0; // steps since the clocks were renumbered, modulo 2^32
  bool hasEnded_ = false;
  bool badInput_ = false;
  Ending ending_ = Ending::Running;
  std::string endingText_;
  std::optional<Violation> violation_;
};

void Execution::note(StepResult result) {
  switch (result.kind) {
  case StepResult::Kind::Done:
    hasEnded_ = state_.ended;
    if (hasEnded_) {
      ending_ = Ending::Finished;
      endingText_ = "the program has ended";
    }
    if (result.exhausted)
      endingText_ = fmt::format("{} at {}", result.message, program_.sources.describe(result.span));
    return;
  case StepResult::Kind::Discarded:
    ending_ = Ending::Cut;
    endingText_ = "an assumption fails inside an atomic block, or nothing can follow it";
    break;
  case StepResult::Kind::Violation:
    ending_ = Ending::Violation;
    endingText_ = result.violation->message;
    violation_ = std::move(result.violation);
    break;
  case StepResult::Kind::Halted:
    ending_ = Ending::Halted;
    endingText_ = fmt::format("{} at {}", result.message, program_.sources.describe(result.span));
    break;
  case StepResult::Kind::BadInput:
    badInput_ = true;
    break;
  }
  hasEnded_ = true;
}

std::vector<unsigned> Execution::waitingThreads() {
  std::vector<unsigned> threads;
  for (unsigned thread = 0; thread < state_.threads.size(); ++thread)
    if (waits(thread))
      threads.push_back(thread);
  return threads;
}

std::vector<std::string> Execution::describeWaiting(const std::vector<unsigned> &threads) {
  std::vector<std::string> texts;
  for (const unsigned thread : threads)
    texts.push_back(machine_.describeWaiting(state_, thread).text);
  return texts;
}

Trace Execution::finish(const std::vector<unsigned> &deadlocked) {
  const auto has = [&](ThreadStatus status) {
    return std::any_of(state_.threads.begin(), state_.threads.end(),
                       [&](const Thread &thread) { return thread.status == status; });
  };
  const bool someWait = has(ThreadStatus::Active);
  const bool diverged = has(ThreadStatus::Diverged) || has(ThreadStatus::Exhausted);
  const bool cut = has(ThreadStatus::Stopped) || has(ThreadStatus::Undefined);
  const auto deadlock = [&](const std::vector<unsigned> &threads, std::vector<std::string> clauses) {
    ending_ = Ending::Deadlock;
    endingText_ = fmt::format("{}", fmt::join(clauses, "; "));
    if (program_.properties.contains(Property::NoDeadlock)) {
      violation_ = Violation{Property::NoDeadlock, endingText_, {}, threads.front(), std::move(clauses)};
      for (const unsigned thread : threads)
        violation_->participants.push_back({machine_.describeWaiting(state_, thread).span});
      violation_->span = violation_->participants.front().span;
      ending_ = Ending::Violation;
    }
  };
  if (!hasEnded_ && !deadlocked.empty() &&
      std::all_of(deadlocked.begin(), deadlocked.end(), [&](unsigned thread) { return waits(thread); })) {
    std::vector<std::string> clauses = describeWaiting(deadlocked);
    clauses.back() += ", for ever";
    deadlock(deadlocked, std::move(clauses));
  } else if (!hasEnded_ && enabledThreads().empty()) {
    if (someWait && !diverged && !cut) {
      const std::vector<unsigned> waiting = waitingThreads();
      std::vector<std::string> clauses = describeWaiting(waiting);
      clauses.front().insert(0, "deadlock: ");
      deadlock(waiting, std::move(clauses));
    } else if (cut) {
      ending_ = Ending::Cut;
      endingText_ = has(ThreadStatus::Stopped) ? "an assumption fails" : "undefined behaviour that is not checked";
    } else if (has(ThreadStatus::Diverged) && !has(ThreadStatus::Exhausted)) {
      endingText_ = "a thread loops for ever";
    }
  } else if (!hasEnded_ && endingText_.empty()) {
    endingText_ = "the execution was not followed any further";
  }
  Trace trace = builder_.take();
  trace.ending = ending_;
  trace.endingText = endingText_;
  trace.violation = violation_;
  trace.needsMoreThreads = ending_ == Ending::Halted && state_.threads.size() >= maxThreads_;
  trace.warnings = machine_.warnings();
  if (violation_ && violation_->property == Property::NoDeadlock)
    trace.schedule.deadlocked = deadlocked;
  return trace;
}

} // namespace

Trace runRandom(const program::Program &program, const RandomOptions &options) {
  std::mt19937_64 generator(options.seed);
  RandomInputs inputs(generator);
  Scheduler plain(options.strategy, options.limits.steps, generator);
  Execution execution(program, options.limits, options.events, options.passesOver, options.code);
  execution.machine().recordGoals(options.goals);
  std::optional<TargetedScheduler> targeted;
  if (options.target != nullptr)
    targeted.emplace(execution.machine(), *options.target, plain, generator);
  execution.start(inputs);
  bool chosen = false;
  for (std::uint64_t i = 0; i < options.limits.steps && !execution.hasEnded(); ++i) {
    if (options.cancellation != nullptr && options.cancellation->poll())
      break;
    if (options.strategy == Strategy::NewestFirst) { // without a list of thousands of threads at each step
      chosen = true;
      const std::optional<unsigned> newest = execution.newestEnabledThread();
      if (!newest)
        break;
      execution.step(*newest, inputs);
      continue;
    }
    const std::vector<unsigned> enabled = execution.enabledThreads();
    if (enabled.empty())
      break;
    chosen = chosen || enabled.size() > 1;
    execution.step(targeted ? targeted->choose(execution.state(), enabled) : plain.choose(enabled), inputs);
  }
  Trace trace = execution.finish();
  trace.deterministic = !chosen && trace.schedule.inputs.empty();
  return trace;
}

Trace runRandom(const program::Program &program, std::uint64_t seed, std::uint64_t steps) {
  Limits limits;
  limits.steps = steps;
  return runRandom(program, {.seed = seed, .limits = limits});
}

namespace {

/// Passes on what it is notified of, so that two observers see an execution.
class Both final : public Observer {
public:
  Both(Observer &first, Observer &second) : first_(first), second_(second) {}
  void occurred(const State &state, const Occurrence &occurrence) override {
    first_.occurred(state, occurrence);
    second_.occurred(state, occurrence);
  }
  void chosen(const State &state, const InputRequest &request, Bits value) override {
    first_.chosen(state, request, value);
    second_.chosen(state, request, value);
  }
  void takes(const State &state, unsigned thread, program::ActionId action) override {
    first_.takes(state, thread, action);
    second_.takes(state, thread, action);
  }
  void violated(const State &state, const Failure &failure) override {
    first_.violated(state, failure);
    second_.violated(state, failure);
  }

private:
  Observer &first_;
  Observer &second_;
};

} // namespace

Trace runDirected(const program::Program &program, Director &director, const Limits &limits) {
  Execution execution(program, limits, false, {});
  Both both(execution.builder(), director);
  execution.setObserver(both);
  execution.start(director);
  for (std::uint64_t i = 0; i < limits.steps && !execution.hasEnded(); ++i) {
    const std::vector<unsigned> enabled = execution.enabledThreads();
    if (enabled.empty())
      break;
    const std::optional<unsigned> thread = director.choose(execution.state(), enabled);
    if (!thread || !execution.enabled(*thread))
      break;
    execution.step(*thread, director);
  }
  return execution.finish();
}

namespace {

std::string threadNames(const std::vector<unsigned> &threads) {
  std::vector<std::string> names;
  for (const unsigned thread : threads)
    names.push_back(Names::thread(thread));
  return fmt::format("{}", fmt::join(names, " and "));
}

} // namespace

PartialReplay replayAsFarAsPossible(const program::Program &program, const Schedule &schedule, const Limits &limits,
                                    const ClaimLimits &claimLimits, const RaceFilter &passesOver) {
  ScheduledInputs inputs(schedule);
  Execution execution(program, limits, true, passesOver);
  const auto stopped = [&](std::string why) { return PartialReplay{execution.finish(), std::move(why)}; };
  execution.start(inputs);
  for (std::size_t i = 0; i < schedule.steps.size(); ++i) {
    const unsigned thread = schedule.steps[i];
    if (execution.badInput())
      break;
    if (execution.hasEnded())
      return stopped(
          fmt::format("the schedule does not fit the program: the execution has ended before step {}", i + 1));
    if (!execution.enabled(thread))
      return stopped(fmt::format("the schedule does not fit the program: step {} runs thread {}, but {}", i + 1, thread,
                                 execution.whyNot(thread)));
    execution.step(thread, inputs);
  }
  if (execution.badInput())
    return stopped("the schedule does not fit the program: " + inputs.error());
  for (const unsigned thread : schedule.deadlocked)
    if (!execution.waits(thread))
      return stopped(
          fmt::format("the schedule says that thread {} is deadlocked at the end, but it does not wait", thread));
  auto claim = DeadlockClaim::Confirmed;
  if (!schedule.deadlocked.empty() && !execution.hasEnded()) {
    // The engine that has found the deadlock has decided this, too; a schedule from a file need not come from one. The
    // states that follow are those that engines visit: with thousands of threads, each would be large.
    Limits visited = limits;
    visited.maxThreads = std::min(limits.maxThreads, Limits{}.maxThreads);
    Machine machine(program, visited);
    claim = checkDeadlockClaim(machine, execution.state(), schedule.deadlocked, claimLimits);
  }
  if (claim == DeadlockClaim::Refuted)
    return stopped(fmt::format("the schedule does not lead to a deadlock: {} may still run, or the program end",
                               threadNames(schedule.deadlocked)));
  Trace trace = execution.finish(schedule.deadlocked);
  trace.isUnconfirmed = claim == DeadlockClaim::Undecided;
  return {std::move(trace), {}};
}

support::Expected<Trace> replay(const program::Program &program, const Schedule &schedule, const Limits &limits,
                                const ClaimLimits &claimLimits, const RaceFilter &passesOver) {
  PartialReplay followed = replayAsFarAsPossible(program, schedule, limits, claimLimits, passesOver);
  if (!followed.misfit.empty())
    return support::Error{std::move(followed.misfit)};
  return std::move(followed.trace);
}

std::vector<EventDetails> traceDetails(const program::Program &program, const Schedule &schedule, const Limits &limits,
                                       const RaceFilter &passesOver) {
  ScheduledInputs inputs(schedule);
  Execution execution(program, limits, true, passesOver);
  execution.start(inputs);
  for (const unsigned thread : schedule.steps) {
    if (execution.badInput() || execution.hasEnded() || !execution.enabled(thread))
      return {};
    execution.step(thread, inputs);
  }
  return execution.takeDetails();
}

} // namespace heddle::interpreter
