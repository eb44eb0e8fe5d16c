// The family: n threads, each with an element of an array that no other thread touches, and one flag that main sets
// while they run and all of them read. Each asserts something about its own element that holds whatever the flag is.
//
// Without reduction all interleavings are explored. Persistent sets see that the elements are disjoint, but the flag
// makes main dependent on every thread. A proof does not track the flag, so that to the abstraction-aware reduction no
// two threads are dependent. More threads take longer, so a reduction that ran out of time or memory is not tried with
// them.
#include "cegar_readers.hpp"

#include "cegar_results.hpp"
#include "interrupt.hpp"
#include "program_folder.hpp"
#include "report.hpp"
#include "svg_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>

namespace heddle::bench {

using support::Error;
using support::Expected;

namespace {

/// Each thread has a function of its own: that the data is disjoint should not depend on the analysis of pointers. What
/// they assert does not depend on the flag, or there would be as many states as combinations of what they have seen.
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

/// One program with one reduction.
struct Cell {
  std::optional<Run> run; // nothing: skipped

  bool proved() const { return run && run->verdict == "true"; }
  bool exhausted() const { return run && (run->outOfTime || run->reason.find("memory") != std::string::npos); }
  std::optional<std::uint64_t> actions() const { return run ? run->statistic("explored actions") : std::nullopt; }
};

struct Row {
  unsigned threads;
  std::vector<Cell> cells; // by reduction
};

std::string actionsText(const Cell &cell) {
  const std::optional<std::uint64_t> actions = cell.actions();
  return actions ? (cell.proved() ? "" : "> ") + countText(*actions) : "–";
}

std::string timeText(const Cell &cell) {
  if (!cell.run)
    return "skipped";
  if (cell.proved())
    return secondsText(cell.run->seconds);
  if (cell.run->outOfTime)
    return fmt::format("> {:.0f} s", cell.run->seconds);
  return cell.run->verdict == "false" ? "WRONG" : cell.run->verdict;
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
  for (const Cell &cell : row.cells)
    texts.insert(texts.end(), {actionsText(cell), timeText(cell)});
  printColumns(std::to_string(row.threads), texts);
  for (std::size_t i = 0; i < row.cells.size(); ++i)
    if (const Cell &cell = row.cells[i]; cell.run && !cell.proved() && !cell.run->outOfTime)
      fmt::print("         {}: {} {}\n", cegarReductions()[i], cell.run->verdict, cell.run->reason);
}

/// Until all is done or an interrupt comes.
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
      Cell &cell = row.cells.emplace_back();
      if (exhausted.contains(reduction))
        continue;
      Arguments arguments{"--engine", "cegar", "--por", reduction};
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
  const double limit = std::chrono::duration<double>(options.heddle.timeout()).count();
  Plot plot;
  plot.title = "Readers of one flag: how abstraction refinement grows";
  plot.subtitle = fmt::format("a hollow mark: gave up (limit {:g} s for each run)", limit);
  plot.xLabel = "threads beside main";
  plot.xAxis = Axis::Linear;
  Panel actions{"explored actions", "actions", {}, std::nullopt};
  Panel times{"time", "seconds", {}, limit};
  for (std::size_t i = 0; i < cegarReductions().size(); ++i) {
    const LineStyle style{colours[i]};
    Series action{style, {}};
    Series time{style, {}};
    for (const Row &row : rows) {
      const Cell &cell = row.cells[i];
      if (!cell.run)
        continue;
      if (const auto count = cell.actions(); count && *count > 0)
        action.points.push_back({static_cast<double>(row.threads), static_cast<double>(*count), !cell.proved()});
      time.points.push_back({static_cast<double>(row.threads), cell.run->seconds, !cell.proved()});
    }
    actions.series.push_back(std::move(action));
    times.series.push_back(std::move(time));
    plot.legend.push_back({"--por " + cegarReductions()[i], style});
  }
  plot.panels = {std::move(actions), std::move(times)};
  return plot;
}

} // namespace

void ReadersOptions::addTo(CLI::App &app) {
  heddle.addOptions(app, "60s");
  app.add_option("--max-threads", maxThreads, "from 2 up to this many")
      ->check(CLI::Range(2U, 60U))
      ->capture_default_str();
  app.add_option("--svg", svg, "write a plot here")->type_name("FILE");
  app.add_option("--keep", keep, "write the programs here and keep them")->type_name("DIR");
}

Expected<int> runReaders(ReadersOptions &options) {
  if (std::optional<Error> error = options.heddle.resolve())
    return *error;
  std::ofstream svg;
  if (!options.svg.empty()) { // now, and not after all the work
    svg.open(options.svg);
    if (!svg)
      return Error{fmt::format("{}: cannot be written", options.svg)};
  }
  printMachine(options.heddle.path());
  printHeader();
  noteInterrupts();
  const Expected<std::vector<Row>> rows = runAll(options);
  if (!rows)
    return rows.error();
  if (!options.svg.empty()) {
    svg << toSvg(plotOf(*rows, options));
    svg.close();
    if (!svg)
      return Error{fmt::format("{}: cannot be written", options.svg)};
    fmt::print("\nplot: {}\n", options.svg);
  }
  for (const Row &row : *rows)
    for (const Cell &cell : row.cells)
      if (cell.run && cell.run->verdict == "false")
        return exitWrong;
  return rows->size() + 1 < options.maxThreads ? exitInterrupted : exitGood;
}

} // namespace heddle::bench
