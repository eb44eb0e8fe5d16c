// How far executions are followed before Heddle gives up on them.
#pragma once

#include <cstdint>

namespace heddle::interpreter {

struct Limits {
  std::uint64_t steps = 10'000; // of one execution
  unsigned maxThreads = 64;     // alive, or not joined yet, at the same time
  /// Actions that a thread may take between two of its visible actions. A loop that repeats a local state is
  /// recognised long before; this is for the others.
  std::uint64_t localWork = 1'000'000;
  std::uint64_t memory = std::uint64_t{1} << 28; // bytes of all objects alive
};

} // namespace heddle::interpreter
