// Programs whose outcome depends on where their objects are in memory.
#pragma once

#include "program/program.hpp"

namespace heddle::transform {

/// Adds checks that addresses, or their numbers, are compared by their order only within an object (checkOfOrder), and
/// that memory is accessed only through addresses that points-to analysis can follow (checkOfOrigin).
void checkAddresses(program::Program &program);

} // namespace heddle::transform
