// Line plots as SVG, with a logarithmic y axis unless another is chosen.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heddle::report {

struct PlotPoint {
  double x;
  double y;
  bool open = false; // not a value but a lower bound: drawn hollow
};

/// Colour and dashes identify a line.
struct LineStyle {
  std::string colour;
  bool dashed = false;
};

struct Series {
  LineStyle style;
  std::vector<PlotPoint> points; // all above zero on logarithmic axes
  bool marks = true;             // at each point
};

struct Panel {
  std::string title;
  std::string yLabel;
  std::vector<Series> series = {};
  std::optional<double> limit = std::nullopt; // a horizontal line, if some point is near it
};

struct LegendEntry {
  std::string label;
  LineStyle style;
};

/// Linear has a line at each number; Counts begins at zero and has a few lines at round numbers.
enum class Axis { PowersOfTwo, PowersOfTen, Linear, Counts };

/// Panels are drawn side by side, with the same kinds of axes.
struct Plot {
  std::string title;
  std::string subtitle;
  std::string xLabel;
  Axis xAxis = Axis::PowersOfTwo;
  std::vector<Panel> panels;
  std::vector<LegendEntry> legend;
  std::string openMark = {};      // for the legend: what hollow marks mean, if there are any
  Axis yAxis = Axis::PowersOfTen; // or Counts
};

std::string toSvg(const Plot &plot);

} // namespace heddle::report
