// bench_lazy: Table II of "Verifying Multi-threaded Software with Impact" (Wachter, Kroening, Ouaknine) for the engine
// lazy and the programs in tests/programs/lazy that are named like the paper's.
//
// Four configurations: threads interleave at every shared access (the paper's sPOR) or by monotonic reduction (dPOR),
// each without and with force cover (FC). Nodes and implications do not depend on the machine and are the same in every
// run; times are medians. If a configuration runs out of time, the number of nodes created until then is a lower bound,
// and so is the ratio.
#include "heddle_command.hpp"
#include "report.hpp"
#include "support/median.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

namespace {

using namespace heddle::bench;
using heddle::support::Error;
using heddle::support::Expected;

struct Options {
  HeddleCommand heddle;
  unsigned repeat = 3;
};

struct Program {
  const char *name;
  const char *verdict;

  std::string file() const { return fmt::format("{}/{}.c", HEDDLE_PROGRAMS, name); }
};
constexpr std::array programs{
    Program{"dekker", "true"},         Program{"lamport", "true"},       Program{"peterson", "true"},
    Program{"szymanski", "true"},      Program{"read_write_u", "false"}, Program{"read_write_s", "true"},
    Program{"time_var_mutex", "true"}, Program{"stack_u", "false"},      Program{"stack_s", "true"}};

struct Configuration {
  const char *name;
  const char *reduction;
  const char *forceCover;
};
constexpr std::array configurations{
    Configuration{"local", "local", "off"}, Configuration{"local, force cover", "local", "on"},
    Configuration{"monotonic", "monotonic", "off"}, Configuration{"monotonic, force cover", "monotonic", "on"}};
constexpr std::size_t defaultConfiguration = 3;

/// One program in one configuration.
struct Cell {
  Run run; // the first one, or one that is wrong
  double seconds = 0;

  double nodes() const { return static_cast<double>(run.count("nodes").value_or(0)); }
};
using Row = std::array<Cell, configurations.size()>;

bool isWrong(const Run &run, const Program &program) {
  return run.verdict != "unknown" && run.verdict != program.verdict;
}

Expected<Cell> measure(const Options &options, const Program &program, const Configuration &configuration) {
  Cell cell;
  std::vector<double> times;
  for (unsigned i = 0; i < options.repeat; ++i) {
    const Expected<Run> run = options.heddle.verify({"--engine", "lazy", "--reduction", configuration.reduction,
                                                     "--force-cover", configuration.forceCover, program.file()});
    if (!run)
      return run.error();
    if (run->verdict == "error")
      return Error{fmt::format("{}, {}: {}", program.file(), configuration.name, run->reason)};
    if (i == 0 || isWrong(*run, program))
      cell.run = *run;
    times.push_back(run->seconds);
    if (run->verdict == "unknown")
      break; // a repetition would end the same way
  }
  cell.seconds = heddle::support::median(times);
  return cell;
}

void printColumns(const std::array<std::string, 7> &columns) {
  constexpr std::array widths{-14, -22, 10, 8, 12, 6, 13};
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i)
    line += (i == 0 ? "" : "  ") + cell(columns[i], widths[i]);
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

std::string timeText(const Cell &cell, const Program &program) {
  if (isWrong(cell.run, program))
    return "WRONG";
  if (cell.run.outOfTime)
    return fmt::format("> {:.0f} s", cell.seconds);
  return cell.run.verdict == program.verdict ? secondsText(cell.seconds) : cell.run.verdict;
}

void print(const Program &program, const Row &row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    const Run &run = row[i].run;
    const std::string bound = run.verdict == "unknown" ? "> " : "";
    const std::optional<double> share = run.statistic("covers.expansions.share");
    const std::string ratio = bound + ratioText(row[i].nodes(), row[defaultConfiguration].nodes());
    printColumns({i == 0 ? fmt::format("{}{}", program.name, program.verdict == std::string("true") ? "" : " *") : "",
                  configurations[i].name, timeText(row[i], program), countText(run.count("nodes").value_or(0)),
                  countText(run.count("implications.solved").value_or(0)),
                  share ? fmt::format("{:.0f}%", 100 * *share) : "–", i == defaultConfiguration ? "" : ratio});
  }
}

/// Summarises the table: the nodes of each other configuration as a multiple of those of the default.
void printSummary(const std::vector<Row> &rows) {
  std::size_t fewest = 0;
  for (const Row &row : rows)
    fewest += std::all_of(row.begin(), row.begin() + defaultConfiguration,
                          [&row](const Cell &other) { return other.nodes() > row[defaultConfiguration].nodes(); });
  fmt::print("\n'{}' makes the fewest nodes for {} of {} programs. Medians of the ratios:\n",
             configurations[defaultConfiguration].name, fewest, rows.size());
  for (std::size_t i = 0; i < defaultConfiguration; ++i) {
    std::vector<double> ratios;
    for (const Row &row : rows)
      ratios.push_back(row[i].nodes() / std::max(1.0, row[defaultConfiguration].nodes()));
    fmt::print("  {} {}\n", cell(configurations[i].name, -22), ratioText(heddle::support::median(ratios), 1));
  }
}

Expected<int> run(Options &options) {
  if (std::optional<Error> error = options.heddle.resolve())
    return *error;
  for (const Program &program : programs)
    if (!std::filesystem::exists(program.file()))
      return Error{fmt::format("{}: no such file", program.file())};

  printMachine(options.heddle.path());
  printColumns({"program", "configuration", "time", "nodes", "implications", "cover", "nodes/default"});
  bool wrong = false;
  std::vector<Row> rows;
  for (const Program &program : programs) {
    Row &row = rows.emplace_back();
    for (std::size_t i = 0; i < configurations.size(); ++i) {
      const Expected<Cell> cell = measure(options, program, configurations[i]);
      if (!cell)
        return cell.error();
      row[i] = *cell;
      wrong = wrong || isWrong(cell->run, program);
    }
    print(program, row);
  }
  fmt::print("\n*: unsafe. implications: by the solver. cover: share of the nodes that come from cover expansions.\n");
  printSummary(rows);
  return wrong ? exitWrong : exitGood;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app("The engine lazy on the programs of the Impact paper, with and without reduction and force cover.",
               "bench_lazy");
  options.heddle.addOptions(app, "20s");
  app.add_option("--repeat", options.repeat, "runs of each; times are medians")
      ->check(CLI::Range(1U, 1000U))
      ->capture_default_str();
  return runBenchmark(app, Arguments(argv + 1, argv + argc), [&] { return run(options); });
}
