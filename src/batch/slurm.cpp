// A submission is a job array; its tasks look up the number of their job in a list, because Slurm limits the size of an
// array, and not every job is submitted each time. A node runs `heddle bench … --job NUMBER`, in the folder in which
// the batch run was started, and writes the record to a file of its own, under another name first, so that a file is
// always complete. Which jobs still run is asked of squeue: a job that is no longer there and has left no record is
// lost. (Slurm itself runs jobs of a node that has failed again; this is for jobs that it gives up.) If squeue does not
// answer, nothing is concluded: the controller may be restarting.
#include "batch/slurm.hpp"

#include "report/json_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <thread>

namespace heddle::batch {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

namespace {

constexpr std::size_t largestArray = 1000; // Slurm's default is 1001
constexpr std::chrono::milliseconds betweenLooks(300);
constexpr std::chrono::seconds betweenQuestions(3);

std::string quoted(const std::string &word) {
  std::string result = "'";
  for (const char c : word)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + '\'';
}

/// Each after a blank.
std::string quoted(const Arguments &words) {
  std::string result;
  for (const std::string &word : words)
    result += ' ' + quoted(word);
  return result;
}

/// Slurm's own limits are those at which it kills what has not observed the others.
Arguments limitOptions(const ProcessLimits &limits) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(limits.wall).count() + 60;
  Arguments words{fmt::format("--time={:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)};
  if (limits.memory)
    words.push_back(fmt::format("--mem={}M", *limits.memory / 1'000'000 * 5 / 4 + 200));
  return words;
}

class Cluster {
public:
  Cluster(const std::vector<std::size_t> &numbers, const std::vector<Job> &jobs, const ProcessLimits &limits,
          const SlurmOptions &options, const support::Cancellation &interrupt,
          const std::function<void(const Record &)> &done)
      : missing_(numbers.begin(), numbers.end()), jobs_(jobs), limits_(limits), options_(options),
        interrupt_(interrupt), done_(done) {}

  Expected<bool> run() {
    std::error_code error;
    fs::create_directories(fs::path(options_.folder) / "records", error);
    if (error)
      return Error{fmt::format("{}: cannot be created: {}", options_.folder, error.message())};
    while (!missing_.empty() && !isInterrupted()) {
      for (const std::size_t number : missing_)
        ++attempts_[number];
      if (const Expected<bool> submitted = submitMissing(); !submitted) {
        cancel(); // what was submitted before
        return submitted;
      }
      gather();
      giveUp();
    }
    if (isInterrupted())
      cancel();
    return true;
  }

private:
  bool isInterrupted() const { return interrupt_.reason() != support::StopReason::None; }

  Expected<ProcessResult> ask(const Arguments &command) const {
    const support::Cancellation never; // it takes a moment, and its answer is needed also after an interrupt
    return runProcess(command, {std::chrono::seconds(60), std::nullopt, std::nullopt}, never);
  }

  Expected<bool> submitMissing() {
    running_.clear();
    std::error_code ignored;
    for (const std::size_t number : missing_)
      fs::remove(recordFile(options_.folder, number), ignored);
    const std::vector<std::size_t> all(missing_.begin(), missing_.end());
    for (std::size_t from = 0; from < all.size(); from += largestArray) {
      const std::size_t to = std::min(all.size(), from + largestArray);
      const Expected<bool> submitted =
          submit({all.begin() + static_cast<std::ptrdiff_t>(from), all.begin() + static_cast<std::ptrdiff_t>(to)});
      if (!submitted)
        return submitted;
    }
    return true;
  }

  Expected<bool> submit(const std::vector<std::size_t> &numbers) {
    const std::string name = (fs::path(options_.folder) / fmt::format("submission-{}", ++submissions_)).string();
    {
      std::ofstream list(name + ".txt");
      for (const std::size_t number : numbers)
        list << number << '\n';
      std::ofstream script(name + ".sh");
      script << fmt::format("#!/bin/sh\nexec{} \"$(sed -n \"$((SLURM_ARRAY_TASK_ID + 1))p\" {})\"{}\n",
                            quoted(options_.command), quoted(name + ".txt"), quoted(options_.afterwards));
      if (!list.flush() || !script.flush())
        return Error{fmt::format("{}: cannot be written", name)};
    }
    Arguments command{"sbatch",
                      "--parsable",
                      "--job-name=heddle-bench",
                      "--nodes=1",
                      "--ntasks=1",
                      fmt::format("--cpus-per-task={}", options_.cores),
                      fmt::format("--array=0-{}{}", numbers.size() - 1,
                                  options_.parallel != 0 ? fmt::format("%{}", options_.parallel) : ""),
                      "--output=" + name + "-%a.log"};
    if (!options_.partition.empty())
      command.push_back("--partition=" + options_.partition);
    for (std::string &word : limitOptions(limits_))
      command.push_back(std::move(word));
    command.push_back(name + ".sh");
    const Expected<ProcessResult> answer = ask(command);
    if (!answer)
      return answer.error();
    if (answer->exitCode != 0)
      return Error{fmt::format("sbatch: {}", answer->errors.substr(0, answer->errors.find('\n')))};
    running_.push_back(answer->output.substr(0, answer->output.find_first_of(";\n")));
    return true;
  }

  /// Until no job is missing, or Slurm has none left.
  void gather() {
    auto nextQuestion = std::chrono::steady_clock::now() + betweenQuestions;
    while (!missing_.empty() && !isInterrupted()) {
      std::this_thread::sleep_for(betweenLooks);
      collect();
      if (missing_.empty() || std::chrono::steady_clock::now() < nextQuestion)
        continue;
      if (!mayRun()) {
        collect(); // what has ended in between
        return;
      }
      nextQuestion = std::chrono::steady_clock::now() + betweenQuestions;
    }
  }

  void collect() {
    std::vector<std::size_t> found;
    for (const std::size_t number : missing_) {
      std::ifstream file(recordFile(options_.folder, number));
      if (!file)
        continue;
      const std::optional<Record> record = recordOf(Json::parse(file, nullptr, false));
      if (record && isSameRun(*record, recordFor(jobs_[number]))) { // otherwise it is of a run over other tasks
        done_(*record);
        found.push_back(number);
      }
    }
    for (const std::size_t number : found)
      missing_.erase(number);
  }

  bool mayRun() const {
    const Expected<ProcessResult> answer =
        ask({"squeue", "--noheader", "--format=%i", fmt::format("--jobs={}", fmt::join(running_, ","))});
    if (!answer)
      return true;
    if (answer->exitCode != 0) // Slurm forgets jobs some time after they have ended
      return answer->errors.find("Invalid job id") == std::string::npos;
    return answer->output.find_first_not_of(" \n") != std::string::npos;
  }

  void giveUp() {
    std::vector<std::size_t> lost;
    for (const std::size_t number : missing_)
      if (attempts_[number] >= options_.attempts)
        lost.push_back(number);
    if (isInterrupted())
      return;
    for (const std::size_t number : lost) {
      Record record = recordFor(jobs_[number]);
      record.verdict = Verdict::Error;
      record.reason = fmt::format("lost by Slurm {} times; its output is in {}", options_.attempts, options_.folder);
      done_(record);
      missing_.erase(number);
    }
  }

  void cancel() const {
    if (running_.empty())
      return;
    Arguments command{"scancel"};
    command.insert(command.end(), running_.begin(), running_.end());
    static_cast<void>(ask(command));
  }

  std::set<std::size_t> missing_;
  const std::vector<Job> &jobs_;
  const ProcessLimits &limits_;
  const SlurmOptions &options_;
  const support::Cancellation &interrupt_;
  const std::function<void(const Record &)> &done_;
  std::map<std::size_t, unsigned> attempts_;
  std::vector<std::string> running_; // the ids of the submissions
  unsigned submissions_ = 0;
};

} // namespace

std::string recordFile(const std::string &folder, std::size_t job) {
  return (fs::path(folder) / "records" / fmt::format("{}.json", job)).string();
}

Expected<bool> writeRecord(const std::string &folder, std::size_t job, const Record &record) {
  const std::string file = recordFile(folder, job);
  const std::string unfinished = file + ".new";
  std::ofstream stream(unfinished);
  stream << report::compactJsonText(toJson(record)) << '\n';
  stream.close();
  std::error_code error;
  if (stream)
    fs::rename(unfinished, file, error);
  if (!stream || error)
    return Error{fmt::format("{}: cannot be written", file)};
  return true;
}

Expected<bool> runOnCluster(const std::vector<std::size_t> &numbers, const std::vector<Job> &jobs,
                            const ProcessLimits &limits, const SlurmOptions &options,
                            const support::Cancellation &interrupt, const std::function<void(const Record &)> &done) {
  return Cluster(numbers, jobs, limits, options, interrupt, done).run();
}

} // namespace heddle::batch
