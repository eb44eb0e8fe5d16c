// Mutations: defects that the search is given on purpose. The check of its proof must notice every wrong `true` that
// results (tests/engines/trace/mutation_test.cpp). No option sets them.
#pragma once

#include "support/mutator.hpp"

#include <cstdint>

namespace heddle::engines::trace {

enum class Mutation : std::uint8_t {
  None,
  DropBacktrackPoint,   // a race requires no thread to be tried
  IgnoreWaitingThreads, // races with the next steps of blocked threads are not looked for
  SleepThroughSteps,    // a dependent step wakes no thread
  SleepWithInputs,      // threads sleep although inputs decide what their steps access
  ForgetCandidate,      // a thread that can run is taken to be blocked
  IdleDespiteEffects,   // a thread that repeats a location is idle whatever it does
  PruneTooFar,          // one level more than was shown
  ClaimSafeLevel,       // a query that was not answered with no is taken to be: a timeout, or a model
  ForgetPrunedRaces,    // what is pruned adds no backtrack points
  IgnoreViolation,      // of a trace program
  IgnoreOtherInputs,    // a step has the outcome that it had
  IgnoreOtherBeginning, // main's first local work has the outcome that it had
  IgnoreEnablingInputs, // a blocked thread is blocked with all inputs
};

using Mutator = support::Mutator<Mutation>;

} // namespace heddle::engines::trace
