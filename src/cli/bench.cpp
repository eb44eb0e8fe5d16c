// heddle bench: tasks in, a table of verdicts and times out, for Heddle in one or several configurations and for other
// verifiers.
//
// Each run is a process of its own. Its record goes to a journal at once; the other files of the output folder are
// written at the end, also after Ctrl-C, and `--resume` continues with what the journal lacks. With `--slurm`, the runs
// are jobs of a cluster, each of which is this command with `--job NUMBER`.
#include "batch/journal.hpp"
#include "batch/outputs.hpp"
#include "batch/runner.hpp"
#include "batch/slurm.hpp"
#include "cli/bench_text.hpp"
#include "cli/build_id.hpp"
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/interrupt.hpp"
#include "cli/messages.hpp"
#include "cli/quantities.hpp"
#include "cli/terminal.hpp"
#include "cli/values.hpp"
#include "portfolio/engines.hpp"
#include "report/json_text.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <thread>

namespace heddle::cli {

namespace {

namespace fs = std::filesystem;
using namespace heddle::batch;
using support::Error;
using support::Expected;

struct BenchOptions {
  std::vector<std::string> paths;
  std::vector<std::string> engines;
  std::vector<std::string> toolFiles;
  std::string timeout = "60s";
  std::string processorTime;
  std::string memory = "4GB";
  unsigned jobs = 1;
  std::string property;
  bool alsoUnasked = false;
  std::string output;
  bool resumes = false;
  std::string compareWith;
  std::string cache; // directory; empty: the one of the user
  bool noCache = false;
  bool onCluster = false;
  std::string partition;
  unsigned cores = 2;
  std::optional<std::size_t> job;         // only this one, as a node of a cluster
  std::vector<std::string> heddleOptions; // after --
  std::vector<std::string> words;         // of the whole command line, for the nodes
};

Expected<ProcessLimits> limitsOf(const BenchOptions &options) {
  ProcessLimits limits{};
  const Expected<std::chrono::milliseconds> wall = parseDuration(options.timeout);
  if (!wall)
    return Error{"--timeout: " + wall.error().message};
  limits.wall = *wall;
  if (!options.processorTime.empty()) {
    const Expected<std::chrono::milliseconds> processor = parseDuration(options.processorTime);
    if (!processor)
      return Error{"--cpu-time: " + processor.error().message};
    limits.processor = *processor;
  }
  const Expected<std::uint64_t> memory = parseSize(options.memory);
  if (!memory)
    return Error{"--memory-limit: " + memory.error().message};
  limits.memory = *memory;
  return limits;
}

/// The limits are a part of its name: a verdict that took longer than today's limit must not be shown as one within it.
/// Empty if there is none.
std::string cacheOf(const BenchOptions &options, const ProcessLimits &limits) {
  if (options.noCache)
    return {};
  fs::path directory = options.cache;
  if (directory.empty()) {
    const char *caches = std::getenv("XDG_CACHE_HOME");
    const char *home = std::getenv("HOME");
    if (caches != nullptr && *caches == '/')
      directory = fs::path(caches) / "heddle" / "bench";
    else if (home != nullptr && *home == '/')
      directory = fs::path(home) / ".cache" / "heddle" / "bench";
    else
      return {};
  }
  const auto processor = limits.processor.value_or(std::chrono::milliseconds(0));
  return fs::absolute(directory /
                      fmt::format("{}ms-{}ms-{}", limits.wall.count(), processor.count(), limits.memory.value_or(0)))
      .string();
}

std::string ownPath() { return fs::read_symlink("/proc/self/exe").string(); }

/// Heddle in each of the configurations, then the others. Their names are those of the columns.
Expected<std::vector<Tool>> toolsOf(const BenchOptions &options) {
  std::vector<Tool> tools;
  std::vector<std::string> engines = options.engines;
  if (engines.empty() && options.toolFiles.empty())
    engines.emplace_back("auto");
  for (const std::string &engine : engines) {
    std::vector<std::string> words{"--engine", engine};
    words.insert(words.end(), options.heddleOptions.begin(), options.heddleOptions.end());
    tools.push_back(heddleAsTool(ownPath(), engine == "auto" ? "heddle" : "heddle " + engine, words));
  }
  for (const std::string &file : options.toolFiles) {
    Expected<Tool> tool = readTool(file);
    if (!tool)
      return tool.error();
    tools.push_back(std::move(*tool));
  }
  std::set<std::string> names;
  for (const Tool &tool : tools)
    if (!names.insert(tool.name).second)
      return Error{fmt::format("two tools are named '{}'", tool.name)};
  return tools;
}

std::string machineText() {
  double load = 0;
  getloadavg(&load, 1);
  return fmt::format("{} cores, load {:.2f}", std::thread::hardware_concurrency(), load);
}

/// What the records depend on, apart from the tasks. Two builds of Heddle may have one version.
Json questionOf(const std::vector<Tool> &tools, const BatchResult &result) {
  Json json{{"format", "heddle-bench-journal-1"}};
  json["wallMilliseconds"] = result.limits.wall.count();
  json["processorMilliseconds"] = result.limits.processor ? result.limits.processor->count() : 0;
  json["memory"] = result.limits.memory.value_or(0);
  json["tools"] = Json::array();
  for (const Tool &tool : tools)
    json["tools"].push_back({{"name", tool.name},
                             {"version", result.versions.at(tool.name)},
                             {"build", tool.isHeddle ? buildId() : ""},
                             {"command", tool.command},
                             {"description", tool.description}});
  return json;
}

class Bench {
public:
  explicit Bench(const BenchOptions &options) : options_(options), status_(true) {}

  int run() {
    if (std::optional<Error> error = prepare())
      return reportError(*error);
    if (options_.job)
      return runJob(*options_.job);
    if (std::optional<Error> error = openJournal())
      return reportError(*error);
    support::Cancellation interrupt;
    catchInterrupts({});
    {
      const Cooperation cooperation(interrupt);
      runMissing(interrupt);
    }
    releaseInterrupts();
    status_.clear();
    if (failure_)
      return reportError(*failure_);
    if (std::optional<Error> error = finish())
      return reportError(*error);
    return exitCode();
  }

private:
  std::optional<Error> prepare() {
    if (options_.resumes && options_.output.empty())
      return Error{"--resume needs --output, the folder of the run to continue"};
    if (!options_.partition.empty() && !options_.onCluster && !options_.job)
      return Error{"--partition needs --slurm"};
    const Expected<ProcessLimits> limits = limitsOf(options_);
    if (!limits)
      return limits.error();
    TaskSelection selection;
    selection.alsoUnasked = options_.alsoUnasked;
    if (!options_.property.empty()) {
      selection.property = program::parseProperty(options_.property);
      if (!selection.property)
        return Error{fmt::format("--property: '{}' is no property that Heddle knows", options_.property)};
    } else if (options_.alsoUnasked) {
      return Error{"--unasked needs --property"};
    }
    Expected<TaskList> list = listTasks(options_.paths, selection);
    if (!list)
      return list.error();
    list_ = std::move(*list);
    if (list_.tasks.empty())
      return Error{"no task asks for this property; --unasked asks it of every program"};
    Expected<std::vector<Tool>> tools = toolsOf(options_);
    if (!tools)
      return tools.error();
    tools_ = std::move(*tools);
    if (!options_.compareWith.empty()) {
      Expected<std::vector<Record>> earlier = readRecords(options_.compareWith);
      if (!earlier)
        return earlier.error();
      earlier_ = std::move(*earlier);
    }
    result_.heddleVersion = HEDDLE_VERSION;
    result_.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
    result_.machine = machineText();
    result_.limits = *limits;
    result_.parallel = options_.jobs;
    for (Tool &tool : tools_)
      if (tool.isHeddle)
        tool.cache = cacheOf(options_, *limits);
    for (const BatchTask &task : list_.tasks)
      for (const Tool &tool : tools_)
        if (tool.checks(task.property))
          jobs_.push_back({&tool, &task});
    if (jobs_.empty())
      return Error{fmt::format("no property that these tasks ask for is checked by {}", toolNames())};
    folder_ = options_.output.empty()
                  ? fs::path(fmt::format("heddle-bench-{:%Y%m%d-%H%M%S}", fmt::gmtime(std::time(nullptr))))
                  : fs::path(options_.output);
    return std::nullopt;
  }

  std::string clusterFolder() const { return fs::absolute(folder_ / "slurm").string(); }

  /// On a node of a cluster.
  int runJob(std::size_t number) {
    if (number >= jobs_.size())
      return reportError({fmt::format("--job: there are {} jobs", jobs_.size())});
    const support::Cancellation never; // Slurm stops it, if at all
    const Record record = batch::run(jobs_[number], result_.limits, never, ControlGroups());
    const std::string text = report::compactJsonText(toJson(record)) + '\n';
    if (const Expected<bool> written = writeResult(clusterFolder(), number, text); !written)
      return reportError(written.error());
    return exitTrue;
  }

  void runMissing(support::Cancellation &interrupt) {
    const auto done = [&](const Record &record) { add(record, interrupt); };
    begin_ = std::chrono::steady_clock::now();
    showProgress(true);
    if (!options_.onCluster) {
      std::vector<Job> jobs;
      for (const std::size_t number : missing_)
        jobs.push_back(jobs_[number]);
      return runAll(jobs, options_.jobs, result_.limits, interrupt, done);
    }
    SlurmOptions slurm;
    slurm.name = "heddle-bench";
    slurm.time = result_.limits.wall;
    slurm.memory = result_.limits.memory;
    slurm.partition = options_.partition;
    slurm.cores = options_.cores;
    slurm.parallel = options_.jobs == 1 ? 0 : options_.jobs;
    slurm.folder = clusterFolder();
    slurm.command = {ownPath()};
    slurm.command.insert(slurm.command.end(), options_.words.begin(), options_.words.end());
    slurm.command.insert(slurm.command.end(), {"--output", fs::absolute(folder_).string(), "--job"});
    if (!options_.heddleOptions.empty()) {
      slurm.afterwards = {"--"};
      slurm.afterwards.insert(slurm.afterwards.end(), options_.heddleOptions.begin(), options_.heddleOptions.end());
    }
    const ClusterWork work{.take =
                               [&](std::size_t number) {
                                 const std::optional<Record> record = readRecord(number);
                                 if (record)
                                   done(*record);
                                 return record.has_value();
                               },
                           .giveUp =
                               [&](std::size_t number) {
                                 Record record = recordFor(jobs_[number]);
                                 record.verdict = Verdict::Error;
                                 record.reason = fmt::format("lost by Slurm {} times; its output is in {}",
                                                             slurm.attempts, slurm.folder);
                                 done(record);
                               },
                           .isToStop = [&] { return interrupt.reason() != support::StopReason::None; }};
    if (const Expected<bool> finished = runOnCluster(missing_, slurm, work); !finished)
      failure_ = finished.error();
  }

  /// Of a job on a cluster; none if it is one of a run over other tasks.
  std::optional<Record> readRecord(std::size_t number) const {
    std::ifstream file(resultFile(clusterFolder(), number));
    std::optional<Record> record = recordOf(Json::parse(file, nullptr, false));
    return record && isSameRun(*record, recordFor(jobs_[number])) ? record : std::nullopt;
  }

  std::optional<Error> openJournal() {
    for (const Tool &tool : tools_)
      result_.versions[tool.name] = versionOf(tool);
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error)
      return Error{fmt::format("{}: cannot be created: {}", folder_.string(), error.message())};
    Expected<Journal> journal =
        Journal::open((folder_ / "journal.jsonl").string(), questionOf(tools_, result_), options_.resumes);
    if (!journal)
      return journal.error();
    journal_ = std::make_unique<Journal>(std::move(*journal));
    for (std::size_t number = 0; number < jobs_.size(); ++number) {
      const Record wanted = recordFor(jobs_[number]);
      const auto known = std::ranges::find_if(journal_->earlier(), [&](const Record &record) {
        return isSameRun(record, wanted) && record.content == wanted.content;
      });
      if (known != journal_->earlier().end())
        result_.records.push_back(*known);
      else
        missing_.push_back(number);
    }
    total_ = missing_.size() + result_.records.size();
    std::set<const BatchTask *> tasks;
    for (const Job &job : jobs_)
      tasks.insert(job.task);
    print(fmt::format("{}: {}, {}; {} each{}\n", counted(total_, "run"), counted(tasks.size(), "task"), toolNames(),
                      describeDuration(result_.limits.wall),
                      result_.records.empty() ? "" : fmt::format("; {} are known", result_.records.size())));
    return std::nullopt;
  }

  std::string toolNames() const {
    std::vector<std::string> names;
    for (const Tool &tool : tools_)
      names.push_back(tool.name);
    return fmt::format("{}", fmt::join(names, ", "));
  }

  void add(const Record &record, support::Cancellation &interrupt) {
    result_.records.push_back(record);
    if (const Expected<bool> added = journal_->add(record); !added && !failure_) {
      failure_ = added.error();
      interrupt.request(support::StopReason::Interrupted);
    }
    if (judge(record) == Judgement::Wrong) {
      status_.clear();
      print(fmt::format("WRONG: {} says {} for {} ({})\n", record.tool, name(record.verdict), record.task,
                        record.property));
    }
    showProgress();
  }

  void showProgress(bool isNew = false) {
    const std::string line =
        progressLine(result_.records, total_ - missing_.size(), total_, std::chrono::steady_clock::now() - begin_);
    isNew ? status_.showNow(line) : status_.show(line);
  }

  std::optional<Error> finish() {
    orderRecords();
    if (!options_.compareWith.empty()) {
      comparison_ = compare(earlier_, result_.records);
      result_.differences = comparison_.differences;
      result_.comparedWith = options_.compareWith;
    }
    const std::pair<const char *, std::string> files[] = {{"results.json", jsonText(result_)},
                                                          {"results.csv", csvText(result_)},
                                                          {"junit.xml", junitText(result_)},
                                                          {"report.html", pageText(result_)}};
    for (const auto &[name, text] : files)
      if (const Expected<bool> written = writeFile((folder_ / name).string(), text); !written)
        return written.error();
    print(table());
    return std::nullopt;
  }

  /// By task, property and tool, whatever order the runs have ended in.
  void orderRecords() {
    std::ranges::stable_sort(result_.records, {}, [](const Record &record) {
      return std::tuple(record.task, record.property, record.tool);
    });
  }

  std::string table() const {
    std::string text = resultTable(result_.records);
    if (!options_.compareWith.empty())
      text += comparisonText(comparison_, options_.compareWith);
    if (result_.records.size() < total_)
      text += fmt::format("\ninterrupted after {} of {} runs: --resume --output {} continues\n", result_.records.size(),
                          total_, folder_.string());
    return text + fmt::format("\n{}\n", (folder_ / "report.html").string());
  }

  int exitCode() const {
    const bool isWrong =
        std::ranges::any_of(result_.records, [](const Record &record) { return judge(record) == Judgement::Wrong; });
    if (isWrong)
      return exitFalse;
    return result_.records.size() < total_ ? exitUnknown : exitTrue;
  }

  const BenchOptions &options_;
  LiveStatus status_;
  TaskList list_;
  std::vector<Tool> tools_;
  BatchResult result_;
  std::vector<Record> earlier_;
  Comparison comparison_;
  fs::path folder_;
  std::unique_ptr<Journal> journal_;
  std::vector<Job> jobs_;
  std::vector<std::size_t> missing_; // of the jobs
  std::size_t total_ = 0;
  std::optional<Error> failure_;
  std::chrono::steady_clock::time_point begin_;
};

/// The command line without what is only for the machine on which the run was started.
std::vector<std::string> wordsForNodes(const SplitArguments &arguments) {
  std::vector<std::string> words;
  for (const std::string &word : arguments.heddle)
    if (word != "--slurm" && word != "--resume")
      words.push_back(word);
  return words;
}

std::vector<std::string> engines() {
  std::vector<std::string> names = portfolio::engineNames();
  if (std::ranges::find(names, "auto") == names.end())
    names.emplace_back("auto");
  return names;
}

void addOptions(CLI::App &command, BenchOptions &options) {
  command.add_option("TASKS", options.paths, "task definitions (.yml), folders of them, sets (.set)")
      ->required()
      ->type_name("");
  command.add_option("--engine", options.engines, "an engine of heddle verify; several give a column each")
      ->type_name("NAME")
      ->check(oneOf(engines()));
  command.add_option("--tool", options.toolFiles, "another verifier, by its description (doc/bench.md)")
      ->type_name("FILE");
  command.add_option("--timeout", options.timeout, "limit of each run by the clock")
      ->type_name("TIME")
      ->capture_default_str();
  command.add_option("--cpu-time", options.processorTime, "limit of each run in processor time")->type_name("TIME");
  command.add_option("--memory-limit", options.memory, "limit of each run")->type_name("SIZE")->capture_default_str();
  command.add_option("--jobs", options.jobs, "runs at a time")
      ->type_name("N")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command.add_option("--property", options.property, "only this property of the tasks")->type_name("NAME");
  command.add_flag("--unasked", options.alsoUnasked, "ask it also of tasks that do not name it");
  command.add_option("--output", options.output, "folder of the results (default: heddle-bench-DATE)")
      ->type_name("DIR");
  command.add_flag("--resume", options.resumes, "continue an interrupted run of the same output folder");
  command.add_option("--compare", options.compareWith, "results.json of an earlier run")->type_name("FILE");
  command
      .add_option("--cache", options.cache,
                  "directory of Heddle's verdicts, which are not found again for the same program, options and limits "
                  "(default: ~/.cache/heddle/bench)")
      ->type_name("DIR")
      ->check(directoryName());
  command.add_flag("--no-cache", options.noCache, "find all verdicts anew");
  command.add_flag("--slurm", options.onCluster, "run the tasks as jobs of a Slurm cluster");
  command.add_option("--partition", options.partition, "with --slurm: where")->type_name("NAME");
  command.add_option("--cores", options.cores, "with --slurm: of each run")
      ->type_name("N")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  command.add_option("--job", options.job)->group(""); // for nodes
  command.footer("What follows -- are options of heddle verify.\n"
                 "Exit codes: 0 no verdict is wrong, 1 some are, 2 usage error, 3 interrupted.");
}

} // namespace

Command addBench(CLI::App &heddle, const SplitArguments &arguments) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App *command = heddle.add_subcommand("bench", "verify many tasks, compare engines, runs and other verifiers");
  addOptions(*command, *options);
  return {command, [options, &arguments] {
            options->heddleOptions = arguments.program.value_or(std::vector<std::string>());
            options->words = wordsForNodes(arguments);
            return Bench(*options).run();
          }};
}

} // namespace heddle::cli
