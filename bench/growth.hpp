// What benchmarks on families of programs that grow have in common: a run that may be skipped, the plot of time and of
// what the engine counts against the parameter of the family, and the file for it (--svg).
#pragma once

#include "heddle_command.hpp"
#include "svg_plot.hpp"

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

namespace heddle::bench {

/// One program of a family, verified in one way.
struct GrowthRun {
  std::optional<Run> run; // nothing: skipped, because a smaller program was too much already
  bool holds = true;      // what is right

  bool solved() const { return run && run->verdict == (holds ? "true" : "false"); }
  bool isWrong() const { return run && run->verdict == (holds ? "false" : "true"); }
  /// Out of time or memory: with a larger program it would be so again.
  bool exhausted() const;
  std::string timeText() const; // "0.123 s", "> 20 s", "memory", "WRONG", "skipped"
};

/// Lines are added one after the other, and then the points of each. Title, legend and x axis are the caller's.
class GrowthPlot {
public:
  /// `counted`: title and y label of the panel for what the engine counts.
  GrowthPlot(const HeddleCommand &heddle, Panel counted);

  void addLine(const LineStyle &style);
  /// To the last line, in both panels; nothing for a run that was skipped.
  void addPoint(double x, const GrowthRun &run, std::optional<std::uint64_t> count);

  Plot plot;
};

/// Where the plot goes, if one is wanted.
class PlotFile {
public:
  void addOption(CLI::App &app); // --svg
  /// Before the work begins, so that a name that cannot be written does not cost all of it.
  std::optional<support::Error> open();
  /// Also says where it is.
  std::optional<support::Error> write(const Plot &plot);

private:
  std::string path_;
  std::ofstream file_;
};

} // namespace heddle::bench
