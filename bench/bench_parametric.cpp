// bench_parametric: the engine parametric on programs that start any number of threads, after section 4 of "A Widening
// Approach to Multithreaded Program Verification" (Kaiser, Kroening, Wahl).
//
// Each task is run with a checked proof, with widening and without it. The first table is that of the tasks; then the
// sizes of the proofs, in configurations that they exclude, are compared where both runs prove the task, and with --svg
// the number of tasks that are decided within a time is drawn, as in Figure 14 of the paper (a cactus plot).
#include "batch/record.hpp"
#include "growth.hpp"
#include "heddle_command.hpp"
#include "report.hpp"
#include "support/median.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace {

using namespace heddle::bench;
using heddle::batch::Judgement;
using heddle::support::Error;
using heddle::support::Expected;

struct Options {
  HeddleCommand heddle;
  std::vector<std::string> paths;
  PlotFile plot;
  bool onlyWidening = false;
};

constexpr std::array widenings{"on", "off"};

struct Row {
  heddle::batch::BatchTask task;
  std::array<Run, widenings.size()> runs;
};

void printColumns(const std::array<std::string, 9> &columns) {
  constexpr std::array widths{-44, -8, 16, 10, 16, 9, 10, -8, -1};
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i)
    line += (i == 0 ? "" : "  ") + cell(columns[i], widths[i]);
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void print(const heddle::batch::BatchTask &task, const Run &run) {
  const auto count = [&run](const char *id) { return run.count(id).value_or(0); };
  const std::string proof = run.verdict == "true" ? countText(count("excluded")) : "–";
  printColumns(
      {task.label, run.verdict,
       fmt::format("{}/{}/{}", count("predicates.shared"), count("predicates.local"), count("predicates.mixed")),
       countText(count("iterations")), fmt::format("{} × {}", count("states.shared"), count("states.local")), proof,
       secondsText(run.seconds),
       run.verdict != "true" ? "–"
       : run.isChecked       ? "yes"
                             : "no",
       run.reason});
}

void printProofSizes(const std::vector<Row> &rows) {
  fmt::print("\nproof sizes, with and without widening\n");
  std::vector<double> savings;
  for (const Row &row : rows) {
    const auto &[with, without] = row.runs;
    if (with.verdict != "true" || without.verdict != "true")
      continue;
    const auto sizes = std::array{static_cast<double>(with.count("excluded").value_or(0)),
                                  static_cast<double>(without.count("excluded").value_or(0))};
    savings.push_back(100 * (sizes[0] / std::max(1.0, sizes[1]) - 1));
    fmt::print("{}  {:>8.0f}  {:>8.0f}  {:+.0f} %\n", cell(row.task.label, -44), sizes[0], sizes[1], savings.back());
  }
  fmt::print("median over {} tasks: {:+.0f} %\n", savings.size(), heddle::support::median(savings));
}

heddle::report::Plot cactusPlot(const std::vector<Row> &rows, std::size_t configurations) {
  const std::array<heddle::report::LineStyle, widenings.size()> styles{heddle::report::LineStyle{"#1f77b4"},
                                                                       heddle::report::LineStyle{"#d62728", true}};
  heddle::report::Plot plot;
  plot.title = "Programs with any number of threads";
  plot.subtitle = "tasks that engine parametric decides, with checked proofs";
  plot.xLabel = "tasks";
  plot.xAxis = heddle::report::Axis::Linear;
  heddle::report::Panel panel{.title = "", .yLabel = "time of each task (s)"};
  for (std::size_t i = 0; i < configurations; ++i) {
    std::vector<double> times;
    for (const Row &row : rows)
      if (judge(row.runs[i], row.task.expected) == Judgement::Right)
        times.push_back(std::max(row.runs[i].seconds, 0.001));
    std::sort(times.begin(), times.end());
    heddle::report::Series series{styles[i], {}};
    for (std::size_t n = 0; n < times.size(); ++n)
      series.points.push_back({static_cast<double>(n + 1), times[n]});
    panel.series.push_back(std::move(series));
    plot.legend.push_back({fmt::format("widening {}", widenings[i]), styles[i]});
  }
  plot.panels.push_back(std::move(panel));
  return plot;
}

Expected<int> run(Options &options) {
  if (std::optional<Error> error = options.heddle.resolve())
    return *error;
  const Expected<heddle::batch::TaskList> list = heddle::batch::listTasks(
      options.paths, {.property = heddle::program::PropertySet{heddle::program::Property::UnreachCall}});
  if (!list)
    return list.error();
  if (std::optional<Error> error = options.plot.open())
    return *error;
  const std::size_t configurations = options.onlyWidening ? 1 : widenings.size();
  printMachine(options.heddle.path());
  printColumns({"task", "verdict", "sh./local/mixed", "iterations", "abstract states", "proof", "time", "checked", ""});
  std::vector<Row> rows;
  bool isWrong = false;
  for (const heddle::batch::BatchTask &task : list->tasks) {
    Row &row = rows.emplace_back(Row{task, {}});
    for (std::size_t i = 0; i < configurations; ++i) {
      Arguments arguments{"--engine",   "parametric", "--check-proof",   "--widening",
                          widenings[i], "--property", task.propertyFile, task.definition};
      arguments.insert(arguments.end(), task.arguments.begin(), task.arguments.end());
      const Expected<Run> result = options.heddle.verify(arguments);
      if (!result)
        return result.error();
      row.runs[i] = *result;
      isWrong = isWrong || judge(*result, task.expected) == Judgement::Wrong;
    }
    print(task, row.runs.front());
  }
  for (const Judgement judgement : {Judgement::Right, Judgement::Undecided, Judgement::Wrong})
    fmt::print("{}: {}\n", name(judgement), std::count_if(rows.begin(), rows.end(), [&](const Row &row) {
                 return judge(row.runs.front(), row.task.expected) == judgement;
               }));
  if (configurations > 1)
    printProofSizes(rows);
  if (std::optional<Error> error = options.plot.write(cactusPlot(rows, configurations)))
    return *error;
  return isWrong ? exitWrong : exitGood;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app("The engine parametric on tasks with any number of threads, with and without widening.",
               "bench_parametric");
  options.heddle.addOptions(app, "60s");
  app.add_option("tasks", options.paths, "task definitions, and folders of them")->required();
  options.plot.addOption(app);
  app.add_flag("--only-widening", options.onlyWidening, "without the runs without widening");
  return runBenchmark(app, Arguments(argv + 1, argv + argc), [&] { return run(options); });
}
