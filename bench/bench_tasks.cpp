// bench_tasks: Heddle on a list of task definitions, as a table of verdicts, times and memory.
//
// One task after the other, each in a process of its own, measured from start to end: the time that a user waits,
// comparable with measurements of another tool. A task that runs out of time is not repeated. If repetitions disagree,
// the worst result counts; the time is their median.
#include "cli/quantities.hpp"
#include "compare_runs.hpp"
#include "heddle_command.hpp"
#include "report.hpp"
#include "task_list.hpp"
#include "task_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace {

namespace fs = std::filesystem;
using namespace heddle::bench;
using heddle::support::Error;
using heddle::support::Expected;

struct Options {
  HeddleCommand heddle;
  std::string engine;
  std::string property = "unreach-call";
  unsigned repeat = 1;
  std::string csv;
  std::string compare;
  Arguments paths;
  Arguments extra;
};

bool namesTasks(const std::string &argument) {
  std::error_code ignored;
  return fs::path(argument).extension() == ".yml" || fs::is_directory(argument, ignored);
}

/// Takes the arguments after `--`, which are passed to heddle. If there are no tasks before `--`, the last arguments
/// after it are the tasks.
Arguments takeExtraBeforeTasks(Arguments &arguments) {
  Arguments extra = takeExtra(arguments);
  if (std::any_of(arguments.begin(), arguments.end(), namesTasks))
    return extra;
  auto first = extra.end();
  while (first != extra.begin() && namesTasks(*(first - 1)))
    --first;
  arguments.insert(arguments.end(), first, extra.end());
  extra.erase(first, extra.end());
  return extra;
}

Record recordOf(const Run &run, const BenchmarkTask &task, const Options &options) {
  Record record;
  record.task = task.label;
  record.property = options.property;
  if (task.expected)
    record.expected = *task.expected ? "true" : "false";
  record.verdict = run.verdict;
  record.result = judge(run, task.expected);
  record.reason = run.reason;
  if (!task.expected && record.reason.empty())
    record.reason = "no verdict is expected";
  record.refinements = run.count("refinements");
  record.depth = run.count("depth");
  return record;
}

Expected<Record> measure(const BenchmarkTask &task, const Options &options) {
  Arguments arguments{"--property", task.propertyFile};
  if (!options.engine.empty())
    arguments.insert(arguments.end(), {"--engine", options.engine});
  arguments.insert(arguments.end(), task.arguments.begin(), task.arguments.end());
  arguments.insert(arguments.end(), options.extra.begin(), options.extra.end());
  arguments.push_back(task.definition);

  std::optional<Record> worst;
  std::vector<double> times;
  std::uint64_t peakMemory = 0;
  bool outOfTime = false;
  for (unsigned i = 0; i < options.repeat && !outOfTime; ++i) {
    const Expected<Run> run = options.heddle.verify(arguments);
    if (!run)
      return run.error();
    Record record = recordOf(*run, task, options);
    if (!worst || record.result > worst->result)
      worst = std::move(record);
    times.push_back(run->seconds);
    peakMemory = std::max(peakMemory, run->peakMemory);
    outOfTime = run->outOfTime;
  }
  worst->seconds = median(times);
  worst->peakMemory = peakMemory;
  return *worst;
}

std::string orDash(const std::optional<std::uint64_t> &value) { return value ? std::to_string(*value) : "–"; }

void printHeader(int width) {
  fmt::print("{}  {}  {}  {}  {}  {}  {}  {}  {}\n", cell("task", -width), cell("expected", -8), cell("verdict", -7),
             cell("result", -7), cell("time", 10), cell("memory", 8), cell("refinements", 11), cell("depth", 5),
             "reason");
}

void printRecord(const Record &record, int width) {
  const std::string expected = record.expected.empty() ? "–" : record.expected;
  fmt::print("{}  {}  {}  {}  {}  {}  {}  {}{}{}\n", cell(record.task, -width), cell(expected, -8),
             cell(record.verdict, -7), cell(name(record.result), -7), cell(secondsText(record.seconds), 10),
             cell(memoryText(record.peakMemory), 8), cell(orDash(record.refinements), 11),
             cell(orDash(record.depth), 5), record.reason.empty() ? "" : "  ", record.reason);
  std::fflush(stdout);
}

void printSummary(const std::vector<Record> &records) {
  std::size_t wrong = 0;
  std::size_t errors = 0;
  double allTime = 0;
  double rightTime = 0;
  std::vector<double> rightTimes;
  const Record *largest = nullptr;
  for (const Record &record : records) {
    wrong += record.result == Result::Wrong ? 1 : 0;
    errors += record.verdict == "error" ? 1 : 0;
    allTime += record.seconds;
    if (record.result == Result::Right) {
      rightTimes.push_back(record.seconds);
      rightTime += record.seconds;
    }
    if (largest == nullptr || record.peakMemory > largest->peakMemory)
      largest = &record;
  }
  fmt::print("\n{} tasks: {} right, {} WRONG, {} unknown ({} of them errors)\n", records.size(), rightTimes.size(),
             wrong, records.size() - rightTimes.size() - wrong, errors);
  fmt::print("right verdicts: median {}, total {}; all tasks: {}\n", secondsText(median(rightTimes)),
             secondsText(rightTime), secondsText(allTime));
  if (largest != nullptr)
    fmt::print("largest memory: {} ({})\n", memoryText(largest->peakMemory), largest->task);
}

/// Called after each task, so that an interrupted run is not lost, and before the first, so that a file that cannot be
/// written is an error at once.
std::optional<Error> save(const std::vector<Record> &records, const Options &options) {
  return options.csv.empty() ? std::nullopt : writeCsv(options.csv, records);
}

/// Runs the tasks and prints each result as soon as it is known.
Expected<std::vector<Record>> runTasks(const Options &options) {
  const auto property = heddle::program::parseProperty(options.property);
  if (!property)
    return Error{fmt::format("--property: '{}' is no property that Heddle knows", options.property)};
  const Expected<TaskList> list = listTasks(options.paths, *property);
  if (!list)
    return list.error();
  std::size_t width = 4;
  for (const BenchmarkTask &task : list->tasks)
    width = std::max(width, task.label.size());

  printMachine(options.heddle.path());
  fmt::print("property {}, engine {}, limit {}, {} run{} of each of {} tasks", options.property,
             options.engine.empty() ? "auto" : options.engine, heddle::cli::describeDuration(options.heddle.timeout()),
             options.repeat, options.repeat == 1 ? "" : "s", list->tasks.size());
  if (list->withoutProperty != 0)
    fmt::print("; {} more do not ask for this property", list->withoutProperty);
  fmt::print("\n\n");
  printHeader(static_cast<int>(width));
  std::vector<Record> records;
  if (std::optional<Error> error = save(records, options))
    return *error;
  for (const BenchmarkTask &task : list->tasks) {
    const Expected<Record> record = measure(task, options);
    if (!record)
      return record.error();
    printRecord(*record, static_cast<int>(width));
    records.push_back(*record);
    if (std::optional<Error> error = save(records, options))
      return *error;
  }
  printSummary(records);
  return records;
}

/// An earlier run, if its file is given in place of tasks.
Expected<std::vector<Record>> obtainRecords(Options &options) {
  const bool isCsv = options.paths.size() == 1 && fs::path(options.paths.front()).extension() == ".csv";
  if (isCsv && options.compare.empty())
    return Error{"a run (.csv) in place of tasks is only good for --compare"};
  if (isCsv)
    return readCsv(options.paths.front());
  if (std::optional<Error> error = options.heddle.resolve())
    return *error;
  return runTasks(options);
}

Expected<int> run(Options &options) {
  std::vector<Record> other;
  if (!options.compare.empty()) {
    Expected<std::vector<Record>> read = readCsv(options.compare);
    if (!read)
      return read.error();
    other = std::move(*read);
  }
  const Expected<std::vector<Record>> records = obtainRecords(options);
  if (!records)
    return records.error();
  if (!options.compare.empty()) {
    fmt::print("\n");
    printComparison(*records, other);
  }
  const auto isWrong = [](const Record &record) { return record.result == Result::Wrong; };
  return std::any_of(records->begin(), records->end(), isWrong) ? exitWrong : exitGood;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app("Runs heddle on task definitions and prints verdicts, times and memory.", "bench_tasks");
  options.heddle.addOptions(app, "30s");
  app.add_option("--repeat", options.repeat, "runs of each task; the median counts")
      ->check(CLI::Range(1U, 1000U))
      ->capture_default_str();
  app.add_option("--engine", options.engine, "as for heddle verify")->type_name("NAME");
  app.add_option("--property", options.property, "which of a task's properties")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--csv", options.csv, "write the records here")->type_name("FILE");
  app.add_option("--compare", options.compare, "compare with this earlier run (--csv)")->type_name("FILE");
  app.add_option("tasks", options.paths, "task definitions, folders of them; or one earlier run (.csv) to compare")
      ->type_name("FILE.yml|DIR|RUN.csv")
      ->required();
  app.footer("What follows -- goes to heddle: bench_tasks tests/programs/mutex -- --solver z3\n"
             "Exit codes: 0; 1 if a verdict is wrong; 2 if something is not in order.");
  Arguments arguments(argv + 1, argv + argc);
  options.extra = takeExtraBeforeTasks(arguments);
  return runBenchmark(app, std::move(arguments), [&] { return run(options); });
}
