// No engine says false before the interpreter has followed its counterexample to the violation.
#pragma once

#include "engines/engine.hpp"
#include "interpreter/limits.hpp"

#include <string>

namespace heddle::engines {

/// False with the replayed violation and schedule; if the schedule does not lead to a violation of `property`,
/// Unknown with `internalError` set.
Outcome replayed(const program::Program &program, const interpreter::Schedule &schedule, program::Property property,
                 const interpreter::Limits &limits, const std::string &engine);

} // namespace heddle::engines
