#include "cli/limits.hpp"

#include "cli/quantities.hpp"
#include "report/summary.hpp"

#include <fmt/format.h>

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
  case StopReason::Effort: // never of a whole verification
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

LastWords lastWords(Format format, const Limits &limits) {
  const auto words = [&](StopReason stop) {
    const std::string reason = reasonFor(stop, limits);
    return format == Format::Json ? fmt::format("{{\"verdict\": \"unknown\", \"reason\": \"{}\"}}\n", reason)
                                  : report::verdictLine(engines::Verdict::Unknown, reason);
  };
  return {.interrupted = words(StopReason::Interrupted), .timeout = words(StopReason::Timeout)};
}

} // namespace heddle::cli
