// Each task runs in all configurations before the next one begins: after an interrupt, the tables cover the tasks that
// are complete, and cells can be compared. The reductions of one row of the figure run one after the other, so that the
// other load on the machine is about the same for them. With --continue, runs that the file has are not repeated,
// unless a smaller limit ended them. A grid can thus be measured in passes, the first with a limit that most runs do
// not reach.
//
// Several jobs at a time disturb each other's times, but not the number of explored actions. They share the memory
// that heddle would allow one alone.
#include "cegar_grid.hpp"

#include "cegar_tables.hpp"
#include "cli/memory.hpp"
#include "cli/quantities.hpp"
#include "interrupt.hpp"
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <regex>
#include <thread>

namespace heddle::bench {

using support::Error;
using support::Expected;

namespace {

class Grid {
public:
  Grid(const GridOptions &options, std::vector<batch::BatchTask> tasks)
      : options_(options), tasks_(std::move(tasks)), configurations_(cegarConfigurations(options.domain)) {
    for (const batch::BatchTask &task : tasks_)
      width_ = std::max(width_, task.label.size());
    results_.resize(tasks_.size() * configurations_.size());
  }

  /// Opens the file and takes over the runs in it.
  std::optional<Error> openFile() {
    if (options_.csv.empty())
      return std::nullopt;
    const Expected<std::vector<CegarFile::Line>> lines = file_.open(options_.csv, options_.continued);
    if (!lines)
      return lines.error();
    for (const CegarFile::Line &line : *lines) {
      const auto task = std::find_if(tasks_.begin(), tasks_.end(),
                                     [&line](const batch::BatchTask &each) { return each.label == line.task; });
      const auto configuration = std::find(configurations_.begin(), configurations_.end(), line.configuration);
      if (task == tasks_.end() || configuration == configurations_.end())
        continue;
      std::optional<CegarResult> &result =
          results_[static_cast<std::size_t>(task - tasks_.begin()) * configurations_.size() +
                   static_cast<std::size_t>(configuration - configurations_.begin())];
      result = line.result;
      if (result->outOfTime && result->limit < limit())
        result.reset();
    }
    return std::nullopt;
  }

  /// Runs until all runs are done, one fails, or an interrupt arrives.
  std::optional<Error> run() {
    {
      std::vector<std::jthread> workers;
      for (unsigned job = 0; job < options_.jobs; ++job)
        workers.emplace_back([this] { work(); });
    }
    return error_;
  }

  std::vector<CegarResults> completeTasks() const {
    std::vector<CegarResults> complete;
    for (std::size_t task = 0; task < tasks_.size(); ++task)
      if (std::optional<CegarResults> results = resultsOf(task))
        complete.push_back(std::move(*results));
    return complete;
  }

private:
  std::optional<CegarResults> resultsOf(std::size_t task) const {
    const std::size_t columns = configurations_.size();
    CegarResults results;
    for (std::size_t i = task * columns; i < (task + 1) * columns; ++i) {
      if (!results_[i])
        return std::nullopt;
      results.push_back(*results_[i]);
    }
    return results;
  }

  double limit() const { return std::chrono::duration<double>(options_.heddle.timeout()).count(); }

  void work() {
    while (const std::optional<std::size_t> index = takeNext()) {
      const std::size_t task = *index / configurations_.size();
      const std::size_t configuration = *index % configurations_.size();
      const Expected<Run> run = measure(tasks_[task], configurations_[configuration]);
      if (wasInterrupted() || (run && run->interrupted))
        return;
      const std::lock_guard lock(mutex_);
      if (run)
        add(task, configuration, resultOf(*run, tasks_[task]));
      else
        error_ = run.error();
    }
  }

  std::optional<std::size_t> takeNext() {
    const std::lock_guard lock(mutex_);
    while (next_ < results_.size() && results_[next_])
      ++next_;
    if (error_ || wasInterrupted() || next_ == results_.size())
      return std::nullopt;
    return next_++;
  }

  Expected<Run> measure(const batch::BatchTask &task, const CegarConfiguration &configuration) const {
    Arguments arguments = configuration.arguments();
    arguments.insert(arguments.end(), {"--property", task.propertyFile, "--memory-limit",
                                       std::to_string(cli::defaultMemoryLimit() / options_.jobs)});
    arguments.insert(arguments.end(), task.arguments.begin(), task.arguments.end());
    arguments.insert(arguments.end(), options_.extra.begin(), options_.extra.end());
    arguments.push_back(task.definition);
    return options_.heddle.verify(arguments);
  }

  CegarResult resultOf(const Run &run, const batch::BatchTask &task) const {
    return {.verdict = run.verdict,
            .judgement = judge(run, task.expected),
            .reason = run.reason,
            .seconds = run.seconds,
            .limit = limit(),
            .outOfTime = run.outOfTime,
            .peakMemory = run.peakMemory,
            .exploredActions = run.count("actions")};
  }

  void add(std::size_t task, std::size_t configuration, const CegarResult &result) {
    results_[task * configurations_.size() + configuration] = result;
    if (!options_.csv.empty())
      if (std::optional<Error> error = file_.append(tasks_[task], configurations_[configuration], result))
        error_ = std::move(error);
    show(task, configuration, result);
  }

  /// Prints wrong verdicts and errors at once, and a line for each task that is complete.
  void show(std::size_t task, std::size_t configuration, const CegarResult &result) {
    if (result.judgement == Judgement::Wrong || result.verdict == "error")
      fmt::print("{}: {} ({}){}{}\n", result.judgement == Judgement::Wrong ? "WRONG" : "error", tasks_[task].label,
                 configurations_[configuration].name(), result.reason.empty() ? "" : ": ", result.reason);
    if (const std::optional<CegarResults> results = resultsOf(task)) {
      double seconds = 0;
      for (const CegarResult &each : *results)
        seconds += each.seconds;
      const auto solved = std::count_if(results->begin(), results->end(),
                                        [](const CegarResult &each) { return each.judgement == Judgement::Right; });
      fmt::print("{}  {}  solved by {} of {}  {}\n", cell(fmt::format("{}/{}", task + 1, tasks_.size()), 9),
                 cell(tasks_[task].label, -static_cast<int>(width_)), cell(std::to_string(solved), 2), results->size(),
                 cell(secondsText(seconds), 10));
    }
    std::fflush(stdout);
  }

  const GridOptions &options_;
  const std::vector<batch::BatchTask> tasks_;
  const std::vector<CegarConfiguration> configurations_;
  std::size_t width_ = 0; // of labels
  CegarFile file_;

  std::mutex mutex_;                                // for all below, and the file, while workers run
  std::vector<std::optional<CegarResult>> results_; // by task, then by configuration
  std::size_t next_ = 0;
  std::optional<Error> error_;
};

Expected<batch::TaskList> selectTasks(const GridOptions &options) {
  Expected<batch::TaskList> list =
      batch::listTasks(options.paths, {.property = program::parseProperty("unreach-call")});
  if (!list)
    return list;
  try {
    const std::regex pattern(options.match);
    std::erase_if(list->tasks,
                  [&pattern](const batch::BatchTask &task) { return !std::regex_search(task.label, pattern); });
  } catch (const std::regex_error &error) {
    return Error{fmt::format("--match: '{}' is no regular expression: {}", options.match, error.what())};
  }
  if (list->tasks.empty())
    return Error{fmt::format("no task for unreach-call{}",
                             options.match.empty() ? "" : fmt::format(" whose name matches '{}'", options.match))};
  return list;
}

bool hasWrong(const std::vector<CegarResults> &tasks) {
  return std::any_of(tasks.begin(), tasks.end(), [](const CegarResults &results) {
    return std::any_of(results.begin(), results.end(),
                       [](const CegarResult &result) { return result.judgement == Judgement::Wrong; });
  });
}

} // namespace

void GridOptions::addTo(CLI::App &app) {
  heddle.addOptions(app, "20s");
  heddle.addCpuTime(app);
  app.add_option("--match", match, "only tasks whose folder/name matches")->type_name("REGEX");
  app.add_option("--domain", domain, "only this half of the grid")->check(CLI::IsMember({"explicit", "cartesian"}));
  app.add_option("--jobs", jobs, "runs at the same time")->check(CLI::Range(1U, 64U))->capture_default_str();
  CLI::Option *file = app.add_option("--csv", csv, "write all runs here")->type_name("FILE");
  app.add_flag("--continue", continued,
               "what is in the file of --csv is not run again, unless a smaller --timeout ended it")
      ->needs(file);
  app.add_option("tasks", paths, "task definitions, folders of them")->type_name("FILE.yml|DIR")->required();
}

Expected<int> runGrid(GridOptions &options) {
  if (std::optional<Error> error = options.heddle.resolve())
    return *error;
  Expected<batch::TaskList> list = selectTasks(options);
  if (!list)
    return list.error();
  const std::size_t count = list->tasks.size();
  const std::vector<CegarConfiguration> configurations = cegarConfigurations(options.domain);
  Grid grid(options, std::move(list->tasks));
  if (std::optional<Error> error = grid.openFile())
    return *error;

  printMachine(options.heddle.path());
  fmt::print("engine cegar, unreach-call, limit {}, {} at a time, {} configurations of each of {} tasks\n\n",
             cli::describeDuration(options.heddle.timeout()), options.jobs, configurations.size(), count);
  std::fflush(stdout);
  const std::optional<Error> error = grid.run();

  const std::vector<CegarResults> complete = grid.completeTasks();
  if (complete.size() < count)
    fmt::print("\n{} of {} tasks are complete; the tables are about these\n", complete.size(), count);
  fmt::print("\n");
  printSolved(configurations, complete);
  fmt::print("\n");
  printExploredActions(configurations, complete);
  if (error)
    return *error;
  if (complete.size() < count)
    return exitInterrupted;
  return hasWrong(complete) ? exitWrong : exitGood;
}

} // namespace heddle::bench
