// The one way from an engine's counterexample to `false`: the engine finds a schedule, the interpreter replays it, and
// the record of that replay is the counterexample that is reported.
#pragma once

#include "engines/engine.hpp"
#include "interpreter/schedule.hpp"

namespace heddle::engines {

/// A Counterexample with the trace of the replay; InternalError if the schedule does not lead to a violation of
/// `property`. Unknown if the execution exists only because the interpreter gives copies of uninitialised memory values
/// of their own.
Answer confirm(const Context &context, const interpreter::Schedule &schedule, program::Property property);

} // namespace heddle::engines
