#include "engines/trace/trace_program.hpp"

#include "engines/symbolic/counterexample.hpp"

#include <fmt/format.h>

namespace heddle::engines::trace {

using events::NodeId;
using smt::Literal;

namespace {

/// Objects whose size is not constant have at most 64 bytes for each of these.
constexpr unsigned sizeOfUnknownObjects = 16;
constexpr std::size_t longestPath = 200'000;

} // namespace

TraceProgram::TraceProgram(const Context &context, events::UnwindFacts &facts, const Execution &execution, Kind kind,
                           const Options &options, std::function<void()> report, symbolic::Statistics &statistics,
                           bool recordsProof)
    : execution_(execution), kind_(kind),
      paths_(pathsOf(execution, kind == Kind::Whole ? IdleRounds::Kept : IdleRounds::Removed)) {
  std::size_t length = 0;
  for (const events::ExecutedThread &thread : execution.threads)
    length += thread.path.size();
  if (length > longestPath) {
    problem_ =
        fmt::format("an execution of more than {} actions is too long to be checked with all inputs", longestPath);
    return;
  }
  if (!unwind(context, facts, options))
    return;
  nodes_.emplace(execution, paths_, *unwound_);
  if (!nodes_->isComplete()) {
    problem_ = "an atomic block that waits in its middle";
    return;
  }
  cells_ = events::resolveCells(*unwound_, context.cancellation);
  check_.emplace(context, *unwound_, cells_, symbolic::Options{.solver = options.solver, .recordsProof = recordsProof},
                 std::move(report), statistics);
  prefix_.emplace(execution, paths_, *nodes_, *unwound_, *check_);
}

bool TraceProgram::unwind(const Context &context, events::UnwindFacts &facts, const Options &options) {
  events::UnwindOptions unwinding;
  unwinding.depth = sizeOfUnknownObjects;
  unwinding.maxThreads = context.limits.maxThreads;
  unwinding.executed = &paths_.threads;
  unwinding.phantoms = kind_ == Kind::Abstract;
  unwinding.fixedInputs = !options.symbolicInputs;
  support::Expected<events::UnwoundProgram> unwound = events::unwindUntilStable(facts, unwinding, context.cancellation);
  if (!unwound) {
    problem_ = unwound.error().message;
    return false;
  }
  unwound_ = std::move(*unwound);
  return true;
}

std::optional<Answer> TraceProgram::findViolation() {
  if (std::optional<Answer> violation = check_->findViolation())
    return violation;
  return check_->findLeaks();
}

std::optional<Answer> TraceProgram::findLimit() {
  return check_->findSideExit([](const events::SideExit &sideExit) { return !sideExit.untaken; });
}

/// The first levels are as in the execution, and a goal is reached: the trace program is left, or, if it is abstract,
/// the property violated.
TraceProgram::Query TraceProgram::leavesAt(std::size_t level) {
  if (!leaves_) {
    std::vector<symbolic::Goal> goals;
    for (const events::SideExit &sideExit : unwound_->sideExits)
      goals.push_back({sideExit.condition, {sideExit.node}});
    if (kind_ == Kind::Abstract)
      for (const events::Violation &violation : unwound_->violations)
        goals.push_back({violation.condition, {violation.node}});
    leaves_ = check_->encode(goals).any;
  }
  Query query = prefix_->assumptions(level);
  query.push_back(*leaves_);
  return query;
}

std::size_t TraceProgram::lowestSafeLevel(std::size_t from, const std::function<void(bool isSafe)> &count) {
  std::size_t safe = none;
  for (std::size_t level = from;; --level) {
    const symbolic::Schedulable answer = check_->ask(leavesAt(level));
    if (answer.kind == symbolic::Schedulable::Kind::Unknown)
      return safe;
    count(answer.kind == symbolic::Schedulable::Kind::No);
    if (answer.kind == symbolic::Schedulable::Kind::Yes)
      return safe;
    // The proof needs no level above those in its core.
    safe = prefix_->highestInCore(level);
    if (safe == 0)
      return safe;
    level = safe;
  }
}

std::vector<Alternative> TraceProgram::otherOutcomes(std::size_t step, const std::vector<Actions> &known) const {
  return alternativesTo(step, known, execution_, paths_, *nodes_, *unwound_);
}

/// The execution is the same up to the step, which takes the alternative.
TraceProgram::Query TraceProgram::takes(std::size_t step, const Alternative &alternative) {
  const std::size_t level = levelOf(step);
  const symbolic::EncodedGoals encoded = check_->encode({alternative.goal});
  Query query = prefix_->assumptions(level - 1);
  if (step != none)
    query.push_back(prefix_->orderOf(level));
  query.push_back(encoded.any);
  return query;
}

std::optional<ExecutionPlan> TraceProgram::otherInputs(std::size_t step, const std::vector<Actions> &known) {
  for (const Alternative &alternative : otherOutcomes(step, known))
    if (std::optional<ExecutionPlan> found = plan(check_->ask(takes(step, alternative))))
      return found;
  return std::nullopt;
}

/// No query: the thread cannot be enabled there.
std::optional<TraceProgram::Query> TraceProgram::enabledAt(std::size_t step, ThreadIndex thread) {
  // The thread waits at its next step, or at the node after its last step.
  std::size_t position = paths_.threads[thread].path.size();
  for (std::size_t i = step; i < execution_.steps.size() && position == paths_.threads[thread].path.size(); ++i)
    if (execution_.steps[i].thread == thread)
      position = paths_.position[i];
  const NodeId node = nodes_->nodeAt(thread, position);
  if (node == 0)
    return std::nullopt;
  Query query = prefix_->assumptions(step + 1);
  check_->abstraction().encode({unwound_->nodes[node].executed});
  const Literal here = check_->solver().newLiteral();
  check_->solver().addClause({-here, check_->abstraction().literalOf(unwound_->nodes[node].executed)});
  for (ThreadIndex other = 0; other < paths_.threads.size(); ++other) {
    if (other == thread || nodes_->threadOf(other) == 0)
      continue;
    const NodeId next = nodes_->nextNode(step, other);
    if (next != 0 && unwound_->order.precedes(next, node))
      return std::nullopt; // a join of a thread that has not terminated
    if (next != 0 && !unwound_->order.precedes(node, next))
      check_->abstraction().addEdge(node, next, here);
  }
  query.push_back(here);
  return query;
}

std::optional<ExecutionPlan> TraceProgram::inputsToEnable(std::size_t step, ThreadIndex thread) {
  const std::optional<Query> query = enabledAt(step, thread);
  return query ? plan(check_->ask(*query)) : std::nullopt;
}

symbolic::ProofCheck TraceProgram::prove(const Claims &claims, support::Cancellation &cancellation) {
  using Result = symbolic::ProofCheck::Kind;
  const auto isAskedWithoutLevel = [](const events::SideExit &sideExit) { return !sideExit.untaken; };
  const bool isExact = kind_ == Kind::Exact;
  if (isExact) {
    std::optional<Answer> found = findViolation();
    if (!found)
      found = findLimit();
    if (cancellation.poll())
      return {};
    if (found)
      return {Result::Invalid, "an execution that takes the paths of a recorded one violates the property or cannot be "
                               "followed"};
  }
  std::vector<Query> queries;
  if (claims.safeLevel)
    queries.push_back(leavesAt(*claims.safeLevel));
  for (const Claims::NoOtherOutcome &claim : claims.outcomes)
    for (const Alternative &alternative : otherOutcomes(claim.step, claim.known))
      queries.push_back(takes(claim.step, alternative));
  for (const Claims::Blocked &claim : claims.blocked)
    if (std::optional<Query> query = enabledAt(claim.step, claim.thread))
      queries.push_back(std::move(*query));
  if (!queries.empty()) {
    const symbolic::Schedulable::Kind answer = check_->refute(queries);
    if (answer == symbolic::Schedulable::Kind::Unknown)
      return {};
    if (answer == symbolic::Schedulable::Kind::Yes)
      return {Result::Invalid, claims.safeLevel
                                   ? "an execution with a pruned prefix leaves what its pruning has shown safe"
                                   : "other inputs lead to a step that no recorded execution takes"};
  } else if (!isExact) {
    return {Result::Valid, {}};
  }
  return check_->checkProof(cancellation, {.violations = isExact, .sideExits = [&](const events::SideExit &sideExit) {
                                             return isExact && isAskedWithoutLevel(sideExit);
                                           }});
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
  ExecutionRequest request;
  request.plan = plan();
  for (const NodeId id : answer.order) {
    const events::Node &node = unwound_->nodes[id];
    const bool isLast = id == last(); // its step leaves the trace program
    if (isLast ? node.scheduled && solver.value(node.executed) != 0 : symbolic::isTaken(check_->abstraction(), id))
      request.prefix.push_back(unwound_->threads[node.thread].executed);
    if (isLast)
      break;
  }
  return request;
}

std::optional<ExecutionPlan> TraceProgram::plan(const symbolic::Schedulable &answer) {
  isUncertain_ = isUncertain_ || answer.kind == symbolic::Schedulable::Kind::Unknown;
  return answer.kind == symbolic::Schedulable::Kind::Yes ? std::optional(plan()) : std::nullopt;
}

ExecutionPlan TraceProgram::plan() { return symbolic::planOf(check_->abstraction(), symbolic::Planned::All); }

} // namespace heddle::engines::trace
