// Many short random executions, each with another seed and, in turn, another way to choose threads: most
// concurrency bugs need few context switches in the right place, and which way finds them depends on the
// bug. Executions are run without writing down what happens; only one that ends in a violation is replayed.
#include "engines/random/random.hpp"

#include "engines/replayed.hpp"
#include "interpreter/execution.hpp"
#include "support/hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace heddle::engines::random {

using interpreter::Ending;
using interpreter::Strategy;

namespace {

constexpr Strategy strategies[] = {Strategy::Uniform, Strategy::Priorities, Strategy::Sticky};

void addNew(std::vector<program::Warning> &warnings, const std::vector<program::Warning> &more) {
  for (const program::Warning &warning : more) {
    const bool known = std::any_of(warnings.begin(), warnings.end(), [&](const program::Warning &other) {
      return other.message == warning.message && other.span == warning.span;
    });
    if (!known)
      warnings.push_back(warning);
  }
}

} // namespace

Outcome run(const program::Program &program, const Options &options, Progress &progress) {
  interpreter::Limits limits;
  limits.steps = options.depth;
  limits.maxThreads = options.maxThreads;
  limits.localWork = std::min<std::uint64_t>(limits.localWork, 100'000);

  std::uint64_t runs = 0;
  std::uint64_t steps = 0;
  std::uint64_t finished = 0;
  std::vector<program::Warning> warnings;
  Outcome outcome;
  auto lastReport = std::chrono::steady_clock::now();
  while (runs < options.runs && !progress.cancellation.stopRequested()) {
    const std::uint64_t seed = support::combine(options.seed, runs);
    const interpreter::Trace trace =
        interpreter::runRandom(program, {.seed = seed,
                                         .limits = limits,
                                         .strategy = strategies[runs % std::size(strategies)],
                                         .events = false,
                                         .cancellation = &progress.cancellation});
    ++runs;
    steps += trace.schedule.steps.size();
    finished += trace.ending == Ending::Finished ? 1 : 0;
    addNew(warnings, trace.warnings);
    if (trace.violation) {
      outcome = replayed(program, trace.schedule, trace.violation->property, limits, "random");
      break;
    }
    if (trace.deterministic)
      break;
    const auto now = std::chrono::steady_clock::now();
    if (now - lastReport > std::chrono::milliseconds(200)) {
      lastReport = now;
      progress.report(fmt::format("random: {} executions, {} steps", runs, steps));
    }
  }
  if (outcome.verdict == Verdict::Unknown && !outcome.internalError)
    outcome.reason = fmt::format("no violation in {} random execution{}", runs, runs == 1 ? "" : "s");
  outcome.warnings = std::move(warnings);
  outcome.statistics = {{"executions", std::to_string(runs)},
                        {"that ended the program", std::to_string(finished)},
                        {"steps", std::to_string(steps)}};
  return outcome;
}

} // namespace heddle::engines::random
