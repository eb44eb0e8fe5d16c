// bench_growth: how time and clauses of the engine bmc grow with threads and with accesses per thread, with refinement
// and with the whole scheduling constraint at once (--monolithic), as a table and as a plot.
//
// The program is the simplest one whose proof needs the order of all accesses: T threads increment a counter under a
// lock, A/2 rounds each, a read and a write in every round; main joins them and asserts the sum. Accesses are counted
// in the C program; the lock adds its own. More threads or accesses take longer, so a cell is skipped if its neighbour
// with fewer of either ran out of time or memory.
#include "growth.hpp"
#include "program_folder.hpp"
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

namespace {

using namespace heddle::bench;
using heddle::support::Error;
using heddle::support::Expected;

struct Options {
  HeddleCommand heddle;
  unsigned maxThreads = 8;
  unsigned maxAccesses = 64;
  PlotFile plot;
  std::string keep;
};

std::string counterProgram(unsigned threads, unsigned accesses) {
  return fmt::format(R"(// {0} threads, {1} rounds each of an increment under a lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *count(void *argument) {{
  (void)argument;
  for (int round = 0; round < {1}; round++) {{
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
  }}
  return 0;
}}

int main(void) {{
  pthread_t threads[{0}];
  for (int i = 0; i < {0}; i++)
    pthread_create(&threads[i], 0, count, 0);
  for (int i = 0; i < {0}; i++)
    pthread_join(threads[i], 0);
  assert(x == {2});
  return 0;
}}
)",
                     threads, accesses / 2, threads * (accesses / 2));
}

enum Mode { Refinement, Monolithic };
constexpr std::array modes{Refinement, Monolithic};

constexpr const char *constraintStatistic = "clauses.scheduling"; // of --monolithic

/// All clauses that the solver got, by the engine's statistics. The monolithic constraint has a separate count; without
/// it the total is unknown, because the other counts alone would be misleading.
std::optional<std::uint64_t> clausesOf(const Run &run, Mode mode) {
  const auto abstraction = run.count("clauses.abstraction");
  const auto constraint = run.count(constraintStatistic);
  if (!abstraction || (mode == Monolithic && !constraint))
    return std::nullopt;
  return *abstraction + constraint.value_or(0) + run.count("clauses.conflicts").value_or(0) +
         run.count("clauses.refinement").value_or(0);
}

struct Row {
  unsigned threads;
  unsigned accesses;
  std::array<GrowthRun, 2> cells; // by mode
};

std::string clausesText(const GrowthRun &cell, Mode mode) {
  const std::optional<std::uint64_t> clauses = cell.run ? clausesOf(*cell.run, mode) : std::nullopt;
  return clauses ? countText(*clauses) : "–";
}

std::string refinementsText(const GrowthRun &cell) {
  const std::optional<std::uint64_t> count = cell.run ? cell.run->count("refinements") : std::nullopt;
  return count ? countText(*count) : "–";
}

void printRow(const std::array<std::string, 8> &columns) {
  constexpr std::array widths{7, 8, 10, 12, 11, 12, 12, 14};
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i)
    line += (i == 0 ? "" : "  ") + cell(columns[i], widths[i]);
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void print(const Row &row) {
  const GrowthRun &refined = row.cells[Refinement];
  const GrowthRun &whole = row.cells[Monolithic];
  const bool both = refined.solved() && whole.solved();
  printRow({std::to_string(row.threads), std::to_string(row.accesses), refined.timeText(),
            clausesText(refined, Refinement), refinementsText(refined), whole.timeText(),
            clausesText(whole, Monolithic), both ? ratioText(whole.run->seconds, refined.run->seconds) : "–"});
  for (const GrowthRun &cell : row.cells)
    if (cell.run && !cell.solved() && !cell.exhausted())
      fmt::print("         {}{}\n", cell.run->verdict == "false" ? "WRONG" : "no proof: ", cell.run->reason);
}

Expected<std::vector<Row>> runAll(const Options &options) {
  ProgramFolder folder;
  if (std::optional<Error> error = folder.open(options.keep))
    return *error;
  std::vector<Row> rows;
  std::set<std::array<unsigned, 3>> beyond; // mode, threads, accesses: ran out, or skipped
  for (unsigned threads = 2; threads <= options.maxThreads; ++threads)
    for (unsigned accesses = 2; accesses <= options.maxAccesses; accesses *= 2) {
      const Expected<std::string> file =
          folder.write(fmt::format("counter_{}_{}.c", threads, accesses), counterProgram(threads, accesses));
      if (!file)
        return file.error();
      Row row{threads, accesses, {}};
      for (const Mode mode : modes) {
        GrowthRun &cell = row.cells[mode];
        const bool hopeless =
            beyond.contains({mode, threads - 1, accesses}) || beyond.contains({mode, threads, accesses / 2});
        if (!hopeless) {
          Arguments arguments{"--engine", "bmc", *file};
          if (mode == Monolithic)
            arguments.emplace_back("--monolithic");
          const Expected<Run> run = options.heddle.verify(arguments);
          if (!run)
            return run.error();
          cell.run = *run;
        }
        if (hopeless || cell.exhausted())
          beyond.insert({mode, threads, accesses});
      }
      print(row);
      rows.push_back(std::move(row));
    }
  return rows;
}

bool lacksClauses(const std::vector<Row> &rows) {
  return std::any_of(rows.begin(), rows.end(), [](const Row &row) {
    return row.cells[Monolithic].solved() && !clausesOf(*row.cells[Monolithic].run, Monolithic);
  });
}

LineStyle styleOf(unsigned threads, Mode mode) {
  static const std::array<const char *, 7> colours{"#332288", "#4477aa", "#44aa99", "#117733",
                                                   "#999933", "#cc6677", "#882255"};
  return {colours[(threads - 2) % colours.size()], mode == Monolithic};
}

Plot plotOf(const std::vector<Row> &rows, const Options &options) {
  GrowthPlot growth(options.heddle, {.title = "clauses given to the solver", .yLabel = "clauses"});
  growth.plot.title = "Lock-protected counters: how bounded model checking grows";
  growth.plot.subtitle = "each thread: rounds of lock, x++, unlock";
  if (lacksClauses(rows))
    growth.plot.subtitle += "; clauses with --monolithic are not known";
  growth.plot.xLabel = "accesses per thread";
  growth.plot.legend = {{"refinement", {"#333", false}}, {"monolithic", {"#333", true}}};
  for (unsigned threads = 2; threads <= options.maxThreads; ++threads) {
    for (const Mode mode : modes) {
      growth.addLine(styleOf(threads, mode));
      for (const Row &row : rows)
        if (const GrowthRun &cell = row.cells[mode]; row.threads == threads && cell.run)
          growth.addPoint(row.accesses, cell, clausesOf(*cell.run, mode));
    }
    growth.plot.legend.push_back({fmt::format("{} threads", threads), styleOf(threads, Refinement)});
  }
  return std::move(growth.plot);
}

Expected<int> run(Options &options) {
  if (std::optional<Error> error = options.heddle.resolve())
    return *error;
  if (std::optional<Error> error = options.plot.open())
    return *error;
  printMachine(options.heddle.path());
  printRow({"threads", "accesses", "refinement", "clauses", "refinements", "monolithic", "clauses", "mono/refined"});
  const Expected<std::vector<Row>> rows = runAll(options);
  if (!rows)
    return rows.error();
  if (lacksClauses(*rows))
    fmt::print("\nclauses with --monolithic are not known: this heddle has no statistic '{}'\n", constraintStatistic);
  if (std::optional<Error> error = options.plot.write(plotOf(*rows, options)))
    return *error;
  for (const Row &row : *rows)
    for (const GrowthRun &cell : row.cells)
      if (cell.isWrong())
        return exitWrong;
  return exitGood;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app("How time and clauses grow with threads and accesses of lock-protected counters.", "bench_growth");
  options.heddle.addOptions(app, "20s");
  app.add_option("--max-threads", options.maxThreads, "from 2 up to this many")
      ->check(CLI::Range(2U, 60U))
      ->capture_default_str();
  app.add_option("--max-accesses", options.maxAccesses, "per thread; 2, 4, 8, … up to this many")
      ->check(CLI::Range(2U, 1U << 20U))
      ->capture_default_str();
  options.plot.addOption(app);
  app.add_option("--keep", options.keep, "write the programs here and keep them")->type_name("DIR");
  return runBenchmark(app, Arguments(argv + 1, argv + argc), [&] { return run(options); });
}
