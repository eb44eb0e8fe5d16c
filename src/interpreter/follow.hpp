// Execution of a schedule without a trace, for analyses that observe it (influence, uninitialised_state).
#pragma once

#include "interpreter/machine.hpp"
#include "interpreter/schedule.hpp"

#include <functional>
#include <optional>

namespace heddle::interpreter {

struct Followed {
  State state;
  StepResult last; // of the step that ended the execution, if one did
};

/// Executes the schedule until the execution ends or, between two steps, `isDone`. None if the schedule names a thread
/// that cannot run.
std::optional<Followed> follow(Machine &machine, const Schedule &schedule, const std::function<bool()> &isDone);

} // namespace heddle::interpreter
