// One child process, measured.
#pragma once

#include "support/expected.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::bench {

using Arguments = std::vector<std::string>;

struct ProcessResult {
  std::string output;
  std::string errors;
  int exitCode = -1; // 128 + n after signal n
  bool killed = false;
  bool isOutOfProcessorTime = false;
  double seconds = 0; // from start to end, by the wall clock
  double processorSeconds = 0;
  std::uint64_t peakMemory = 0; // bytes
};

/// Runs a command to its end, or kills it at the deadline. An error if it cannot be started. With a limit of processor
/// time, it gets SIGALRM when the limit is reached, and is killed if it still runs seconds later.
support::Expected<ProcessResult> runProcess(const Arguments &command, std::chrono::milliseconds deadline,
                                            std::optional<std::chrono::milliseconds> processorTime = std::nullopt);

} // namespace heddle::bench
