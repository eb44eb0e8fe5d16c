// Small random systems with every kind of transition, and a referee that enumerates them.
#pragma once

#include "coverability/firing.hpp"
#include "coverability/predecessors.hpp"
#include "coverability/system.hpp"

#include <cstdint>
#include <random>

namespace heddle::coverability {

/// The same seed gives the same system.
System randomSystem(std::uint64_t seed);

/// A net as .spec files can have it: weights, guards, transfers and resets at once, initial ranges.
System randomNet(std::uint64_t seed);

struct Reachable {
  std::vector<Configuration> configurations;
  bool all = true; // but for those with more threads
};

/// All configurations that can be reached when the system starts with few threads in its unbounded local states
/// and no more than `mostThreads` ever exist, unless they are too many.
Reachable reachable(const System &system, Count mostThreads);

enum class Enumerated : std::uint8_t { Coverable, NotWithSoFewThreads, TooLarge };

/// Whether one of those covers a target.
Enumerated enumerate(const System &system, Count mostThreads);

} // namespace heddle::coverability
