#include "engines/explore/explore.hpp"

#include "engines/explore/future_accesses.hpp"
#include "engines/explore/plain_accesses.hpp"
#include "engines/replayed.hpp"
#include "engines/verdicts.hpp"
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

} // namespace

Outcome run(const program::Program &program, const Options &options, Progress &progress) {
  interpreter::ExplorerOptions explorerOptions;
  explorerOptions.nondetRange = options.nondetRange;
  explorerOptions.limits.maxThreads = options.maxThreads;
  explorerOptions.maxStates = options.maxStates;
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
    outcome = proved(program);
  }
  outcome.warnings = std::move(exploration.warnings);
  outcome.statistics = statisticsOf(exploration, elapsed.count());
  return outcome;
}

} // namespace heddle::engines::explore
