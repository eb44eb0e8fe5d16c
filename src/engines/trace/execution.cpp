// The recorder observes the interpreter: it notes the actions, accesses, inputs and threads of each step, and decides
// which thread runs next where the request leaves that open.
#include "engines/trace/execution.hpp"

#include "analysis/liveness.hpp"
#include "analysis/quiet_round.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <utility>

namespace heddle::engines::trace {

using interpreter::StepResult;
using program::ActionId;

namespace {

constexpr std::size_t actionsPerEffort = 50;

class Recorder final : public GuidedExecution {
public:
  Recorder(const program::Program &program, const ExecutionRequest &request, const ExecutionLimits &limits,
           support::Cancellation &cancellation)
      : GuidedExecution(program, request.plan, limits.interpreter), program_(program), request_(request),
        limits_(limits), cancellation_(cancellation), generator_(request.seed.value_or(0)) {
    machine().recordAccesses(&accesses_);
    indexOf_[0] = 0;
    execution_.threads.emplace_back();
    threads_.emplace_back();
  }

  Execution run();
  const std::vector<program::Warning> &warnings() { return machine().warnings(); }

  std::optional<program::Bits> choose(const interpreter::InputRequest &request) override {
    ++execution_.inputs;
    const std::optional<program::Bits> value = GuidedExecution::choose(request);
    execution_.requested.push_back(value.value_or(0));
    if (value && request.name != nullptr)
      execution_.threads[indexOf_.at(request.thread)].inputs.push_back(*value);
    return value;
  }
  void takes(const interpreter::State &state, unsigned slot, ActionId action) override;
  void occurred(const interpreter::State &state, const interpreter::Occurrence &occurrence) override;

protected:
  program::Bits answer(const interpreter::InputRequest &request) override {
    if (!request_.seed)
      return GuidedExecution::answer(request);
    return interpreter::RandomInputs(generator_).choose(request).value_or(request.low);
  }

private:
  /// The state of a thread apart from its path.
  struct ThreadRecord {
    unsigned slot = 0;
    program::CfaId cfa = 0;
    /// Its steps since it last had an effect, each with the location of the thread before it.
    std::vector<std::pair<std::size_t, program::LocationId>> quietSteps;
    interpreter::StepAccesses roundAccesses; // of its last idle round
    bool isIdle = false;                     // another round would read the same values
  };

  /// The enabled threads that are not idle, and the blocked ones.
  struct Survey {
    std::vector<ThreadIndex> candidates;
    std::vector<ThreadIndex> blocked;
  };
  Survey survey();
  interpreter::ThreadStatus statusOf(ThreadIndex thread);
  bool isActive(ThreadIndex thread) { return statusOf(thread) == interpreter::ThreadStatus::Active; }
  std::vector<ThreadIndex> awake(std::vector<ThreadIndex> candidates) const;
  std::optional<ThreadIndex> choose(const std::vector<ThreadIndex> &candidates);
  bool wouldEndExecution(ThreadIndex thread);
  std::pair<StepResult, bool> stepOnCopy(unsigned slot, interpreter::StepAccesses *accesses);
  void endBlocked();
  void noteNextSteps();
  bool takeStep(ThreadIndex thread, const Survey &survey);
  bool noteResult(bool canContinue);
  void noteStopped(const Actions &actions, std::vector<ThreadIndex> &stopped);
  void shortenAbandoned(Actions &actions);
  bool strikes(Mutation mutation) { return limits_.mutator != nullptr && limits_.mutator->strikes(mutation); }
  void detectIdleRound(ThreadIndex thread);
  bool hasVariableAddress(const Actions &actions) const;
  bool onlyReadSince(ThreadIndex thread, std::size_t from, program::LocationId head);

  const program::Program &program_;
  const ExecutionRequest &request_;
  const ExecutionLimits &limits_;
  support::Cancellation &cancellation_;
  SleepSet sleep_;
  std::mt19937_64 generator_;
  Execution execution_;
  std::map<unsigned, ThreadIndex> indexOf_; // by slot
  std::vector<ThreadRecord> threads_;
  interpreter::StepAccesses accesses_;
  std::map<program::CfaId, std::unique_ptr<analysis::Liveness>> liveness_;
  std::optional<ThreadIndex> last_;
  std::size_t taken_ = 0; // actions, since the last poll
};

void Recorder::takes(const interpreter::State &state, unsigned slot, ActionId action) {
  ++taken_;
  const ThreadIndex thread = indexOf_.at(slot);
  threads_[thread].cfa = state.threads[slot].cfa;
  execution_.threads[thread].path.push_back(action);
  auto &actions = execution_.steps.empty() ? execution_.initialActions : execution_.steps.back().actions;
  actions.emplace_back(thread, action);
}

void Recorder::occurred(const interpreter::State &state, const interpreter::Occurrence &occurrence) {
  GuidedExecution::occurred(state, occurrence);
  const program::Operation &operation = occurrence.instruction->operation;
  const ThreadIndex thread = indexOf_.at(occurrence.thread);
  if (std::holds_alternative<program::Spawn>(operation)) {
    const ThreadIndex child = execution_.threads.size();
    execution_.threads[thread].children.push_back(child);
    execution_.threads.emplace_back();
    threads_.emplace_back();
    threads_[child].slot = occurrence.other;
    indexOf_[occurrence.other] = child;
    if (!execution_.steps.empty())
      execution_.steps.back().starts.push_back(child);
  }
  if (std::holds_alternative<program::Join>(operation) && !execution_.steps.empty())
    execution_.steps.back().joins = indexOf_.at(occurrence.other);
}

/// A detached thread gives its slot back when it terminates.
interpreter::ThreadStatus Recorder::statusOf(ThreadIndex thread) {
  const unsigned slot = threads_[thread].slot;
  const bool isThere = slot < state().threads.size() && indexOf_.at(slot) == thread;
  return isThere ? state().threads[slot].status : interpreter::ThreadStatus::Unused;
}

Recorder::Survey Recorder::survey() {
  Survey result;
  for (const auto &[slot, thread] : indexOf_) {
    if (!isActive(thread))
      continue;
    if (!machine().enabled(state(), slot))
      result.blocked.push_back(thread);
    else if (!threads_[thread].isIdle && !(!result.candidates.empty() && strikes(Mutation::ForgetCandidate)))
      result.candidates.push_back(thread);
  }
  std::sort(result.candidates.begin(), result.candidates.end());
  return result;
}

/// Whether the thread's next step would end the program, or discard the execution because an assumption fails in an
/// atomic block. The step is executed on a copy of the state unless its operations rule both out.
bool Recorder::wouldEndExecution(ThreadIndex thread) {
  const unsigned slot = threads_[thread].slot;
  const interpreter::Thread &self = state().threads[slot];
  const program::Cfa &cfa = program_.cfas[self.cfa];
  const std::vector<ActionId> &outgoing = cfa.outgoing[self.location];
  const bool isHarmless = std::none_of(outgoing.begin(), outgoing.end(), [&](ActionId id) {
    return program::isInsideAtomicBlock(cfa, cfa.actions[id]) ||
           std::any_of(cfa.actions[id].instructions.begin(), cfa.actions[id].instructions.end(),
                       [](const program::Instruction &instruction) {
                         return std::holds_alternative<program::EndProgram>(instruction.operation);
                       });
  });
  if (isHarmless)
    return false;
  const auto [result, hasEnded] = stepOnCopy(slot, nullptr);
  return result.kind == StepResult::Kind::Discarded || (result.kind == StepResult::Kind::Done && hasEnded);
}

std::vector<ThreadIndex> Recorder::awake(std::vector<ThreadIndex> candidates) const {
  std::erase_if(candidates, [this](ThreadIndex thread) { return contains(sleep_, thread); });
  return candidates;
}

/// Prefers a thread that has just been started, so that programs which start threads for ever also execute them; then
/// the thread that ran last; then the next one by index. Threads whose step would end the execution come last.
std::optional<ThreadIndex> Recorder::choose(const std::vector<ThreadIndex> &candidates) {
  if (candidates.empty())
    return std::nullopt;
  std::vector<ThreadIndex> wanted;
  if (!execution_.steps.empty())
    wanted = execution_.steps.back().starts;
  if (last_)
    wanted.push_back(*last_);
  for (const ThreadIndex thread : candidates)
    if (last_ && thread > *last_)
      wanted.push_back(thread);
  wanted.insert(wanted.end(), candidates.begin(), candidates.end());
  std::erase_if(wanted, [&](ThreadIndex thread) { return !contains(candidates, thread); });
  constexpr unsigned switches = 4; // on average, one in so many steps is a random switch
  if (request_.seed && generator_() % switches == 0)
    std::swap(wanted.front(), wanted[generator_() % wanted.size()]);
  for (const ThreadIndex thread : wanted)
    if (candidates.size() == 1 || !wouldEndExecution(thread))
      return thread;
  return wanted.front();
}

Execution Recorder::run() {
  bool canContinue = noteResult(start());
  noteStopped(execution_.initialActions, execution_.stoppedInitially);
  shortenAbandoned(execution_.initialActions);
  while (canContinue) {
    if (cancellation_.poll(1 + std::exchange(taken_, 0) / actionsPerEffort)) {
      execution_.ending = Execution::Ending::Cancelled;
      break;
    }
    const Survey able = survey();
    const std::size_t done = execution_.steps.size();
    if (done + 1 == request_.prefix.size())
      sleep_ = request_.sleep;
    // Accesses may depend on inputs; then a recorded access does not justify a sleep set.
    if (execution_.inputs != 0 && !request_.inputsAreFixed && !strikes(Mutation::SleepWithInputs))
      sleep_.clear();
    const std::optional<ThreadIndex> next =
        done < request_.prefix.size() ? std::optional(request_.prefix[done]) : choose(awake(able.candidates));
    if (!next) {
      if (!able.candidates.empty())
        execution_.ending = Execution::Ending::Redundant;
      else
        endBlocked();
      break;
    }
    if (!isActive(*next) || !machine().enabled(state(), threads_[*next].slot)) {
      execution_.ending = Execution::Ending::Lost;
      break;
    }
    if (done >= limits_.depth) {
      execution_.ending = Execution::Ending::Depth;
      break;
    }
    canContinue = takeStep(*next, able);
  }
  const bool isWhole = execution_.ending == Execution::Ending::Finished ||
                       execution_.ending == Execution::Ending::Redundant ||
                       execution_.ending == Execution::Ending::Depth;
  if (isWhole && !state().ended) // otherwise the last step is incomplete
    noteNextSteps();
  for (const ThreadRecord &self : threads_)
    execution_.cfas.push_back(self.cfa);
  execution_.violation = violation();
  execution_.schedule = takeSchedule();
  if (execution_.isDeadlock)
    for (const ThreadIndex thread : execution_.blocked)
      execution_.schedule.deadlocked.push_back(threads_[thread].slot);
  return std::move(execution_);
}

/// Records the next steps of the threads. The step of a blocked thread only reads what it waits for.
void Recorder::noteNextSteps() {
  const Survey able = survey();
  const auto next = [this](ThreadIndex thread) {
    accesses_.clear();
    stepOnCopy(threads_[thread].slot, &accesses_);
    return NextStep{thread, accesses_};
  };
  for (const ThreadIndex thread : able.blocked)
    execution_.pending.push_back(next(thread));
  if (execution_.ending == Execution::Ending::Depth)
    for (const ThreadIndex thread : able.candidates)
      execution_.cutOff.push_back(next(thread));
}

/// Executes the thread's next step on a copy of the state. Also returns whether the program has ended.
std::pair<StepResult, bool> Recorder::stepOnCopy(unsigned slot, interpreter::StepAccesses *accesses) {
  interpreter::State copy = state();
  machine().setObserver(nullptr);
  machine().recordAccesses(accesses);
  const interpreter::Schedule noInputs;
  interpreter::ScheduledInputs lowest(noInputs);
  StepResult result = machine().step(copy, slot, lowest);
  machine().setObserver(this);
  machine().recordAccesses(&accesses_);
  return {std::move(result), copy.ended};
}

/// Ends an execution in which no thread can continue. It is no deadlock if a thread was stopped or abandoned, because
/// that thread might still have released the others, nor if a thread is idle rather than blocked.
void Recorder::endBlocked() {
  using interpreter::ThreadStatus;
  execution_.blocked = survey().blocked;
  execution_.isDeadlock = !execution_.blocked.empty();
  for (const interpreter::Thread &thread : state().threads)
    if (thread.status == ThreadStatus::Stopped || thread.status == ThreadStatus::Undefined ||
        thread.status == ThreadStatus::Exhausted)
      execution_.isDeadlock = false;
  for (const ThreadRecord &self : threads_)
    if (self.isIdle)
      execution_.isDeadlock = false;
}

bool Recorder::takeStep(ThreadIndex thread, const Survey &survey) {
  const unsigned slot = threads_[thread].slot;
  const std::size_t index = execution_.steps.size();
  const program::LocationId location = state().threads[slot].location;
  Step step;
  step.thread = thread;
  step.candidates = survey.candidates;
  step.position = execution_.threads[thread].path.size();
  step.inputsBefore = execution_.inputs;
  step.sleep = sleep_;
  step.blocked = survey.blocked;
  execution_.steps.push_back(std::move(step));
  threads_[thread].quietSteps.emplace_back(index, location);
  accesses_.clear();
  const bool canContinue = noteResult(stepSlot(slot));
  Step &taken = execution_.steps[index];
  taken.accesses = accesses_;
  noteStopped(taken.actions, taken.stopped);
  shortenAbandoned(taken.actions);
  std::erase_if(sleep_, [this](const NextStep &next) {
    return next.accesses.dependsOn(accesses_) && !strikes(Mutation::SleepThroughSteps);
  });
  for (ThreadRecord &other : threads_)
    if (other.isIdle && &other != &threads_[thread] && other.roundAccesses.dependsOn(accesses_))
      other.isIdle = false;
  last_ = thread;
  if (canContinue)
    detectIdleRound(thread);
  return canContinue;
}

/// Whether the thread has only read since step `from`, which it began at location `head`.
bool Recorder::onlyReadSince(ThreadIndex thread, std::size_t from, program::LocationId head) {
  const program::CfaId cfaId = threads_[thread].cfa;
  const program::Cfa &cfa = program_.cfas[cfaId];
  std::unique_ptr<analysis::Liveness> &liveness = liveness_[cfaId];
  if (!liveness)
    liveness = std::make_unique<analysis::Liveness>(cfa);
  const std::vector<ActionId> &path = execution_.threads[thread].path;
  return std::all_of(
      path.begin() + static_cast<std::ptrdiff_t>(execution_.steps[from].position), path.end(),
      [&](ActionId id) { return analysis::isEffectFree(cfa.actions[id], liveness->at(head), program_.properties); });
}

/// Whether one of the actions loads from an address that is not constant.
bool Recorder::hasVariableAddress(const Actions &actions) const {
  return std::any_of(actions.begin(), actions.end(), [this](const auto &taken) {
    const program::Action &action = program_.cfas[threads_[taken.first].cfa].actions[taken.second];
    return std::any_of(action.instructions.begin(), action.instructions.end(),
                       [](const program::Instruction &instruction) {
                         const auto *load = std::get_if<program::Load>(&instruction.operation);
                         return load != nullptr && !load->address->isConstant();
                       });
  });
}

/// Detects an idle round: the thread has returned to an earlier location and has only read in between.
void Recorder::detectIdleRound(ThreadIndex thread) {
  ThreadRecord &self = threads_[thread];
  const std::size_t index = execution_.steps.size() - 1;
  const auto &actions = execution_.steps[index].actions;
  const bool ignoresEffects = strikes(Mutation::IdleDespiteEffects);
  const bool acts = !ignoresEffects && std::any_of(actions.begin(), actions.end(), [&](const auto &taken) {
    return taken.first != thread ||
           !analysis::isEffectFree(program_.cfas[self.cfa].actions[taken.second], {}, program_.properties);
  });
  // With other inputs, the round might read other memory.
  const bool isUnclear = execution_.inputs != 0 && !request_.inputsAreFixed && hasVariableAddress(actions);
  if (acts || isUnclear || !isActive(thread) || program_.properties.contains(program::Property::NoDeadlock)) {
    self.quietSteps.clear();
    return;
  }
  const program::LocationId location = state().threads[self.slot].location;
  const auto head = std::find_if(self.quietSteps.rbegin(), self.quietSteps.rend(),
                                 [&](const auto &quiet) { return quiet.second == location; });
  if (head == self.quietSteps.rend() || (!ignoresEffects && !onlyReadSince(thread, head->first, location)))
    return;
  execution_.steps[index].round = head->first;
  self.roundAccesses.clear();
  for (auto quiet = self.quietSteps.begin() + (self.quietSteps.rend() - head - 1); quiet != self.quietSteps.end();
       ++quiet)
    self.roundAccesses.add(execution_.steps[quiet->first].accesses);
  self.isIdle = true;
  // Another thread may have changed during the round what the round had read.
  for (std::size_t i = head->first; i < execution_.steps.size(); ++i)
    if (execution_.steps[i].thread != thread && self.roundAccesses.dependsOn(execution_.steps[i].accesses))
      self.isIdle = false;
  self.quietSteps.clear();
}

/// Records which of the threads that took these actions were stopped by an assumption or undefined behaviour.
void Recorder::noteStopped(const Actions &actions, std::vector<ThreadIndex> &stopped) {
  std::set<ThreadIndex> ran;
  for (const auto &[thread, action] : actions)
    ran.insert(thread);
  for (const ThreadIndex thread : ran) {
    const interpreter::ThreadStatus status = statusOf(thread);
    if (execution_.ending == Execution::Ending::Discarded || status == interpreter::ThreadStatus::Stopped ||
        status == interpreter::ThreadStatus::Undefined)
      stopped.push_back(thread);
  }
}

/// An abandoned thread may have repeated a loop a million times. The first iterations suffice to find the branches that
/// it did not take, and queries about all of them would take too long.
void Recorder::shortenAbandoned(Actions &actions) {
  constexpr std::size_t most = 2'000;
  std::map<ThreadIndex, std::size_t> length;
  for (const auto &[thread, action] : actions)
    ++length[thread];
  for (const auto &[thread, all] : length) {
    if (execution_.ending != Execution::Ending::Halted && statusOf(thread) != interpreter::ThreadStatus::Exhausted)
      continue;
    execution_.abandoned.push_back(thread);
    if (all <= most)
      continue;
    std::vector<ActionId> &path = execution_.threads[thread].path;
    path.resize(path.size() - (all - most));
    std::size_t kept = 0;
    std::erase_if(actions, [&, own = thread](const auto &taken) { return taken.first == own && kept++ >= most; });
  }
}

bool Recorder::noteResult(bool canContinue) {
  if (lastResult().exhausted)
    execution_.message = lastResult().message;
  switch (lastResult().kind) {
  case StepResult::Kind::Done:
    return canContinue;
  case StepResult::Kind::Violation:
    execution_.ending = Execution::Ending::Violation;
    return false;
  case StepResult::Kind::Discarded:
    execution_.ending = Execution::Ending::Discarded;
    return false;
  case StepResult::Kind::Halted:
  case StepResult::Kind::BadInput:
    execution_.ending = Execution::Ending::Halted;
    execution_.message = problem();
    return false;
  }
  return false;
}

} // namespace

Execution execute(const program::Program &program, const ExecutionRequest &request, const ExecutionLimits &limits,
                  support::Cancellation &cancellation, std::vector<program::Warning> &warnings) {
  Recorder recorder(program, request, limits, cancellation);
  Execution execution = recorder.run();
  for (const program::Warning &warning : recorder.warnings())
    warnings.push_back(warning);
  return execution;
}

Execution prefixOf(Execution execution, std::size_t steps) {
  ThreadIndex threads = execution.threads.size();
  for (std::size_t i = execution.steps.size(); i-- > steps;) {
    for (const auto &[thread, action] : execution.steps[i].actions) {
      execution.threads[thread].path.pop_back();
      std::erase(execution.abandoned, thread);
    }
    if (!execution.steps[i].starts.empty())
      threads = execution.steps[i].starts.front();
  }
  execution.steps.resize(steps);
  execution.threads.resize(threads);
  execution.cfas.resize(threads);
  for (events::ExecutedThread &thread : execution.threads)
    std::erase_if(thread.children, [&](ThreadIndex child) { return child >= threads; });
  execution.ending = Execution::Ending::Depth;
  execution.isDeadlock = false;
  execution.blocked.clear();
  execution.pending.clear();
  execution.cutOff.clear();
  execution.violation.reset();
  return execution;
}

} // namespace heddle::engines::trace
