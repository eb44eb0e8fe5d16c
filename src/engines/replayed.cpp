#include "engines/replayed.hpp"

#include "interpreter/execution.hpp"

#include <fmt/format.h>

namespace heddle::engines {

Outcome replayed(const program::Program &program, const interpreter::Schedule &schedule, program::Property property,
                 const interpreter::Limits &limits, const std::string &engine) {
  Outcome outcome;
  support::Expected<interpreter::Trace> trace = interpreter::replay(program, schedule, limits);
  if (!trace || !trace->violation || trace->violation->property != property) {
    outcome.reason = "internal error";
    outcome.internalError = fmt::format("the counterexample of engine {} does not replay: {}", engine,
                                        trace ? "it ends with " + trace->endingText : trace.error().message);
    return outcome;
  }
  outcome.verdict = Verdict::False;
  outcome.violation = std::move(trace->violation);
  outcome.schedule = std::move(trace->schedule);
  return outcome;
}

} // namespace heddle::engines
