// Whole executions: random, or following a given schedule.
#pragma once

#include "interpreter/deadlock_claim.hpp"
#include "interpreter/limits.hpp"
#include "interpreter/races.hpp"
#include "interpreter/schedule.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "support/cancellation.hpp"
#include "support/expected.hpp"

#include <cstdint>

namespace heddle::interpreter {

/// How a random execution chooses the thread of each step.
enum class Strategy : std::uint8_t {
  Uniform,     // every enabled thread is equally likely at every step
  Sticky,      // the thread of the last step usually continues: few context switches
  Priorities,  // the thread of highest priority runs; priorities change at a few random steps (PCT)
  NewestFirst, // the thread of the highest index that is enabled: fast for thousands of threads, without random choice
};

struct RandomOptions {
  std::uint64_t seed = 0;
  Limits limits = {};
  Strategy strategy = Strategy::Uniform;
  bool events = true; // if false, the trace has its ending and schedule, but no events
  support::Cancellation *cancellation = nullptr;
  RaceFilter passesOver = {}; // races that do not end the execution
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
