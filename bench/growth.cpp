#include "growth.hpp"

#include "report.hpp"

#include <fmt/format.h>

#include <chrono>

namespace heddle::bench {

using support::Error;

bool GrowthRun::exhausted() const { return run && (run->outOfTime || run->reason.find("memory") != std::string::npos); }

std::string GrowthRun::timeText() const {
  if (!run)
    return "skipped";
  if (solved())
    return secondsText(run->seconds);
  if (run->outOfTime)
    return fmt::format("> {:.0f} s", run->seconds);
  if (exhausted())
    return "memory";
  return isWrong() ? "WRONG" : run->verdict;
}

GrowthPlot::GrowthPlot(const HeddleCommand &heddle, Panel counted) {
  const double limit = std::chrono::duration<double>(heddle.timeout()).count();
  plot.openMark = fmt::format("gave up (limit {:g} s)", limit);
  plot.panels = {std::move(counted), {.title = "time", .yLabel = "seconds", .series = {}, .limit = limit}};
}

void GrowthPlot::addLine(const LineStyle &style) {
  for (Panel &panel : plot.panels)
    panel.series.push_back({style, {}});
}

void GrowthPlot::addPoint(double x, const GrowthRun &run, std::optional<std::uint64_t> count) {
  if (!run.run)
    return;
  if (count && *count > 0)
    plot.panels[0].series.back().points.push_back({x, static_cast<double>(*count), !run.solved()});
  plot.panels[1].series.back().points.push_back({x, run.run->seconds, !run.solved()});
}

void PlotFile::addOption(CLI::App &app) { app.add_option("--svg", path_, "write a plot here")->type_name("FILE"); }

std::optional<Error> PlotFile::open() {
  if (path_.empty())
    return std::nullopt;
  file_.open(path_);
  if (!file_)
    return Error{fmt::format("{}: cannot be written", path_)};
  return std::nullopt;
}

std::optional<Error> PlotFile::write(const Plot &plot) {
  if (path_.empty())
    return std::nullopt;
  file_ << toSvg(plot);
  file_.close();
  if (!file_)
    return Error{fmt::format("{}: cannot be written", path_)};
  fmt::print("\nplot: {}\n", path_);
  return std::nullopt;
}

} // namespace heddle::bench
