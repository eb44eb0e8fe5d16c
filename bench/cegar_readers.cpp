// The family: n threads, each with an element of an array that no other thread touches, and one flag that main sets
// while they run and all of them read. Each asserts a property of its own element that does not depend on the flag.
//
// Without reduction all interleavings are explored. Persistent sets see that the elements are disjoint, but the flag
// makes main dependent on every thread. A proof does not track the flag, so no two threads are dependent in the
// abstraction-aware reduction. More threads take longer, so a reduction that ran out of time or memory is not tried
// with them.
#include "cegar_readers.hpp"

#include "cegar_results.hpp"
#include "interrupt.hpp"
#include "program_folder.hpp"
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <set>

namespace heddle::bench {

using support::Error;
using support::Expected;

namespace {

/// Each thread has a function of its own: the pointer analysis is not needed to see that the data is disjoint. The
/// assertions do not depend on the flag; otherwise there would be a state for each combination of values that the
/// threads have read.
std::string readersProgram(unsigned threads) {
  std::string text = fmt::format(R"(// {0} threads, each with data of its own, around one flag.
#include <assert.h>
#include <pthread.h>

static int flag;
static int data[{0}], seen[{0}];
)",
                                 threads);
  for (unsigned i = 0; i < threads; ++i)
    text += fmt::format(R"(
static void *reader{0}(void *unused) {{
  data[{0}] = 1;
  seen[{0}] = flag;
  data[{0}] = data[{0}] + 1;
  assert(data[{0}] == 2);
  return unused;
}}
)",
                        i);
  text += fmt::format("\nint main(void) {{\n  pthread_t threads[{}];\n", threads);
  for (unsigned i = 0; i < threads; ++i)
    text += fmt::format("  pthread_create(&threads[{0}], 0, reader{0}, 0);\n", i);
  text += "  flag = 1;\n";
  for (unsigned i = 0; i < threads; ++i)
    text += fmt::format("  pthread_join(threads[{}], 0);\n", i);
  return text + "  return 0;\n}\n";
}

std::optional<std::uint64_t> actionsOf(const GrowthRun &cell) {
  return cell.run ? cell.run->count("actions") : std::nullopt;
}

struct Row {
  unsigned threads;
  std::vector<GrowthRun> cells; // by reduction
};

std::string actionsText(const GrowthRun &cell) {
  const std::optional<std::uint64_t> actions = actionsOf(cell);
  return actions ? (cell.solved() ? "" : "> ") + countText(*actions) : "–";
}

void printColumns(const std::string &first, const std::vector<std::string> &others) {
  std::string line = cell(first, 7);
  for (const std::string &text : others)
    line += "  " + cell(text, 11);
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void printHeader() {
  std::vector<std::string> reductions;
  std::vector<std::string> quantities;
  for (const std::string &reduction : cegarReductions()) {
    reductions.insert(reductions.end(), {reduction, ""});
    quantities.insert(quantities.end(), {"actions", "time"});
  }
  printColumns("", reductions);
  printColumns("threads", quantities);
}

void print(const Row &row) {
  std::vector<std::string> texts;
  for (const GrowthRun &cell : row.cells)
    texts.insert(texts.end(), {actionsText(cell), cell.timeText()});
  printColumns(std::to_string(row.threads), texts);
  for (std::size_t i = 0; i < row.cells.size(); ++i)
    if (const GrowthRun &cell = row.cells[i]; cell.run && !cell.solved() && !cell.run->outOfTime)
      fmt::print("         {}: {} {}\n", cegarReductions()[i], cell.run->verdict, cell.run->reason);
}

/// Runs until all is done or an interrupt arrives.
Expected<std::vector<Row>> runAll(const ReadersOptions &options) {
  ProgramFolder folder;
  if (std::optional<Error> error = folder.open(options.keep))
    return *error;
  std::vector<Row> rows;
  std::set<std::string> exhausted;
  for (unsigned threads = 2; threads <= options.maxThreads; ++threads) {
    const Expected<std::string> file = folder.write(fmt::format("readers_{}.c", threads), readersProgram(threads));
    if (!file)
      return file.error();
    Row row{threads, {}};
    for (const std::string &reduction : cegarReductions()) {
      GrowthRun &cell = row.cells.emplace_back();
      if (exhausted.contains(reduction))
        continue;
      Arguments arguments{"--engine", "cegar", "--reduction", reduction};
      arguments.insert(arguments.end(), options.extra.begin(), options.extra.end());
      arguments.push_back(*file);
      const Expected<Run> run = options.heddle.verify(arguments);
      if (wasInterrupted() || (run && run->interrupted))
        return rows;
      if (!run)
        return run.error();
      cell.run = *run;
      if (cell.exhausted())
        exhausted.insert(reduction);
    }
    print(row);
    rows.push_back(std::move(row));
  }
  return rows;
}

Plot plotOf(const std::vector<Row> &rows, const ReadersOptions &options) {
  static const std::vector<std::string> colours{"#cc6677", "#4477aa", "#117733"};
  GrowthPlot growth(options.heddle, {.title = "explored actions", .yLabel = "actions"});
  growth.plot.title = "Readers of one flag: how abstraction refinement grows";
  growth.plot.subtitle = "each thread has data of its own; all read a flag that main sets";
  growth.plot.xLabel = "threads beside main";
  growth.plot.xAxis = Axis::Linear;
  for (std::size_t i = 0; i < cegarReductions().size(); ++i) {
    growth.addLine({colours[i]});
    for (const Row &row : rows)
      growth.addPoint(row.threads, row.cells[i], actionsOf(row.cells[i]));
    growth.plot.legend.push_back({"--reduction " + cegarReductions()[i], {colours[i]}});
  }
  return std::move(growth.plot);
}

} // namespace

void ReadersOptions::addTo(CLI::App &app) {
  heddle.addOptions(app, "60s");
  app.add_option("--max-threads", maxThreads, "from 2 up to this many")
      ->check(CLI::Range(2U, 60U))
      ->capture_default_str();
  plot.addOption(app);
  app.add_option("--keep", keep, "write the programs here and keep them")->type_name("DIR");
}

Expected<int> runReaders(ReadersOptions &options) {
  if (std::optional<Error> error = options.heddle.resolve())
    return *error;
  if (std::optional<Error> error = options.plot.open())
    return *error;
  printMachine(options.heddle.path());
  printHeader();
  const Expected<std::vector<Row>> rows = runAll(options);
  if (!rows)
    return rows.error();
  if (std::optional<Error> error = options.plot.write(plotOf(*rows, options)))
    return *error;
  for (const Row &row : *rows)
    for (const GrowthRun &cell : row.cells)
      if (cell.isWrong())
        return exitWrong;
  return rows->size() + 1 < options.maxThreads ? exitInterrupted : exitGood;
}

} // namespace heddle::bench
