// Which threads may end while they hold locks. Their slots are not reused.
//
// A lock names its owner by the handle of the thread, and handles are slots. If a thread ends while it holds a lock,
// then the lock keeps the handle, and a later thread in the same slot would count as its owner. Unique handles would
// prevent this, but loops that create and join threads would not reach a state twice. So the model distinguishes
// threads: the slot of one that may end with a lock stays in use for ever, with the status of a terminated and detached
// thread; all others, the ordinary case, are reused. The property belongs to the thread function, so no state and no
// formula has to record it.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::program {

/// By CFA: whether a thread of it may terminate while it holds a mutex, a spin lock or a read-write lock.
std::vector<bool> mayEndWithLocks(const Program &program);

} // namespace heddle::program
