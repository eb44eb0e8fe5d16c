// bench_trace: the savings of pruning in engine trace. `families` follows Table 1 of "Symbolic Pruning of Concurrent
// Program Executions", `indexer` its Figure 6, `speed` measures execution alone.
#include "report.hpp"
#include "trace_families.hpp"
#include "trace_speed.hpp"

int main(int argc, char **argv) {
  using namespace heddle::bench;
  CLI::App app("Measures the engine trace.", "bench_trace");
  app.require_subcommand(1);
  app.footer("bench_trace MODE --help tells more. What follows -- goes to heddle.\n"
             "Exit codes: 0; 1 if a verdict is wrong; 2 if something is not in order; 130 after an interrupt.");
  FamiliesOptions families(tableFamilies());
  FamiliesOptions indexer({indexerFamily()});
  CLI::App *familiesMode = app.add_subcommand("families", "executions against the parameter of programs as in Table 1");
  families.addTo(*familiesMode);
  indexer.addTo(*app.add_subcommand("indexer", "threads that insert into a hash table, as in Figure 6"));
  SpeedOptions speed;
  CLI::App *speedMode = app.add_subcommand("speed", "transitions in a second, without pruning");
  speed.addTo(*speedMode);
  Arguments arguments(argv + 1, argv + argc);
  families.extra = indexer.extra = speed.extra = takeExtra(arguments);
  return runBenchmark(app, std::move(arguments), [&] {
    if (speedMode->parsed())
      return runSpeed(speed);
    return runFamilies(familiesMode->parsed() ? families : indexer);
  });
}
