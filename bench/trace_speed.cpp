// Runs without pruning until the time limit, so that the engine only executes and records: programs with short
// executions, for which the cost of a restart matters, and with long ones.
#include "trace_speed.hpp"

#include "report.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>

namespace heddle::bench {

using support::Error;
using support::Expected;

namespace {

struct Program {
  const char *name;
  unsigned parameter;
};
constexpr std::array programs{Program{"pbch4ok", 20}, Program{"long_run", 20'000}};
constexpr std::array reductions{"none", "dpor"};

void printColumns(const std::array<std::string, 6> &columns) {
  constexpr std::array widths{-8, -9, 11, 12, 10, 14};
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i)
    line += (i == 0 ? "" : "  ") + cell(columns[i], widths[i]);
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

} // namespace

void SpeedOptions::addTo(CLI::App &app) { heddle.addOptions(app, "10s"); }

Expected<int> runSpeed(SpeedOptions &options) {
  if (std::optional<Error> error = options.heddle.resolve())
    return *error;
  printMachine(options.heddle.path());
  printColumns({"program", "reduction", "executions", "transitions", "time", "transitions/s"});
  bool wrong = false;
  for (const Program &program : programs)
    for (const char *reduction : reductions) {
      Arguments arguments{"--engine", "trace", "--pruning", "off", "--depth", "1000000", "--reduction", reduction};
      arguments.push_back(fmt::format("-DN={}", program.parameter));
      arguments.insert(arguments.end(), options.extra.begin(), options.extra.end());
      arguments.push_back(fmt::format(HEDDLE_TRACE_PROGRAMS "/{}.c", program.name));
      const Expected<Run> run = options.heddle.verify(arguments);
      if (!run)
        return run.error();
      if (run->verdict == "error")
        return Error{fmt::format("{}: {}", program.name, run->reason)};
      const std::optional<std::uint64_t> executions = run->count("executions");
      const std::optional<std::uint64_t> transitions = run->count("transitions");
      wrong = wrong || run->verdict == "false";
      const double speed = static_cast<double>(transitions.value_or(0)) / run->seconds;
      printColumns({program.name, reduction, executions ? countText(*executions) : "–",
                    transitions ? countText(*transitions) : "–", secondsText(run->seconds),
                    transitions ? countText(static_cast<std::uint64_t>(speed)) : "–"});
    }
  return wrong ? exitWrong : exitGood;
}

} // namespace heddle::bench
