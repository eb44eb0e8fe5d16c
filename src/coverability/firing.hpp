// Firing a transition in a concrete configuration, and traces of firings.
#pragma once

#include "coverability/system.hpp"
#include "support/expected.hpp"

#include <optional>
#include <vector>

namespace heddle::coverability {

/// `count` of the threads in `from` are transferred to `to`.
struct Flow {
  LocalState from = 0;
  LocalState to = 0;
  Count count = 0;
};

/// A transition with all its choices resolved.
struct Firing {
  TransitionId transition = 0;
  std::vector<Flow> flows; // for transfers with several destinations: how many threads go where
};

struct Trace {
  Configuration start;
  std::vector<Firing> firings;
};

/// A firing of the transition in `current` that leads to `wanted` or above, if there is one.
std::optional<Firing> chooseFiring(const System &system, TransitionId id, const Configuration &current,
                                   const Configuration &wanted);

/// The configuration after the firing, computed from the definition of the semantics alone; an error if the firing is
/// not possible. This is the simulator that every trace must pass.
support::Expected<Configuration> fire(const System &system, const Configuration &current, const Firing &firing);

/// Replays the trace from an initial configuration and returns the visited configurations, including the first and the
/// last; an error unless the last one covers a target.
support::Expected<std::vector<Configuration>> replay(const System &system, const Trace &trace);

} // namespace heddle::coverability
