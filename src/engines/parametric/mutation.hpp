// Mutations: defects that the engine is given on purpose. The proof checker must notice every wrong proof that results
// (tests/engines/parametric/mutation_test.cpp). No option sets them.
#pragma once

#include "support/mutator.hpp"

#include <cstdint>

namespace heddle::engines::parametric {

enum class Mutation : std::uint8_t {
  None,
  DropSuccessor,     // an abstract successor of a segment is lost
  ForgetSegment,     // a segment is not followed
  ForgetUpdate,      // an assignment to memory is missing from a segment
  SkipViolation,     // a violation is not a target
  SkipThread,        // a thread in some local state never moves
  ForgetChild,       // a thread is started, but is not there
  EndThread,         // a thread is gone after a segment
  StaleShared,       // the shared predicates keep their values in a segment
  StaleLocal,        // the predicates of a thread keep their values in a segment
  ForgetPassive,     // a passive thread is gone after a segment of another one
  DropDestination,   // a passive thread does not move to one of its destinations
  WrongInitialState, // a predicate has another value initially
  MissRest,          // a thread does not rest at the end of a step
  IgnoreTrace,       // a target that can be covered is taken to be uncoverable
  HandlesAreFresh,   // handles are never reused
  ForgetRace,        // two threads that may race are not a target
  SynchroniseReads,  // a read that does not synchronise is taken to do so
  KeepConditions,    // a step that races requires what it has read of memory
  IgnoreRelease,     // an access that follows a release in its step is not reported
};

using Mutator = support::Mutator<Mutation>;

} // namespace heddle::engines::parametric
