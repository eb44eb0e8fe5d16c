// Mutations: defects that a search is given on purpose. The proof checker must notice every wrong proof that results
// (tests/engines/tree/mutation_test.cpp). No option sets them.
#pragma once

#include "support/mutator.hpp"

#include <cstdint>

namespace heddle::engines::tree {

enum class Mutation : std::uint8_t {
  None,
  DropConjunct,            // a conjunct of a label is lost
  WeakenInterpolant,       // the conjuncts of a label are replaced by weaker ones
  StaleValue,              // a label keeps a value that the transition has changed
  WrongInitialState,       // a variable has another initial value
  SkipThread,              // a thread is not expanded at a node
  ForgetSuccessor,         // a transition is not followed
  ClaimInfeasible,         // a conditional transition is taken to be infeasible
  SkipErrorCheck,          // a violation is not looked for
  CoverWithoutImplication, // a node is covered although its states are not among those of the covering node
  CoverElsewhere,          // a node is covered by one of another control location
  CoverByCovered,          // a node is covered by one that is covered itself
  CoverInsideStep,         // a node in the middle of a step is covered by one of another step
  SkipDependent,           // the reduction skips a thread of a lower slot without asking for independence
  SkipBlocked,             // the reduction skips a blocked thread although the step may have enabled it
  IgnoreStackEnds,         // the reduction ignores that the end of a thread or a join ends a stack
  SmallPersistentSet,      // a persistent set has one thread only
  NoPauses,                // endless local loops are not interrupted
  ForgetObjects,           // the id of a dead object is reused although there may be pointers to it
  StopAfterEffect,         // a thread that is stopped in a step with effects has no node
};

using Mutator = support::Mutator<Mutation>;

} // namespace heddle::engines::tree
