#include "engines/trace/tree_check.hpp"

#include "engines/trace/claim_check.hpp"
#include "engines/trace/reversals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace heddle::engines::trace {

namespace {

using Kind = ProofCheck::Kind;
using program::Property;
using recheck::Accesses;
using recheck::ReplayedStep;
using recheck::Survey;
using Claims = TraceProgram::Claims;

/// Ends the check; caught in `checkTree`.
struct Ended {
  ProofCheck result;
};

[[noreturn]] void fail(std::string text) { throw Ended{{Kind::Failed, std::move(text)}}; }

void require(const ProofCheck &check) {
  if (check.kind != Kind::Passed)
    throw Ended{check};
}

void require(const recheck::Result &result) {
  switch (result.kind) {
  case recheck::Result::Kind::Holds:
    return;
  case recheck::Result::Kind::Refuted:
    fail(result.text);
  case recheck::Result::Kind::NotModelled:
    throw Ended{{Kind::NotModelled, "the second interpreter does not follow everything: " + result.text}};
  case recheck::Result::Kind::Cancelled:
    throw Ended{{Kind::Cancelled}};
  }
}

/// The outcome of a step, as alternatives.hpp has it.
Actions outcomeOf(const ReplayedStep &step) {
  Actions outcome = step.actions;
  for (const ThreadIndex thread : step.stopped)
    outcome.emplace_back(thread, stoppedThere);
  return outcome;
}

/// What was tried in one state, with one thread.
struct Branch {
  ThreadIndex thread = 0;
  Accesses accesses; // of all outcomes
  bool hasInputs = false;
  std::vector<std::pair<Actions, std::size_t>> outcomes; // each with the last execution that has it
};

/// A state of the recorded tree on the current path.
struct TreeState {
  std::set<ThreadIndex> able; // with the inputs of some execution
  std::set<ThreadIndex> idle;
  std::set<ThreadIndex> waiting;
  bool hasInputs = false;                 // requested before it
  std::map<ThreadIndex, Accesses> asleep; // with what its step accesses
  std::vector<Branch> tried;              // in their order
  std::vector<std::set<ThreadIndex>> oneOf;
  bool needsAll = false;
  std::size_t execution = 0; // the last one that passes through it

  bool covers(ThreadIndex thread) const {
    return asleep.contains(thread) ||
           std::ranges::any_of(tried, [&](const Branch &branch) { return branch.thread == thread; });
  }
  bool coversAll() const {
    return std::ranges::all_of(able, [&](ThreadIndex thread) { return covers(thread); });
  }
};

class TreeCheck {
public:
  TreeCheck(const Context &context, events::UnwindFacts &facts, const Options &options, const Record &record,
            CheckedTree &checked)
      : context_(context), program_(context.program), record_(record), checked_(checked),
        replay_(context.program, {.maxThreads = context.limits.maxThreads}, context.cancellation),
        claims_(context, facts, options, checked),
        again_(context.program, {.maxThreads = context.limits.maxThreads}, context.cancellation) {}

  /// Throws Ended.
  void run() {
    if (record_.executions().empty())
      fail("no execution is recorded");
    for (current_ = 0; current_ < record_.executions().size(); ++current_) {
      const RecordedExecution &recorded = record_.executions()[current_];
      if (recorded.shared > threads_.size())
        fail("an execution shares more steps with the one before it than that has");
      threads_.resize(recorded.shared);
      threads_.insert(threads_.end(), recorded.threads.begin(), recorded.threads.end());
      if (isDone_)
        fail("an execution follows although all are claimed to be safe");
      walk(recorded);
      ++checked_.executions;
    }
    closeDownTo(0);
    if (!isDone_)
      closeRoot();
  }

private:
  std::vector<ThreadIndex> threadsOf(std::size_t execution) const;
  void walk(const RecordedExecution &recorded);
  void follow(const RecordedExecution &recorded);
  void look(std::size_t step, bool isSame);
  static void note(TreeState &state, const Survey &survey);
  void branch(std::size_t at);
  void pushAfter(std::size_t step);
  void end();
  void findReversals(std::size_t from);
  bool prunes(const SafeLevel &safe) const;
  void prune(const SafeLevel &safe);
  void closeDownTo(std::size_t size);
  void close(std::size_t at, std::map<std::size_t, Claims> &claims);
  void closeRoot();
  void prove(const std::map<std::size_t, Claims> &claims);
  const Execution &executionOf(std::size_t index);

  const Context &context_;
  const program::Program &program_;
  const Record &record_;
  CheckedTree &checked_;
  recheck::Replay replay_;
  ClaimCheck claims_;

  std::vector<ThreadIndex> threads_; // of the current execution
  std::size_t current_ = 0;
  bool isDone_ = false; // everything is pruned
  /// Of the current execution: the state before each step, and the one after the last; its first steps are those of the
  /// execution before it.
  std::vector<TreeState> states_;
  std::vector<Survey> surveys_; // by state, with the inputs of the current execution
  std::vector<ReplayedStep> path_;
  HappensBefore happensBefore_;
  std::vector<std::pair<Actions, std::size_t>> initialOutcomes_;
  bool hasInitialInputs_ = false;
  std::vector<bool> isVariable_; // by step of the current execution: its accesses depend on inputs or on the order
  /// The execution that the last claims are about.
  recheck::Replay again_;
  Execution executed_;
  std::size_t executedIndex_ = none;
};

/// The threads of an execution, decoded.
std::vector<ThreadIndex> TreeCheck::threadsOf(std::size_t execution) const {
  std::size_t first = execution;
  std::size_t needed = record_.executions()[execution].shared;
  std::vector<std::pair<std::size_t, std::size_t>> parts{{execution, SIZE_MAX}}; // with how many of its threads
  while (needed > 0) {
    --first;
    const std::size_t shared = record_.executions()[first].shared;
    if (shared < needed) {
      parts.emplace_back(first, needed - shared);
      needed = shared;
    }
  }
  std::vector<ThreadIndex> threads;
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    const std::vector<std::uint32_t> &own = record_.executions()[part->first].threads;
    const std::size_t count = std::min(part->second, own.size());
    threads.insert(threads.end(), own.begin(), own.begin() + static_cast<std::ptrdiff_t>(count));
  }
  return threads;
}

void TreeCheck::walk(const RecordedExecution &recorded) {
  follow(recorded);
  end();
  const bool isPruned = recorded.safe && prunes(*recorded.safe);
  // With other inputs, the same steps may violate the property. A thread that was stopped may hide a deadlock.
  const bool isOne = replay_.inputs() == 0 && !program_.properties.contains(Property::NoDeadlock);
  if (!isOne || (isPruned && recorded.safe->staysOnPaths)) {
    Claims claims;
    if (isPruned && recorded.safe->staysOnPaths)
      claims.safeLevel = recorded.safe->level;
    isVariable_.clear();
    require(claims_.prove(executionOf(current_), TraceProgram::Kind::Exact, claims, &isVariable_));
  }
  if (isPruned && !recorded.safe->staysOnPaths)
    require(claims_.prove(executionOf(current_), TraceProgram::Kind::Abstract, {.safeLevel = recorded.safe->level}));
  if (isPruned)
    prune(*recorded.safe);
}

/// Whether anything is skipped. At the end of the execution, that can only be what threads that wait do with other
/// inputs.
bool TreeCheck::prunes(const SafeLevel &safe) const {
  if (safe.level <= path_.size())
    return true;
  return safe.level == path_.size() + 1 && replay_.inputs() != 0 && !surveys_.back().waiting.empty();
}

/// Follows the execution; closes the states of the one before it that it does not pass through.
void TreeCheck::follow(const RecordedExecution &recorded) {
  require(replay_.begin(recorded.inputs));
  const Actions initial = outcomeOf(replay_.first());
  const bool isSameRoot = !initialOutcomes_.empty() && initialOutcomes_.back().first == initial && !states_.empty();
  if (!isSameRoot) {
    closeDownTo(0);
    path_.clear();
    surveys_.clear();
    happensBefore_.shorten(0);
    initialOutcomes_.emplace_back(initial, current_);
    states_.emplace_back();
  }
  initialOutcomes_.back().second = current_;
  hasInitialInputs_ = hasInitialInputs_ || replay_.inputs() != 0;

  bool isSame = isSameRoot; // this execution and the one before it have taken the same steps so far
  std::size_t common = 0;   // how many
  for (std::size_t i = 0;; ++i) {
    look(i, isSame);
    if (i == threads_.size())
      break;
    if (replay_.hasEnded())
      fail("an execution is recorded that continues after its end");
    require(replay_.take(threads_[i]));
    const ReplayedStep &step = replay_.steps()[i];
    if (isSame && i < path_.size() && i + 1 < states_.size() && path_[i].hasSameOutcomeAs(step)) {
      states_[i].execution = current_;
      Branch &last = states_[i].tried.back();
      last.outcomes.back().second = current_;
      last.hasInputs = last.hasInputs || step.inputs != 0;
      if (step.inputs != 0) // otherwise they are the same
        last.accesses.add(step.accesses);
      path_[i] = step;
      common = i + 1;
      continue;
    }
    if (isSame) {
      closeDownTo(i + 1);
      path_.resize(i);
      happensBefore_.shorten(i);
    }
    isSame = false;
    path_.push_back(step);
    branch(i);
    pushAfter(i);
  }
  if (isSame)
    closeDownTo(threads_.size() + 1);
  path_.resize(threads_.size());
  surveys_.resize(threads_.size() + 1);
  happensBefore_.shorten(common);
  states_.back().execution = current_;
  findReversals(common);
}

/// The state before the step, unless it was looked at and is the same with all inputs.
void TreeCheck::look(std::size_t step, bool isSame) {
  if (isSame && step < surveys_.size() && replay_.inputs() == 0)
    return;
  Survey survey;
  if (!replay_.hasEnded())
    require(replay_.survey(survey));
  states_[step].hasInputs = states_[step].hasInputs || replay_.inputs() != 0;
  note(states_[step], survey);
  surveys_.resize(std::max(surveys_.size(), step + 1));
  surveys_[step] = std::move(survey);
}

void TreeCheck::note(TreeState &state, const Survey &survey) {
  state.able.insert(survey.able.begin(), survey.able.end());
  state.idle.insert(survey.idle.begin(), survey.idle.end());
  for (const Survey::Waiting &waiting : survey.waiting)
    state.waiting.insert(waiting.thread);
}

/// Step `at` is tried in its state, for the first time with this outcome.
void TreeCheck::branch(std::size_t at) {
  TreeState &state = states_[at];
  const ReplayedStep &step = path_[at];
  state.execution = current_;
  if (state.tried.empty() || state.tried.back().thread != step.thread) {
    if (std::ranges::any_of(state.tried, [&](const Branch &branch) { return branch.thread == step.thread; }))
      fail("the executions are not in the order of a depth-first search");
    state.tried.push_back({step.thread, {}, false, {}});
  }
  Branch &last = state.tried.back();
  last.accesses.add(step.accesses);
  last.hasInputs = last.hasInputs || step.inputs != 0;
  last.outcomes.emplace_back(outcomeOf(step), current_);
}

/// The state after the step. Those sleep in it that were tried before the step, and are independent of it.
void TreeCheck::pushAfter(std::size_t step) {
  const TreeState &before = states_[step];
  const ReplayedStep &taken = path_[step];
  TreeState state;
  state.hasInputs = taken.inputs != 0;
  state.execution = current_;
  if (taken.inputs == 0) {
    state.asleep = before.asleep;
    for (const Branch &branch : before.tried)
      if (branch.thread != taken.thread && !branch.hasInputs)
        state.asleep[branch.thread] = branch.accesses;
    state.asleep.erase(taken.thread);
    std::erase_if(state.asleep, [&](const auto &entry) { return entry.second.conflictsWith(taken.accesses); });
  }
  states_.push_back(std::move(state));
  ++checked_.states;
}

/// How the execution ends.
void TreeCheck::end() {
  if (!replay_.hasEnded()) {
    const Survey &last = surveys_.back();
    const bool isDeadlock = last.able.empty() && last.idle.empty() && !last.waiting.empty() && !last.isCut;
    if (isDeadlock && program_.properties.contains(Property::NoDeadlock))
      fail("an execution ends in a deadlock");
    return;
  }
  if (path_.empty())
    return;
  // A step that ends the execution hides what the others would have done.
  const ReplayedStep &step = path_.back();
  if (step.accesses.endsProgram || step.end == ReplayedStep::End::Discarded)
    states_[path_.size() - 1].needsAll = true;
}

void TreeCheck::findReversals(std::size_t from) {
  // Inputs decide what steps access and which threads wait: one execution does not show what has to be reversed.
  if (replay_.inputs() != 0) {
    for (TreeState &state : states_)
      state.needsAll = true;
    happensBefore_.shorten(0);
    return;
  }
  const auto waits = [this](std::size_t state, ThreadIndex thread) {
    return std::ranges::any_of(surveys_[state].waiting,
                               [&](const Survey::Waiting &waiting) { return waiting.thread == thread; });
  };
  const auto add = [this](const std::vector<Reversal> &reversals) {
    for (const Reversal &reversal : reversals)
      states_[reversal.at].oneOf.push_back(reversal.oneOf);
  };
  while (happensBefore_.size() < path_.size()) {
    if (context_.cancellation.poll())
      throw Ended{{Kind::Cancelled}};
    const bool isNew = happensBefore_.size() >= from;
    const std::vector<Reversal> reversals = happensBefore_.append(path_, waits);
    if (isNew)
      add(reversals);
  }
  if (!replay_.hasEnded())
    for (const Survey::Waiting &next : surveys_.back().waiting)
      add(happensBefore_.waiting(next, path_, waits));
}

/// The states from the safe level on are claimed to be safe with everything that follows. The executions that are
/// skipped require threads to be tried in the states before it: those of the steps that can come first.
void TreeCheck::prune(const SafeLevel &safe) {
  const std::size_t left = safe.level == 0 ? 0 : safe.level - 1;
  const bool isOpen = !safe.staysOnPaths || !surveys_.back().waiting.empty();
  for (std::size_t i = 0; i < left; ++i) {
    if (isOpen) {
      states_[i].needsAll = true;
      continue;
    }
    for (std::size_t j = left; j < path_.size(); ++j)
      if (path_[j].thread != path_[i].thread && (isVariable_[j] || path_[i].accesses.conflictsWith(path_[j].accesses)))
        states_[i].oneOf.push_back({path_[j].thread});
  }
  states_.resize(left);
  isDone_ = safe.level == 0;
}

/// Closes the states above so many.
void TreeCheck::closeDownTo(std::size_t size) {
  std::map<std::size_t, Claims> claims;
  while (states_.size() > size) {
    close(states_.size() - 1, claims);
    states_.pop_back();
  }
  prove(claims);
}

void TreeCheck::close(std::size_t at, std::map<std::size_t, Claims> &claims) {
  const TreeState &state = states_[at];
  const auto missing = [&](const char *why) {
    fail(fmt::format("a thread was not tried after {} steps of execution {}, {}", at, state.execution + 1, why));
  };
  if (!state.coversAll()) {
    if (state.tried.empty())
      missing("where the execution ends");
    if (state.needsAll)
      missing("where all have to be");
    for (const std::set<ThreadIndex> &oneOf : state.oneOf)
      if (std::ranges::none_of(oneOf, [&](ThreadIndex thread) { return state.covers(thread); }))
        missing("although a race requires it");
  }
  if (state.hasInputs)
    for (const ThreadIndex thread : state.waiting)
      if (!state.covers(thread))
        claims[state.execution].blocked.push_back({at, thread});
  for (const Branch &branch : state.tried) {
    if (!branch.hasInputs)
      continue;
    std::vector<Actions> known;
    for (const auto &[outcome, execution] : branch.outcomes)
      known.push_back(outcome);
    for (const auto &[outcome, execution] : branch.outcomes)
      claims[execution].outcomes.push_back({at, known});
  }
}

/// After all states are closed: main's first local work has no other outcome, with any inputs.
void TreeCheck::closeRoot() {
  if (!hasInitialInputs_)
    return;
  std::vector<Actions> known;
  std::map<std::size_t, Claims> claims;
  for (const auto &[outcome, execution] : initialOutcomes_)
    known.push_back(outcome);
  for (const auto &[outcome, execution] : initialOutcomes_)
    claims[execution].outcomes.push_back({none, known});
  prove(claims);
}

/// If an execution is too long to be followed with all inputs, the part that the claims are about may not be.
void TreeCheck::prove(const std::map<std::size_t, Claims> &claims) {
  for (const auto &[index, claim] : claims) {
    const Execution &execution = executionOf(index);
    ProofCheck check = claims_.prove(execution, TraceProgram::Kind::Whole, claim);
    std::size_t steps = 0;
    for (const Claims::NoOtherOutcome &outcome : claim.outcomes)
      steps = std::max(steps, outcome.step == none ? 0 : outcome.step + 1);
    for (const Claims::Blocked &blocked : claim.blocked)
      steps = std::max(steps, blocked.step + 1);
    if (check.kind == Kind::Inconclusive && steps < execution.steps.size())
      check = claims_.prove(prefixOf(execution, steps), TraceProgram::Kind::Whole, claim);
    require(check);
  }
}

const Execution &TreeCheck::executionOf(std::size_t index) {
  if (executedIndex_ == index)
    return executed_;
  executedIndex_ = none;
  const RecordedExecution &recorded = record_.executions()[index];
  const std::vector<ThreadIndex> threads = threadsOf(index);
  require(again_.begin(recorded.inputs));
  for (const ThreadIndex thread : threads)
    require(again_.take(thread));
  require(claims_.execute(threads, recorded.plan, again_, executed_));
  executedIndex_ = index;
  return executed_;
}

} // namespace

ProofCheck checkTree(const Context &context, events::UnwindFacts &facts, const Options &options, const Record &record,
                     CheckedTree &checked) {
  try {
    TreeCheck(context, facts, options, record, checked).run();
  } catch (const Ended &ended) {
    return ended.result;
  }
  return {Kind::Passed,
          fmt::format("a second interpreter has followed all {} executions, no thread is left out in any of their {} "
                      "states, and {} queries have clausal proofs of {} steps and {} lemmas about orders",
                      checked.executions, checked.states, checked.refutations, checked.steps, checked.lemmas)};
}

} // namespace heddle::engines::trace
