// `heddle verify` as the benchmarks run it: a command line in, a verdict and measurements out.
#pragma once

#include "batch/record.hpp"

#include <CLI/CLI.hpp>

#include <map>
#include <optional>
#include <vector>

namespace heddle::bench {

using batch::Arguments;

/// What one engine has counted and timed, by identifier: `refinements`, `time.solving` (in seconds).
struct EngineStatistics {
  std::string engine;
  std::map<std::string, double> values;
};

/// The report of one run of heddle, and the time and memory that it used.
struct Run {
  std::string verdict;    // "true", "false", "unknown", "error"
  std::string reason;     // for unknown and error
  bool isChecked = false; // the proof
  bool outOfTime = false;
  bool interrupted = false;                 // the verdict is meaningless then
  std::vector<EngineStatistics> statistics; // of the engines that ran, in order
  double seconds = 0;                       // of the limited resource: wall-clock or processor time
  std::uint64_t peakMemory = 0;             // bytes

  /// A statistic of the engine that ran; of engine bmc if several ran.
  std::optional<double> statistic(const std::string &id) const;
  /// The same for a statistic that is a count.
  std::optional<std::uint64_t> count(const std::string &id) const;
};

/// Undecided also if no verdict is expected.
batch::Judgement judge(const Run &run, std::optional<bool> expected);

/// Removes `--` and the arguments after it from the command line of a benchmark and returns those arguments, which are
/// passed to heddle.
Arguments takeExtra(Arguments &arguments);

class HeddleCommand {
public:
  /// Adds --heddle and --timeout.
  void addOptions(CLI::App &app, const std::string &defaultTimeout);
  /// Adds --cpu-time: limit and times are of the processor, so that other load on the machine matters less.
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
