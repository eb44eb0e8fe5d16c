// Each program is verified with pruning, the default, and by dynamic partial-order reduction alone. The measure is the
// number of executions until the bug is found or none is left, which is the same on every machine. Larger parameters
// take longer, so a mode that ran out of time or memory is not tried with them.
#include "trace_families.hpp"

#include "interrupt.hpp"
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <limits>

namespace heddle::bench {

using support::Error;
using support::Expected;

namespace {

constexpr unsigned never = std::numeric_limits<unsigned>::max();

enum Mode { Pruning, Reduction };
constexpr std::array modes{Pruning, Reduction};

Arguments argumentsOf(Mode mode) {
  if (mode == Pruning)
    return {"--engine", "trace", "--pruning", "on"};
  return {"--engine", "trace", "--pruning", "off", "--reduction", "dpor"};
}

struct Row {
  const Family *family;
  unsigned value;
  std::array<GrowthRun, 2> cells; // by mode
};

std::optional<std::uint64_t> executionsOf(const GrowthRun &cell) {
  return cell.run ? cell.run->count("executions") : std::nullopt;
}

/// A lower bound if the run gave up.
std::string countOf(const GrowthRun &cell, const std::string &id) {
  const std::optional<std::uint64_t> count = cell.run ? cell.run->count(id) : std::nullopt;
  return count ? (cell.solved() ? "" : "> ") + countText(*count) : "–";
}

/// Executions by reduction alone as a multiple of those with pruning.
std::string savedText(const Row &row) {
  const std::optional<std::uint64_t> ours = executionsOf(row.cells[Pruning]);
  const std::optional<std::uint64_t> theirs = executionsOf(row.cells[Reduction]);
  if (!row.cells[Pruning].solved() || !ours || !theirs)
    return "–";
  return (row.cells[Reduction].solved() ? "" : "> ") +
         ratioText(static_cast<double>(*theirs), static_cast<double>(*ours));
}

void printColumns(const std::array<std::string, 10> &columns) {
  constexpr std::array widths{-8, 3, 8, 11, 12, 10, 11, 12, 10, 9};
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i)
    line += (i == 0 ? "" : "  ") + cell(columns[i], widths[i]);
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

void printHeader() {
  printColumns({"", "", "", "pruning", "", "", "dpor", "", "", ""});
  printColumns({"program", "n", "property", "executions", "transitions", "time", "executions", "transitions", "time",
                "dpor/pr."});
}

void print(const Row &row) {
  const GrowthRun &pruned = row.cells[Pruning];
  const GrowthRun &reduced = row.cells[Reduction];
  printColumns({row.family->name, std::to_string(row.value), pruned.holds ? "true" : "false",
                countOf(pruned, "executions"), countOf(pruned, "transitions"), pruned.timeText(),
                countOf(reduced, "executions"), countOf(reduced, "transitions"), reduced.timeText(), savedText(row)});
  for (const GrowthRun &cell : row.cells)
    if (cell.run && !cell.solved() && !cell.run->outOfTime)
      fmt::print("         {} {}\n", cell.run->verdict, cell.run->reason);
}

/// False after an interrupt.
Expected<bool> runFamily(const Family &family, const FamiliesOptions &options, std::vector<Row> &rows) {
  const std::string file = HEDDLE_TRACE_PROGRAMS "/" + family.name + ".c";
  if (!std::filesystem::exists(file))
    return Error{fmt::format("{}: no such file", file)};
  std::array<bool, 2> gaveUp{};
  for (unsigned value = family.from; value <= std::min(family.to, options.to); ++value) {
    Row row{&family, value, {}};
    for (const Mode mode : modes) {
      GrowthRun &cell = row.cells[mode];
      cell.holds = family.holds(value);
      if (gaveUp[mode])
        continue;
      Arguments arguments = argumentsOf(mode);
      arguments.push_back(fmt::format("-D{}={}", family.parameter, value));
      arguments.insert(arguments.end(), options.extra.begin(), options.extra.end());
      arguments.push_back(file);
      const Expected<Run> run = options.heddle.verify(arguments);
      if (wasInterrupted() || (run && run->interrupted))
        return false;
      if (!run)
        return run.error();
      if (run->verdict == "error")
        return Error{fmt::format("{} with {} = {}: {}", file, family.parameter, value, run->reason)};
      cell.run = *run;
      gaveUp[mode] = cell.exhausted();
    }
    print(row);
    rows.push_back(std::move(row));
  }
  return true;
}

Plot plotOf(const std::vector<Row> &rows, const FamiliesOptions &options) {
  static const std::array<const char *, 5> colours{"#4477aa", "#cc6677", "#117733", "#999933", "#332288"};
  GrowthPlot growth(options.heddle, {.title = "executions", .yLabel = "executions"});
  growth.plot.title = "Executions until the bug is found, or none is left";
  growth.plot.subtitle = "the engine trace, with pruning and by dynamic partial-order reduction alone";
  growth.plot.xLabel = "parameter of the program";
  growth.plot.xAxis = Axis::Linear;
  growth.plot.legend = {{"pruning", {"#333", false}}, {"dpor", {"#333", true}}};
  for (std::size_t i = 0; i < options.families.size(); ++i) {
    const Family &family = options.families[i];
    const char *colour = colours[i % colours.size()];
    for (const Mode mode : modes) {
      growth.addLine({colour, mode == Reduction});
      for (const Row &row : rows)
        if (row.family == &family)
          growth.addPoint(row.value, row.cells[mode], executionsOf(row.cells[mode]));
    }
    growth.plot.legend.push_back({family.name, {colour}});
  }
  return std::move(growth.plot);
}

} // namespace

std::vector<Family> tableFamilies() {
  return {{"fa02", "N", 1, 20, 1}, {"pbch4", "N", 1, 20, 1}, {"pbch4ok", "N", 1, 20, never}, {"dynrec", "N", 2, 8, 2}};
}

Family indexerFamily() { return {"indexer", "THREADS", 10, 16, 12}; }

void FamiliesOptions::addTo(CLI::App &app) {
  heddle.addOptions(app, "60s");
  app.add_option("--to", to, "the largest parameter")->check(CLI::Range(1U, 20U))->capture_default_str();
  if (families.size() > 1) {
    std::vector<std::string> all;
    for (const Family &family : families)
      all.push_back(family.name);
    app.add_option("--only", names, "these families, not all")->type_name("NAME")->check(CLI::IsMember(all));
  }
  plot.addOption(app);
}

Expected<int> runFamilies(FamiliesOptions &options) {
  if (std::optional<Error> error = options.heddle.resolve())
    return *error;
  if (std::optional<Error> error = options.plot.open())
    return *error;
  if (!options.names.empty())
    std::erase_if(options.families, [&](const Family &family) {
      return std::find(options.names.begin(), options.names.end(), family.name) == options.names.end();
    });
  printMachine(options.heddle.path());
  printHeader();
  std::vector<Row> rows;
  bool complete = true;
  for (const Family &family : options.families) {
    const Expected<bool> done = runFamily(family, options, rows);
    if (!done)
      return done.error();
    complete = *done;
    if (!complete)
      break;
  }
  if (std::optional<Error> error = options.plot.write(plotOf(rows, options)))
    return *error;
  for (const Row &row : rows)
    for (const GrowthRun &cell : row.cells)
      if (cell.isWrong())
        return exitWrong;
  return complete ? exitGood : exitInterrupted;
}

} // namespace heddle::bench
