// One child process within limits, measured.
#pragma once

#include "support/cancellation.hpp"
#include "support/expected.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::batch {

using Arguments = std::vector<std::string>;

/// Of the process together with its descendants.
struct ProcessLimits {
  std::chrono::milliseconds wall;
  std::optional<std::chrono::milliseconds> processor;
  std::optional<std::uint64_t> memory; // bytes
};

/// Why a process has ended: by itself, or because it was stopped.
enum class Stop : std::uint8_t { None, WallTime, ProcessorTime, Memory, Interrupted };

struct ProcessResult {
  std::string output;
  std::string errors;
  int exitCode = -1; // 128 + n after signal n
  Stop stop = Stop::None;
  double seconds = 0; // from start to end, by the wall clock
  double processorSeconds = 0;
  std::uint64_t peakMemory = 0; // bytes, of the process and its descendants together, by samples
};

class ControlGroups;

/// Where a process runs.
struct Surroundings {
  std::string directory;                 // empty: the current one
  const ControlGroups *groups = nullptr; // none: limits are watched by samples
};

/// Runs a command to its end, or stops it at a limit or when `interrupt` asks for it: with SIGTERM first, so that it
/// can still report, and with SIGKILL for it and all that it has started. An error if it cannot be started.
support::Expected<ProcessResult> runProcess(const Arguments &command, const ProcessLimits &limits,
                                            const support::Cancellation &interrupt, const Surroundings &around = {});

} // namespace heddle::batch
