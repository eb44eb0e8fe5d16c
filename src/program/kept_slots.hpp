// Which threads leave their slot in use for ever when they have been joined, or have ended and are detached; it then
// has the status of a terminated and detached thread.
//
// Handles are slots. Unique handles would be simpler, but loops that create and join threads would not reach a state
// twice, so slots are used again where nothing can refer to the old thread. The exceptions are threads that may end
// with a lock, which then names its owner (held_locks.hpp), and all threads of a program that may use the handle of a
// thread that was joined or detached (stale_handles.hpp), or that detaches threads and signals condition variables. A
// signal chooses a waiter by its handle, and which detached threads have ended, and so the handle of the next thread,
// depends on the schedule: engines that do not execute schedules could not name the waiter. These are properties of
// thread functions, so no state and no formula has to record them.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::program {

/// By CFA: whether the slot of a thread of it is not used again for another thread.
std::vector<bool> keptSlots(const Program &program);

} // namespace heddle::program
