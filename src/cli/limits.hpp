// Limits of time and memory: parsing them, running work within them, and the message when one is reached.
#pragma once

#include "cli/format.hpp"
#include "cli/interrupt.hpp"
#include "support/cancellation.hpp"
#include "support/expected.hpp"

#include <CLI/App.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace heddle::cli {

struct Limits {
  std::optional<std::chrono::milliseconds> time;
  std::uint64_t memory = 0;
};

/// The options --timeout and --memory-limit; `usualMemory` says what holds without the latter.
void addLimits(CLI::App &command, std::string &timeout, std::string &memoryLimit, const std::string &usualMemory);

/// Parses the values of --timeout and --memory-limit. If they are empty: no time limit, and `usualMemory`.
support::Expected<Limits> parseLimits(const std::string &timeout, const std::string &memoryLimit,
                                      std::uint64_t usualMemory);

/// Runs `work`, whose cancellation is requested on Ctrl-C, at the end of the time limit and beyond the memory limit;
/// afterwards signals have their default effect again. Returns why the work was stopped, in words for the user
/// ("time limit of 5 s reached"), or nothing if it ran to its end.
///
/// This is the one out-of-memory rule: an allocation that fails (std::bad_alloc out of `work`), or a thread that cannot
/// be started, stops the work as a limit does, with the reason "out of memory". The verdict is then unknown and the
/// exit code 3, as for any other limit.
std::optional<std::string> runWithinLimits(const Limits &limits,
                                           const std::function<void(support::Cancellation &)> &work);

/// Why there is no verdict: "time limit of 5 s reached".
std::string reasonFor(support::StopReason stop, const Limits &limits);

/// What `words` makes of each reason.
LastWords lastWords(const Limits &limits, const std::function<std::string(const std::string &reason)> &words);
/// The verdict `unknown` with its reason, in the requested format. `label` is the property, if it is one of several.
LastWords lastWords(Format format, const Limits &limits, const std::string &label = {});

} // namespace heddle::cli
