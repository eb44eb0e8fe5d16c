// Whether an execution uses a synchronisation object that the program has not initialised.
//
// Such a use is undefined behaviour. The interpreter chooses a value for memory that was never initialised and
// continues, so that what follows, up to a violation, depends on that value. The models (runtime/) read the state of
// mutexes, semaphores and other objects, and no other memory of the program, with a memory order that is weaker than
// sequentially consistent.
#pragma once

#include "interpreter/limits.hpp"
#include "interpreter/schedule.hpp"
#include "program/program.hpp"

#include <optional>
#include <string>

namespace heddle::interpreter {

struct UninitialisedState {
  program::SourceSpan span; // of the load, in the model
  std::string name;         // for people: "uninitialised lock"
};

/// The first such use in the execution to which the schedule leads.
std::optional<UninitialisedState> findUninitialisedState(const program::Program &program, const Schedule &schedule,
                                                         const Limits &limits = {});

} // namespace heddle::interpreter
