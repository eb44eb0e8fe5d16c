// cover_corpus [--limit SECONDS] [--algorithm NAME] [--oracle on|off] [--state-equation on|off] FILE…: checks
// each file, with default options unless given, and prints a table: time including loading, answer, expected answer if
// a comment states it, and the size of the trace or the proof. Every proof is checked; that time is not included. The
// target of NAME.tts is in NAME.prop.
#include "coverability/check.hpp"
#include "coverability/load.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace heddle::benchmarks {

namespace {

using namespace coverability;
using Clock = std::chrono::steady_clock;

struct Settings {
  double limit = 60;
  Options options;
};

const char *name(Verdict verdict) {
  return verdict == Verdict::Coverable ? "coverable" : verdict == Verdict::Uncoverable ? "uncoverable" : "unknown";
}

/// From a comment like `#expected result: safe`.
std::string expectedAnswer(const std::string &file) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line) && line.starts_with("#");) {
    if (line.find("expected result") == std::string::npos)
      continue;
    return line.find("unsafe") != std::string::npos ? "coverable" : "uncoverable";
  }
  return "";
}

struct Totals {
  int files = 0;
  int answered = 0;
  int wrong = 0;
  double seconds = 0;
};

void measure(const std::string &file, const Settings &settings, Totals &totals) {
  const Clock::time_point start = Clock::now();
  ++totals.files;
  fmt::print("{:<34}", std::filesystem::path(file).filename().string());
  std::fflush(stdout);
  const auto system = load(file, {});
  if (!system) {
    fmt::print(" {}\n", system.error().message);
    return;
  }
  support::Cancellation cancellation;
  cancellation.setDeadline(start +
                           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(settings.limit)));
  cancellation.setMemoryLimit(4'000'000'000);
  Progress progress{.cancellation = cancellation};
  const Answer answer = check(*system, settings.options, progress);
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  const std::string expected = expectedAnswer(file);
  totals.seconds += seconds;
  totals.answered += answer.verdict == Verdict::Unknown ? 0 : 1;
  fmt::print(" {:>8.3f} s  {:<12}", seconds, name(answer.verdict));
  if (answer.verdict != Verdict::Unknown && !expected.empty() && expected != name(answer.verdict)) {
    fmt::print("WRONG ");
    ++totals.wrong;
  }
  if (answer.trace)
    fmt::print("trace of {} steps, {} threads", answer.trace->firings.size(),
               finiteDimension(answer.trace->start.threads));
  if (answer.certificate) {
    const auto checked = checkCertificate(*system, *answer.certificate);
    totals.wrong += checked ? 0 : 1;
    fmt::print("proof of {} configurations, {} weightings, {}", answer.certificate->minimal.size(),
               answer.certificate->weightings.size(), checked ? "checked" : checked.error().message);
    fmt::print(", by {}", heddle::coverability::name(answer.algorithm));
  }
  fmt::print("\n");
}

} // namespace

} // namespace heddle::benchmarks

int main(int argc, char **argv) {
  using namespace heddle::benchmarks;
  Settings settings;
  Totals totals;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const std::string value = i + 1 < argc ? argv[i + 1] : "";
    if (argument == "--limit")
      settings.limit = std::atof(value.c_str());
    else if (argument == "--algorithm")
      settings.options.algorithm = value == "backward" ? Algorithm::Backward
                                   : value == "widen"  ? Algorithm::Widen
                                   : value == "lean"   ? Algorithm::Lean
                                                       : Algorithm::Both;
    else if (argument == "--oracle")
      settings.options.oracle = value == "on";
    else if (argument == "--state-equation")
      settings.options.stateEquation = value == "on";
    if (argument.starts_with("--"))
      ++i;
    else
      measure(argument, settings, totals);
  }
  fmt::print("{} files, {} answered, {} wrong, {:.3f} s\n", totals.files, totals.answered, totals.wrong,
             totals.seconds);
  return totals.wrong == 0 ? 0 : 1;
}
