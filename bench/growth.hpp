// Shared by benchmarks on families of programs with a parameter: a run that may be skipped, the plot of time and of a
// count of the engine against the parameter, and the file for the plot (--svg).
#pragma once

#include "heddle_command.hpp"
#include "report/svg_plot.hpp"

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

namespace heddle::bench {

using report::Axis;
using report::LegendEntry;
using report::LineStyle;
using report::Panel;
using report::Plot;
using report::PlotPoint;
using report::Series;
using report::toSvg;

/// One program of a family, verified in one way.
struct GrowthRun {
  std::optional<Run> run; // nothing: skipped, because a smaller program was too much already
  bool holds = true;      // what is right

  bool solved() const { return run && run->verdict == (holds ? "true" : "false"); }
  bool isWrong() const { return run && run->verdict == (holds ? "false" : "true"); }
  /// Out of time or memory; larger programs would be, too.
  bool exhausted() const;
  std::string timeText() const; // "0.123 s", "> 20 s", "memory", "WRONG", "skipped"
};

/// Lines are added one after the other, and then the points of each. The caller sets title, legend and x axis.
class GrowthPlot {
public:
  /// `counted`: title and y label of the panel for the engine's count.
  GrowthPlot(const HeddleCommand &heddle, Panel counted);

  void addLine(const LineStyle &style);
  /// To the last line, in both panels. A skipped run adds no point.
  void addPoint(double x, const GrowthRun &run, std::optional<std::uint64_t> count);

  Plot plot;
};

/// The file of the plot, if one is requested.
class PlotFile {
public:
  void addOption(CLI::App &app); // --svg
  /// To be called before the measurement, so that a path that cannot be written is an error at once.
  std::optional<support::Error> open();
  /// Prints the path, too.
  std::optional<support::Error> write(const Plot &plot);

private:
  std::string path_;
  std::ofstream file_;
};

} // namespace heddle::bench
