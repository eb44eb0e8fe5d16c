// Whether an execution gives different values to copies of the same uninitialised memory.
//
// Memory that was never initialised has some value from its allocation on, which is not known; a copy (struct
// assignment, memcpy) has the same value. The interpreter chooses a value when one is first read, and copies transfer
// what is not chosen yet, so that nothing has to be chosen for memory that is only copied. It therefore also follows
// executions in which two copies, or a copy and the original, are read with different values. Those do not exist, and
// are recognised here. To follow them is sound for proofs.
#pragma once

#include "interpreter/limits.hpp"
#include "interpreter/schedule.hpp"
#include "program/program.hpp"

namespace heddle::interpreter {

/// Of the execution to which the schedule leads.
bool copiesDiffer(const program::Program &program, const Schedule &schedule, const Limits &limits = {});

} // namespace heddle::interpreter
