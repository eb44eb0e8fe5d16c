// Dynamic partial-order reduction, after Flanagan and Godefroid (POPL 2005): which steps of an execution race, so that
// the other order has to be tried too.
#pragma once

#include "engines/trace/execution.hpp"

#include <vector>

namespace heddle::engines::trace {

/// A step that is dependent on a later one of another thread, and not ordered by steps in between.
struct StepRace {
  std::size_t first = 0;
  /// Threads that could run instead of the first, each of which leads to the other step.
  std::vector<ThreadIndex> initials;
};

/// All races with steps that are `from` or later, or that were not taken because their thread waits or because there
/// were too many steps. What steps touched
/// must not depend on inputs. Not all of them if it is stopped.
std::vector<StepRace> findRaces(const Execution &execution, std::size_t from, support::Cancellation &cancellation);

} // namespace heddle::engines::trace
