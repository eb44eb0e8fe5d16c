// cover_scaling [SECONDS [PLOT.svg]]: time and vertices of each algorithm on families that grow from 10 to 10,000 local
// states, as a table, and as a plot. Each run has a limit of SECONDS (10); a run that reaches it counts as the limit.
#include "coverability/check.hpp"
#include "families.hpp"
#include "report/svg_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace heddle::benchmarks {

namespace {

using namespace coverability;

constexpr LocalState sizes[] = {10, 30, 100, 300, 1000, 3000, 10000};

struct Competitor {
  const char *name;
  Algorithm algorithm;
  bool oracle;
  const char *colour;
};

constexpr Competitor competitors[] = {{"backward", Algorithm::Backward, false, "#888888"},
                                      {"widen", Algorithm::Widen, false, "#c0392b"},
                                      {"widen+oracle", Algorithm::Widen, true, "#e67e22"},
                                      {"lean", Algorithm::Lean, false, "#2980b9"},
                                      {"lean+oracle", Algorithm::Lean, true, "#27ae60"}};

struct Measured {
  double seconds = 0;
  std::uint64_t vertices = 0;
  bool answered = false;
};

Measured measure(const System &system, const Competitor &competitor, double limit) {
  using Clock = std::chrono::steady_clock;
  Options options;
  options.algorithm = competitor.algorithm;
  options.oracle = competitor.oracle;
  options.stateEquation = false;
  support::Cancellation cancellation;
  const Clock::time_point start = Clock::now();
  cancellation.setDeadline(start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limit)));
  cancellation.setMemoryLimit(4'000'000'000);
  Progress progress{.cancellation = cancellation};
  const Answer answer = check(system, options, progress);
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (answer.verdict == Verdict::Coverable || (answer.certificate && !checkCertificate(system, *answer.certificate))) {
    fmt::print(stderr, "{}: wrong answer\n", competitor.name);
    std::exit(1);
  }
  const bool answered = answer.verdict == Verdict::Uncoverable;
  return {answered ? seconds : std::max(seconds, limit), answer.statistics.vertices, answered};
}

/// One panel for each family, a line for each algorithm.
report::Plot emptyPlot(double limit) {
  report::Plot plot{.title = "Coverability: how time grows with local states",
                    .subtitle = {},
                    .xLabel = "local states",
                    .xAxis = report::Axis::PowersOfTen,
                    .panels = {},
                    .legend = {},
                    .openMark = fmt::format("gave up (limit {:g} s)", limit)};
  for (const Competitor &competitor : competitors)
    plot.legend.push_back({competitor.name, {competitor.colour}});
  return plot;
}

report::Panel emptyPanel(const std::string &family, double limit) {
  report::Panel panel{.title = family, .yLabel = "seconds", .series = {}, .limit = limit};
  for (const Competitor &competitor : competitors)
    panel.series.push_back({{competitor.colour}, {}});
  return panel;
}

void run(double limit, const std::string &plotFile) {
  report::Plot plot = emptyPlot(limit);
  fmt::print("{:<16} {:>6}", "family", "local");
  for (const Competitor &competitor : competitors)
    fmt::print(" | {:>12}{:>10}", competitor.name, "vertices");
  fmt::print(" | backward / lean+oracle\n");
  for (const Family &family : families()) {
    report::Panel panel = emptyPanel(family.name, limit);
    for (const LocalState size : sizes) {
      const System system = family.make(size);
      fmt::print("{:<16} {:>6}", family.name, system.localStates());
      double first = 0;
      double last = 0;
      bool lost = false;
      for (std::size_t i = 0; i < std::size(competitors); ++i) {
        const Measured measured = measure(system, competitors[i], limit);
        fmt::print(" | {:>10}{:.4f} s{:>10}", measured.answered ? "" : ">", measured.seconds, measured.vertices);
        std::fflush(stdout);
        panel.series[i].points.push_back({static_cast<double>(size), measured.seconds, !measured.answered});
        (i == 0 ? first : last) = measured.seconds;
        lost = lost || (i == 0 && !measured.answered);
      }
      fmt::print(" | {}{:.0f}\n", lost ? ">" : "", first / last);
    }
    plot.panels.push_back(std::move(panel));
  }
  if (!plotFile.empty())
    std::ofstream(plotFile) << report::toSvg(plot);
}

} // namespace

} // namespace heddle::benchmarks

int main(int argc, char **argv) {
  heddle::benchmarks::run(argc > 1 ? std::atof(argv[1]) : 10, argc > 2 ? argv[2] : "");
}
