// From the events of an execution to the turns that the native run must enforce.
//
// Only context switches matter: what a thread does between two of them may be more or less than the interpreter has
// seen, because clang's instrumentation leaves out accesses that cannot be shared and has some that `prepare` has
// removed. So a turn is the events of one thread between two switches, and is described by its last visible event,
// after which the thread stops at its next point. Stopping late or early by local work changes nothing for others.
//
// The event is found again by its kind and place, counted from the last synchronisation of the thread or from the end
// of its last turn. Synchronisations are the same in both runs, since both use the same library models; so a
// difference in the number of accesses has no effect beyond the next synchronisation.
#pragma once

#include "native/events.hpp"

#include <optional>
#include <vector>

namespace heddle::native {

/// `last`: the thread that violates the property, if it is one thread; it runs on at the end.
std::vector<Turn> compress(const std::vector<Event> &events, std::optional<unsigned> last);

} // namespace heddle::native
