// Which threads may end while they hold locks. Their slots are not reused (kept_slots.hpp).
//
// A lock names its owner by the handle of the thread, and handles are slots. If a thread ends while it holds a lock,
// then the lock keeps the handle, and a later thread in the same slot would count as its owner.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::program {

/// By CFA: whether a thread of it may terminate while it holds a mutex, a spin lock or a read-write lock.
std::vector<bool> mayEndWithLocks(const Program &program);

} // namespace heddle::program
