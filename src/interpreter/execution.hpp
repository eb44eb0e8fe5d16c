// Whole executions: by chance, or by a given schedule.
#pragma once

#include "interpreter/limits.hpp"
#include "interpreter/schedule.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "support/cancellation.hpp"
#include "support/expected.hpp"

#include <cstdint>

namespace heddle::interpreter {

/// Which threads run when, in a random execution.
enum class Strategy : std::uint8_t {
  Uniform,    // every enabled thread is as likely at every step
  Sticky,     // the thread that ran last mostly goes on: few context switches
  Priorities, // the thread of highest priority runs; priorities change at a few random steps (PCT)
};

struct RandomOptions {
  std::uint64_t seed = 0;
  Limits limits = {};
  Strategy strategy = Strategy::Uniform;
  bool events = true; // otherwise the trace says how it ended and has the schedule, but no events
  support::Cancellation *cancellation = nullptr;
};

/// One execution with random scheduling and inputs; equal arguments give equal executions.
Trace runRandom(const program::Program &program, const RandomOptions &options);
Trace runRandom(const program::Program &program, std::uint64_t seed, std::uint64_t steps);

/// Executes exactly `schedule`. Inputs that it does not give take the lowest value they may have. An error
/// if it cannot be followed: it names a thread that does not exist or cannot run, or an impossible input.
support::Expected<Trace> replay(const program::Program &program, const Schedule &schedule, const Limits &limits = {});

} // namespace heddle::interpreter
