// Limits on how far executions are followed.
#pragma once

#include <cstdint>

namespace heddle::interpreter {

struct Limits {
  std::uint64_t steps = 10'000; // of one execution
  unsigned maxThreads = 64;     // running, or not joined yet, at the same time
  /// Actions that a thread may take between two of its visible actions. Loops that repeat a local state are detected
  /// much earlier; this limit is for all others.
  std::uint64_t localWork = 1'000'000;
  std::uint64_t memory = std::uint64_t{1} << 28; // bytes of all live objects
};

/// For random executions of programs that need more threads than engines follow in all interleavings, and for replays:
/// what a schedule does within a limit, it does with a higher one, too.
constexpr unsigned mostThreadsOfOneExecution = 1U << 14U;

} // namespace heddle::interpreter
