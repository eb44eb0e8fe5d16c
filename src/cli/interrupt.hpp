// Ctrl-C, SIGTERM, the limits of time and memory, failed allocations, and crashes: how the process ends early.
//
// Engines can be cancelled and then report what they know; clang and the transformations cannot. Hence there are two
// ways. While a `Cooperation` exists, the first signal (or the first limit that is reached) is passed to its
// Cancellation, and the process ends if that does not help soon, or at a second signal. At all other times, the process
// ends at once. In both cases the output ends with the last words, and the exit code is 3.
#pragma once

#include "support/cancellation.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace heddle::cli {

/// The text for standard output when the process must end immediately.
struct LastWords {
  std::string interrupted;
  std::string timeout;
  std::string memory;      // the limit of memory was reached
  std::string outOfMemory; // an allocation has failed
};

/// Makes SIGINT, SIGTERM and failed allocations end the process with `words`. Call once, after catchCrashes.
void catchInterrupts(LastWords words);

/// The time limit counts from the start of the process. The limit of memory, in bytes, is that of this process alone.
/// Call after catchInterrupts.
void setLimits(std::optional<std::chrono::milliseconds> time, std::uint64_t memory);

/// Call before printing the result: removes the limits, and signals end the process without last words.
void releaseInterrupts();

/// While it exists, signals and limits request the cancellation, and failed allocations throw std::bad_alloc.
class Cooperation {
public:
  explicit Cooperation(support::Cancellation &cancellation);
  Cooperation(const Cooperation &) = delete;
  Cooperation &operator=(const Cooperation &) = delete;
  ~Cooperation();
};

/// Reports segmentation faults and failed assertions as `heddle: error: internal: …`, with exit code 4, and failed
/// allocations as `heddle: error: out of memory`, with exit code 2, or with the last words once there are some.
void catchCrashes();

} // namespace heddle::cli
