// Dynamic partial-order reduction, after Flanagan and Godefroid (POPL 2005): which steps of an execution race, so that
// the other order has to be tried too.
#pragma once

#include "engines/trace/execution.hpp"

#include <functional>
#include <vector>

namespace heddle::engines::trace {

/// Two steps of different threads in an execution that are dependent, and not ordered by steps in between.
struct StepRace {
  std::size_t first = 0;
  std::size_t second = 0;
  /// Threads that could run before the first, or any of whom would do: after it, each leads to the second.
  std::vector<ThreadIndex> initials;
};

/// Whether two steps are dependent.
using Dependence = std::function<bool(std::size_t, std::size_t)>;

/// All races whose second step is `from` or later.
std::vector<StepRace> findRaces(const Execution &execution, const Dependence &areDependent, std::size_t from);

} // namespace heddle::engines::trace
