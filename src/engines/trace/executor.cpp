#include "engines/trace/executor.hpp"

#include "engines/confirm.hpp"
#include "support/stopwatch.hpp"

#include <algorithm>
#include <string_view>

namespace heddle::engines::trace {

using program::Property;

namespace {

std::string_view textOf(Execution::Ending ending) {
  switch (ending) {
  case Execution::Ending::Finished:
    return "finished";
  case Execution::Ending::Redundant:
    return "redundant (all enabled threads sleep)";
  case Execution::Ending::Violation:
    return "violation";
  case Execution::Ending::Discarded:
    return "discarded by an assumption";
  case Execution::Ending::Depth:
    return "cut";
  case Execution::Ending::Halted:
    return "halted";
  case Execution::Ending::Lost:
    return "a thread of the prefix cannot run";
  case Execution::Ending::Cancelled:
    return "cancelled";
  }
  return {};
}

} // namespace

Executor::Executor(const Context &context, std::uint64_t depth, Coverage &coverage, Statistics &statistics,
                   Mutator &mutator)
    : context_(context), coverage_(coverage), statistics_(statistics) {
  limits_.interpreter.maxThreads = context.limits.maxThreads;
  limits_.depth = depth;
  limits_.mutator = &mutator;
}

Execution Executor::execute(const ExecutionRequest &request) {
  const support::Stopwatch stopwatch(statistics_.executing);
  Execution execution = trace::execute(context_.program, request, limits_, context_.cancellation, warnings_);
  ++statistics_.executions;
  statistics_.transitions += execution.steps.size();
  statistics_.depth = std::max<std::uint64_t>(statistics_.depth, execution.steps.size());
  for (ThreadIndex thread = 0; thread < execution.threads.size(); ++thread)
    for (const program::ActionId action : execution.threads[thread].path)
      coverage_.insert({execution.cfas[thread], action});
  statistics_.redundant += execution.ending == Execution::Ending::Redundant ? 1 : 0;
  wasCut_ = wasCut_ || execution.ending == Execution::Ending::Depth;
  context_.log.debug("execution {}: {} steps ({} requested), {} threads, {} inputs, {}", statistics_.executions,
                     execution.steps.size(), request.prefix.size(), execution.threads.size(), execution.inputs,
                     textOf(execution.ending));
  return execution;
}

std::optional<Answer> violationOf(const Context &context, const Execution &execution) {
  const bool isDeadlock = execution.isDeadlock && context.program.properties.contains(Property::NoDeadlock);
  if (execution.ending != Execution::Ending::Violation && !isDeadlock)
    return std::nullopt;
  const Property property = execution.violation ? execution.violation->property : Property::NoDeadlock;
  return confirm(context, execution.schedule, property);
}

} // namespace heddle::engines::trace
