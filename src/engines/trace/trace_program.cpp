#include "engines/trace/trace_program.hpp"

#include "engines/symbolic/counterexample.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines::trace {

using events::NodeId;
using events::ThreadId;
using program::Expr;
using smt::Literal;

namespace {

/// Objects whose size is not constant have at most 64 bytes for each of these.
constexpr unsigned sizeOfUnknownObjects = 16;
constexpr std::size_t longestPath = 200'000;

/// Whether a thread can find out that the action is not enabled without doing anything visible: guards out of one
/// location exclude each other, so if another action is enabled, the first guard of this one fails.
bool isDecidedLocally(const program::Action &action) {
  for (const program::Instruction &instruction : action.instructions) {
    if (std::holds_alternative<program::Guard>(instruction.operation))
      return true;
    if (program::isVisible(instruction.operation))
      return false;
  }
  return true;
}

} // namespace

TraceProgram::TraceProgram(const Context &context, events::UnwindFacts &facts, const Execution &execution, Kind kind,
                           const Options &options, std::function<void()> report, symbolic::Statistics &statistics)
    : execution_(execution), kind_(kind), options_(options), context_(context) {
  std::size_t length = 0;
  for (const events::ExecutedThread &thread : execution.threads)
    length += thread.path.size();
  if (length > longestPath) {
    problem_ =
        fmt::format("an execution of more than {} actions is too long to be checked with all inputs", longestPath);
    return;
  }
  removeRounds();
  if (!unwind(facts))
    return;
  findNodes();
  if (!problem_.empty())
    return;
  cells_ = events::resolveCells(*unwound_, context_.cancellation);
  check_.emplace(context_, *unwound_, cells_, symbolic::Options{.solver = options.solver}, std::move(report),
                 statistics);
}

/// The paths without rounds that have no effect, and where steps are in them.
void TraceProgram::removeRounds() {
  const std::vector<Step> &steps = execution_.steps;
  threads_ = execution_.threads;
  lastOfRound_.assign(steps.size(), none);
  for (std::size_t last = 0; last < steps.size(); ++last)
    if (steps[last].round && kind_ != Kind::Whole)
      for (std::size_t i = *steps[last].round; i <= last; ++i)
        if (steps[i].thread == steps[last].thread)
          lastOfRound_[i] = last;
  for (events::ExecutedThread &thread : threads_)
    thread.path.clear();
  levelAt_.resize(threads_.size());
  const auto append = [this](const Actions &actions, std::size_t level) {
    for (const auto &[thread, action] : actions) {
      threads_[thread].path.push_back(action);
      levelAt_[thread].push_back(level);
    }
  };
  append(execution_.initialActions, 1);
  startedAt_.assign(threads_.size(), 1);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    position_.push_back(threads_[steps[i].thread].path.size());
    for (const ThreadIndex child : steps[i].starts)
      startedAt_[child] = i + 2;
    if (lastOfRound_[i] == none)
      append(steps[i].actions, i + 2);
  }
}

bool TraceProgram::unwind(events::UnwindFacts &facts) {
  events::UnwindOptions options;
  options.depth = sizeOfUnknownObjects;
  options.maxThreads = context_.limits.maxThreads;
  options.executed = &threads_;
  options.phantoms = kind_ == Kind::Abstract;
  options.fixedInputs = !options_.symbolicInputs;
  support::Expected<events::UnwoundProgram> unwound = events::unwindUntilStable(facts, options, context_.cancellation);
  if (!unwound) {
    problem_ = unwound.error().message;
    return false;
  }
  unwound_ = std::move(*unwound);
  return true;
}

void TraceProgram::findNodes() {
  threadOf_.assign(threads_.size(), 0);
  for (ThreadId thread = 1; thread < unwound_->threads.size(); ++thread)
    threadOf_[unwound_->threads[thread].executed] = thread;
  for (NodeId node = 1; node < unwound_->nodes.size(); ++node)
    if (unwound_->nodes[node].scheduled)
      nodeAt_[{unwound_->nodes[node].thread, unwound_->nodes[node].position}] = node;
  for (std::size_t i = 0; i < execution_.steps.size(); ++i) {
    const bool isRemoved = lastOfRound_[i] != none;
    nodeOf_.push_back(isRemoved ? 0 : nodeAt(execution_.steps[i].thread, position_[i]));
    if (!isRemoved && nodeOf_.back() == 0)
      problem_ = "an atomic block that waits in its middle";
  }
  mayMove_.assign(unwound_->nodes.size(), false);
  for (const events::MemoryEvent &event : unwound_->events)
    if (!event.address->isConstant())
      mayMove_[event.node] = true;
  canWait_.assign(unwound_->nodes.size(), false);
  for (const events::Wait &wait : unwound_->waits)
    canWait_[wait.node] = true;
}

/// 0 if there is none.
NodeId TraceProgram::nodeAt(ThreadIndex thread, std::size_t position) const {
  const auto found = nodeAt_.find({threadOf_[thread], position});
  return found != nodeAt_.end() ? found->second : NodeId{0};
}

std::optional<Answer> TraceProgram::findViolation() {
  if (std::optional<Answer> violation = check_->findViolation())
    return violation;
  return check_->findLeaks();
}

std::optional<Answer> TraceProgram::findLimit() {
  return check_->findSideExit([](const events::SideExit &sideExit) { return !sideExit.untaken; });
}

/// The first node of the thread that is not part of the first so many steps; 0 if there is none.
NodeId TraceProgram::nextNode(std::size_t steps, ThreadIndex thread) const {
  for (std::size_t i = steps; i-- > 0;)
    if (execution_.steps[i].thread == thread && nodeOf_[i] != 0)
      return unwound_->order.next(nodeOf_[i]).value_or(0);
  return unwound_->order.next(unwound_->threads[threadOf_[thread]].first).value_or(0);
}

/// One literal for each step: it comes before all that is not in the execution up to it. Whoever is in the middle of a
/// round without effect has looked already, so the steps that stand for that may be earlier.
void TraceProgram::encodeOrder() {
  smt::Solver &solver = check_->solver();
  /// How far a thread has come.
  struct Position {
    ThreadIndex thread;
    NodeId node; // its last
    bool isInRound = false;
  };
  std::vector<Position> positions;
  const auto add = [&](ThreadIndex thread) {
    if (threadOf_[thread] != 0)
      positions.push_back({thread, unwound_->threads[threadOf_[thread]].first});
  };
  add(0);
  NodeId latest = 0;
  order_.push_back(solver.trueLiteral()); // main's first local work is first anyway
  for (std::size_t i = 0; i < execution_.steps.size(); ++i) {
    const Step &step = execution_.steps[i];
    const Literal literal = solver.newLiteral();
    order_.push_back(literal);
    std::for_each(step.starts.begin(), step.starts.end(), add);
    const bool endsRound = lastOfRound_[i] == i;
    for (Position &position : positions)
      if (position.thread == step.thread) {
        position.isInRound = lastOfRound_[i] != none && !endsRound;
        position.node = nodeOf_[i] != 0 ? nodeOf_[i] : position.node;
      }
    if (nodeOf_[i] != 0)
      latest = nodeOf_[i];
    if (latest == 0 || (nodeOf_[i] == 0 && !endsRound))
      continue;
    for (const Position &position : positions) {
      if (position.isInRound || (endsRound && position.thread != step.thread))
        continue;
      const NodeId next = unwound_->order.next(position.node).value_or(0);
      if (next != 0 && next != latest && !unwound_->order.precedes(latest, next))
        check_->abstraction().addEdge(latest, next, literal);
    }
  }
}

/// What a step does, or main's first local work, is what it did in the execution.
Literal TraceProgram::pathLiteral(std::size_t level) {
  paths_.resize(execution_.steps.size() + 1);
  Literal &literal = paths_[level - 1];
  if (literal != 0)
    return literal;
  program::ExprPool &pool = *unwound_->pool;
  Expr same = pool.boolean(true);
  if (execution_.inputs == 0) {
    // The order decides everything but whether attempts are made in vain.
    if (level >= 2 && canWait_[nodeOf_[level - 2]])
      same = unwound_->nodes[nodeOf_[level - 2]].executed;
    check_->abstraction().encode({same});
    literal = check_->abstraction().literalOf(same);
    return literal;
  }
  if (level == 1)
    same = comesTo(0, level);
  else if (nodeOf_[level - 2] != 0) {
    same = comesTo(execution_.steps[level - 2].thread, level);
    for (const ThreadIndex child : execution_.steps[level - 2].starts)
      same = pool.conjunction(same, comesTo(child, level));
  }
  if (leaving_.empty())
    findLeaving();
  for (const Expr condition : leaving_[level])
    same = pool.conjunction(same, pool.negate(condition));
  check_->abstraction().encode({same});
  literal = check_->abstraction().literalOf(same);
  return literal;
}

void TraceProgram::findLeaving() {
  leaving_.resize(execution_.steps.size() + 2);
  const auto add = [this](const events::Untaken &untaken, Expr condition) {
    if (const std::size_t level = deviationOf(untaken).level; level != none)
      leaving_[level].push_back(condition);
  };
  for (const events::SideExit &sideExit : unwound_->sideExits)
    if (sideExit.untaken)
      add(*sideExit.untaken, sideExit.condition);
  for (const events::Phantom &phantom : unwound_->phantoms)
    add(phantom.untaken, phantom.guard);
}

/// A thread that can tell without looking at what others do that it will take a visible action rests before it, and
/// takes a local one at once, in the step that led there. Nobody rests in an atomic block.
TraceProgram::Deviation TraceProgram::deviationOf(const events::Untaken &untaken) const {
  const program::Program &program = *unwound_->program;
  const program::Cfa &cfa = program.cfas[unwound_->threads[untaken.thread].cfa];
  const ThreadIndex thread = unwound_->threads[untaken.thread].executed;
  const program::LocationId from = cfa.actions[untaken.action].from;
  bool isLocal = !program::isVisible(cfa.actions[untaken.action]);
  for (const program::ActionId id : cfa.outgoing[from]) {
    if (id == untaken.action)
      break;
    isLocal = isLocal && isDecidedLocally(cfa.actions[id]);
  }
  const std::vector<std::size_t> &levels = levelAt_[thread];
  const bool isAtEnd = untaken.position == levels.size();
  const std::size_t here = isAtEnd ? none : levels[untaken.position];
  const std::size_t before = untaken.position == 0 ? startedAt_[thread] : levels[untaken.position - 1];
  const bool rested = here != before;
  if (isLocal || !rested)
    return {before, !isLocal && !cfa.locations[from].atomic};
  return {here, false};
}

/// The thread takes its actions up to the level.
Expr TraceProgram::comesTo(ThreadIndex thread, std::size_t level) {
  program::ExprPool &pool = *unwound_->pool;
  const events::Thread &unwound = unwound_->threads[threadOf_[thread]];
  const auto end = std::upper_bound(levelAt_[thread].begin(), levelAt_[thread].end(), level);
  const auto position = static_cast<std::size_t>(end - levelAt_[thread].begin());
  const bool stopsHere = contains(stoppedBy(level == 1 ? none : level - 2), thread);
  if (!stopsHere && position < unwound.reached.size() && unwound.reached[position] != nullptr)
    return unwound.reached[position];
  Expr over = pool.disjunction(unwound.ended, stops(thread));
  for (const events::UnwoundProgram::End &programEnd : unwound_->ends)
    if (unwound_->nodes[programEnd.node].thread == threadOf_[thread])
      over = pool.disjunction(over, programEnd.guard);
  return over;
}

/// An assumption, or undefined behaviour, stops the thread.
Expr TraceProgram::stops(ThreadIndex thread) {
  Expr result = unwound_->pool->boolean(false);
  if (threadOf_[thread] != 0)
    for (const Expr stop : unwound_->threads[threadOf_[thread]].stops)
      result = unwound_->pool->disjunction(result, stop);
  return result;
}

/// That the first `level` of main's first local work and the steps are as in the execution.
std::vector<Literal> TraceProgram::assumptions(std::size_t level) {
  if (order_.empty())
    encodeOrder();
  std::vector<Literal> result(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(level));
  for (std::size_t i = 1; i <= level; ++i)
    result.push_back(pathLiteral(i));
  return result;
}

std::size_t TraceProgram::lowestSafeLevel(std::size_t from, const std::function<void(bool isSafe)> &asked) {
  std::vector<symbolic::Goal> goals;
  for (const events::SideExit &sideExit : unwound_->sideExits)
    goals.push_back({sideExit.condition, {sideExit.node}});
  if (kind_ == Kind::Abstract)
    for (const events::Violation &violation : unwound_->violations)
      goals.push_back({violation.condition, {violation.node}});
  const symbolic::EncodedGoals encoded = check_->encode(goals);
  std::size_t safe = none;
  for (std::size_t level = from;; --level) {
    std::vector<Literal> question = assumptions(level);
    question.push_back(encoded.any);
    const symbolic::Schedulable answer = check_->ask(question);
    if (answer.kind == symbolic::Schedulable::Kind::Unknown)
      return safe;
    asked(answer.kind == symbolic::Schedulable::Kind::No);
    if (answer.kind == symbolic::Schedulable::Kind::Yes)
      return safe;
    // Only as much of the beginning as was needed.
    std::vector<Literal> core = check_->solver().core();
    std::sort(core.begin(), core.end());
    safe = 0;
    for (std::size_t i = 0; i < level; ++i) {
      const auto isNeeded = [&](Literal literal) { return std::binary_search(core.begin(), core.end(), literal); };
      if (isNeeded(order_[i]) || isNeeded(paths_[i]))
        safe = i + 1;
    }
    if (safe == 0)
      return safe;
    level = safe;
  }
}

/// From the last branch to the first: when a branch is left, all that lies behind it is known.
std::optional<ExecutionPlan> TraceProgram::otherInputs(std::size_t step, const std::vector<Actions> &known) {
  std::vector<Alternative> alternatives = otherBranches(step, known);
  for (Alternative &alternative : withoutStops(step, known))
    alternatives.push_back(std::move(alternative));
  std::stable_sort(alternatives.begin(), alternatives.end(),
                   [](const Alternative &a, const Alternative &b) { return a.length > b.length; });
  const std::size_t level = levelOf(step);
  for (const Alternative &alternative : alternatives) {
    const symbolic::EncodedGoals encoded = check_->encode({alternative.goal});
    std::vector<Literal> question = assumptions(level - 1);
    if (step != none)
      question.push_back(order_[level - 1]);
    question.push_back(encoded.any);
    if (std::optional<ExecutionPlan> found = plan(check_->ask(question)))
      return found;
  }
  return std::nullopt;
}

/// The actions up to a branch, and then another one. A thread that is started begins when those before it rest.
std::vector<TraceProgram::Alternative> TraceProgram::otherBranches(std::size_t step,
                                                                   const std::vector<Actions> &known) const {
  std::vector<Alternative> alternatives;
  for (const events::SideExit &sideExit : unwound_->sideExits) {
    if (!sideExit.untaken)
      continue;
    const Deviation deviation = deviationOf(*sideExit.untaken);
    const ThreadIndex thread = unwound_->threads[sideExit.untaken->thread].executed;
    if (deviation.level != levelOf(step))
      continue;
    if (contains(execution_.abandoned, thread) && sideExit.untaken->position == threads_[thread].path.size())
      continue; // nobody knows whether it went there
    const bool isOwn = step != none && execution_.steps[step].thread == thread;
    const std::size_t own = sideExit.untaken->position - (isOwn ? position_[step] : 0);
    Actions other;
    std::size_t taken = 0;
    for (const auto &[who, action] : actionsOf(step))
      if (who < thread ? !isOwn : who == thread && taken++ < own)
        other.emplace_back(who, action);
    const std::size_t length = other.size();
    if (!deviation.rests)
      other.emplace_back(thread, sideExit.untaken->action);
    const bool isKnown = std::any_of(known.begin(), known.end(), [&](const Actions &outcome) {
      return outcome.size() >= other.size() && std::equal(other.begin(), other.end(), outcome.begin()) &&
             !(deviation.rests && outcome.size() > other.size() && outcome[other.size()].first == thread);
    });
    if (!isKnown)
      alternatives.push_back({length, {sideExit.condition, {sideExit.node}}});
  }
  return alternatives;
}

/// Whom an assumption has stopped could have gone on from there.
std::vector<TraceProgram::Alternative> TraceProgram::withoutStops(std::size_t step,
                                                                  const std::vector<Actions> &known) const {
  std::vector<Alternative> alternatives;
  const Actions &actions = actionsOf(step);
  const bool isKnown = std::any_of(known.begin(), known.end(), [&](const Actions &outcome) {
    if (outcome.size() < actions.size())
      return false;
    const bool goesOn = outcome.size() == actions.size() || outcome[actions.size()].second != stoppedThere;
    return goesOn && std::equal(actions.begin(), actions.end(), outcome.begin());
  });
  if (isKnown)
    return alternatives;
  const NodeId node = step == none ? unwound_->threads[events::mainThread].first : nodeOf_[step];
  for (const ThreadIndex thread : stoppedBy(step)) {
    const std::vector<Expr> &reached = unwound_->threads[threadOf_[thread]].reached;
    const std::size_t end = threads_[thread].path.size();
    if (end < reached.size() && reached[end] != nullptr)
      alternatives.push_back({actions.size(), {reached[end], {node}}});
  }
  return alternatives;
}

std::optional<ExecutionPlan> TraceProgram::inputsToEnable(std::size_t step, ThreadIndex thread) {
  // What it waits at is its next step, or what it would have done after its last.
  std::size_t position = threads_[thread].path.size();
  for (std::size_t i = step; i < execution_.steps.size() && position == threads_[thread].path.size(); ++i)
    if (execution_.steps[i].thread == thread)
      position = position_[i];
  const NodeId node = nodeAt(thread, position);
  if (node == 0)
    return std::nullopt;
  std::vector<Literal> question = assumptions(step + 1);
  check_->abstraction().encode({unwound_->nodes[node].executed});
  const Literal here = check_->solver().newLiteral();
  check_->solver().addClause({-here, check_->abstraction().literalOf(unwound_->nodes[node].executed)});
  for (ThreadIndex other = 0; other < threads_.size(); ++other) {
    if (other == thread || threadOf_[other] == 0)
      continue;
    const NodeId next = nextNode(step, other);
    if (next != 0 && unwound_->order.precedes(next, node))
      return std::nullopt; // the end of a thread that has not come to it
    if (next != 0 && !unwound_->order.precedes(node, next))
      check_->abstraction().addEdge(node, next, here);
  }
  question.push_back(here);
  return plan(check_->ask(question));
}

std::optional<ExecutionRequest>
TraceProgram::reach(const std::function<bool(program::CfaId, program::ActionId)> &among) {
  std::vector<symbolic::Goal> goals;
  for (const events::SideExit &sideExit : unwound_->sideExits)
    if (sideExit.untaken && among(unwound_->threads[sideExit.untaken->thread].cfa, sideExit.untaken->action))
      goals.push_back({sideExit.condition, {sideExit.node}});
  if (goals.empty())
    return std::nullopt;
  const symbolic::EncodedGoals encoded = check_->encode(goals);
  smt::Solver &solver = check_->solver();
  const auto last = [&] { return goals[encoded.reached(solver)].nodes.front(); };
  if (check_->ask({encoded.any}).kind != symbolic::Schedulable::Kind::Yes)
    return std::nullopt;
  const symbolic::Schedulable answer = check_->complete({encoded.any}, last);
  if (answer.kind != symbolic::Schedulable::Kind::Yes)
    return std::nullopt;
  ExecutionRequest order;
  order.plan = plan();
  for (const NodeId id : answer.order) {
    const events::Node &node = unwound_->nodes[id];
    const bool isLast = id == last(); // its rest is not known
    if (isLast ? node.scheduled && solver.value(node.executed) != 0 : symbolic::isTaken(check_->abstraction(), id))
      order.prefix.push_back(unwound_->threads[node.thread].executed);
    if (isLast)
      break;
  }
  return order;
}

std::optional<ExecutionPlan> TraceProgram::plan(const symbolic::Schedulable &answer) {
  isUncertain_ = isUncertain_ || answer.kind == symbolic::Schedulable::Kind::Unknown;
  return answer.kind == symbolic::Schedulable::Kind::Yes ? std::optional(plan()) : std::nullopt;
}

ExecutionPlan TraceProgram::plan() { return symbolic::planOf(check_->abstraction(), symbolic::Planned::All); }

} // namespace heddle::engines::trace
