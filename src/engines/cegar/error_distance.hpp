// Distances of locations from the next check that can fail.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::engines::cegar {

constexpr unsigned unreachableDistance = 1'000'000;

/// By CFA and location: the least number of actions to one that checks a property of the program, in the thread itself
/// or in a thread that it starts on the way.
std::vector<std::vector<unsigned>> errorDistances(const program::Program &program);

} // namespace heddle::engines::cegar
