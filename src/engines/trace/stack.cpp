#include "engines/trace/stack.hpp"

#include "engines/trace/races.hpp"

#include <algorithm>
#include <utility>

namespace heddle::engines::trace {

using Reduction = Options::Reduction;

namespace {

/// The outcome of a step: its actions, and which threads were stopped in it.
Actions outcomeOf(Actions actions, const std::vector<ThreadIndex> &stopped) {
  for (const ThreadIndex thread : stopped)
    actions.emplace_back(thread, stoppedThere);
  return actions;
}

/// False if the outcome was added before.
bool addOutcome(std::vector<Actions> &outcomes, Actions outcome) {
  const bool isNew = std::find(outcomes.begin(), outcomes.end(), outcome) == outcomes.end();
  outcomes.push_back(std::move(outcome));
  return isNew;
}

} // namespace

std::vector<ThreadIndex> SearchState::alternatives() const {
  std::vector<ThreadIndex> result;
  for (const ThreadIndex thread : backtrack)
    if (!done.contains(thread) && !contains(sleep, thread) && contains(candidates, thread))
      result.push_back(thread);
  return result;
}

void SearchState::choose(ThreadIndex thread) {
  done.insert(thread);
  backtrack.insert(thread);
  chosen = thread;
  outcomes.clear();
  accesses.clear();
  hasFixedAccesses = true;
  mayHaveOtherOutcome = true;
}

void SearchState::requireOneOf(const std::vector<ThreadIndex> &threads) {
  for (const ThreadIndex thread : threads)
    if (backtrack.contains(thread))
      return;
  for (const ThreadIndex thread : threads)
    if (contains(candidates, thread)) {
      backtrack.insert(thread);
      return;
    }
  addBacktrackPoints(candidates);
}

std::vector<ThreadIndex> Stack::prefix() const {
  std::vector<ThreadIndex> threads;
  for (const SearchState &state : states_)
    threads.push_back(state.chosen);
  return threads;
}

std::size_t Stack::open() const {
  std::size_t result = 0;
  for (const SearchState &state : states_)
    result += static_cast<std::size_t>(std::count_if(state.candidates.begin(), state.candidates.end(),
                                                     [&](ThreadIndex thread) { return !state.done.contains(thread); }));
  return result;
}

/// Whether the execution begins with the steps on the stack. Otherwise the interpreter did not do what the solver had
/// predicted, for example because it knows the values of padding.
bool Stack::isContinuedBy(const Execution &execution) const {
  if (states_.empty())
    return true;
  if (outcomeOf(execution.initialActions, execution.stoppedInitially) != initialOutcomes_.back())
    return false;
  for (std::size_t i = 0; i + 1 < states_.size(); ++i) {
    const bool isThere = i < execution.steps.size();
    if (!isThere || outcomeOf(execution.steps[i].actions, execution.steps[i].stopped) != states_[i].outcomes.back())
      return false;
  }
  return states_.size() <= execution.steps.size();
}

bool Stack::push(const Execution &execution) {
  if (!isContinuedBy(execution)) {
    states_.clear();
    mayHaveOtherInitialOutcome_ = false;
    return false;
  }
  bool isNew = true;
  known_ = states_.size();
  if (known_ == 0 && !addOutcome(initialOutcomes_, outcomeOf(execution.initialActions, execution.stoppedInitially))) {
    mayHaveOtherInitialOutcome_ = false;
    isNew = false;
  }
  for (std::size_t i = known_ == 0 ? 0 : known_ - 1; i < execution.steps.size(); ++i) {
    const Step &step = execution.steps[i];
    if (i >= states_.size())
      pushState(step);
    SearchState &state = states_[i];
    const std::size_t inputs = i + 1 < execution.steps.size() ? execution.steps[i + 1].inputsBefore : execution.inputs;
    const bool isFixed = inputs == 0 || !options_.symbolicInputs || mutator_.strikes(Mutation::SleepWithInputs);
    state.hasFixedAccesses = state.hasFixedAccesses && isFixed;
    if (!addOutcome(state.outcomes, outcomeOf(step.actions, step.stopped))) {
      state.mayHaveOtherOutcome = false;
      isNew = false;
    }
    state.accesses.add(step.accesses);
  }
  // A thread may be blocked at the end only because of the inputs.
  if (inputsMatter(execution) && !execution.blocked.empty() && !mutator_.strikes(Mutation::IgnoreEnablingInputs)) {
    SearchState last;
    last.chosen = none;
    last.blocked = execution.blocked;
    last.hasInputs = true;
    last.mayHaveOtherOutcome = false;
    last.hasFixedAccesses = false;
    states_.push_back(std::move(last));
  }
  return isNew;
}

void Stack::pushState(const Step &step) {
  SearchState state;
  state.chosen = step.thread;
  state.candidates = step.candidates;
  state.blocked = step.blocked;
  state.sleep = step.sleep;
  state.hasInputs = step.inputsBefore != 0;
  state.done.insert(step.thread);
  state.backtrack.insert(step.thread);
  if (options_.reduction != Reduction::Dpor)
    state.addBacktrackPoints(step.candidates);
  states_.push_back(std::move(state));
}

void Stack::prune(const Execution &execution, const SafeLevel &safe,
                  const std::function<bool(std::size_t)> &hasVariableAccesses) {
  const std::size_t left = safe.level == 0 ? 0 : safe.level - 1;
  if (safe.level == 0)
    mayHaveOtherInitialOutcome_ = false;
  if (left >= states_.size())
    return;
  // The executions that are skipped cannot show their races with the steps that remain.
  if (options_.reduction == Reduction::Dpor && !mutator_.strikes(Mutation::ForgetPrunedRaces))
    for (std::size_t i = 0; i < left; ++i) {
      if (!safe.staysOnPaths || !execution.pending.empty()) {
        states_[i].addBacktrackPoints(states_[i].candidates);
        continue;
      }
      for (std::size_t j = left; j < execution.steps.size(); ++j)
        if (execution.steps[j].thread != states_[i].chosen &&
            (hasVariableAccesses(j) || execution.steps[i].accesses.dependsOn(execution.steps[j].accesses)))
          states_[i].requireOneOf({execution.steps[j].thread});
    }
  states_.resize(left);
}

void Stack::addRaces(const Execution &execution, support::Cancellation &cancellation) {
  // If inputs decide what steps access and which threads are blocked, one execution does not show all races.
  if (inputsMatter(execution)) {
    for (SearchState &state : states_)
      state.addBacktrackPoints(state.candidates);
    return;
  }
  Execution withoutWaiting;
  const bool ignoresWaiting = !execution.pending.empty() && mutator_.strikes(Mutation::IgnoreWaitingThreads);
  if (ignoresWaiting) {
    withoutWaiting = execution;
    withoutWaiting.pending.clear();
  }
  for (const StepRace &race :
       findRaces(ignoresWaiting ? withoutWaiting : execution, known_ == 0 ? 0 : known_ - 1, cancellation))
    if (race.first < states_.size() && !mutator_.strikes(Mutation::DropBacktrackPoint))
      states_[race.first].requireOneOf(race.initials);
  if (execution.steps.empty())
    return;
  addCutOffThreads(execution);
  // A last step that ends the execution hides the steps that other threads would have taken.
  const std::size_t last = execution.steps.size() - 1;
  const bool endsAll = execution.steps[last].accesses.everything || execution.ending == Execution::Ending::Discarded;
  if (endsAll && last < states_.size())
    states_[last].addBacktrackPoints(states_[last].candidates);
}

/// A thread that the depth limit has cut off is tried as early as possible, because only that shows the races of its
/// later steps.
void Stack::addCutOffThreads(const Execution &execution) {
  for (const NextStep &next : execution.cutOff) {
    std::size_t index = execution.steps.size();
    while (index > 0 && execution.steps[index - 1].thread != next.thread)
      --index;
    while (index < states_.size() && !contains(states_[index].candidates, next.thread))
      ++index;
    if (index < states_.size())
      states_[index].backtrack.insert(next.thread);
  }
}

} // namespace heddle::engines::trace
