// cover_scaling [SECONDS [PLOT.svg]]: time and vertices of each algorithm on families that grow from 10 to 10,000 local
// states, as a table, and as a plot. A limit of SECONDS (10) applies to each; what exceeds it counts as the limit.
#include "engines/cover/cover.hpp"
#include "families.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace heddle::benchmarks {

namespace {

using namespace engines::cover;

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

/// One panel for each family: local states against seconds, both logarithmic.
class Plot {
public:
  explicit Plot(double limit) : limit_(limit) {}

  void add(const std::string &family, std::size_t competitor, LocalState size, const Measured &measured) {
    if (panels_.empty() || panels_.back().name != family)
      panels_.push_back({family, std::vector<std::vector<std::pair<double, double>>>(std::size(competitors))});
    panels_.back().lines[competitor].emplace_back(size, std::max(measured.seconds, least));
  }

  std::string svg() const {
    constexpr int width = 320;
    constexpr int height = 260;
    std::string text = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
                                   "font-family=\"sans-serif\" font-size=\"11\">\n",
                                   width * panels_.size() + 20, height + 70);
    for (std::size_t panel = 0; panel < panels_.size(); ++panel) {
      const double left = 50 + static_cast<double>(panel) * width;
      const auto x = [&](double size) { return left + (std::log10(size) - 1) / 3 * (width - 70); };
      const auto y = [&](double seconds) {
        return 30 +
               (std::log10(limit_) - std::log10(seconds)) / (std::log10(limit_) - std::log10(least)) * (height - 60);
      };
      text += fmt::format("<text x=\"{}\" y=\"18\" font-weight=\"bold\">{}</text>\n", left, panels_[panel].name);
      for (double size = 10; size <= 10000; size *= 10)
        text += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"middle\">{:.0f}</text>\n", x(size),
                            y(least) + 15, size);
      for (double seconds = least; seconds <= limit_ * 1.01; seconds *= 10)
        text += fmt::format("<line x1=\"{0:.0f}\" x2=\"{1:.0f}\" y1=\"{2:.0f}\" y2=\"{2:.0f}\" stroke=\"#dddddd\"/>"
                            "<text x=\"{3:.0f}\" y=\"{2:.0f}\" text-anchor=\"end\">{4:g} s</text>\n",
                            x(10), x(10000), y(seconds), left - 4, seconds);
      for (std::size_t i = 0; i < std::size(competitors); ++i) {
        std::string points;
        for (const auto &[size, seconds] : panels_[panel].lines[i])
          points += fmt::format("{:.1f},{:.1f} ", x(size), y(std::min(seconds, limit_)));
        text += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n", points,
                            competitors[i].colour);
      }
    }
    for (std::size_t i = 0; i < std::size(competitors); ++i)
      text += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\">{}</text>\n", 50 + 130 * i, height + 40,
                          competitors[i].colour, competitors[i].name);
    return text + "</svg>\n";
  }

private:
  static constexpr double least = 1e-4;

  struct Panel {
    std::string name;
    std::vector<std::vector<std::pair<double, double>>> lines; // by competitor
  };

  double limit_;
  std::vector<Panel> panels_;
};

void run(double limit, const std::string &plotFile) {
  Plot plot(limit);
  fmt::print("{:<16} {:>6}", "family", "local");
  for (const Competitor &competitor : competitors)
    fmt::print(" | {:>12}{:>10}", competitor.name, "vertices");
  fmt::print(" | backward / lean+oracle\n");
  for (const Family &family : families()) {
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
        plot.add(family.name, i, size, measured);
        (i == 0 ? first : last) = measured.seconds;
        lost = lost || (i == 0 && !measured.answered);
      }
      fmt::print(" | {}{:.0f}\n", lost ? ">" : "", first / last);
    }
  }
  if (!plotFile.empty())
    std::ofstream(plotFile) << plot.svg();
}

} // namespace

} // namespace heddle::benchmarks

int main(int argc, char **argv) {
  heddle::benchmarks::run(argc > 1 ? std::atof(argv[1]) : 10, argc > 2 ? argv[2] : "");
}
