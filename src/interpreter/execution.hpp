// Whole executions: random, or following a given schedule.
#pragma once

#include "interpreter/deadlock_claim.hpp"
#include "interpreter/limits.hpp"
#include "interpreter/races.hpp"
#include "interpreter/schedule.hpp"
#include "interpreter/scheduler.hpp"
#include "interpreter/target.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "support/cancellation.hpp"
#include "support/expected.hpp"

#include <cstdint>
#include <memory>
#include <set>
#include <string>

namespace heddle::interpreter {

class ProgramCode; // code.hpp

struct RandomOptions {
  std::uint64_t seed = 0;
  Limits limits = {};
  Strategy strategy = Strategy::Uniform;
  bool events = true; // if false, the trace has its ending and schedule, but no events
  support::Cancellation *cancellation = nullptr;
  RaceFilter passesOver = {};     // races that do not end the execution
  const Target *target = nullptr; // if there is one, the scheduler looks for a violation there (targeted_scheduler.hpp)
  std::shared_ptr<ProgramCode> code = nullptr; // of the program, from execution to execution
  std::set<std::string> *goals = nullptr;      // the texts of those that are reached and not checked are added
};

/// One execution with random scheduling and inputs; equal arguments give equal executions.
Trace runRandom(const program::Program &program, const RandomOptions &options);
Trace runRandom(const program::Program &program, std::uint64_t seed, std::uint64_t steps);

/// Executes exactly `schedule`. Inputs that it does not give have their lowest possible value. Returns an error if the
/// schedule cannot be followed: it names a thread that does not exist or is not enabled, or an impossible input. So is
/// a claim that threads wait for ever if the search for a state that follows refutes it; `Trace::isUnconfirmed` says
/// that the search has not decided. Races that are passed over do not end the execution.
support::Expected<Trace> replay(const program::Program &program, const Schedule &schedule, const Limits &limits = {},
                                const ClaimLimits &claimLimits = {}, const RaceFilter &passesOver = {});

} // namespace heddle::interpreter
