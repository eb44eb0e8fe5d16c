// `heddle verify` as the benchmarks run it: a command line in, a verdict and measurements out.
#pragma once

#include "process.hpp"

#include <CLI/CLI.hpp>

#include <map>
#include <optional>

namespace heddle::bench {

/// What one run of heddle said and used.
struct Run {
  std::string verdict; // "true", "false", "unknown", "error"
  std::string reason;  // for unknown and error
  bool outOfTime = false;
  bool interrupted = false; // what it said is no answer then
  std::map<std::string, std::string> statistics;
  double seconds = 0;           // of what is limited: by the clock, or of the processor
  std::uint64_t peakMemory = 0; // bytes

  /// By its name, whether one engine ran or several did, in which case names begin with the engine's.
  std::optional<std::uint64_t> statistic(const std::string &name) const;
};

/// Cuts off what follows `--` on the command line of a benchmark: it is for heddle.
Arguments takeExtra(Arguments &arguments);

class HeddleCommand {
public:
  /// Adds --heddle and --timeout.
  void addOptions(CLI::App &app, const std::string &defaultTimeout);
  /// Adds --cpu-time: the limit, and the times, are of the processor, so that what else runs on the machine matters
  /// less.
  void addCpuTime(CLI::App &app);
  /// To be called after parsing; an error if there is no such command or no such time span.
  std::optional<support::Error> resolve();

  support::Expected<Run> verify(const Arguments &arguments) const;

  const std::string &path() const { return path_; }
  std::chrono::milliseconds timeout() const { return timeout_; }

private:
  std::string path_;
  std::string timeoutText_;
  std::chrono::milliseconds timeout_{};
  bool limitsProcessor_ = false;
};

} // namespace heddle::bench
