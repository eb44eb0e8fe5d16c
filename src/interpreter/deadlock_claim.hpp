// Whether threads that wait in a state do so for ever, as a schedule claims of the state to which it leads.
//
// A schedule may come from a file or from another process, so the claim is not trusted: a search visits the states that
// follow, up to a limit. The claim is refuted by a state in which one of the threads can run or the program has ended.
#pragma once

#include "interpreter/machine.hpp"

#include <cstdint>
#include <vector>

namespace heddle::interpreter {

enum class DeadlockClaim : std::uint8_t {
  Confirmed,
  Refuted,
  Undecided, // the limit was reached, or not all inputs and continuations could be followed
};

DeadlockClaim checkDeadlockClaim(Machine &machine, const State &state, const std::vector<unsigned> &threads,
                                 std::size_t mostStates);

/// Of the state to which the schedule leads, which must fit the program.
DeadlockClaim checkDeadlockClaim(const program::Program &program, const Schedule &schedule, const Limits &limits,
                                 std::size_t mostStates);

} // namespace heddle::interpreter
