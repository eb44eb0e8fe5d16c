// Checks of how a program uses addresses, beyond the validity of its accesses.
#pragma once

#include "program/program.hpp"

namespace heddle::program {

/// Fails where two addresses, or their numbers, that are compared by their order are of different objects: which of two
/// objects has the lower address is up to the implementation. A number without an object is no address.
Check checkOfOrder(const Program &program, Expr a, Expr b);

/// Fails where memory is accessed through a number that has an object, although no analysis can tell which: one that
/// was put together from parts of an address, or was never initialised.
Check checkOfOrigin(const Program &program, Expr address);

} // namespace heddle::program
