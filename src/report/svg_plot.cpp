// Draws growth. Over powers of two, a polynomial is a straight line whose slope is its degree, and a curve that bends
// upwards is worse; over a linear axis, an exponential is a straight line, and a curve that bends downwards is better.
// The x axis has a line at each power of two or ten, or each number, the y axis at each power of ten and fine ones
// between; as many of them have a label as there is room for. Marks keep clear of the frame. All text is plain SVG
// text, so that it can be searched and scales with the picture.
#include "report/svg_plot.hpp"

#include "report/xml_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

namespace heddle::report {

namespace {

constexpr double panelWidth = 400;
constexpr double panelHeight = 360;
constexpr double leftMargin = 80; // of each panel, for the labels of its y axis
constexpr double topMargin = 90;
constexpr double bottomMargin = 60;
constexpr double legendWidth = 190;
constexpr double legendLine = 22;
constexpr double gap = 30;
constexpr double inset = 14; // of the first and the last x from the frame

/// "0.01", "2", "100", "50 k", "1 M": a digit and a power of ten as people read them.
std::string decadeText(int digit, int exponent) {
  if (exponent < 0)
    return fmt::format("{:.{}f}", digit * std::pow(10.0, exponent), -exponent);
  static const char *const suffixes[] = {"", " k", " M", " G", " T"};
  const int thousands = std::min(exponent / 3, 4);
  return fmt::format("{:.0f}{}", digit * std::pow(10.0, exponent - 3 * thousands), suffixes[thousands]);
}

/// "500", "20 k", "5 M".
std::string countText(double value) {
  static const char *const suffixes[] = {"", " k", " M", " G", " T"};
  std::size_t thousands = 0;
  for (; thousands < 4 && value >= 10'000; ++thousands)
    value /= 1000;
  return fmt::format("{:g}{}", value, suffixes[thousands]);
}

/// Round on solid lines, square on dashed ones: a line of one point can still be told apart.
std::string markText(double x, double y, bool open, const LineStyle &style) {
  const double radius = open ? 4.5 : 2.8;
  const std::string paint =
      fmt::format("fill=\"{}\" stroke=\"{}\"", open ? std::string("white") : style.colour, style.colour);
  if (style.dashed)
    return fmt::format("<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2}\" height=\"{2}\" {3}/>\n", x - radius, y - radius,
                       2 * radius, paint);
  return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" {}/>\n", x, y, radius, paint);
}

/// The range of an axis in whole steps, of one tick each.
struct Range {
  int low = 0;
  int high = 1;

  int steps() const { return high - low; }
  double fraction(double step) const { return (step - low) / steps(); }
};

/// A kind of axis; `unit` is the distance of two lines of Counts.
struct Scale {
  Axis axis = Axis::Linear;
  double unit = 1;
};

double stepOf(double x, const Scale &scale) {
  switch (scale.axis) {
  case Axis::PowersOfTwo:
    return std::log2(x);
  case Axis::PowersOfTen:
    return std::log10(x);
  case Axis::Linear:
  case Axis::Counts:
    break;
  }
  return x / scale.unit;
}

double valueAt(int step, const Scale &scale) {
  switch (scale.axis) {
  case Axis::PowersOfTwo:
    return std::exp2(step);
  case Axis::PowersOfTen:
    return std::pow(10.0, step);
  case Axis::Linear:
  case Axis::Counts:
    break;
  }
  return step * scale.unit;
}

/// For Counts, the smallest of 1, 2, 5, 10, … that divides the largest value into at most eight parts.
Scale scaleOf(Axis axis, const std::vector<Panel> &panels, double PlotPoint::*coordinate) {
  Scale scale{axis};
  if (axis != Axis::Counts)
    return scale;
  double largest = 1;
  for (const Panel &panel : panels)
    for (const Series &series : panel.series)
      for (const PlotPoint &point : series.points)
        largest = std::max(largest, point.*coordinate);
  while (largest / scale.unit > 8) {
    const double digit = scale.unit / std::pow(10.0, std::floor(std::log10(scale.unit) + 1e-9));
    scale.unit *= digit > 1.5 && digit < 3 ? 2.5 : 2;
  }
  return scale;
}

constexpr double infinity = std::numeric_limits<double>::infinity();

Range rangeOf(const std::vector<Panel> &panels, const Scale &scale, double PlotPoint::*coordinate) {
  double low = scale.axis == Axis::Counts ? 0 : infinity;
  double high = -infinity;
  for (const Panel &panel : panels)
    for (const Series &series : panel.series)
      for (const PlotPoint &point : series.points) {
        low = std::min(low, stepOf(point.*coordinate, scale));
        high = std::max(high, stepOf(point.*coordinate, scale));
      }
  if (low > high)
    return {};
  constexpr double tolerance = 1e-9; // a value that is a whole step belongs on its line
  const int from = static_cast<int>(std::floor(low + tolerance));
  return {from, std::max(static_cast<int>(std::ceil(high - tolerance)), from + 1)};
}

class PanelDrawing {
public:
  PanelDrawing(const Panel &panel, double left, const Plot &plot)
      : panel_(panel), plot_(plot), left_(left), xScale_(scaleOf(plot.xAxis, plot.panels, &PlotPoint::x)),
        yScale_(scaleOf(plot.yAxis, {panel}, &PlotPoint::y)), xRange_(rangeOf(plot.panels, xScale_, &PlotPoint::x)),
        yRange_(rangeOf({panel}, yScale_, &PlotPoint::y)) {}

  std::string draw() {
    drawFrame();
    if (panel_.limit && stepOf(*panel_.limit, yScale_) <= yRange_.high) {
      const double y = yOf(*panel_.limit);
      line(left_, y, left_ + panelWidth, y, "stroke=\"#b00\" stroke-width=\"1\" stroke-dasharray=\"2 3\"");
      text(left_ + 4, y - 4, "limit", "fill=\"#b00\" font-size=\"10\"");
    }
    for (const Series &series : panel_.series)
      drawSeries(series);
    return std::move(svg_);
  }

private:
  double xOf(double x) const { return left_ + inset + (panelWidth - 2 * inset) * xRange_.fraction(stepOf(x, xScale_)); }
  double yOf(double y) const { return topMargin + panelHeight * (1 - yRange_.fraction(stepOf(y, yScale_))); }

  void line(double x1, double y1, double x2, double y2, std::string_view style) {
    svg_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2, style);
  }

  void text(double x, double y, std::string_view words, std::string_view style) {
    svg_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style, xmlEscaped(words));
  }

  void drawFrame() {
    const double bottom = topMargin + panelHeight;
    drawYAxis();
    drawXAxis(bottom);
    svg_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#333\"/>\n",
                        left_, topMargin, panelWidth, panelHeight);
    text(left_ + panelWidth / 2, topMargin - 12, panel_.title, "text-anchor=\"middle\" font-weight=\"bold\"");
    text(left_ + panelWidth / 2, bottom + 40, plot_.xLabel, "text-anchor=\"middle\"");
    const double middle = topMargin + panelHeight / 2;
    text(left_ - 54, middle, panel_.yLabel,
         fmt::format("text-anchor=\"middle\" transform=\"rotate(-90 {:.1f} {:.1f})\"", left_ - 54, middle));
  }

  void drawYAxis() {
    if (plot_.yAxis == Axis::Counts) {
      for (int step = yRange_.low; step <= yRange_.high; ++step) {
        const double y = yOf(valueAt(step, yScale_));
        line(left_, y, left_ + panelWidth, y, "stroke=\"#ccc\"");
        text(left_ - 8, y + 4, countText(valueAt(step, yScale_)), "text-anchor=\"end\"");
      }
      return;
    }
    const bool hasRoom = yRange_.steps() <= 3; // for labels between those of powers of ten
    for (int exponent = yRange_.low; exponent <= yRange_.high; ++exponent)
      for (int digit = 1; digit < 10 && (digit == 1 || exponent < yRange_.high); ++digit) {
        const double y = yOf(digit * std::pow(10.0, exponent));
        line(left_, y, left_ + panelWidth, y, digit == 1 ? "stroke=\"#ccc\"" : "stroke=\"#f0f0f0\"");
        if (digit == 1 || (hasRoom && (digit == 2 || digit == 5)))
          text(left_ - 8, y + 4, decadeText(digit, exponent), "text-anchor=\"end\"");
      }
  }

  void drawXAxis(double bottom) {
    const auto label = [this](int step) {
      const double value = valueAt(step, xScale_);
      return plot_.xAxis == Axis::Counts ? countText(value) : fmt::format("{:.0f}", value);
    };
    const double widest = 8.0 * static_cast<double>(label(xRange_.high).size()) + 8;
    const int every = std::max(1, static_cast<int>(std::ceil(widest * xRange_.steps() / (panelWidth - 2 * inset))));
    for (int step = xRange_.low; step <= xRange_.high; ++step) {
      const double x = xOf(valueAt(step, xScale_));
      line(x, topMargin, x, bottom, "stroke=\"#e4e4e4\"");
      if ((step - xRange_.low) % every == 0)
        text(x, bottom + 18, label(step), "text-anchor=\"middle\"");
    }
  }

  void drawSeries(const Series &series) {
    std::string points;
    for (const PlotPoint &point : series.points)
      points += fmt::format("{:.1f},{:.1f} ", xOf(point.x), yOf(point.y));
    const std::string &colour = series.style.colour;
    svg_ += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"{}/>\n", points,
                        colour, series.style.dashed ? " stroke-dasharray=\"6 4\"" : "");
    if (!series.marks)
      return;
    for (const PlotPoint &point : series.points)
      svg_ += markText(xOf(point.x), yOf(point.y), point.open, series.style);
  }

  const Panel &panel_;
  const Plot &plot_;
  double left_;
  Scale xScale_;
  Scale yScale_;
  Range xRange_;
  Range yRange_;
  std::string svg_;
};

bool hasOpenMarks(const Plot &plot) {
  for (const Panel &panel : plot.panels)
    for (const Series &series : panel.series)
      for (const PlotPoint &point : series.points)
        if (point.open)
          return true;
  return false;
}

std::string legendText(const Plot &plot, double left) {
  std::string svg;
  double y = topMargin + 10;
  const auto add = [&](const std::string &label, const LineStyle &style, bool open) {
    svg += markText(left + 17, y, open, style);
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", left + 42, y + 4, xmlEscaped(label));
    y += legendLine;
  };
  for (const auto &[label, style] : plot.legend) {
    svg += fmt::format("<line x1=\"{0:.1f}\" y1=\"{1:.1f}\" x2=\"{2:.1f}\" y2=\"{1:.1f}\" stroke=\"{3}\" "
                       "stroke-width=\"2.2\"{4}/>\n",
                       left, y, left + 34, style.colour, style.dashed ? " stroke-dasharray=\"6 4\"" : "");
    add(label, style, false);
  }
  if (hasOpenMarks(plot))
    add(plot.openMark, {"#333"}, true);
  return svg;
}

} // namespace

std::string toSvg(const Plot &plot) {
  const double panelsWidth = static_cast<double>(plot.panels.size()) * (leftMargin + panelWidth) + gap;
  const double width = panelsWidth + legendWidth;
  const double height = topMargin + panelHeight + bottomMargin;
  std::string svg = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
                                "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n"
                                "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
                                width, height);
  svg += fmt::format("<text x=\"{0}\" y=\"30\" font-size=\"18\">{1}</text>\n<text x=\"{0}\" y=\"52\" "
                     "fill=\"#555\">{2}</text>\n",
                     leftMargin, xmlEscaped(plot.title), xmlEscaped(plot.subtitle));
  double left = leftMargin;
  for (const Panel &panel : plot.panels) {
    svg += PanelDrawing(panel, left, plot).draw();
    left += panelWidth + leftMargin;
  }
  return svg + legendText(plot, panelsWidth) + "</svg>\n";
}

} // namespace heddle::report
