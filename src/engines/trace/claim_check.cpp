#include "engines/trace/claim_check.hpp"

#include <algorithm>

namespace heddle::engines::trace {

using Kind = ProofCheck::Kind;

namespace {

bool areSame(const Actions &actions, const std::vector<ThreadIndex> &stopped, const recheck::ReplayedStep &replayed) {
  return actions == replayed.actions && stopped == replayed.stopped;
}

} // namespace

ProofCheck ClaimCheck::execute(const std::vector<ThreadIndex> &threads, const ExecutionPlan &plan,
                               recheck::Replay &replay, Execution &execution) const {
  ExecutionRequest request;
  request.prefix = threads;
  request.plan = plan;
  request.inputsAreFixed = !options_.symbolicInputs;
  ExecutionLimits limits;
  limits.interpreter.maxThreads = context_.limits.maxThreads;
  limits.depth = threads.size();
  std::vector<program::Warning> warnings;
  execution = trace::execute(context_.program, request, limits, context_.cancellation, warnings);
  if (execution.ending == Execution::Ending::Cancelled)
    return {Kind::Cancelled};
  bool isSame = execution.steps.size() == replay.steps().size() &&
                areSame(execution.initialActions, execution.stoppedInitially, replay.first());
  for (std::size_t i = 0; isSame && i < execution.steps.size(); ++i)
    isSame = areSame(execution.steps[i].actions, execution.steps[i].stopped, replay.steps()[i]);
  if (!isSame)
    return {Kind::Inconclusive, "its check follows an execution differently"};
  for (std::size_t i = 0; i < execution.steps.size(); ++i)
    if (execution.steps[i].round && !replay.isRound(*execution.steps[i].round, i))
      return {Kind::Failed, "a round of an execution was left out although it has an effect"};
  return {Kind::Passed};
}

ProofCheck ClaimCheck::prove(const Execution &execution, TraceProgram::Kind kind, const TraceProgram::Claims &claims,
                             std::vector<bool> *variableAccesses) {
  if (options_.solver != smt::Backend::CaDiCaL)
    return {Kind::NotModelled, "solver z3 leaves no clausal proof"};
  TraceProgram program(context_, facts_, execution, kind, options_, [] {}, statistics_, true);
  if (context_.cancellation.poll())
    return {Kind::Cancelled};
  if (!program.problem().empty())
    return {Kind::Inconclusive, "its check cannot follow an execution with all inputs: " + program.problem()};
  const symbolic::ProofCheck proved = program.prove(claims, context_.cancellation);
  switch (proved.kind) {
  case symbolic::ProofCheck::Kind::Invalid:
    return {Kind::Failed, proved.message};
  case symbolic::ProofCheck::Kind::Cancelled:
    return context_.cancellation.poll() ? ProofCheck{Kind::Cancelled}
                                        : ProofCheck{Kind::Inconclusive, "the solver has no answer to a query again"};
  case symbolic::ProofCheck::Kind::NotRecorded:
    return {Kind::NotModelled, "a solver leaves no clausal proof"};
  case symbolic::ProofCheck::Kind::Valid:
    break;
  }
  ++checked_.refutations;
  checked_.steps += proved.steps;
  checked_.lemmas += proved.lemmas;
  if (variableAccesses != nullptr)
    for (std::size_t i = 0; i < execution.steps.size(); ++i)
      variableAccesses->push_back(program.hasVariableAccesses(i));
  return {Kind::Passed};
}

} // namespace heddle::engines::trace
