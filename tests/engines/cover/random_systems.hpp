// Small random systems with every kind of transition, and a referee that enumerates them.
#pragma once

#include "engines/cover/firing.hpp"
#include "engines/cover/predecessors.hpp"
#include "engines/cover/system.hpp"

#include <cstdint>
#include <random>

namespace heddle::engines::cover {

/// The same seed gives the same system.
System randomSystem(std::uint64_t seed);

enum class Enumerated : std::uint8_t { Coverable, NotWithSoFewThreads, TooLarge };

/// All configurations that can be reached when the system starts with few threads in its unbounded local states
/// and no more than `mostThreads` ever exist.
Enumerated enumerate(const System &system, Count mostThreads);

} // namespace heddle::engines::cover
