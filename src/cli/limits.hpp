// Limits of time and memory: as they are given, and what is said when one of them is reached.
#pragma once

#include "cli/format.hpp"
#include "cli/interrupt.hpp"
#include "support/cancellation.hpp"
#include "support/expected.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace heddle::cli {

struct Limits {
  std::optional<std::chrono::milliseconds> time;
  std::uint64_t memory = 0;
};

/// From the texts of --timeout and --memory-limit; empty: no limit of time, and the usual one of memory.
support::Expected<Limits> parseLimits(const std::string &timeout, const std::string &memoryLimit,
                                      std::uint64_t usualMemory);

/// Why there is no verdict: "time limit of 5 s reached".
std::string reasonFor(support::StopReason stop, const Limits &limits);

/// The verdict that it is unknown, in the format that was asked for.
LastWords lastWords(Format format, const Limits &limits);

} // namespace heddle::cli
