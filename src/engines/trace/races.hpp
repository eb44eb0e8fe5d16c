// Dynamic partial-order reduction, after Flanagan and Godefroid (POPL 2005): finds the races of an execution, whose
// other order must be tried too.
#pragma once

#include "engines/trace/execution.hpp"

#include <vector>

namespace heddle::engines::trace {

/// Two dependent steps of different threads that no steps in between order.
struct StepRace {
  std::size_t first = 0;
  /// Threads that can run instead of the first step and lead to the second step before it.
  std::vector<ThreadIndex> initials;
};

/// All races whose second step is `from` or later, or was not taken because its thread was blocked or the execution was
/// cut. The accesses of steps must not depend on inputs. The list is incomplete if the search is cancelled.
std::vector<StepRace> findRaces(const Execution &execution, std::size_t from, support::Cancellation &cancellation);

} // namespace heddle::engines::trace
