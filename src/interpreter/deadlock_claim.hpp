// Whether threads that wait in a state do so for ever, as a schedule claims of the state to which it leads.
//
// A schedule may come from a file or from another process, so the claim is not trusted: a search visits the states that
// follow, up to a limit. The claim is refuted by a state in which one of the threads can run or the program has ended.
// An undecided claim is the word of the engine that has found the deadlock.
#pragma once

#include "interpreter/machine.hpp"
#include "support/cancellation.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle::interpreter {

enum class DeadlockClaim : std::uint8_t {
  Confirmed,
  Refuted,
  Undecided, // a limit was reached, or not all inputs and continuations could be followed
};

/// How far the states that follow are searched.
struct ClaimLimits {
  std::size_t states = 20'000;
  support::Cancellation *cancellation = nullptr;
};

DeadlockClaim checkDeadlockClaim(Machine &machine, const State &state, const std::vector<unsigned> &threads,
                                 const ClaimLimits &limits);

} // namespace heddle::interpreter
