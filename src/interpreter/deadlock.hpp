// Exact deadlock detection. A thread is deadlocked in a state if it waits there and no continuation enables it or ends
// the program.
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

/// The graph of states and steps, with the facts that deadlock detection needs.
struct StepGraph {
  struct Node {
    ThreadMask enabled = 0;
    ThreadMask waiting = 0; // active, but not enabled
    /// No thread is known to wait for ever here: the program may end, or the continuations are not known (undefined
    /// behaviour, or a step that was not followed).
    bool wild = true;
    /// An assumption failed here: the steps after it are missing.
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
  ThreadMask threads = 0; // that wait for ever
};

struct DeadlockAnswer {
  std::optional<Deadlock> found;
  bool certain = true; // if none was found, there is none
};

/// `graph` is the complete graph over the states of `store`, for inputs of up to `nondetRange` values.
DeadlockAnswer findDeadlock(Machine &machine, const StateStore &store, const StepGraph &graph,
                            std::uint64_t nondetRange, support::Cancellation &cancellation);

} // namespace heddle::interpreter
