// The waypoints of an execution.
#pragma once

#include "interpreter/schedule.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "witness/witness.hpp"

namespace heddle::witness {

/// `trace` violates a property of the program, which is prepared as it was when the trace was made.
ViolationWitness waypointsOf(const program::Program &program, const interpreter::Trace &trace);

} // namespace heddle::witness
