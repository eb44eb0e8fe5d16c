#include "engines/trace/check.hpp"

#include "support/stopwatch.hpp"

namespace heddle::engines::trace {

using program::Property;

namespace {

std::string reasonOf(const Answer &answer) {
  const auto *unknown = std::get_if<Unknown>(&answer);
  return unknown != nullptr ? unknown->text : std::string("the check of an execution was stopped");
}

} // namespace

ExecutionCheck check(const TraceProgramFactory &factory, const Execution &execution) {
  Statistics &statistics = factory.statistics();
  const support::Stopwatch stopwatch(statistics.checking);
  ++statistics.checks;
  ExecutionCheck result;
  std::unique_ptr<LimitedTraceProgram> exact = factory.make(TraceProgram::Kind::Exact, execution, checkingEffort);
  // The execution itself is safe, but may violate the property with other inputs, or if a thread had not been stopped.
  const bool isSafe = (execution.inputs == 0 || !factory.options().symbolicInputs) &&
                      !factory.context().program.properties.contains(Property::NoDeadlock);
  const auto noAnswer = [&](const std::string &reason) {
    const bool tookLong = exact->limit.poll();
    if (!isSafe || !tookLong)
      result.incomplete = tookLong ? "it takes too long to check an execution with all its permutations" : reason;
  };
  TraceProgram &program = exact->program;
  if (!program.problem().empty()) {
    if (!isSafe)
      noAnswer(program.problem());
    return result;
  }
  if (std::optional<Answer> violation = program.findViolation()) {
    if (factory.mutator().strikes(Mutation::IgnoreViolation))
      return result;
    if (isDefinite(*violation))
      result.violation = std::move(violation);
    else
      noAnswer(reasonOf(*violation));
    return result;
  }
  if (std::optional<Answer> sideExit = program.findLimit())
    noAnswer(reasonOf(*sideExit));
  result.exact = std::move(exact);
  return result;
}

std::optional<SafeLevel> findSafeLevel(const TraceProgramFactory &factory, const Execution &execution,
                                       LimitedTraceProgram &exact) {
  Statistics &statistics = factory.statistics();
  const support::Stopwatch stopwatch(statistics.pruning);
  const auto count = [&](bool isSafe) {
    ++statistics.prunings;
    statistics.successful += isSafe ? 1 : 0;
  };
  const std::size_t highest = execution.steps.size() + 1;
  std::optional<SafeLevel> safe;
  exact.limit.setEffort(factory.effortShare());
  if (const std::size_t level = exact.program.lowestSafeLevel(highest, count); level != none)
    safe = SafeLevel{level, true};
  if ((safe && safe->level == 0) || !factory.supportsPhantoms())
    return safe;
  if (safe && factory.mutator().strikes(Mutation::PruneTooFar))
    return SafeLevel{safe->level - 1, true};
  if (factory.mutator().strikes(Mutation::ClaimSafeLevel))
    return SafeLevel{(safe ? safe->level : highest) / 2, true};
  const std::unique_ptr<LimitedTraceProgram> abstract =
      factory.make(TraceProgram::Kind::Abstract, execution, factory.effortShare());
  if (!abstract->program.problem().empty() || !abstract->program.hasPhantoms())
    return safe;
  const std::size_t level = abstract->program.lowestSafeLevel(safe ? safe->level - 1 : highest, count);
  return level != none ? SafeLevel{level, false} : safe;
}

} // namespace heddle::engines::trace
