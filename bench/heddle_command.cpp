// Runs `heddle verify --format json --timeout T …` and reads its report.
//
// Heddle enforces the time limit itself, and ends an engine that does not react two seconds later. The deadline after
// which this file kills the process is later still and matters only if Heddle is broken. A run without a verdict (a
// compile error, an internal error, a crash) gets the verdict "error" with the first line of standard error, so that
// one bad task does not end a run over hundreds.
#include "heddle_command.hpp"

#include "cli/quantities.hpp"
#include "interrupt.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>

namespace heddle::bench {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

namespace {

constexpr std::chrono::seconds grace(5);
/// With a limit of processor time, the wall-clock limit is this many times as long: each run is assumed to get at least
/// a tenth of a processor.
constexpr unsigned patience = 10;

std::string firstLine(const std::string &text) { return text.substr(0, text.find('\n')); }

std::vector<EngineStatistics> readStatistics(const nlohmann::json &runs) {
  std::vector<EngineStatistics> statistics;
  for (const nlohmann::json &run : runs)
    statistics.push_back({run.value("engine", ""), run.value("values", std::map<std::string, double>())});
  return statistics;
}

void readReport(const std::string &output, Run &run) {
  const nlohmann::json report = nlohmann::json::parse(output, nullptr, false);
  if (!report.is_object() || !report.contains("verdict"))
    return;
  run.verdict = report.value("verdict", "error");
  run.isChecked = report.value("checked", false);
  run.reason = report.value("reason", "");
  run.outOfTime = run.reason.find("time limit") != std::string::npos;
  run.interrupted = run.reason.starts_with("interrupted");
  if (report.contains("statistics") && report["statistics"].is_array()) // older versions write an object
    run.statistics = readStatistics(report["statistics"]);
}

} // namespace

std::optional<double> Run::statistic(const std::string &id) const {
  const auto run = statistics.size() == 1
                       ? statistics.begin()
                       : std::find_if(statistics.begin(), statistics.end(),
                                      [](const EngineStatistics &engine) { return engine.engine == "bmc"; });
  if (run == statistics.end())
    return std::nullopt;
  const auto found = run->values.find(id);
  return found == run->values.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint64_t> Run::count(const std::string &id) const {
  const std::optional<double> value = statistic(id);
  return value ? std::optional(static_cast<std::uint64_t>(std::llround(*value))) : std::nullopt;
}

batch::Judgement judge(const Run &run, std::optional<bool> expected) {
  return batch::judge(batch::parseVerdict(run.verdict).value_or(batch::Verdict::Error), expected);
}

Arguments takeExtra(Arguments &arguments) {
  const auto dashes = std::find(arguments.begin(), arguments.end(), "--");
  if (dashes == arguments.end())
    return {};
  Arguments extra(dashes + 1, arguments.end());
  arguments.erase(dashes, arguments.end());
  return extra;
}

void HeddleCommand::addOptions(CLI::App &app, const std::string &defaultTimeout) {
  path_ = HEDDLE_COMMAND;
  timeoutText_ = defaultTimeout;
  app.add_option("--heddle", path_, "the command to measure")->type_name("PATH")->capture_default_str();
  app.add_option("--timeout", timeoutText_, "limit for each run: seconds, or 500ms, 10s, 5m")
      ->type_name("TIME")
      ->capture_default_str();
}

void HeddleCommand::addCpuTime(CLI::App &app) {
  app.add_flag("--cpu-time", limitsProcessor_, "the limit is of processor time, not by the clock");
}

std::optional<Error> HeddleCommand::resolve() {
  const Expected<std::chrono::milliseconds> timeout = cli::parseDuration(timeoutText_);
  if (!timeout)
    return Error{"--timeout: " + timeout.error().message};
  timeout_ = *timeout;
  if (!fs::is_regular_file(path_) || access(path_.c_str(), X_OK) != 0)
    return Error{fmt::format("no heddle at {}: build it, or say where it is with --heddle PATH", path_)};
  path_ = fs::absolute(path_).lexically_normal();
  noteInterrupts();
  return std::nullopt;
}

Expected<Run> HeddleCommand::verify(const Arguments &arguments) const {
  const std::chrono::milliseconds byClock = limitsProcessor_ ? patience * timeout_ : timeout_;
  std::optional<std::chrono::milliseconds> ofProcessor;
  if (limitsProcessor_)
    ofProcessor = timeout_;
  Arguments command{path_, "verify", "--format", "json", "--timeout", fmt::format("{}ms", byClock.count())};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const Expected<batch::ProcessResult> process =
      batch::runProcess(command, {byClock + grace, ofProcessor, std::nullopt}, interrupt());
  if (!process)
    return process.error();

  Run run;
  run.seconds = limitsProcessor_ ? process->processorSeconds : process->seconds;
  run.peakMemory = process->peakMemory;
  readReport(process->output, run);
  if (process->stop == batch::Stop::Interrupted)
    return Error{"interrupted"};
  if (process->stop == batch::Stop::WallTime) {
    run.verdict = "unknown";
    run.reason = fmt::format("killed {} s after the time limit", grace.count());
    run.outOfTime = true;
  } else if (process->stop == batch::Stop::ProcessorTime && run.verdict == "unknown") {
    run.reason = "limit of processor time reached"; // heddle reports its wall-clock limit
    run.outOfTime = true;
  } else if (run.verdict.empty()) {
    run.verdict = "error";
    run.reason = firstLine(process->errors);
    if (run.reason.empty())
      run.reason = fmt::format("no verdict, exit code {}", process->exitCode);
    run.interrupted = process->exitCode == 128 + SIGINT || process->exitCode == 128 + SIGTERM;
  }
  return run;
}

} // namespace heddle::bench
