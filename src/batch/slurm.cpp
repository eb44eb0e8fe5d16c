// A submission is a job array; its tasks look up the number of their job in a list, because Slurm limits the size of an
// array, and not every job is submitted each time. A node runs the command of the job in the folder in which the run
// was started, and writes the result to a file of its own. Which jobs still run is asked of squeue: a job that is no
// longer there and has left no result is lost, unless its file is on its way through a shared file system; so it counts
// as lost when two answers in a row lack it. (Slurm itself requeues the jobs of a node that has failed; this is for
// jobs that it gives up.) If squeue does not answer, nothing is concluded: the controller may be restarting.
#include "batch/slurm.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <thread>

namespace heddle::batch {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

namespace {

constexpr std::size_t largestArray = 1000; // Slurm's default is 1001
constexpr std::chrono::milliseconds betweenLooks(200);
constexpr std::chrono::seconds betweenQuestions(2);
constexpr unsigned answersWithoutLostJob = 2;

std::string shellQuoted(const std::string &word) {
  std::string result = "'";
  for (const char c : word)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + '\'';
}

/// Each after a blank.
std::string shellQuoted(const Arguments &words) {
  std::string result;
  for (const std::string &word : words)
    result += ' ' + shellQuoted(word);
  return result;
}

/// Slurm's own limits are those at which it kills what has not observed the others.
Arguments limitOptions(const SlurmOptions &options) {
  Arguments words;
  if (options.time) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(*options.time).count() + 60;
    words.push_back(fmt::format("--time={:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60));
  }
  if (options.memory)
    words.push_back(fmt::format("--mem={}M", *options.memory / 1'000'000 * 5 / 4 + 200));
  return words;
}

class Cluster {
public:
  Cluster(const std::vector<std::size_t> &jobs, const SlurmOptions &options, const ClusterWork &work)
      : missing_(jobs.begin(), jobs.end()), options_(options), work_(work) {}

  Expected<bool> run() {
    std::error_code error;
    fs::create_directories(fs::path(options_.folder) / "results", error);
    if (error)
      return Error{fmt::format("{}: cannot be created: {}", options_.folder, error.message())};
    Expected<bool> submitted = submitAll({missing_.begin(), missing_.end()});
    auto nextQuestion = std::chrono::steady_clock::now() + betweenQuestions;
    while (submitted && !missing_.empty() && !work_.isToStop()) {
      std::this_thread::sleep_for(betweenLooks);
      collect();
      if (missing_.empty() || std::chrono::steady_clock::now() < nextQuestion)
        continue;
      submitted = submitAll(findLost());
      nextQuestion = std::chrono::steady_clock::now() + betweenQuestions;
    }
    cancelMissing();
    return submitted;
  }

private:
  /// A task of an array.
  struct Task {
    std::string submission; // its id
    std::size_t index = 0;
    unsigned attempt = 1;
    unsigned absences = 0; // from answers of squeue, in a row

    std::string id() const { return fmt::format("{}_{}", submission, index); }
  };

  static Expected<ProcessResult> ask(const Arguments &command) {
    const support::Cancellation never; // it takes a moment, and its answer is needed also after an interrupt
    return runProcess(command, {std::chrono::seconds(60), std::nullopt, std::nullopt}, never);
  }

  Expected<bool> submitAll(const std::vector<std::size_t> &jobs) {
    std::error_code ignored;
    for (const std::size_t job : jobs)
      fs::remove(resultFile(options_.folder, job), ignored);
    for (std::size_t from = 0; from < jobs.size(); from += largestArray) {
      const std::size_t to = std::min(jobs.size(), from + largestArray);
      const Expected<bool> submitted =
          submit({jobs.begin() + static_cast<std::ptrdiff_t>(from), jobs.begin() + static_cast<std::ptrdiff_t>(to)});
      if (!submitted)
        return submitted;
    }
    return true;
  }

  Expected<bool> submit(const std::vector<std::size_t> &jobs) {
    const std::string name = (fs::path(options_.folder) / fmt::format("submission-{}", ++submissions_)).string();
    {
      std::ofstream list(name + ".txt");
      for (const std::size_t job : jobs)
        list << job << '\n';
      std::ofstream script(name + ".sh");
      script << fmt::format("#!/bin/sh\nexec{} \"$(sed -n \"$((SLURM_ARRAY_TASK_ID + 1))p\" {})\"{}\n",
                            shellQuoted(options_.command), shellQuoted(name + ".txt"),
                            shellQuoted(options_.afterwards));
      if (!list.flush() || !script.flush())
        return Error{fmt::format("{}: cannot be written", name)};
    }
    Arguments command{"sbatch",
                      "--parsable",
                      "--job-name=" + options_.name,
                      "--nodes=1",
                      "--ntasks=1",
                      fmt::format("--cpus-per-task={}", options_.cores),
                      fmt::format("--array=0-{}{}", jobs.size() - 1,
                                  options_.parallel != 0 ? fmt::format("%{}", options_.parallel) : ""),
                      "--output=" + name + "-%a.log"};
    if (!options_.partition.empty())
      command.push_back("--partition=" + options_.partition);
    for (std::string &word : limitOptions(options_))
      command.push_back(std::move(word));
    command.push_back(name + ".sh");
    const Expected<ProcessResult> answer = ask(command);
    if (!answer)
      return answer.error();
    if (answer->exitCode != 0)
      return Error{fmt::format("sbatch: {}", answer->errors.substr(0, answer->errors.find('\n')))};
    const std::string id = answer->output.substr(0, answer->output.find_first_of(";\n"));
    for (std::size_t index = 0; index < jobs.size(); ++index) {
      Task &task = tasks_[jobs[index]];
      task = {id, index, task.submission.empty() ? 1 : task.attempt + 1, 0};
    }
    return true;
  }

  void collect() {
    std::error_code ignored;
    std::erase_if(missing_, [&](std::size_t job) {
      return fs::exists(resultFile(options_.folder, job), ignored) && work_.take(job);
    });
  }

  /// The tasks that Slurm still has; none if it does not answer.
  std::optional<std::set<std::string>> presentTasks() const {
    std::set<std::string> submissions;
    for (const std::size_t job : missing_)
      submissions.insert(tasks_.at(job).submission);
    std::set<std::string> present;
    for (const std::string &submission : submissions) {
      const Expected<ProcessResult> answer =
          ask({"squeue", "--noheader", "--array", "--format=%i", "--jobs=" + submission});
      if (!answer)
        return std::nullopt;
      // Slurm forgets jobs some time after they have ended.
      if (answer->exitCode != 0 && answer->errors.find("Invalid job id") == std::string::npos)
        return std::nullopt;
      std::istringstream words(answer->output);
      for (std::string word; words >> word;)
        present.insert(word);
    }
    return present;
  }

  /// Those that are to be submitted again.
  std::vector<std::size_t> findLost() {
    const std::optional<std::set<std::string>> present = presentTasks();
    collect(); // what has ended in between
    std::vector<std::size_t> again;
    if (!present)
      return again;
    std::erase_if(missing_, [&](std::size_t job) {
      Task &task = tasks_[job];
      task.absences = present->contains(task.id()) ? 0 : task.absences + 1;
      if (task.absences < answersWithoutLostJob)
        return false;
      if (task.attempt < options_.attempts) {
        again.push_back(job);
        return false;
      }
      work_.giveUp(job);
      return true;
    });
    return again;
  }

  void cancelMissing() const {
    Arguments command{"scancel"};
    for (const std::size_t job : missing_)
      if (const auto task = tasks_.find(job); task != tasks_.end())
        command.push_back(task->second.id());
    if (command.size() > 1)
      static_cast<void>(ask(command));
  }

  std::set<std::size_t> missing_;
  const SlurmOptions &options_;
  const ClusterWork &work_;
  std::map<std::size_t, Task> tasks_; // by job: the last one
  unsigned submissions_ = 0;
};

} // namespace

std::string resultFile(const std::string &folder, std::size_t job) {
  return (fs::path(folder) / "results" / std::to_string(job)).string();
}

Expected<bool> writeResult(const std::string &folder, std::size_t job, const std::string &text) {
  const std::string file = resultFile(folder, job);
  const std::string unfinished = file + ".new";
  std::ofstream stream(unfinished, std::ios::binary);
  stream << text;
  stream.close();
  std::error_code error;
  if (stream)
    fs::rename(unfinished, file, error);
  if (!stream || error)
    return Error{fmt::format("{}: cannot be written", file)};
  return true;
}

Expected<bool> runOnCluster(const std::vector<std::size_t> &jobs, const SlurmOptions &options,
                            const ClusterWork &work) {
  return Cluster(jobs, options, work).run();
}

} // namespace heddle::batch
