// Ctrl-C, SIGTERM, the time limit, and crashes: how the process ends early.
//
// Engines can be cancelled and then report what they know; clang and the transformations cannot. Hence there are two
// ways. While a `Cooperation` exists, the first signal (or the end of the time limit) is passed to its Cancellation,
// and a second one ends the process. At all other times, the first signal ends the process. In both cases the output
// ends with the last words, and the exit code is 3.
#pragma once

#include "support/cancellation.hpp"

#include <chrono>
#include <string>

namespace heddle::cli {

/// The text for standard output when the process must end immediately.
struct LastWords {
  std::string interrupted;
  std::string timeout;
};

/// Makes SIGINT and SIGTERM end the process with `words`. Call once.
void catchInterrupts(LastWords words);

/// The time limit counts from the start of the process. Call after catchInterrupts.
void setTimeLimit(std::chrono::milliseconds limit);

/// Call before printing the result: removes the time limit, and signals end the process without last words.
void releaseInterrupts();

/// While it exists, signals request the cancellation.
class Cooperation {
public:
  explicit Cooperation(support::Cancellation &cancellation);
  Cooperation(const Cooperation &) = delete;
  Cooperation &operator=(const Cooperation &) = delete;
  ~Cooperation();
};

/// Reports segmentation faults and failed assertions as `heddle: error: internal: …`, with exit code 4.
void catchCrashes();

} // namespace heddle::cli
