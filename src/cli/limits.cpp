#include "cli/limits.hpp"

#include "cli/quantities.hpp"
#include "report/summary.hpp"

#include <fmt/format.h>

#include <new>

namespace heddle::cli {

using support::StopReason;

support::Expected<Limits> parseLimits(const std::string &timeout, const std::string &memoryLimit,
                                      std::uint64_t usualMemory) {
  Limits limits{.time = {}, .memory = usualMemory};
  if (!timeout.empty()) {
    const auto time = parseDuration(timeout);
    if (!time)
      return time.error();
    limits.time = *time;
  }
  if (!memoryLimit.empty()) {
    const auto memory = parseSize(memoryLimit);
    if (!memory)
      return memory.error();
    limits.memory = *memory;
  }
  return limits;
}

std::string reasonFor(StopReason stop, const Limits &limits) {
  switch (stop) {
  case StopReason::None:
  case StopReason::Effort:   // limits only parts of the work
  case StopReason::Answered: // by another engine, whose answer is reported
    return {};
  case StopReason::Interrupted:
    return "interrupted";
  case StopReason::Timeout:
    return fmt::format("time limit of {} reached",
                       describeDuration(limits.time.value_or(std::chrono::milliseconds(0))));
  case StopReason::Memory:
    return fmt::format("memory limit of {} reached", describeSize(limits.memory));
  }
  return {};
}

std::optional<std::string> runWithinLimits(const Limits &limits,
                                           const std::function<void(support::Cancellation &)> &work) {
  support::Cancellation cancellation;
  cancellation.setMemoryLimit(limits.memory);
  bool allocationFailed = false;
  {
    const Cooperation cooperation(cancellation);
    try {
      work(cancellation);
    } catch (const std::bad_alloc &) {
      allocationFailed = true;
    }
  }
  releaseInterrupts();
  if (allocationFailed)
    return "out of memory";
  if (cancellation.reason() == StopReason::None)
    return std::nullopt;
  return reasonFor(cancellation.reason(), limits);
}

LastWords lastWords(Format format, const Limits &limits) {
  const auto words = [&](StopReason stop) {
    const std::string reason = reasonFor(stop, limits);
    return format == Format::Json ? fmt::format("{{\"verdict\": \"unknown\", \"reason\": \"{}\"}}\n", reason)
                                  : report::verdictLine(engines::Verdict::Unknown, reason);
  };
  return {.interrupted = words(StopReason::Interrupted), .timeout = words(StopReason::Timeout)};
}

} // namespace heddle::cli
