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
  Recorder(const program::Program &program, const Order &order, const ExecutionLimits &limits,
           support::Cancellation &cancellation)
      : GuidedExecution(program, order.plan, limits.interpreter), program_(program), order_(order), limits_(limits),
        cancellation_(cancellation), generator_(order.seed.value_or(0)) {
    machine().recordAccesses(&footprint_);
    indexOf_[0] = 0;
    execution_.threads.emplace_back();
    threads_.emplace_back();
  }

  Execution run();
  const std::vector<program::Warning> &warnings() { return machine().warnings(); }

  std::optional<program::Bits> choose(const interpreter::InputRequest &request) override {
    ++execution_.asked;
    const std::optional<program::Bits> value = GuidedExecution::choose(request);
    if (value && request.name != nullptr)
      execution_.threads[indexOf_.at(request.thread)].inputs.push_back(*value);
    return value;
  }
  void takes(const interpreter::State &state, unsigned slot, ActionId action) override;
  void occurred(const interpreter::State &state, const interpreter::Occurrence &occurrence) override;

protected:
  program::Bits answer(const interpreter::InputRequest &request) override {
    if (!order_.seed)
      return GuidedExecution::answer(request);
    return interpreter::RandomInputs(generator_).choose(request).value_or(request.low);
  }

private:
  /// What is known about a thread apart from its path.
  struct Own {
    unsigned slot = 0;
    program::CfaId cfa = 0;
    /// Its steps since it last had an effect, each with where the thread stood before it.
    std::vector<std::pair<std::size_t, program::LocationId>> quietSteps;
    interpreter::StepAccesses looked; // at what, in its last round without effect
    bool idles = false;               // it would only look at the same again
  };

  /// Who can run and does not idle, and who waits.
  struct Survey {
    std::vector<ThreadIndex> candidates;
    std::vector<ThreadIndex> blocked;
  };
  Survey survey();
  interpreter::ThreadStatus statusOf(ThreadIndex thread);
  bool isActive(ThreadIndex thread) { return statusOf(thread) == interpreter::ThreadStatus::Active; }
  std::vector<ThreadIndex> awake(std::vector<ThreadIndex> candidates) const;
  std::optional<ThreadIndex> choose(const std::vector<ThreadIndex> &candidates);
  bool wouldEndAll(ThreadIndex thread);
  std::pair<StepResult, bool> tryOn(unsigned slot, interpreter::StepAccesses *footprint);
  void endWaiting();
  void notePending();
  bool take(ThreadIndex thread, const Survey &survey);
  bool note(bool goesOn);
  void noteStopped(const Actions &actions, std::vector<ThreadIndex> &stopped);
  void shorten(Actions &actions);
  void findRound(ThreadIndex thread);
  bool looksAround(const Actions &actions) const;
  bool onlyLooked(ThreadIndex thread, std::size_t from, program::LocationId head);

  const program::Program &program_;
  const Order &order_;
  const ExecutionLimits &limits_;
  support::Cancellation &cancellation_;
  SleepSet sleep_;
  std::mt19937_64 generator_;
  Execution execution_;
  std::map<unsigned, ThreadIndex> indexOf_; // by slot
  std::vector<Own> threads_;
  interpreter::StepAccesses footprint_;
  std::map<program::CfaId, std::unique_ptr<analysis::Liveness>> liveness_;
  std::optional<ThreadIndex> last_;
  std::size_t taken_ = 0; // actions, since the last poll
};

void Recorder::takes(const interpreter::State &state, unsigned slot, ActionId action) {
  ++taken_;
  const ThreadIndex thread = indexOf_.at(slot);
  threads_[thread].cfa = state.threads[slot].cfa;
  execution_.threads[thread].path.push_back(action);
  auto &actions = execution_.steps.empty() ? execution_.beginning : execution_.steps.back().actions;
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

/// The slot of a detached thread that has ended is not kept for it.
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
    else if (!threads_[thread].idles)
      result.candidates.push_back(thread);
  }
  std::sort(result.candidates.begin(), result.candidates.end());
  return result;
}

/// Whether the thread's step would end everything: the program, or the execution because an assumption fails in an
/// atomic block. Tried on a copy of the state, unless it is clear at first sight.
bool Recorder::wouldEndAll(ThreadIndex thread) {
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
  const auto [result, isOver] = tryOn(slot, nullptr);
  return result.kind == StepResult::Kind::Discarded || (result.kind == StepResult::Kind::Done && isOver);
}

std::vector<ThreadIndex> Recorder::awake(std::vector<ThreadIndex> candidates) const {
  std::erase_if(candidates, [this](ThreadIndex thread) { return contains(sleep_, thread); });
  return candidates;
}

/// A thread that has just been started, so that programs which start threads for ever get to see what these do;
/// otherwise the one that ran last, if it can go on; otherwise the next one. Those that would end all come last.
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
  constexpr unsigned switches = 4; // one in so many steps
  if (order_.seed && generator_() % switches == 0)
    std::swap(wanted.front(), wanted[generator_() % wanted.size()]);
  for (const ThreadIndex thread : wanted)
    if (candidates.size() == 1 || !wouldEndAll(thread))
      return thread;
  return wanted.front();
}

Execution Recorder::run() {
  bool goesOn = note(start());
  noteStopped(execution_.beginning, execution_.stopped);
  shorten(execution_.beginning);
  while (goesOn) {
    if (cancellation_.stopRequested(1 + std::exchange(taken_, 0) / actionsPerEffort)) {
      execution_.ending = Execution::Ending::Cancelled;
      break;
    }
    const Survey able = survey();
    const std::size_t done = execution_.steps.size();
    if (done + 1 == order_.prefix.size())
      sleep_ = order_.sleep;
    // What a step touches may depend on inputs; then nobody knows who may sleep.
    if (execution_.asked != 0 && !order_.inputsAreFixed)
      sleep_.clear();
    const std::optional<ThreadIndex> next =
        done < order_.prefix.size() ? std::optional(order_.prefix[done]) : choose(awake(able.candidates));
    if (!next) {
      if (!able.candidates.empty())
        execution_.ending = Execution::Ending::Redundant;
      else
        endWaiting();
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
    goesOn = take(*next, able);
  }
  const bool isWhole = execution_.ending == Execution::Ending::Finished ||
                       execution_.ending == Execution::Ending::Redundant ||
                       execution_.ending == Execution::Ending::Depth;
  if (isWhole && !state().ended) // otherwise the last step was not finished
    notePending();
  for (const Own &own : threads_)
    execution_.cfas.push_back(own.cfa);
  execution_.violation = violation();
  execution_.schedule = takeSchedule();
  if (execution_.isDeadlock)
    for (const ThreadIndex thread : execution_.blocked)
      execution_.schedule.deadlocked.push_back(threads_[thread].slot);
  return std::move(execution_);
}

/// What the threads would do next. A step of somebody who waits does nothing but look whether it can be taken.
void Recorder::notePending() {
  const Survey able = survey();
  const auto next = [this](ThreadIndex thread) {
    footprint_.clear();
    tryOn(threads_[thread].slot, &footprint_);
    return Sleeper{thread, footprint_};
  };
  for (const ThreadIndex thread : able.blocked)
    execution_.pending.push_back(next(thread));
  if (execution_.ending == Execution::Ending::Depth)
    for (const ThreadIndex thread : able.candidates)
      execution_.cutOff.push_back(next(thread));
}

/// Takes a step of the thread in a copy of the state.
std::pair<StepResult, bool> Recorder::tryOn(unsigned slot, interpreter::StepAccesses *footprint) {
  interpreter::State copy = state();
  machine().setObserver(nullptr);
  machine().recordAccesses(footprint);
  const interpreter::Schedule noInputs;
  interpreter::ScheduledInputs lowest(noInputs);
  StepResult result = machine().step(copy, slot, lowest);
  machine().setObserver(this);
  machine().recordAccesses(&footprint_);
  return {std::move(result), copy.ended};
}

/// Nobody can go on. Whether that is a deadlock is not clear if an assumption has stopped somebody, who could have gone
/// on if it had held.
void Recorder::endWaiting() {
  using interpreter::ThreadStatus;
  execution_.blocked = survey().blocked;
  execution_.isDeadlock = !execution_.blocked.empty();
  for (const interpreter::Thread &thread : state().threads)
    if (thread.status == ThreadStatus::Stopped || thread.status == ThreadStatus::Undefined ||
        thread.status == ThreadStatus::Exhausted)
      execution_.isDeadlock = false;
  for (const Own &own : threads_)
    if (own.idles)
      execution_.isDeadlock = false;
}

bool Recorder::take(ThreadIndex thread, const Survey &survey) {
  Own &own = threads_[thread];
  const std::size_t index = execution_.steps.size();
  const program::LocationId location = state().threads[own.slot].location;
  Step step;
  step.thread = thread;
  step.candidates = survey.candidates;
  step.position = execution_.threads[thread].path.size();
  step.asked = execution_.asked;
  step.sleep = sleep_;
  step.blocked = survey.blocked;
  execution_.steps.push_back(std::move(step));
  own.quietSteps.emplace_back(index, location);
  footprint_.clear();
  const bool goesOn = note(stepSlot(own.slot));
  Step &taken = execution_.steps[index];
  taken.footprint = footprint_;
  noteStopped(taken.actions, taken.stopped);
  shorten(taken.actions);
  std::erase_if(sleep_, [this](const Sleeper &sleeper) { return sleeper.footprint.dependsOn(footprint_); });
  for (Own &other : threads_)
    if (other.idles && other.slot != own.slot && other.looked.dependsOn(footprint_))
      other.idles = false;
  last_ = thread;
  if (goesOn)
    findRound(thread);
  return goesOn;
}

/// Whether the thread has done nothing but look since step `from`, at which it was at `head`.
bool Recorder::onlyLooked(ThreadIndex thread, std::size_t from, program::LocationId head) {
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
bool Recorder::looksAround(const Actions &actions) const {
  return std::any_of(actions.begin(), actions.end(), [this](const auto &taken) {
    const program::Action &action = program_.cfas[threads_[taken.first].cfa].actions[taken.second];
    return std::any_of(action.instructions.begin(), action.instructions.end(),
                       [](const program::Instruction &instruction) {
                         const auto *load = std::get_if<program::Load>(&instruction.operation);
                         return load != nullptr && !load->address->isConstant();
                       });
  });
}

/// Whether the thread has come back to where it was without having done anything.
void Recorder::findRound(ThreadIndex thread) {
  Own &own = threads_[thread];
  const std::size_t index = execution_.steps.size() - 1;
  const auto &actions = execution_.steps[index].actions;
  const bool acts = std::any_of(actions.begin(), actions.end(), [&](const auto &taken) {
    return taken.first != thread ||
           !analysis::isEffectFree(program_.cfas[own.cfa].actions[taken.second], {}, program_.properties);
  });
  // With other inputs, it might look elsewhere.
  const bool isUnclear = execution_.asked != 0 && !order_.inputsAreFixed && looksAround(actions);
  if (acts || isUnclear || !isActive(thread) || program_.properties.contains(program::Property::NoDeadlock)) {
    own.quietSteps.clear();
    return;
  }
  const program::LocationId location = state().threads[own.slot].location;
  const auto head = std::find_if(own.quietSteps.rbegin(), own.quietSteps.rend(),
                                 [&](const auto &quiet) { return quiet.second == location; });
  if (head == own.quietSteps.rend() || !onlyLooked(thread, head->first, location))
    return;
  execution_.steps[index].round = head->first;
  own.looked.clear();
  for (auto quiet = own.quietSteps.begin() + (own.quietSteps.rend() - head - 1); quiet != own.quietSteps.end(); ++quiet)
    own.looked.add(execution_.steps[quiet->first].footprint);
  own.idles = true;
  // Somebody may have changed in the meantime what the round began with.
  for (std::size_t i = head->first; i < execution_.steps.size(); ++i)
    if (execution_.steps[i].thread != thread && own.looked.dependsOn(execution_.steps[i].footprint))
      own.idles = false;
  own.quietSteps.clear();
}

/// Of the threads that took these actions, those that an assumption or undefined behaviour has stopped.
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

/// A thread that is abandoned may have gone round a million times. The first rounds show what else it could have done;
/// to ask about all of them would take too long.
void Recorder::shorten(Actions &actions) {
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
    std::erase_if(actions, [&, thread = thread](const auto &taken) { return taken.first == thread && kept++ >= most; });
  }
}

bool Recorder::note(bool goesOn) {
  if (lastResult().exhausted)
    execution_.message = lastResult().message;
  switch (lastResult().kind) {
  case StepResult::Kind::Done:
    return goesOn;
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

Execution execute(const program::Program &program, const Order &order, const ExecutionLimits &limits,
                  support::Cancellation &cancellation, std::vector<program::Warning> &warnings) {
  Recorder recorder(program, order, limits, cancellation);
  Execution execution = recorder.run();
  for (const program::Warning &warning : recorder.warnings())
    warnings.push_back(warning);
  return execution;
}

Execution beginningOf(Execution execution, std::size_t steps) {
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
