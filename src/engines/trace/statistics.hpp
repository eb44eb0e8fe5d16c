// What the trace engine counts.
#pragma once

#include "engines/symbolic/check.hpp"

#include <chrono>
#include <cstdint>

namespace heddle::engines::trace {

struct Statistics {
  std::uint64_t executions = 0;
  std::uint64_t transitions = 0;
  std::uint64_t checks = 0; // of trace programs
  std::uint64_t prunings = 0;
  std::uint64_t successful = 0;  // prunings
  std::uint64_t pruned = 0;      // alternatives
  std::uint64_t otherInputs = 0; // executions with other inputs
  std::uint64_t redundant = 0;   // executions
  std::uint64_t depth = 0;       // of the longest execution
  std::uint64_t open = 0;        // alternatives of the current search that are not tried yet
  std::chrono::nanoseconds executing{0};
  std::chrono::nanoseconds checking{0};
  std::chrono::nanoseconds pruning{0};
  std::chrono::nanoseconds findingInputs{0};
  symbolic::Statistics symbolic;
};

} // namespace heddle::engines::trace
