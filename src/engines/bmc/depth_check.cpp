// The order of the questions: what is certain and cheap first, violations, races, deadlocks; then memory that is
// not freed, which only the interpreter can judge; then whether what was unwound can be left, because only that
// decides between a proof and the next depth. What has been answered with no is forbidden for the questions after it.
// Each question brings only what it depends on into the formula. An execution has everything, so before one is
// followed, all that is still open is encoded and decided.
#include "engines/bmc/depth_check.hpp"

#include "engines/bmc/counterexample.hpp"
#include "engines/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines::bmc {

namespace {

const std::string cannotBeCompleted = "a counterexample of engine bmc cannot be completed";

} // namespace

DepthCheck::DepthCheck(const program::Program &program, events::UnwoundProgram &unwound,
                       const events::CellEvents &cells, const Options &options, engines::Progress &progress,
                       Statistics &statistics)
    : program_(program), unwound_(unwound), cells_(cells), options_(options), progress_(progress),
      statistics_(statistics), solver_(smt::makeSolver(options.solver)),
      abstraction_(unwound, cells, *solver_, progress.cancellation),
      scheduler_(options.monolithic
                     ? makeMonolithicScheduler(abstraction_, statistics.scheduling, progress.cancellation)
                     : makeRefiningScheduler(abstraction_, statistics.scheduling, progress.cancellation,
                                             [this] { report(); })) {
  statistics_.abstraction = solver_->size();
}

std::optional<Outcome> DepthCheck::run() {
  if (Result found = findViolations(false))
    return found;
  if (program_.properties.contains(program::Property::NoDataRace))
    if (Result found = findRaces())
      return found;
  if (program_.properties.contains(program::Property::NoDeadlock))
    if (Result found = findDeadlocks())
      return found;
  Result uncertain = findViolations(true);
  if (uncertain && uncertain->verdict == Verdict::False)
    return uncertain;
  // As long as a loop can go on, there is more to look at.
  Result result;
  if (canEscape(true, result))
    return result;
  if (uncertain)
    return uncertain;
  if (canEscape(false, result))
    return result;
  if (progress_.cancellation.stopRequested()) // something may have been left out
    return stopped();
  return proved(program_);
}

DepthCheck::Result DepthCheck::findViolations(bool uncertain) {
  std::vector<Goal> goals;
  for (const events::Violation &violation : unwound_.violations)
    if (violation.isUncertain == uncertain)
      goals.push_back({violation.condition, {violation.node}});
  if (goals.empty())
    return std::nullopt;
  const EncodedGoals encoded = encode(goals);
  const Schedulable answer = ask({encoded.any});
  if (answer.kind == Schedulable::Kind::Stopped)
    return stopped();
  if (answer.kind == Schedulable::Kind::No) {
    forbid(encoded);
    return std::nullopt;
  }
  const auto last = [&] { return goals[encoded.reached(*solver_)].nodes.front(); };
  Outcome outcome = execute({encoded.any}, last, {});
  if (uncertain)
    return withoutError(std::move(outcome), "memory that is not freed when the program ends, but may be pointed to");
  return outcome;
}

/// Whether what was unwound can be left: by a loop that goes on, or by what cannot be followed at all.
bool DepthCheck::canEscape(bool byLoops, Result &result) {
  std::vector<Goal> goals;
  std::vector<const events::Escape *> escapes;
  for (const events::Escape &escape : unwound_.escapes)
    if (escape.deeperHelps == byLoops) {
      goals.push_back({escape.condition, {escape.node}});
      escapes.push_back(&escape);
    }
  if (goals.empty())
    return false;
  const EncodedGoals encoded = encode(goals);
  const Schedulable answer = ask({encoded.any});
  if (answer.kind == Schedulable::Kind::No) {
    forbid(encoded);
    return false;
  }
  if (answer.kind == Schedulable::Kind::Stopped) {
    result = stopped();
    return true;
  }
  if (byLoops)
    return true;
  const events::Escape &escape = *escapes[encoded.reached(*solver_)];
  const program::SourceSpan span = program_.sources.userSpan(escape.span);
  result =
      unknown(span.known() ? fmt::format("{} at {}", escape.message, program_.sources.describe(span)) : escape.message);
  return true;
}

EncodedGoals DepthCheck::encode(const std::vector<Goal> &goals) {
  return counted([&] { return encodeGoals(abstraction_, goals); });
}

void DepthCheck::count(const smt::Size &before) {
  const smt::Size after = solver_->size();
  statistics_.events = abstraction_.events();
  statistics_.readFromLiterals = abstraction_.readFromLiterals();
  statistics_.abstraction.variables += after.variables - before.variables;
  statistics_.abstraction.clauses += after.clauses - before.clauses;
  report();
}

Schedulable DepthCheck::ask(const std::vector<Literal> &assumptions) {
  return scheduler_->solve(assumptions, [] { return std::vector<NodeId>{}; });
}

/// Until here, only what matters to the question was looked at. An execution has everything.
Outcome DepthCheck::execute(const std::vector<Literal> &assumptions, const std::function<NodeId()> &last,
                            const std::function<std::vector<events::ThreadId>()> &deadlocked) {
  {
    const support::Stopwatch stopwatch(statistics_.encoding);
    std::vector<Expr> everything;
    for (const events::Node &node : unwound_.nodes) {
      everything.push_back(node.executed);
      everything.insert(everything.end(), node.failures.begin(), node.failures.end());
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
  const Schedulable answer = scheduler_->solve(assumptions, executedNodes);
  if (answer.kind == Schedulable::Kind::Stopped)
    return stopped();
  if (answer.kind == Schedulable::Kind::No) {
    Outcome outcome = unknown("internal error");
    outcome.internalError = cannotBeCompleted;
    return outcome;
  }
  return follow(program_, abstraction_, answer.order, last(),
                deadlocked ? deadlocked() : std::vector<events::ThreadId>{}, options_);
}

/// The interpreter has followed the execution, and there was no violation in it.
bool DepthCheck::isReplayProblem(const Outcome &outcome) const {
  return outcome.internalError && *outcome.internalError != cannotBeCompleted;
}

DepthCheck::Result DepthCheck::withoutError(Outcome outcome, const std::string &reason) const {
  return isReplayProblem(outcome) ? unknown(reason) : std::move(outcome);
}

Outcome DepthCheck::stopped() const { return unknown(stopReason(progress_.cancellation, "stopped")); }

Outcome DepthCheck::unknown(std::string reason) const {
  Outcome outcome;
  outcome.reason = std::move(reason);
  return outcome;
}

void DepthCheck::report() {
  progress_.report(fmt::format("bmc: depth {}, {} events, {} refinements", statistics_.depth, statistics_.events,
                               statistics_.scheduling.refinements));
}

} // namespace heddle::engines::bmc
