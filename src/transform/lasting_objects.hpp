// Objects that main makes once and shows to other threads, as static objects.
//
// A struct on the stack of main, or one that it allocates before it starts threads, is shared memory like a global
// variable, and an analysis that knows static objects one by one can treat it as one.
#pragma once

#include "analysis/escape.hpp"
#include "program/program.hpp"

#include <optional>

namespace heddle::transform {

/// The program with such objects as static ones, which follow those that it had; none if there are none. Locations and
/// actions keep their ids. The program has the same violations, except of leaks.
std::optional<program::Program> withLastingObjects(const program::Program &program);

/// The same, for a caller that has these analyses of the program.
std::optional<program::Program> withLastingObjects(const program::Program &program, const analysis::PointsTo &pointsTo,
                                                   const analysis::Escape &escape);

} // namespace heddle::transform
