// Mutations: defects that the queries are given on purpose. The check of the proof must notice every wrong `true`
// that results (tests/engines/bmc/mutation_test.cpp). No option sets them.
#pragma once

#include "support/mutator.hpp"

#include <cstdint>

namespace heddle::engines::symbolic {

enum class Mutation : std::uint8_t {
  None,
  StrongerReason,   // a kernel reason lacks a literal, so its clause excludes more than it may
  StrongerConflict, // one of two conflicting read-froms is excluded
  InventedConflict, // read-froms that can hold together are excluded
  StrongerOrder,    // a reason of happens-before lacks its edges
  ClaimInfeasible,  // the first model that has no order is taken to show that no execution exists
  ForgetViolation,  // a violation is not asked for
  ForgetSideExit,   // a side exit is not asked for: the unwinding is not complete
  ForgetRaces,      // data races are not asked for
  ForgetDeadlocks,  // deadlocks are not asked for
  InventedClause,   // a literal of a read-from is excluded without a reason
  LoseLemma,        // a lemma is not recorded; the verdict is right, but its proof may have a gap
  WrongClaim,       // a query is answered without asking the solver
};

using Mutator = support::Mutator<Mutation>;

} // namespace heddle::engines::symbolic
