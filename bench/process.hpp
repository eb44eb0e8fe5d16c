// One child process, measured.
#pragma once

#include "support/expected.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace heddle::bench {

using Arguments = std::vector<std::string>;

struct ProcessResult {
  std::string output;
  std::string errors;
  int exitCode = -1; // 128 + n after signal n
  bool killed = false;
  double seconds = 0;           // from start to end, by the wall clock
  std::uint64_t peakMemory = 0; // bytes
};

/// Runs a command to its end, or kills it at the deadline. An error if it cannot be started.
support::Expected<ProcessResult> runProcess(const Arguments &command, std::chrono::milliseconds deadline);

} // namespace heddle::bench
