// The execution with the fewest context switches, then the fewest steps, that ends in a given violation. Internal to
// minimise.cpp.
#pragma once

#include "interpreter/minimise.hpp"
#include "interpreter/same_violation.hpp"

#include <optional>

namespace heddle::interpreter {

/// Context switches, then steps.
using Length = std::pair<std::size_t, std::size_t>;

/// A schedule that is shorter than `bound`; none if there is none, or it was not found within the limits.
/// `interesting`: the values of inputs that are tried besides small ones.
std::optional<Schedule> findFewestSwitches(Machine &machine, ViolationWatcher &watcher, const ViolationKey &wanted,
                                           Length bound, const std::vector<Bits> &interesting, std::size_t mostStates,
                                           support::Cancellation &cancellation);

} // namespace heddle::interpreter
