#include "engines/trace/search.hpp"

#include "support/stopwatch.hpp"

#include <utility>

namespace heddle::engines::trace {

using program::Property;
using Reduction = Options::Reduction;

Search::Search(const TraceProgramFactory &factory, Executor &executor, Prober &prober, bool recordsProof)
    : factory_(factory), context_(factory.context()), options_(factory.options()), statistics_(factory.statistics()),
      executor_(executor), prober_(prober), stack_(options_, factory.mutator()), inputs_(factory, execution_),
      recordsProof_(recordsProof) {
  next_.inputsAreFixed = !options_.symbolicInputs;
}

std::optional<Answer> Search::run() {
  for (;;) {
    if (isAnalysed_) {
      const Next next = findNext();
      if (next == Next::None)
        break;
      if (next == Next::Postponed)
        return std::nullopt;
      isAnalysed_ = false;
      if (statistics_.executions >= pauseAfter_)
        return std::nullopt;
    }
    execute();
    isAnalysed_ = true;
    if (std::optional<Answer> answer = analyse())
      return answer;
    statistics_.open = stack_.open();
    factory_.report();
  }
  if (context_.cancellation.poll())
    return cancelledOrGivenUp(context_.cancellation);
  isExhausted_ = true;
  return std::nullopt;
}

void Search::execute() {
  inputs_.reset();
  execution_ = executor_.execute(next_);
  if (recordsProof_)
    record_.add(execution_, next_.plan);
}

std::optional<Answer> Search::analyse() {
  if (std::optional<Answer> violation = violationOf(context_, execution_))
    return violation;
  switch (execution_.ending) {
  case Execution::Ending::Cancelled:
    return cancelledOrGivenUp(context_.cancellation);
  case Execution::Ending::Lost:
    return InternalError{InternalError::Kind::NoExecution, "an execution of engine trace cannot be repeated"};
  case Execution::Ending::Halted:
    setIncomplete(execution_.message);
    break;
  case Execution::Ending::Depth:
  case Execution::Ending::Finished:
  case Execution::Ending::Violation:
  case Execution::Ending::Redundant:
  case Execution::Ending::Discarded:
    break;
  }
  if (!execution_.message.empty())
    setIncomplete(execution_.message);
  if (execution_.inputs != 0 && !options_.symbolicInputs)
    setIncomplete("explored for one choice of inputs (--inputs concrete)");
  if (!stack_.push(execution_))
    setIncomplete("inputs that lead to a branch could not be found");
  // Without inputs, the executions show all violations by themselves. Then the trace program is needed only to prune,
  // or to find deadlocks that a stopped thread hides.
  const bool isChecked = options_.prunes || context_.program.properties.contains(Property::NoDeadlock);
  if ((isChecked && execution_.ending != Execution::Ending::Redundant) || inputsMatter())
    if (std::optional<Answer> violation = checkAndPrune())
      return violation;
  if (options_.reduction == Reduction::Dpor)
    stack_.addRaces(execution_, context_.cancellation);
  return std::nullopt;
}

std::optional<Answer> Search::checkAndPrune() {
  ExecutionCheck checked = check(factory_, execution_);
  if (checked.violation)
    return std::move(checked.violation);
  if (checked.incomplete)
    setIncomplete(*checked.incomplete);
  if (!checked.exact)
    return std::nullopt;
  // A search that is going to be repeated with a larger depth is not worth pruning.
  const bool isPruned = options_.prunes && (!executor_.wasCut() || !mayPause());
  if (isPruned)
    prune(*checked.exact);
  if (options_.prunes && mayPause() && !(isPruned && stack_.isEmpty()))
    prober_.aim(std::move(checked.exact), execution_);
  return std::nullopt;
}

void Search::prune(LimitedTraceProgram &exact) {
  const std::size_t levels = execution_.steps.size() + 1;
  const std::optional<SafeLevel> safe = findSafeLevel(factory_, execution_, exact);
  if (!safe) {
    context_.log.debug("pruning: no safe level of {}", levels);
    return;
  }
  if (recordsProof_)
    record_.setSafe(*safe);
  const std::size_t before = stack_.open();
  stack_.prune(execution_, *safe, [&](std::size_t step) { return exact.program.hasVariableAccesses(step); });
  const std::size_t pruned = before - stack_.open();
  statistics_.pruned += pruned;
  context_.log.debug("pruning: safe from level {} of {} on ({}), {} alternatives pruned", safe->level, levels,
                     safe->staysOnPaths ? "exact trace program" : "abstraction", pruned);
}

/// Backtracks to the deepest state in which something has not been tried.
Search::Next Search::findNext() {
  const support::Stopwatch stopwatch(statistics_.findingInputs);
  while (!stack_.isEmpty()) {
    if (context_.cancellation.poll())
      return Next::None;
    Next next = nextOutcome();
    if (next == Next::None)
      next = nextThread();
    if (next != Next::None)
      return next;
    stack_.pop();
  }
  return nextInitialOutcome();
}

/// The same thread, with inputs that give its step another outcome.
Search::Next Search::nextOutcome() {
  const SearchState &state = stack_.top();
  if (!inputsMatter() || !state.mayHaveOtherOutcome || factory_.mutator().strikes(Mutation::IgnoreOtherInputs))
    return Next::None;
  const std::size_t step = stack_.topIndex();
  const Next next =
      findInputs(step + 1, [&](TraceProgram &program) { return program.otherInputs(step, state.outcomes); });
  if (next == Next::Found) {
    next_.prefix = stack_.prefix();
    next_.sleep.clear();
  }
  return next;
}

Search::Next Search::nextThread() {
  SearchState &state = stack_.top();
  const auto choose = [&](ThreadIndex thread, const SleepSet &sleep) {
    state.choose(thread);
    next_.prefix = stack_.prefix();
    next_.sleep = sleep; // the execution removes the threads whose next step depends on this one
    return Next::Found;
  };
  if (options_.reduction != Reduction::None && state.hasFixedAccesses)
    state.putChosenToSleep();
  for (const ThreadIndex thread : state.alternatives()) {
    // With the inputs of the current execution, the thread may be blocked.
    const bool isEnabled = contains(execution_.steps[stack_.topIndex()].candidates, thread);
    const Next next = isEnabled ? Next::Found : enable(thread);
    if (next == Next::Found)
      return choose(thread, state.sleep);
    if (next == Next::Postponed)
      return next;
  }
  if (!state.hasInputs || !options_.symbolicInputs)
    return Next::None;
  // A thread may be blocked only because of the inputs.
  for (const ThreadIndex thread : state.blocked) {
    if (state.done.contains(thread) || factory_.mutator().strikes(Mutation::IgnoreEnablingInputs))
      continue;
    const Next next = enable(thread);
    if (next == Next::Found)
      return choose(thread, {});
    if (next == Next::Postponed)
      return next;
  }
  return Next::None;
}

/// Finds inputs with which the thread is enabled in the top state.
Search::Next Search::enable(ThreadIndex thread) {
  const std::size_t step = stack_.topIndex();
  const Next next = findInputs(step + 1, [&](TraceProgram &program) { return program.inputsToEnable(step, thread); });
  if (next == Next::None)
    stack_.top().done.insert(thread);
  return next;
}

Search::Next Search::nextInitialOutcome() {
  if (!stack_.mayHaveOtherInitialOutcome() || !inputsMatter() ||
      factory_.mutator().strikes(Mutation::IgnoreOtherBeginning))
    return Next::None;
  const Next next =
      findInputs(0, [&](TraceProgram &program) { return program.otherInputs(none, stack_.initialOutcomes()); });
  if (next == Next::Found) {
    next_.prefix.clear();
    next_.sleep.clear();
  }
  return next;
}

/// The next execution gets the inputs that are found. A query that ran out of effort is repeated when the search
/// continues.
Search::Next Search::findInputs(std::size_t steps, const OtherInputs::Query &query) {
  OtherInputs::Result result = inputs_.find(steps, mayPause(), query);
  if (result.incomplete)
    setIncomplete(*result.incomplete);
  switch (result.kind) {
  case OtherInputs::Result::Kind::Found:
    next_.plan = std::move(result.plan);
    return Next::Found;
  case OtherInputs::Result::Kind::OutOfEffort:
    context_.log.debug("other inputs: out of effort, postponed");
    return Next::Postponed;
  case OtherInputs::Result::Kind::None:
    break;
  }
  return Next::None;
}

void Search::setIncomplete(const std::string &reason) {
  if (incomplete_)
    return;
  context_.log.info("no proof from this search: {}", reason);
  incomplete_ = Unknown{Unknown::Kind::Incomplete, reason};
}

} // namespace heddle::engines::trace
