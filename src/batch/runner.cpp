// A run without a verdict (a compile error, an internal error, a crash, a tool that does not start) is an error with a
// reason, so that one bad task does not end a run over hundreds.
#include "batch/runner.hpp"

#include "batch/task_files.hpp"
#include "support/temporary_directory.hpp"
#include "support/utf8.hpp"

#include <fmt/format.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

namespace heddle::batch {

namespace fs = std::filesystem;
using support::Expected;

namespace {

/// For reports, which are in UTF-8: the output of other programs need not be.
std::string firstLine(const std::string &text) {
  const std::size_t begin = text.find_first_not_of("\r\n");
  return begin == std::string::npos ? std::string()
                                    : support::printable(text.substr(begin, text.find_first_of("\r\n", begin) - begin));
}

/// Where another tool runs, as long as it exists: tools leave files in the current directory. It has the changed copies
/// of the sources, at their paths below it, so that includes are found.
class Workplace {
public:
  Workplace(const Tool &tool, const BatchTask &task) : files_(task.files) {
    if (tool.isHeddle)
      return;
    folder_.emplace("heddle-bench");
    error_ = folder_->error();
    for (std::string &file : files_)
      file = fs::absolute(file).lexically_normal();
    if (!error_ && !tool.replacements.empty())
      makeCopies(tool, task);
  }

  const std::vector<std::string> &files() const { return files_; }
  std::string directory() const { return folder_ ? folder_->path().string() : std::string(); }
  /// Why it could not be made.
  const std::error_code &error() const { return error_; }

private:
  fs::path copyOf(const fs::path &source) const { return folder_->path() / source.relative_path(); }

  void makeCopies(const Tool &tool, const BatchTask &task) {
    for (const fs::path &source : sourcesOf(task)) {
      std::ifstream input(source, std::ios::binary);
      std::string text((std::istreambuf_iterator<char>(input)), {});
      for (const Replacement &replacement : tool.replacements)
        text = std::regex_replace(text, replacement.pattern, replacement.text);
      fs::create_directories(copyOf(source).parent_path(), error_);
      std::ofstream output(copyOf(source), std::ios::binary);
      output << text;
      if (!error_ && (!input || !output.flush()))
        error_ = std::make_error_code(std::errc::io_error);
      if (error_)
        return;
    }
    for (std::string &file : files_)
      file = copyOf(file).string();
  }

  std::optional<support::TemporaryDirectory> folder_;
  std::vector<std::string> files_;
  std::error_code error_;
};

void readHeddle(const ProcessResult &process, Record &record) {
  const Json report = Json::parse(process.output, nullptr, false);
  const std::optional<Verdict> verdict = report.is_object() ? parseVerdict(report.value("verdict", "")) : std::nullopt;
  if (!verdict) {
    record.verdict = Verdict::Error;
    return;
  }
  record.verdict = *verdict;
  record.reason = report.value("reason", "");
  record.engine = report.value("engine", "");
  if (report.contains("checked") && report["checked"].is_boolean())
    record.isChecked = report["checked"].get<bool>();
  if (record.reason.empty() && record.verdict == Verdict::True)
    record.reason = report.value("uncheckedBecause", "");
  if (report.contains("cached") && report["cached"].is_object()) {
    const Json &cached = report["cached"];
    record.cached = cached.value("date", "");
    record.seconds = cached.value("seconds", record.seconds);
    record.processorSeconds = cached.value("processorSeconds", record.processorSeconds);
    record.memory = cached.value("memory", record.memory);
  }
}

void readOther(const Tool &tool, const ProcessResult &process, Record &record) {
  record.verdict = Verdict::Unknown;
  for (const VerdictPattern &pattern : tool.verdicts)
    if (std::regex_search(process.output, pattern.pattern) || std::regex_search(process.errors, pattern.pattern)) {
      record.verdict = pattern.verdict;
      return;
    }
  if (process.exitCode > 128) {
    record.verdict = Verdict::Error;
    record.reason = fmt::format("it was ended by signal {}, without a verdict", process.exitCode - 128);
  } else {
    record.reason = "no verdict in its output";
  }
}

void readStop(const ProcessResult &process, const ProcessLimits &limits, Record &record) {
  const auto seconds = [](std::chrono::milliseconds time) { return static_cast<double>(time.count()) / 1000; };
  switch (process.stop) {
  case Stop::None:
    return;
  case Stop::WallTime:
    record.reason = fmt::format("time limit of {} s reached", seconds(limits.wall));
    break;
  case Stop::ProcessorTime:
    record.reason = fmt::format("limit of {} s of processor time reached", seconds(*limits.processor));
    break;
  case Stop::Memory:
    record.reason = fmt::format("memory limit of {} MB reached", *limits.memory / 1'000'000);
    break;
  case Stop::Interrupted:
    record.reason = "interrupted";
    break;
  }
  record.verdict = Verdict::Unknown;
}

/// Limits at which Heddle is stopped from outside: it observes its own, and reports why it has stopped.
ProcessLimits withGrace(ProcessLimits limits) {
  limits.wall += std::chrono::seconds(3);
  if (limits.memory)
    *limits.memory += *limits.memory / 4;
  return limits;
}

} // namespace

Record recordFor(const Job &job) {
  Record record;
  record.tool = job.tool->name;
  record.task = job.task->label;
  record.property = job.task->property;
  record.content = job.task->content;
  record.expected = job.task->expected;
  return record;
}

Record run(const Job &job, const ProcessLimits &limits, const support::Cancellation &interrupt,
           const ControlGroups &groups) {
  Record record = recordFor(job);
  const Workplace place(*job.tool, *job.task);
  if (place.error()) {
    record.verdict = Verdict::Error;
    record.reason = fmt::format("no copies of the files can be made: {}", place.error().message());
    return record;
  }
  const Expected<ProcessResult> process =
      runProcess(expand(*job.tool, *job.task, place.files(), limits), job.tool->isHeddle ? withGrace(limits) : limits,
                 interrupt, {place.directory(), &groups});
  if (!process) {
    record.verdict = Verdict::Error;
    record.reason = process.error().message;
    return record;
  }
  record.seconds = process->seconds;
  record.processorSeconds = process->processorSeconds;
  record.memory = process->peakMemory;
  record.exitCode = process->exitCode;
  if (job.tool->isHeddle)
    readHeddle(*process, record);
  else
    readOther(*job.tool, *process, record);
  readStop(*process, limits, record);
  if (record.verdict == Verdict::Error && record.reason.empty()) {
    record.reason = firstLine(process->errors);
    if (record.reason.empty())
      record.reason = fmt::format("no verdict, exit code {}", process->exitCode);
  }
  return record;
}

void runAll(const std::vector<Job> &jobs, unsigned parallel, const ProcessLimits &limits,
            const support::Cancellation &interrupt, const std::function<void(const Record &)> &done) {
  const ControlGroups groups;
  std::atomic<std::size_t> next{0};
  std::mutex reporting;
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++) {
      if (interrupt.reason() != support::StopReason::None)
        return;
      const Record record = run(jobs[i], limits, interrupt, groups);
      if (interrupt.reason() != support::StopReason::None)
        return; // it may have been cut short
      const std::lock_guard lock(reporting);
      done(record);
    }
  };
  std::vector<std::jthread> workers;
  for (unsigned i = 0; i < std::min<std::size_t>(parallel, jobs.size()); ++i)
    workers.emplace_back(work);
}

std::string versionOf(const Tool &tool) {
  if (tool.version.empty())
    return {};
  const support::Cancellation never;
  const Expected<ProcessResult> process =
      runProcess(tool.version, {std::chrono::seconds(10), std::nullopt, std::nullopt}, never);
  if (!process)
    return {};
  const std::string line = firstLine(process->output);
  return line.empty() && process->exitCode == 0 ? firstLine(process->errors) : line;
}

} // namespace heddle::batch
