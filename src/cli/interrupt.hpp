// Ctrl-C, SIGTERM, the time limit, and crashes: how the process ends when it is not done.
//
// Engines can be asked to stop and then say what they know; clang and the transformations cannot. So
// there are two ways: while a `Cooperation` lives, the first signal (or the end of the time limit) goes to
// its Cancellation, and a second one ends the process; at all other times the first one does. In either
// case the last thing on standard output is the last words, and the exit code is 3.
#pragma once

#include "support/cancellation.hpp"

#include <chrono>
#include <string>

namespace heddle::cli {

/// What to write to standard output when the process must end at once.
struct LastWords {
  std::string interrupted;
  std::string timeout;
};

/// From now on SIGINT and SIGTERM end the process with `words`. Call once.
void catchInterrupts(LastWords words);

/// The time limit counts from the start of the process. Call after catchInterrupts.
void setTimeLimit(std::chrono::milliseconds limit);

/// The work is done and its result is about to be printed: no time limit any more, and signals end the
/// process without last words.
void releaseInterrupts();

class Cooperation {
public:
  explicit Cooperation(support::Cancellation &cancellation);
  Cooperation(const Cooperation &) = delete;
  Cooperation &operator=(const Cooperation &) = delete;
  ~Cooperation();
};

/// Segmentation faults and failed assertions become `heddle: error: internal: …` and exit code 4.
void catchCrashes();

} // namespace heddle::cli
