// From a trace of the thread transition system to a path of the program with as many threads as the trace has.
//
// A trace says how many threads are in each local state, not which. Any choice of the thread that moves among those in
// the same local state gives an abstract path; each is checked, and refuted or executed, by itself.
//
// A path to a race ends with the steps of the two threads. If each has one access only, the thread that reads moves
// first: what it reads is then as the abstraction has seen it. Otherwise, both orders and several ways through their
// atomic blocks are tried.
#pragma once

#include "coverability/firing.hpp"
#include "engines/parametric/thread_system.hpp"
#include "engines/tree/path_execution.hpp"
#include "support/expected.hpp"

#include <map>
#include <memory>
#include <vector>

namespace heddle::engines::parametric {

/// Which of several threads in one local state moves.
enum class Choice : std::uint8_t { Last, First }; // the one that was started last, or first

struct ConcretePath : tree::Path {
  const Segment *error = nullptr; // the last segment; null for a race or a deadlock
  const Meeting *race = nullptr;
  std::vector<unsigned> deadlocked; // the slots of threads that wait for each other
  /// The transition of the first access, on condition that the addresses overlap; or one without effect after which
  /// each thread of a deadlock holds its lock.
  std::shared_ptr<const Transition> conditional;
  /// By position: the threads, where the abstraction observes them.
  struct Observation {
    std::map<unsigned, ControlId> threads; // by slot: the control location of the thread alone
  };
  std::map<std::size_t, Observation> observations;
  std::size_t threads = 0;
};

/// The paths in `semantics`, in which threads rest everywhere: one, or several if the last steps are not determined. An
/// error if the program has no such transitions.
support::Expected<std::vector<ConcretePath>>
concretePaths(const ThreadSystem &abstract, const coverability::System &system, const coverability::Trace &trace,
              reachability::Semantics &semantics, LockWaits *waits, Choice choice);

} // namespace heddle::engines::parametric
