#include "report/coverability.hpp"

#include "report/json_text.hpp"
#include "report/svg_plot.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::report {

using namespace coverability;

namespace {

const char *name(Verdict verdict) {
  switch (verdict) {
  case Verdict::Coverable:
    return "coverable";
  case Verdict::Uncoverable:
    return "uncoverable";
  case Verdict::Unknown:
    return "unknown";
  }
  return "";
}

std::string counted(std::size_t number, const char *what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

/// The configurations of a trace; empty if it does not replay, which `check` has excluded.
std::vector<Configuration> visited(const System &system, const Trace &trace) {
  auto configurations = replay(system, trace);
  return configurations ? std::move(*configurations) : std::vector<Configuration>{};
}

std::uint64_t largest(const Certificate &certificate) {
  std::uint64_t most = 0;
  for (const Configuration &configuration : certificate.minimal)
    most = std::max(most, finiteDimension(configuration.threads));
  return most;
}

std::string traceText(const System &system, const Trace &trace, const CoverabilityText &wanted) {
  const std::vector<Configuration> configurations = visited(system, trace);
  if (configurations.empty())
    return {};
  const bool net = system.sharedStates() == 1;
  std::string text = fmt::format("a trace of {} with {}{}, and it replays:\n\n", counted(trace.firings.size(), "step"),
                                 counted(finiteDimension(configurations.back().threads), net ? "token" : "thread"),
                                 net ? " in the end" : "");
  const std::size_t shown = wanted.fullTrace ? SIZE_MAX : wanted.mostSteps;
  for (std::size_t i = 0; i < configurations.size(); ++i) {
    const bool omitted = configurations.size() > shown && i >= shown / 2 && i + shown / 2 < configurations.size();
    if (omitted && i == shown / 2)
      text += fmt::format("  … {} steps; --full-trace shows them all\n", configurations.size() - shown / 2 * 2);
    if (omitted)
      continue;
    if (i > 0)
      text += fmt::format("        {}\n", system.describe(system.transition(trace.firings[i - 1].transition)));
    text += fmt::format("{:>5}  {}\n", i, system.describe(configurations[i]));
  }
  return text + "\n";
}

} // namespace

std::string questionLine(const std::string &file, const System &system) {
  const std::string size = system.sharedStates() == 1
                               ? counted(system.localStates(), "place")
                               : fmt::format("{}, {}", counted(system.sharedStates(), "shared state"),
                                             counted(system.localStates(), "local state"));
  return fmt::format("checking {} in {}: {}, {}\n", counted(system.targets.size(), "target"), file, size,
                     counted(system.transitions().size(), "transition"));
}

std::string coverabilityText(const System &system, const Answer &answer, const CoverabilityText &wanted) {
  std::string text;
  if (answer.trace)
    text += traceText(system, *answer.trace, wanted);
  if (answer.certificate) {
    const Certificate &proof = *answer.certificate;
    text += fmt::format("a proof with {} of at most {}", counted(proof.minimal.size(), "minimal configuration"),
                        counted(largest(proof), "thread"));
    if (!proof.weightings.empty())
      text += fmt::format(", {} and {}", counted(proof.weightings.size(), "weighting"),
                          counted(proof.traps.size(), "trap"));
    text += "\n";
  }
  // Without a verdict, the statistics show how far the search got.
  if (wanted.statistics || answer.verdict == Verdict::Unknown) {
    text += fmt::format("statistics of the {} search:\n", coverability::name(answer.algorithm));
    for (const auto &[label, value] : list(answer.statistics))
      text += fmt::format("  {:<32} {}\n", label, value);
  }
  return text;
}

std::string coverabilityJson(const std::string &file, const System &system, const Answer &answer) {
  Json json;
  json["file"] = file;
  json["verdict"] = name(answer.verdict);
  if (answer.verdict == Verdict::Unknown)
    json["reason"] = answer.reason;
  if (answer.trace) {
    const std::vector<Configuration> configurations = visited(system, *answer.trace);
    json["threads"] = finiteDimension(configurations.back().threads);
    auto &steps = json["trace"] = Json::array();
    for (std::size_t i = 0; i < configurations.size(); ++i) {
      Json step;
      if (i > 0)
        step["transition"] = system.describe(system.transition(answer.trace->firings[i - 1].transition));
      step["configuration"] = system.describe(configurations[i]);
      steps.push_back(std::move(step));
    }
  }
  if (answer.certificate) {
    auto &proof = json["proof"];
    proof["minimal"] = Json::array();
    for (const Configuration &configuration : answer.certificate->minimal)
      proof["minimal"].push_back(system.describe(configuration));
    proof["threads"] = largest(*answer.certificate);
    proof["weightings"] = answer.certificate->weightings.size();
    proof["traps"] = answer.certificate->traps.size();
  }
  json["algorithm"] = coverability::name(answer.algorithm);
  for (const auto &[label, value] : list(answer.statistics))
    json["statistics"][label] = value;
  return jsonText(json);
}

std::string verdictLine(Verdict verdict, const std::string &reason) {
  if (verdict != Verdict::Unknown || reason.empty())
    return fmt::format("VERDICT: {}\n", name(verdict));
  return fmt::format("VERDICT: {} ({})\n", name(verdict), reason);
}

std::string growthPlot(const std::string &file, const std::vector<Answer::Curve> &curves) {
  static const char *const colours[] = {"#1f77b4", "#d62728"};
  Plot plot{.title = "Size of U over the iterations",
            .subtitle = file,
            .xLabel = "iterations",
            .xAxis = Axis::Counts,
            .panels = {},
            .legend = {},
            .yAxis = Axis::Counts};
  Panel panel{.title = {}, .yLabel = "vertices"};
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const LineStyle style{.colour = colours[i % 2]};
    Series series{.style = style, .points = {}, .marks = false};
    for (const Growth::Point &point : curves[i].points)
      series.points.push_back({static_cast<double>(point.iteration), static_cast<double>(point.vertices)});
    panel.series.push_back(std::move(series));
    plot.legend.push_back({coverability::name(curves[i].algorithm), style});
  }
  plot.panels.push_back(std::move(panel));
  return toSvg(plot);
}

std::string certificateText(const System &system, const Certificate &certificate) {
  std::string text = "# no reachable configuration is above one of these:\n";
  for (const Configuration &configuration : certificate.minimal)
    text += system.describe(configuration) + "\n";
  const auto place = [&](std::size_t index) {
    if (index < system.localStates())
      return system.describe(Configuration{0, {{static_cast<LocalState>(index), 1}}});
    return system.describe(Configuration{static_cast<SharedState>(index - system.localStates()), {}});
  };
  for (const Weighting &weighting : certificate.weightings) {
    text += fmt::format("# in every reachable configuration, this sum is at most {}:\n", weighting.bound);
    for (std::size_t index = 0; index < weighting.combined.size(); ++index) {
      if (weighting.combined[index] != 0)
        text += fmt::format(" {:+} {}", weighting.combined[index], place(index));
    }
    text += "\n";
  }
  return text;
}

} // namespace heddle::report
