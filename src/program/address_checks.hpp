// Checks of how a program uses addresses, beyond the validity of its accesses.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::program {

/// Fails where two addresses, or their numbers, that are compared by their order are of different objects: which of two
/// objects has the lower address is up to the implementation. A number without an object is no address.
Check checkOfOrder(const Program &program, Expr a, Expr b);

/// Fails where memory is accessed through a number that has another object than those of `known`: one that was put
/// together from parts of addresses, or was never initialised, and of which no analysis can tell where it points to.
Check checkOfOrigin(const Program &program, Expr address, const std::vector<ObjectId> &known);

} // namespace heddle::program
