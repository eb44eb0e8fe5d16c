// Dynamic partial-order reduction, after Flanagan and Godefroid (POPL 2005): which steps of an execution race, so that
// the other order has to be tried too.
#pragma once

#include "engines/trace/execution.hpp"

#include <functional>
#include <vector>

namespace heddle::engines::trace {

/// A step that is dependent on a later one of another thread, and not ordered by steps in between.
struct StepRace {
  std::size_t first = 0;
  /// Threads that could run instead of the first, each of which leads to the other step.
  std::vector<ThreadIndex> initials;
};

/// Whether two steps are dependent.
using Dependence = std::function<bool(std::size_t, std::size_t)>;

/// All races with steps that are `from` or later, or that were not taken because their thread waits.
/// What the latter look at may depend on inputs: then all steps are dependent on them (`waitingIsUnclear`).
std::vector<StepRace> findRaces(const Execution &execution, const Dependence &areDependent, std::size_t from,
                                bool waitingIsUnclear);

} // namespace heddle::engines::trace
