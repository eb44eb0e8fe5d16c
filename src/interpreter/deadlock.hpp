// Deadlock, exactly: a state in which some thread waits, and nothing that can follow enables it again or
// ends the program.
#pragma once

#include "interpreter/machine.hpp"
#include "interpreter/state_store.hpp"
#include "support/cancellation.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace heddle::interpreter {

using ThreadMask = std::uint64_t; // bit i: thread i
constexpr unsigned maskedThreads = 64;

/// States and steps between them, as far as deadlocks need them.
struct StepGraph {
  struct Node {
    ThreadMask enabled = 0;
    ThreadMask waiting = 0; // active, but not enabled
    /// Nobody needs to wait for ever: the program may end, or what follows is not known (undefined behaviour,
    /// something that was not followed).
    bool wild = true;
    /// An assumption failed here: what comes after it is missing.
    bool cut = false;
  };
  std::vector<Node> nodes; // by state
  std::vector<std::pair<StateNumber, StateNumber>> edges;

  Node &node(StateNumber state) {
    if (nodes.size() <= state)
      nodes.resize(state + 1);
    return nodes[state];
  }
};

struct Deadlock {
  StateNumber state = noState;
  ThreadMask threads = 0; // wait for ever
};

struct DeadlockAnswer {
  std::optional<Deadlock> found;
  bool certain = true; // if none was found: there is none
};

/// `graph` is the whole graph over the states of `store`, made with inputs of up to `nondetRange` values.
DeadlockAnswer findDeadlock(Machine &machine, const StateStore &store, const StepGraph &graph,
                            std::uint64_t nondetRange, support::Cancellation &cancellation);

} // namespace heddle::interpreter
