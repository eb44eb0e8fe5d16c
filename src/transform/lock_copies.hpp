// Copies of synchronisation objects that are in use.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// POSIX: only a lock itself may be used, not a copy of it. Adds a check to every copy of a lock to memory that is used
/// as a lock as well, that the first lock is not in use at that time.
void checkLockCopies(program::Program &program);

} // namespace heddle::transform
