// Each query adds only the events that it depends on to the formula. An execution has all events: before it is
// replayed, the rest is encoded and solved.
#include "engines/symbolic/check.hpp"

#include "engines/symbolic/counterexample.hpp"
#include "engines/symbolic/stray_addresses.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines::symbolic {

namespace {

std::unique_ptr<smt::Solver> makeSolver(const Options &options) {
  if (options.recordsProof && options.solver == smt::Backend::CaDiCaL)
    return smt::makeRecordingSolver();
  return smt::makeSolver(options.solver);
}

} // namespace

Check::Check(const Context &context, events::UnwoundProgram &unwound, const events::CellEvents &cells,
             const Options &options, OnRefinement onRefinement, Statistics &statistics, const Mutator &mutator)
    : context_(context), program_(context.program), unwound_(unwound), cells_(cells), statistics_(statistics),
      onRefinement_(std::move(onRefinement)), solver_(makeSolver(options)),
      abstraction_(unwound, cells, *solver_, context.cancellation),
      scheduler_(options.monolithic ? makeMonolithicScheduler(abstraction_, statistics.scheduling, context.cancellation)
                                    : makeRefiningScheduler(abstraction_, statistics.scheduling, context.cancellation,
                                                            context.log, onRefinement_)) {
  statistics_.abstraction = solver_->size();
  abstraction_.mutate(mutator);
  if (auto *recording = dynamic_cast<smt::RecordingSolver *>(solver_.get());
      recording != nullptr && options.recordsProof)
    abstraction_.recordIn(&records_, recording);
}

void Check::forbid(Literal asked) {
  abstraction_.addConsequence({-asked});
  records_.impossible.push_back(asked);
}

void Check::forbid(const EncodedGoals &encoded, const std::vector<Goal> &goals) {
  forbid(encoded.any);
  for (const Goal &goal : goals)
    records_.goals.emplace(goal.condition, goal.nodes.front());
}

Check::Result Check::findViolation() {
  if (Result found = findViolations(false))
    return found;
  if (program_.properties.contains(program::Property::NoDataRace) &&
      !abstraction_.mutator().strikes(Mutation::ForgetRaces))
    if (Result found = findRaces())
      return found;
  if (program_.properties.contains(program::Property::NoDeadlock) &&
      !abstraction_.mutator().strikes(Mutation::ForgetDeadlocks))
    if (Result found = findDeadlocks())
      return found;
  return std::nullopt;
}

Check::Result Check::findViolations(bool uncertain) {
  std::vector<Goal> goals;
  for (const events::Violation &violation : unwound_.violations)
    if (violation.isUncertain == uncertain && !abstraction_.mutator().strikes(Mutation::ForgetViolation))
      goals.push_back({violation.condition, {violation.node}});
  if (goals.empty())
    return std::nullopt;
  const EncodedGoals encoded = encode(goals);
  const Schedulable answer = ask({encoded.any});
  if (answer.kind == Schedulable::Kind::Unknown)
    return cancelledOrGivenUp(context_.cancellation);
  if (answer.kind == Schedulable::Kind::No) {
    forbid(encoded, goals);
    return std::nullopt;
  }
  const auto last = [&] { return goals[encoded.reached(*solver_)].nodes.front(); };
  Answer found = execute({encoded.any}, last, {});
  if (uncertain)
    return unlessReplayed(std::move(found), "memory that is not freed when the program ends, but may be pointed to");
  return found;
}

Check::Result Check::findSideExit(const std::function<bool(const events::SideExit &)> &among) {
  std::vector<Goal> goals;
  std::vector<const events::SideExit *> sideExits;
  for (const events::SideExit &sideExit : unwound_.sideExits)
    if (among(sideExit) && !abstraction_.mutator().strikes(Mutation::ForgetSideExit)) {
      goals.push_back({sideExit.condition, {sideExit.node}});
      sideExits.push_back(&sideExit);
    }
  if (goals.empty())
    return std::nullopt;
  const EncodedGoals encoded = encode(goals);
  const Schedulable answer = ask({encoded.any});
  if (answer.kind == Schedulable::Kind::No) {
    forbid(encoded, goals);
    return std::nullopt;
  }
  if (answer.kind == Schedulable::Kind::Unknown)
    return cancelledOrGivenUp(context_.cancellation);
  const events::SideExit &sideExit = *sideExits[encoded.reached(*solver_)];
  const program::SourceSpan span = program_.sources.userSpan(sideExit.span);
  return Unknown{Unknown::Kind::Unsupported,
                 span.known() ? fmt::format("{} at {}", sideExit.message, program_.sources.describe(span))
                              : sideExit.message};
}

EncodedGoals Check::encode(const std::vector<Goal> &goals) {
  return counted([&] { return encodeGoals(abstraction_, goals); });
}

void Check::count(const smt::Size &before) {
  const smt::Size after = solver_->size();
  statistics_.events = abstraction_.events();
  statistics_.readFromLiterals = abstraction_.readFromLiterals();
  statistics_.excludedReadFroms = abstraction_.excludedReadFroms();
  statistics_.abstraction.variables += after.variables - before.variables;
  statistics_.abstraction.clauses += after.clauses - before.clauses;
  onRefinement_();
}

Schedulable Check::ask(const std::vector<Literal> &assumptions) {
  if (abstraction_.mutator().strikes(Mutation::WrongClaim))
    return {Schedulable::Kind::No, {}};
  return scheduler_->solve(assumptions, [] { return std::vector<NodeId>{}; });
}

Schedulable::Kind Check::refute(const std::vector<std::vector<Literal>> &queries) {
  const Literal any = solver_->newLiteral();
  std::vector<Literal> clause{-any};
  for (const std::vector<Literal> &query : queries) {
    const Literal all = solver_->newLiteral();
    for (const Literal literal : query)
      solver_->addClause({-all, literal});
    clause.push_back(all);
  }
  solver_->addClause(clause);
  const Schedulable::Kind answer = ask({any}).kind;
  if (answer == Schedulable::Kind::No)
    forbid(any);
  return answer;
}

/// So far, only the events that the query depends on were encoded. An execution has all of them.
Schedulable Check::complete(const std::vector<Literal> &assumptions, const std::function<NodeId()> &last) {
  {
    const support::Stopwatch stopwatch(statistics_.encoding);
    std::vector<Expr> everything;
    for (const events::Node &node : unwound_.nodes) {
      everything.push_back(node.executed);
      everything.insert(everything.end(), node.failures.begin(), node.failures.end());
      everything.insert(everything.end(), node.earlyFailures.begin(), node.earlyFailures.end());
    }
    for (const events::Thread &thread : unwound_.threads) {
      everything.push_back(thread.guard);
      for (const events::InputEvent &input : thread.inputs)
        everything.push_back(input.guard);
      for (const auto &[guard, object] : thread.allocations)
        everything.push_back(guard);
    }
    abstraction_.encode(everything);
  }
  const auto executedNodes = [&] {
    std::vector<NodeId> nodes;
    for (NodeId node = 1; node < unwound_.nodes.size(); ++node)
      if (solver_->value(unwound_.nodes[node].executed) != 0)
        nodes.push_back(node);
    if (const NodeId node = last(); node != 0)
      nodes.push_back(node);
    return nodes;
  };
  return scheduler_->solve(assumptions, executedNodes);
}

Answer Check::execute(const std::vector<Literal> &assumptions, const std::function<NodeId()> &last,
                      const std::function<std::vector<events::ThreadId>()> &deadlocked) {
  const auto [answer, isStray] = completeTamed(assumptions, last);
  if (answer.kind == Schedulable::Kind::Unknown)
    return cancelledOrGivenUp(context_.cancellation);
  if (answer.kind == Schedulable::Kind::No)
    return InternalError{InternalError::Kind::NoExecution, "a counterexample cannot be completed"};
  return unlessStray(executeModel(context_, abstraction_, answer.order, last(),
                                  deadlocked ? deadlocked() : std::vector<events::ThreadId>{}),
                     isStray);
}

/// Strays are excluded one model at a time. If that is impossible, inputs may stray, and then accesses.
Check::Tamed Check::completeTamed(const std::vector<Literal> &assumptions, const std::function<NodeId()> &last) {
  std::vector<Literal> accesses;
  std::vector<Literal> inputs;
  bool mayInputsStray = false;
  const auto forbidAll = [&](const std::vector<Expr> &strays, std::vector<Literal> &literals) {
    for (const Expr stray : strays) {
      abstraction_.encode({stray});
      literals.push_back(-abstraction_.literalOf(stray));
    }
    return !strays.empty();
  };
  for (;;) {
    std::vector<Literal> all = assumptions;
    all.insert(all.end(), accesses.begin(), accesses.end());
    all.insert(all.end(), inputs.begin(), inputs.end());
    Schedulable answer = complete(all, last);
    if (answer.kind == Schedulable::Kind::No && !inputs.empty()) {
      inputs.clear();
      mayInputsStray = true;
      continue;
    }
    if (answer.kind == Schedulable::Kind::No && !accesses.empty())
      return {complete(assumptions, last), true};
    if (answer.kind != Schedulable::Kind::Yes)
      return {std::move(answer), mayInputsStray};
    const bool hasStrays = forbidAll(strayAccesses(abstraction_), accesses);
    if (!(!mayInputsStray && forbidAll(strayInputs(abstraction_), inputs)) && !hasStrays)
      return {std::move(answer), mayInputsStray};
  }
}

Answer Check::unlessStray(Answer answer, bool isStray) const {
  if (isStray)
    return unlessReplayed(
        std::move(answer),
        "an address that is computed from an input, or out of bounds, and may be that of another object");
  return answer;
}

Answer Check::unlessReplayed(Answer answer, const std::string &text) const {
  const auto *error = std::get_if<InternalError>(&answer);
  if (error != nullptr && error->kind == InternalError::Kind::NoReplay)
    return Unknown{Unknown::Kind::Incomplete, text};
  return answer;
}

} // namespace heddle::engines::symbolic
