// Line plots with a logarithmic y axis, as SVG.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heddle::bench {

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
  std::vector<PlotPoint> points; // all above zero
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

enum class Axis { PowersOfTwo, PowersOfTen, Linear };

/// Panels are drawn side by side, with the same kind of x axis.
struct Plot {
  std::string title;
  std::string subtitle;
  std::string xLabel;
  Axis xAxis = Axis::PowersOfTwo;
  std::vector<Panel> panels;
  std::vector<LegendEntry> legend;
  std::string openMark; // for the legend: what hollow marks mean, if there are any
};

std::string toSvg(const Plot &plot);

} // namespace heddle::bench
