// The event order graph of a recorded execution, as a Graphviz graph: `heddle dump --order`.
#pragma once

#include "interpreter/schedule.hpp"
#include "program/program.hpp"
#include "support/expected.hpp"

#include <string>

namespace heddle::engines::symbolic {

/// Replays the schedule and draws its steps as nodes: program order, the read-froms that took place, and the orders
/// that follow from them. An error says why the schedule does not fit the program.
support::Expected<std::string> executionAsGraphviz(const program::Program &program,
                                                   const interpreter::Schedule &schedule);

} // namespace heddle::engines::symbolic
