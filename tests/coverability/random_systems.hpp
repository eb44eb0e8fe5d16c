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

/// A net with all features of .spec files: weights, guards, transfers and resets, initial ranges.
System randomNet(std::uint64_t seed);

struct Reachable {
  std::vector<Configuration> configurations;
  bool all = true; // all configurations with so many threads have been enumerated
};

/// The reachable configurations of the system, started with few threads in its unbounded local states and without steps
/// to more than `mostThreads` threads; incomplete if they are too many.
Reachable reachable(const System &system, Count mostThreads);

enum class Enumerated : std::uint8_t { Coverable, NotWithSoFewThreads, TooLarge };

/// Whether one of them covers a target.
Enumerated enumerate(const System &system, Count mostThreads);

} // namespace heddle::coverability
