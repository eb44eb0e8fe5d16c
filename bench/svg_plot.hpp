// Line plots on logarithmic axes, as SVG.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace heddle::bench {

struct PlotPoint {
  double x;
  double y;
  bool open = false; // not a value but a bound: drawn hollow
};

/// Colour and dashes say what a line is about.
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
  std::vector<Series> series;
  std::optional<double> limit; // a horizontal line
};

struct LegendEntry {
  std::string label;
  LineStyle style;
};

/// Panels stand side by side, over the same kind of x axis, which counts in powers of two.
struct Plot {
  std::string title;
  std::string subtitle;
  std::string xLabel;
  std::vector<Panel> panels;
  std::vector<LegendEntry> legend;
};

std::string toSvg(const Plot &plot);

} // namespace heddle::bench
