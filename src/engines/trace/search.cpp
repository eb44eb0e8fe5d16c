// What makes the parts sound together. An entry of the stack may leave out a thread if
//
// - it sleeps: what begins with its step was tried, or pruned, in the same state, and no step since is dependent on it.
//   What the step touches must not depend on inputs, so nobody sleeps once an input was asked for;
// - dynamic partial-order reduction has seen no race that asks for it. Races are seen in executions, so whoever skips
//   executions owes the entries below the races that those would have shown (`dropAbove`): of steps on the same paths,
//   which may touch other memory in another order; of steps that wait; with phantoms, of anything;
// - it waits, with all inputs that lead to the state (`inputsToEnable`), also in the state at the end.
//
// The same thread is tried again with other inputs until they lead its step nowhere else (`otherInputs`). What a step
// touched is trusted only if no input was asked for: otherwise every entry tries all its threads (`addRaces`).
#include "engines/trace/search.hpp"

#include "engines/confirm.hpp"
#include "engines/trace/races.hpp"
#include "support/stopwatch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace heddle::engines::trace {

using program::Property;
using Reduction = Options::Reduction;

namespace {

/// For pruning with one execution, for aiming at another one, for looking for other inputs: a share of all the effort
/// so far, so that there is enough for others, and more for each of them if there are few. Effort is counted, not
/// timed: the search is the same on every machine.
constexpr std::uint64_t leastEffort = 20'000;
constexpr unsigned shares = 10;
/// For the check of one trace program. Giving up on that loses the proof.
constexpr std::uint64_t checkingEffort = 3'000'000;
constexpr std::uint64_t unlimited = UINT64_MAX;

constexpr const char *inputsNotFound = "inputs that lead to a branch could not be found";

Actions withStops(Actions actions, const std::vector<ThreadIndex> &stopped) {
  for (const ThreadIndex thread : stopped)
    actions.emplace_back(thread, stoppedThere);
  return actions;
}

} // namespace

Questions::Questions(const Context &parent, std::uint64_t effort, events::UnwindFacts &facts,
                     const Execution &execution, TraceProgram::Kind kind, const Options &options,
                     std::function<void()> report, symbolic::Statistics &statistics)
    : limit(&parent.cancellation, effort), context(parent.with(limit)),
      program(context, facts, execution, kind, options, std::move(report), statistics) {}

Search::Search(const Context &context, events::UnwindFacts &facts, const Options &options, std::uint64_t depth,
               Coverage &coverage, Statistics &statistics)
    : context_(context), program_(context.program), facts_(facts), options_(options), statistics_(statistics),
      coverage_(coverage) {
  limits_.interpreter.maxThreads = context.limits.maxThreads;
  limits_.depth = depth;
  order_.inputsAreFixed = !options.symbolicInputs;
}

std::optional<Answer> Search::run() {
  for (;;) {
    if (looksForNext_) {
      if (!findNext()) {
        if (!std::exchange(gaveUp_, false))
          break;
        return std::nullopt;
      }
      looksForNext_ = false;
      if (statistics_.executions >= patience_)
        return std::nullopt;
    }
    execute();
    looksForNext_ = true;
    if (std::optional<Answer> found = violation())
      return found;
    switch (execution_.ending) {
    case Execution::Ending::Cancelled:
      return stopped(context_.cancellation);
    case Execution::Ending::Halted:
      giveUpOn(execution_.message);
      break;
    case Execution::Ending::Lost:
      return InternalError{InternalError::Kind::NoExecution, "an execution of engine trace cannot be repeated"};
    case Execution::Ending::Depth:
      wasCut_ = true;
      break;
    case Execution::Ending::Finished:
    case Execution::Ending::Violation:
    case Execution::Ending::Redundant:
    case Execution::Ending::Discarded:
      break;
    }
    if (!execution_.message.empty())
      giveUpOn(execution_.message);
    if (execution_.asked != 0 && !options_.symbolicInputs)
      giveUpOn("explored for one choice of inputs (--inputs concrete)");
    push();
    // Without inputs, executing a prefix shows all that there is to it.
    const bool hasOthers = execution_.asked != 0 && options_.symbolicInputs;
    const bool isChecked = options_.prunes || program_.properties.contains(Property::NoDeadlock);
    if ((isChecked && execution_.ending != Execution::Ending::Redundant) || hasOthers)
      if (std::optional<Answer> found = analyse(options_.prunes && (!wasCut_ || isPatient())))
        return found;
    if (options_.reduction == Reduction::Dpor)
      addRaces();
    report();
  }
  if (context_.cancellation.stopRequested())
    return stopped(context_.cancellation);
  isExhausted_ = true;
  return std::nullopt;
}

std::optional<Answer> Search::violation() {
  const bool isDeadlock = execution_.isDeadlock && program_.properties.contains(Property::NoDeadlock);
  if (execution_.ending != Execution::Ending::Violation && !isDeadlock)
    return std::nullopt;
  const Property property = execution_.violation ? execution_.violation->property : Property::NoDeadlock;
  return confirm(context_, execution_.schedule, property);
}

std::optional<Answer> Search::probe(std::uint64_t executions, bool byChance) {
  const Order next = order_;
  Execution current = std::move(execution_);
  const std::optional<Unknown> incomplete = incomplete_;
  std::optional<Answer> found = executeOthers(executions, byChance);
  incomplete_ = incomplete; // the search does not depend on what these could not tell
  execution_ = std::move(current);
  order_ = next;
  whole_.reset(); // it was about another execution
  return found;
}

std::optional<Answer> Search::executeOthers(std::uint64_t executions, bool byChance) {
  for (std::uint64_t i = 0; i < executions && !context_.cancellation.stopRequested(); ++i) {
    order_ = {};
    if (aims_.empty() && !byChance)
      break;
    if (!aims_.empty()) {
      order_ = std::move(aims_.back());
      aims_.pop_back();
    } else {
      order_.seed = options_.seed + i;
    }
    order_.inputsAreFixed = !options_.symbolicInputs;
    execute();
    report();
    wasCut_ = wasCut_ || execution_.ending == Execution::Ending::Depth;
    if (execution_.ending == Execution::Ending::Lost) // the interpreter does not do what the solver has said
      continue;
    if (std::optional<Answer> found = violation())
      return found;
    if (std::optional<Answer> found = analyse(false))
      return found;
  }
  return std::nullopt;
}

void Search::execute() {
  const support::Stopwatch stopwatch(statistics_.executing);
  whole_.reset();
  execution_ = trace::execute(program_, order_, limits_, context_.cancellation, warnings_);
  ++statistics_.executions;
  statistics_.transitions += execution_.steps.size();
  statistics_.depth = std::max<std::uint64_t>(statistics_.depth, execution_.steps.size());
  for (ThreadIndex thread = 0; thread < execution_.threads.size(); ++thread)
    for (const program::ActionId action : execution_.threads[thread].path)
      coverage_.insert({execution_.cfas[thread], action});
  statistics_.redundant += execution_.ending == Execution::Ending::Redundant ? 1 : 0;
  context_.log.debug("execution {}: {} steps, {} threads{}", statistics_.executions, execution_.steps.size(),
                     execution_.threads.size(),
                     execution_.ending == Execution::Ending::Redundant ? ", redundant (all enabled threads sleep)"
                                                                       : "");
}

/// Whether the execution begins with what is on the stack. Otherwise the interpreter did not do what the solver had
/// said: it knows the values of padding.
bool Search::isAsBefore() const {
  if (stack_.empty())
    return true;
  if (withStops(execution_.beginning, execution_.stopped) != beginnings_.back())
    return false;
  for (std::size_t i = 0; i + 1 < stack_.size(); ++i) {
    const bool isThere = i < execution_.steps.size();
    if (!isThere || withStops(execution_.steps[i].actions, execution_.steps[i].stopped) != stack_[i].outcomes.back())
      return false;
  }
  return stack_.size() <= execution_.steps.size();
}

/// Also notes the outcome. If it is not new, what else there is cannot be found out.
bool Search::isNew(std::vector<Actions> &outcomes, const Actions &actions, const std::vector<ThreadIndex> &stopped) {
  outcomes.push_back(withStops(actions, stopped));
  if (std::find(outcomes.begin(), outcomes.end() - 1, outcomes.back()) == outcomes.end() - 1)
    return true;
  giveUpOn(inputsNotFound);
  return false;
}

/// The steps that are new go on the stack.
void Search::push() {
  if (!isAsBefore()) {
    giveUpOn(inputsNotFound);
    stack_.clear();
    beginningIsOpen_ = false;
    return;
  }
  known_ = stack_.size();
  mayMove_.assign(execution_.steps.size(), true);
  if (known_ == 0 && !isNew(beginnings_, execution_.beginning, execution_.stopped))
    beginningIsOpen_ = false;
  for (std::size_t i = known_ == 0 ? 0 : known_ - 1; i < execution_.steps.size(); ++i) {
    const Step &step = execution_.steps[i];
    if (i >= stack_.size()) {
      Entry entry;
      entry.chosen = step.thread;
      entry.candidates = step.candidates;
      entry.blocked = step.blocked;
      entry.sleep = step.sleep;
      entry.asked = step.asked != 0;
      entry.done.insert(step.thread);
      entry.backtrack.insert(step.thread);
      if (options_.reduction != Reduction::Dpor)
        entry.backtrack.insert(step.candidates.begin(), step.candidates.end());
      stack_.push_back(std::move(entry));
    }
    Entry &entry = stack_[i];
    const std::size_t askedThen = i + 1 < execution_.steps.size() ? execution_.steps[i + 1].asked : execution_.asked;
    entry.isClear = entry.isClear && (askedThen == 0 || order_.inputsAreFixed);
    if (!isNew(entry.outcomes, step.actions, step.stopped))
      entry.triesInputs = false;
    entry.footprint.add(step.footprint);
  }
  // Who waits in the end may do so only because of the inputs.
  if (execution_.asked != 0 && options_.symbolicInputs && !execution_.blocked.empty()) {
    Entry last;
    last.chosen = none;
    last.blocked = execution_.blocked;
    last.asked = true;
    last.triesInputs = false;
    last.isClear = false;
    stack_.push_back(std::move(last));
  }
}

std::optional<Answer> Search::analyse(bool andPrune) {
  ++statistics_.checks;
  std::unique_ptr<Questions> exact;
  {
    const support::Stopwatch stopwatch(statistics_.checking);
    exact = make(TraceProgram::Kind::Exact, execution_, checkingEffort);
    TraceProgram &program = exact->program;
    // What was executed is safe, but perhaps not with other inputs, or if a thread had not been stopped.
    const bool isSafe =
        (execution_.asked == 0 || !options_.symbolicInputs) && !program_.properties.contains(Property::NoDeadlock);
    const auto noAnswer = [&](const std::string &reason) {
      const bool tookLong = exact->limit.stopRequested();
      if (!isSafe || !tookLong)
        giveUpOn(tookLong ? "it takes too long to check an execution with all its permutations" : reason);
    };
    const auto reasonOf = [](const Answer &answer) {
      const auto *unknown = std::get_if<Unknown>(&answer);
      return unknown != nullptr ? unknown->text : std::string("the check of an execution was stopped");
    };
    if (!program.problem().empty()) {
      if (!isSafe)
        noAnswer(program.problem());
      return std::nullopt;
    }
    if (std::optional<Answer> violation = program.findViolation()) {
      if (isDefinite(*violation))
        return violation;
      noAnswer(reasonOf(*violation));
      return std::nullopt;
    }
    if (std::optional<Answer> sideExit = program.findLimit())
      noAnswer(reasonOf(*sideExit));
  }
  mayMove_.resize(execution_.steps.size());
  for (std::size_t i = 0; i < execution_.steps.size(); ++i)
    mayMove_[i] = exact->program.mayMove(i);
  if (andPrune)
    prune(*exact);
  // Where else could it go? Not if there is nothing left to be found, or nobody to go there.
  const bool isProbed = options_.prunes && !isPatient();
  if (aims_.empty() && isProbed && !(andPrune && stack_.empty())) {
    if (exact->limit.stopRequested()) // then what it has encoded may not be complete
      exact = make(TraceProgram::Kind::Exact, execution_, checkingEffort);
    exact->limit.setEffort(share());
    aim(exact->program);
  }
  return std::nullopt;
}

std::unique_ptr<Questions> Search::make(TraceProgram::Kind kind, const Execution &execution, std::uint64_t effort) {
  return std::make_unique<Questions>(
      context_, effort, facts_, execution, kind, options_, [this] { report(); }, statistics_.symbolic);
}

std::uint64_t Search::share() const { return std::max(leastEffort, context_.cancellation.effort() / shares); }

/// At an execution that takes an action which was never taken.
void Search::aim(TraceProgram &exact) {
  if (!exact.problem().empty())
    return;
  const auto isNew = [this](program::CfaId cfa, program::ActionId action) {
    return !coverage_.contains({cfa, action});
  };
  if (std::optional<Order> order = exact.reach(isNew))
    aims_.push_back(std::move(*order));
}

/// First with the exact trace program: if nobody can leave it, it is all there is. Then with its abstraction.
void Search::prune(Questions &exact) {
  const support::Stopwatch stopwatch(statistics_.pruning);
  const auto count = [this](bool isSafe) {
    ++statistics_.prunings;
    statistics_.successful += isSafe ? 1 : 0;
  };
  exact.limit.setEffort(share());
  std::size_t level = exact.program.lowestSafeLevel(execution_.steps.size() + 1, count);
  bool stayedOnPaths = true;
  if (level != 0 && facts_.untakenBranches().canBeSummarised()) {
    const std::unique_ptr<Questions> abstract = make(TraceProgram::Kind::Abstract, execution_, share());
    if (abstract->program.problem().empty() && abstract->program.hasPhantoms()) {
      const std::size_t from = level == none ? execution_.steps.size() + 1 : level - 1;
      if (const std::size_t lower = abstract->program.lowestSafeLevel(from, count); lower != none) {
        level = lower;
        stayedOnPaths = false;
      }
    }
  }
  if (level != none)
    dropAbove(level, stayedOnPaths);
}

/// All executions that begin with the first `level` of main's first local work and the steps are safe.
void Search::dropAbove(std::size_t level, bool stayedOnPaths) {
  const std::size_t before = open();
  const std::size_t left = level == 0 ? 0 : level - 1;
  if (level == 0)
    beginningIsOpen_ = false;
  // What is not tried cannot show its races with the steps below any more.
  if (options_.reduction == Reduction::Dpor && left < stack_.size())
    for (std::size_t i = 0; i < left; ++i) {
      if (!stayedOnPaths || !execution_.pending.empty()) {
        stack_[i].backtrack.insert(stack_[i].candidates.begin(), stack_[i].candidates.end());
        continue;
      }
      for (std::size_t j = left; j < execution_.steps.size(); ++j)
        if (execution_.steps[j].thread != stack_[i].chosen &&
            (mayMove_[j] || execution_.steps[i].footprint.dependsOn(execution_.steps[j].footprint)))
          tryInstead(i, {execution_.steps[j].thread});
    }
  if (left < stack_.size())
    stack_.resize(left);
  statistics_.pruned += before - open();
  context_.log.debug("execution {}: safe from level {} of {} on; {} alternatives pruned", statistics_.executions, level,
                     execution_.steps.size() + 1, before - open());
}

/// Alternatives that are to be tried.
std::size_t Search::open() const {
  std::size_t result = 0;
  for (const Entry &entry : stack_)
    result += static_cast<std::size_t>(std::count_if(entry.candidates.begin(), entry.candidates.end(),
                                                     [&](ThreadIndex thread) { return !entry.done.contains(thread); }));
  return result;
}

/// One of the threads has to be tried before the step; if none of them can run there, all that can.
void Search::tryInstead(std::size_t index, const std::vector<ThreadIndex> &wanted) {
  Entry &entry = stack_[index];
  for (const ThreadIndex thread : wanted)
    if (entry.backtrack.contains(thread))
      return;
  for (const ThreadIndex thread : wanted)
    if (contains(entry.candidates, thread)) {
      entry.backtrack.insert(thread);
      return;
    }
  entry.backtrack.insert(entry.candidates.begin(), entry.candidates.end());
}

void Search::addRaces() {
  // Where inputs decide what steps touch and who waits, what one execution shows is not enough.
  if (execution_.asked != 0 && !order_.inputsAreFixed) {
    for (Entry &entry : stack_)
      entry.backtrack.insert(entry.candidates.begin(), entry.candidates.end());
    return;
  }
  for (const StepRace &race : findRaces(execution_, known_ == 0 ? 0 : known_ - 1, context_.cancellation))
    if (race.first < stack_.size())
      tryInstead(race.first, race.initials);
  if (execution_.steps.empty())
    return;
  // Whoever was cut off gets a turn as soon as possible: nothing else shows what its later steps race with.
  for (const Sleeper &next : execution_.cutOff) {
    std::size_t index = execution_.steps.size();
    while (index > 0 && execution_.steps[index - 1].thread != next.thread)
      --index;
    while (index < stack_.size() && !contains(stack_[index].candidates, next.thread))
      ++index;
    if (index < stack_.size())
      stack_[index].backtrack.insert(next.thread);
  }
  // What threads would have done that did not come to it.
  const std::size_t last = execution_.steps.size() - 1;
  const bool endsAll = execution_.steps[last].footprint.everything || execution_.ending == Execution::Ending::Discarded;
  if (endsAll && last < stack_.size())
    stack_[last].backtrack.insert(stack_[last].candidates.begin(), stack_[last].candidates.end());
}

/// The deepest state in which something has not been tried.
bool Search::findNext() {
  const support::Stopwatch stopwatch(statistics_.flipping);
  while (!stack_.empty()) {
    if (context_.cancellation.stopRequested())
      return false;
    const std::size_t top = stack_.size() - 1;
    if (tryOtherInputs(top) || (!gaveUp_ && tryOtherThread(top)))
      return true;
    if (gaveUp_)
      return false;
    stack_.pop_back();
  }
  return tryOtherBeginning();
}

bool Search::tryOtherThread(std::size_t index) {
  Entry &entry = stack_[index];
  const auto start = [&](ThreadIndex thread) {
    entry.done.insert(thread);
    entry.backtrack.insert(thread);
    entry.chosen = thread;
    entry.outcomes.clear();
    entry.footprint.clear();
    entry.isClear = true;
    entry.triesInputs = true;
    orderUpTo(index);
  };
  // What begins with the step that was tried last is known now.
  if (options_.reduction != Reduction::None && entry.isClear)
    entry.sleep.push_back({entry.chosen, entry.footprint});
  for (const ThreadIndex thread : entry.backtrack) {
    if (entry.done.contains(thread) || contains(entry.sleep, thread) || !contains(entry.candidates, thread))
      continue;
    // With the inputs that the execution has now, it may have to wait.
    if (contains(execution_.steps[index].candidates, thread) || enable(index, thread)) {
      start(thread);
      order_.sleep = entry.sleep; // less those that the step wakes: the recorder sees to it
      return true;
    }
    if (gaveUp_)
      return false;
  }
  // Who waits may do so only because of the inputs.
  if (entry.asked && options_.symbolicInputs)
    for (const ThreadIndex thread : entry.blocked) {
      if (entry.done.contains(thread))
        continue;
      if (enable(index, thread)) {
        start(thread);
        order_.sleep = {};
        return true;
      }
      if (gaveUp_)
        return false;
    }
  return false;
}

/// Whether there are inputs with which the thread does not have to wait.
bool Search::enable(std::size_t index, ThreadIndex thread) {
  const auto question = [&](TraceProgram &program) { return program.inputsToEnable(index, thread); };
  if (findInputs(index + 1, question))
    return true;
  if (!gaveUp_)
    stack_[index].done.insert(thread);
  return false;
}

/// The threads that were chosen in the states up to this one.
void Search::orderUpTo(std::size_t index) {
  order_.prefix.clear();
  for (std::size_t i = 0; i <= index; ++i)
    order_.prefix.push_back(stack_[i].chosen);
}

/// Whether there are inputs as wanted; then the next execution gets them. The question is about so many steps. If it
/// had no answer with the effort that was allowed, it is asked again when the search goes on.
bool Search::findInputs(std::size_t steps,
                        const std::function<std::optional<ExecutionPlan>(TraceProgram &)> &question) {
  if (!whole_)
    makeWhole();
  const bool isTooMuch = !problem_.empty() && steps > beginning_.steps.size();
  if (isTooMuch || !whole_->program.problem().empty()) {
    giveUpOn(problem_);
    return false;
  }
  if (!isPatient())
    whole_->limit.setEffort(share());
  if (std::optional<ExecutionPlan> plan = question(whole_->program)) {
    order_.plan = std::move(*plan);
    ++statistics_.flips;
    return true;
  }
  gaveUp_ = whole_->limit.stopRequested() && !context_.cancellation.stopRequested();
  if (whole_->program.isUncertain() && !gaveUp_)
    giveUpOn("the solver has no answer");
  if (gaveUp_)
    whole_.reset();
  return false;
}

/// About the execution, or the longest of its beginnings with which there is no problem.
void Search::makeWhole() {
  whole_ = make(TraceProgram::Kind::Whole, execution_, unlimited);
  problem_ = whole_->program.problem();
  if (problem_.empty())
    return;
  const auto makeFor = [this](std::size_t steps) {
    beginning_ = beginningOf(execution_, steps);
    whole_ = make(TraceProgram::Kind::Whole, beginning_, unlimited);
  };
  std::size_t most = 0;
  for (std::size_t tooMany = execution_.steps.size(); most + 1 < tooMany;) {
    const std::size_t middle = (most + tooMany) / 2;
    makeFor(middle);
    (whole_->program.problem().empty() ? most : tooMany) = middle;
  }
  makeFor(most);
}

bool Search::tryOtherInputs(std::size_t index) {
  if (execution_.asked == 0 || !options_.symbolicInputs || !stack_[index].triesInputs)
    return false;
  if (!findInputs(index + 1, [&](TraceProgram &program) { return program.otherInputs(index, stack_[index].outcomes); }))
    return false;
  orderUpTo(index);
  order_.sleep = {};
  return true;
}

bool Search::tryOtherBeginning() {
  if (!beginningIsOpen_ || execution_.asked == 0 || !options_.symbolicInputs)
    return false;
  if (!findInputs(0, [&](TraceProgram &program) { return program.otherInputs(none, beginnings_); }))
    return false;
  order_.prefix.clear();
  order_.sleep.clear();
  return true;
}

void Search::giveUpOn(const std::string &reason) {
  if (!incomplete_)
    incomplete_ = Unknown{Unknown::Kind::Incomplete, reason};
}

void Search::report() {
  context_.report(fmt::format("trace: {} executions, {} steps, {} alternatives open", statistics_.executions,
                              statistics_.transitions, open()));
}

} // namespace heddle::engines::trace
