// Replay of a schedule on a program that may have changed since the schedule was made.
#pragma once

#include "interpreter/deadlock_claim.hpp"
#include "interpreter/limits.hpp"
#include "interpreter/races.hpp"
#include "interpreter/schedule.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"

#include <string>

namespace heddle::interpreter {

/// What of a schedule can be followed.
struct PartialReplay {
  Trace trace;
  /// Why the rest cannot be followed, with the step; empty if everything was.
  std::string misfit;
};

/// As `replay` (execution.hpp), but a schedule that does not fit is followed as far as it does.
PartialReplay replayAsFarAsPossible(const program::Program &program, const Schedule &schedule,
                                    const Limits &limits = {}, const ClaimLimits &claimLimits = {},
                                    const RaceFilter &passesOver = {});

} // namespace heddle::interpreter
