#include "portfolio/minimised.hpp"

#include "engines/confirm.hpp"
#include "interpreter/execution.hpp"
#include "interpreter/minimise.hpp"
#include "portfolio/uncut.hpp"

#include <algorithm>
#include <chrono>

namespace heddle::portfolio {

using interpreter::Schedule;
using program::PropertySet;

namespace {

bool isSameInReplay(const interpreter::Violation &a, const interpreter::Violation &b) {
  return a.property == b.property && a.span.file == b.span.file && a.span.line == b.span.line;
}

interpreter::Limits limitsOf(const engines::Context &context, const Schedule &schedule) {
  interpreter::Limits limits;
  limits.maxThreads = std::max(context.limits.maxThreads, interpreter::mostThreadsOfOneExecution);
  limits.steps = std::max<std::uint64_t>(limits.steps, schedule.steps.size() + 1);
  return limits;
}

/// Sets the properties of a program, and restores them.
class WithProperties {
public:
  WithProperties(program::Program &program, PropertySet properties) : program_(program), before_(program.properties) {
    program.properties = properties;
  }
  WithProperties(const WithProperties &) = delete;
  WithProperties &operator=(const WithProperties &) = delete;
  ~WithProperties() { program_.properties = before_; }

private:
  program::Program &program_;
  PropertySet before_;
};

/// The largest set of properties with which the execution still ends in its violation.
PropertySet propertiesFor(const interpreter::Trace &trace, const engines::Context &context, program::Program &program) {
  const PropertySet asked = program.properties;
  for (const PropertySet added : {addedProperties, program::definedBehaviour}) {
    const WithProperties more(program, asked | added);
    const auto replayed = interpreter::replay(program, trace.schedule, limitsOf(context, trace.schedule));
    if (replayed && replayed->violation && isSameInReplay(*replayed->violation, *trace.violation))
      return asked | added;
  }
  return asked;
}

} // namespace

Minimised minimise(engines::Counterexample &counterexample, const engines::Context &context,
                   program::Program &program) {
  using Clock = support::Cancellation::Clock;
  constexpr Clock::duration least = std::chrono::milliseconds(500);
  const Schedule &before = counterexample.trace.schedule;
  const Minimised result{.switchesBefore = interpreter::contextSwitches(before.steps),
                         .stepsBefore = before.steps.size()};
  const Clock::time_point now = Clock::now();
  support::Cancellation limited(&context.cancellation);
  limited.setDeadline(now + std::max(least, context.begin ? now - *context.begin : least));

  const auto shorten = [&] {
    const WithProperties more(program, propertiesFor(counterexample.trace, context, program));
    return interpreter::minimise(program, before, limited, {.limits = limitsOf(context, before)});
  };
  const Schedule shorter = shorten();
  engines::Answer confirmed = engines::confirm(context, shorter, counterexample.trace.violation->property);
  auto *found = std::get_if<engines::Counterexample>(&confirmed);
  if (found != nullptr && !restsOnAssumptions(program, context, found->trace.schedule))
    counterexample = std::move(*found);
  return result;
}

} // namespace heddle::portfolio
