// bench_fib: the engine bmc on examples/fib_bench.c and fib_bench_unsafe.c, with refinement and with --monolithic.
//
// Two threads, N rounds of i += j and j += i: the number of interleavings grows like 64^N, no lock orders any of the
// accesses, and the values depend on the whole order. Encodings of the whole scheduling constraint fail early here. A
// variant that ran out of time or memory with N rounds is not tried with more.
#include "heddle_command.hpp"
#include "report.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <filesystem>

namespace {

using namespace heddle::bench;
using heddle::support::Error;
using heddle::support::Expected;

struct Options {
  HeddleCommand heddle;
  unsigned from = 3;
  unsigned to = 15;
};

struct Program {
  const char *file;
  const char *verdict;
};
constexpr std::array programs{Program{HEDDLE_EXAMPLES "/fib_bench.c", "true"},
                              Program{HEDDLE_EXAMPLES "/fib_bench_unsafe.c", "false"}};

/// One program in one mode: a column of the table.
struct Column {
  const Program *program;
  bool monolithic;
  bool gaveUp = false; // nothing larger is tried
};

std::string timeText(const Run &run, const Program &program) {
  if (run.verdict == program.verdict)
    return secondsText(run.seconds);
  if (run.outOfTime)
    return fmt::format("> {:.0f} s", run.seconds);
  if (run.reason.find("memory") != std::string::npos)
    return "memory";
  return run.verdict == "true" || run.verdict == "false" ? "WRONG" : run.verdict;
}

void printColumns(unsigned n, const std::vector<std::string> &cells) {
  std::string line = cell(n == 0 ? "N" : std::to_string(n), 3);
  for (const std::string &text : cells)
    line += "  " + cell(text, 11);
  fmt::print("{}\n", line);
  std::fflush(stdout);
}

Expected<int> run(Options &options) {
  if (std::optional<Error> error = options.heddle.resolve())
    return *error;
  if (options.from > options.to)
    return Error{fmt::format("--from {} is more than --to {}", options.from, options.to)};
  for (const Program &program : programs)
    if (!std::filesystem::exists(program.file))
      return Error{fmt::format("{}: no such file", program.file)};

  printMachine(options.heddle.path());
  std::array columns{Column{&programs[0], false}, Column{&programs[0], true}, Column{&programs[1], false},
                     Column{&programs[1], true}};
  printColumns(0, {"safe", "refinements", "monolithic", "unsafe", "refinements", "monolithic"});
  bool wrong = false;
  for (unsigned n = options.from; n <= options.to; ++n) {
    std::vector<std::string> cells;
    for (Column &column : columns) {
      std::string time = "skipped";
      std::string refinements = "–";
      if (!column.gaveUp) {
        Arguments arguments{"--engine", "bmc", fmt::format("-DN={}", n), column.program->file};
        if (column.monolithic)
          arguments.emplace_back("--monolithic");
        const Expected<Run> run = options.heddle.verify(arguments);
        if (!run)
          return run.error();
        if (run->verdict == "error")
          return Error{fmt::format("{} with N = {}: {}", column.program->file, n, run->reason)};
        time = timeText(*run, *column.program);
        if (const auto count = run->count("refinements"))
          refinements = countText(*count);
        column.gaveUp = run->verdict == "unknown";
        wrong = wrong || time == "WRONG";
      }
      cells.push_back(time);
      if (!column.monolithic)
        cells.push_back(refinements);
    }
    printColumns(n, cells);
  }
  return wrong ? exitWrong : exitGood;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app("The engine bmc on Fibonacci by two threads, N rounds.", "bench_fib");
  options.heddle.addOptions(app, "60s");
  app.add_option("--from", options.from, "the smallest N")->check(CLI::Range(1U, 20U))->capture_default_str();
  app.add_option("--to", options.to, "the largest N; beyond 20 the numbers would not fit an int")
      ->check(CLI::Range(1U, 20U))
      ->capture_default_str();
  return runBenchmark(app, Arguments(argv + 1, argv + argc), [&] { return run(options); });
}
