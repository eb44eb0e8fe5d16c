// bench_cegar: measurements of engine cegar. `grid` is Figure 5.3 of the paper on task definitions, `readers` a family
// of programs of our own.
#include "cegar_grid.hpp"
#include "cegar_readers.hpp"
#include "cegar_results.hpp"
#include "report.hpp"

int main(int argc, char **argv) {
  using namespace heddle::bench;
  CLI::App app("Measures the engine cegar.", "bench_cegar");
  app.require_subcommand(1);
  app.footer("bench_cegar MODE --help tells more. What follows -- goes to heddle.\n"
             "Exit codes: 0; 1 if a verdict is wrong; 2 if something is not in order; 130 after an interrupt.");
  GridOptions grid;
  ReadersOptions readers;
  CLI::App *gridMode = app.add_subcommand("grid", "all configurations of Figure 5.3 on task definitions");
  grid.addTo(*gridMode);
  readers.addTo(*app.add_subcommand("readers", "explored actions against the number of threads"));
  Arguments arguments(argv + 1, argv + argc);
  grid.extra = readers.extra = comparable(takeExtra(arguments));
  return runBenchmark(app, std::move(arguments),
                      [&] { return gridMode->parsed() ? runGrid(grid) : runReaders(readers); });
}
