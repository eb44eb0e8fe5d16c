#include "engines/explore.hpp"

#include "engines/explore_oracle.hpp"
#include "engines/plain_accesses.hpp"
#include "engines/replayed.hpp"
#include "interpreter/explorer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace heddle::engines::explore {

namespace {

using interpreter::Exploration;

std::vector<Statistic> statisticsOf(const Exploration &exploration, double seconds) {
  const double rate = seconds > 0 ? static_cast<double>(exploration.states) / seconds : 0;
  return {{"states", std::to_string(exploration.states)},
          {"transitions", std::to_string(exploration.transitions)},
          {"maximal depth", std::to_string(exploration.maxDepth)},
          {"states per second", fmt::format("{:.0f}", rate)},
          {"memory for states", fmt::format("{:.1f} MB", static_cast<double>(exploration.memory) / 1e6)},
          {"time", fmt::format("{:.3f} s", seconds)}};
}

std::string stopReason(const support::Cancellation &cancellation, const std::string &otherwise) {
  switch (cancellation.reason()) {
  case support::StopReason::Interrupted:
    return "interrupted";
  case support::StopReason::Timeout:
    return "out of time";
  case support::StopReason::Memory:
    return "out of memory";
  case support::StopReason::None:
    break;
  }
  return otherwise;
}

} // namespace

Outcome run(const program::Program &program, const Options &options, Progress &progress) {
  interpreter::ExplorerOptions explorerOptions;
  explorerOptions.nondetRange = options.nondetRange;
  explorerOptions.limits.maxThreads = options.maxThreads;
  explorerOptions.sleepSets = options.sleepSets;
  if (program.properties.contains(program::Property::NoDataRace))
    explorerOptions.mayBePlain = PlainAccesses(program);
  std::unique_ptr<FutureAccesses> oracle;
  if (options.persistentSets) {
    oracle = FutureAccesses::make(program);
    explorerOptions.oracle = oracle.get();
  }

  const auto start = std::chrono::steady_clock::now();
  Exploration exploration = interpreter::explore(program, explorerOptions, progress.cancellation, progress.report);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;

  Outcome outcome;
  if (exploration.violation) {
    outcome =
        replayed(program, exploration.schedule, exploration.violation->property, explorerOptions.limits, "explore");
  } else if (!exploration.complete) {
    outcome.reason = stopReason(progress.cancellation, exploration.incompleteReason);
  } else {
    const auto blocks = [](const program::Warning &warning) { return warning.blocksProof; };
    const auto blocking = std::find_if(program.warnings.begin(), program.warnings.end(), blocks);
    if (blocking == program.warnings.end())
      outcome.verdict = Verdict::True;
    else
      outcome.reason = fmt::format("no violation was found, but {} at {}", blocking->message,
                                   program.sources.describe(blocking->span));
  }
  outcome.warnings = std::move(exploration.warnings);
  outcome.statistics = statisticsOf(exploration, elapsed.count());
  return outcome;
}

} // namespace heddle::engines::explore
