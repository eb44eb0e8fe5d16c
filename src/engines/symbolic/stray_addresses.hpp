// Addresses that the engine takes for invalid but the interpreter may not.
//
// To the engine, an address is valid only in the objects from which it was derived (analysis/points_to.hpp). The
// interpreter has no provenance: an address is a number, whose upper bits name an object. A pointer that is an input,
// or an index that is far out of bounds, may name any object, and an input may equal an address that the interpreter
// gives to another object, because dynamic objects have other ids there. An execution is found in the models without
// such *strays*, if there are any: wild addresses are then null, or name no object, or miss the object to which they
// belong.
#pragma once

#include "engines/symbolic/abstraction.hpp"

#include <vector>

namespace heddle::engines::symbolic {

/// The accesses that stray in the solver's model, as conditions.
std::vector<Expr> strayAccesses(Abstraction &abstraction);
/// The inputs that equal addresses of dynamic objects in the solver's model, as conditions.
std::vector<Expr> strayInputs(Abstraction &abstraction);

} // namespace heddle::engines::symbolic
