// Whether every join of main is valid, whatever the other threads do.
//
// The abstraction does not know which threads exist, so it cannot tell whether a handle names a thread that can be
// joined. In most programs this does not depend on other threads: main starts threads in one loop and joins them in
// another. Here, main is executed alone, with unknown values for inputs and for all memory that another thread may
// write. Of the address of an object that it allocates, only the identity of the object and the offset are known. If no
// unknown value decides about its control flow or its stores, and every handle that is joined or detached
// comes from a Spawn of main and is so for the first time, then all joins are valid in every execution: main's control
// flow and its handles are the same in all of them, up to the point where it stops.
#pragma once

#include "analysis/points_to.hpp"
#include "program/program.hpp"

#include <optional>
#include <vector>

namespace heddle::analysis {

bool joinsAreValid(const program::Program &program, const PointsTo &pointsTo);

/// By action of main: whether it is taken in this execution. If the joins are valid, main takes no others in any
/// execution; otherwise none.
std::optional<std::vector<bool>> courseOfMain(const program::Program &program, const PointsTo &pointsTo);

} // namespace heddle::analysis
