// How far a location is from the next check that can fail.
#pragma once

#include "program/program.hpp"

#include <vector>

namespace heddle::engines::cegar {

constexpr unsigned unreachableDistance = 1'000'000;

/// By location: the least number of actions from there to one with a check of a property that is asked for, in the
/// thread itself or in one that it starts on the way.
std::vector<std::vector<unsigned>> errorDistances(const program::Program &program);

} // namespace heddle::engines::cegar
