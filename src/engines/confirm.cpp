#include "engines/confirm.hpp"

#include "interpreter/execution.hpp"
#include "interpreter/uninitialised_copies.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines {

Answer confirm(const Context &context, const interpreter::Schedule &schedule, program::Property property) {
  interpreter::Limits limits;
  limits.maxThreads = interpreter::mostThreadsOfOneExecution;
  limits.steps = std::max<std::uint64_t>(limits.steps, schedule.steps.size() + 1);
  support::Expected<interpreter::Trace> trace =
      interpreter::replay(context.program, schedule, limits, {.cancellation = &context.cancellation});
  if (trace && trace->violation && trace->violation->property == property) {
    if (interpreter::copiesDiffer(context.program, schedule, limits))
      return Unknown{Unknown::Kind::Incomplete,
                     "a violation was found, but copies of the same uninitialised memory have different values in it"};
    return Counterexample{std::move(*trace)};
  }
  return InternalError{InternalError::Kind::NoReplay,
                       fmt::format("the counterexample of engine {} does not replay: {}", context.engine,
                                   trace ? "it ends with " + trace->endingText : trace.error().message)};
}

} // namespace heddle::engines
