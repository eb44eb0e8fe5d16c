#include "cli/limits.hpp"

#include "cli/quantities.hpp"
#include "report/json.hpp"
#include "report/sarif.hpp"
#include "report/summary.hpp"

#include <fmt/format.h>

#include <new>
#include <system_error>

namespace heddle::cli {

using support::StopReason;

namespace {

constexpr const char *outOfMemory = "out of memory";

using WordsForReason = std::function<std::string(StopReason stop, const std::string &reason)>;

LastWords wordsForEach(const Limits &limits, const WordsForReason &words) {
  const auto of = [&](StopReason stop) { return words(stop, reasonFor(stop, limits)); };
  return {.interrupted = of(StopReason::Interrupted),
          .timeout = of(StopReason::Timeout),
          .memory = of(StopReason::Memory),
          .outOfMemory = words(StopReason::Memory, outOfMemory)};
}

} // namespace

void addLimits(CLI::App &command, std::string &timeout, std::string &memoryLimit, const std::string &usualMemory) {
  command.add_option("--timeout", timeout, "time limit from the start: seconds, or 500ms, 10s, 5m, 2h")
      ->type_name("TIME")
      ->group("Limits");
  command.add_option("--memory-limit", memoryLimit, "bytes, or 500MB, 2GB; " + usualMemory)
      ->type_name("SIZE")
      ->group("Limits");
}

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
  std::optional<std::string> missing;
  {
    const Cooperation cooperation(cancellation);
    try {
      work(cancellation);
    } catch (const std::bad_alloc &) {
      missing = outOfMemory;
    } catch (const std::system_error &error) {
      if (error.code() != std::errc::resource_unavailable_try_again)
        throw;
      missing = "no thread or process can be started: " + error.code().message();
    }
    releaseInterrupts(); // from here on, no limit may replace the answer
  }
  if (missing)
    return missing;
  if (cancellation.reason() == StopReason::None)
    return std::nullopt;
  return reasonFor(cancellation.reason(), limits);
}

LastWords lastWords(const Limits &limits, const std::function<std::string(const std::string &reason)> &words) {
  return wordsForEach(limits, [&](StopReason /*stop*/, const std::string &reason) { return words(reason); });
}

LastWords lastWords(Format format, const Limits &limits, const std::string &label) {
  return wordsForEach(limits, [&](StopReason stop, const std::string &reason) {
    switch (format) {
    case Format::Json:
      return fmt::format("{{\"verdict\": \"unknown\", \"reason\": \"{}\", \"reasonKind\": \"{}\"}}\n", reason,
                         report::reasonKind(stop));
    case Format::Sarif:
      return report::unknownAsSarif(reason);
    case Format::Text:
      break;
    }
    return report::verdictLine(engines::Verdict::Unknown, reason, label);
  });
}

} // namespace heddle::cli
