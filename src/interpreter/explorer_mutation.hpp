// Mutations: defects that the explorer is given on purpose. The check of its proofs must notice every wrong one that
// results (tests/engines/explore/mutation_test.cpp). No option sets them.
#pragma once

#include "support/mutator.hpp"

#include <cstdint>

namespace heddle::interpreter {

enum class ExplorerMutation : std::uint8_t {
  None,
  SkipThread,          // a thread is not executed in a state
  ForgetSuccessor,     // a successor is not entered
  ForgetInputs,        // only the first value of the inputs is tried
  MergeStates,         // a new state is taken for one that is known
  IgnoreViolation,     // a violation is treated as a discarded execution
  IgnoreDeadlock,      // deadlocks are not looked for
  SleepThroughSteps,   // a dependent step does not wake a sleeping thread
  ClaimPersistent,     // any single thread is taken for a persistent set
  IgnoreThreadsForEver // the closed-set proviso is omitted
};

using ExplorerMutator = support::Mutator<ExplorerMutation>;

} // namespace heddle::interpreter
