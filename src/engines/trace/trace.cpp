// Deeper and deeper: programs that may run for ever have executions of every length, and bugs mostly show in short
// ones. A search in which no execution was cut is the last one.
#include "engines/trace/trace.hpp"

#include "engines/trace/search.hpp"
#include "engines/verdicts.hpp"
#include "events/unwind.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines::trace {

namespace {

/// How far executions go, and for how long the search goes on once one of them was cut: `patience` executions of the
/// search, then so many by chance.
struct Round {
  std::uint64_t depth;
  std::uint64_t patience;
  std::uint64_t chances;
};

/// First one execution each, to find out how long they are; then, if they seem to be endless, more.
std::vector<Round> rounds(std::uint64_t depth) {
  std::vector<Round> result;
  for (const Round &round :
       {Round{25, 1, 0}, Round{75, 1, 0}, Round{225, 1, 0}, Round{675, 1, 0}, Round{25, 20, 20}, Round{75, 20, 20},
        Round{225, 20, 20}, Round{675, 20, 20}, Round{2025, 20, 20}, Round{6075, 20, 20}})
    if (round.depth < depth)
      result.push_back(round);
  result.push_back({depth, UINT64_MAX, 0});
  return result;
}

std::vector<Statistic> list(const Statistics &statistics) {
  const auto seconds = [](std::chrono::nanoseconds time) {
    return fmt::format("{:.3f} s", std::chrono::duration<double>(time).count());
  };
  const double executing = std::chrono::duration<double>(statistics.executing).count();
  return {{"executions", std::to_string(statistics.executions)},
          {"executions that were redundant", std::to_string(statistics.redundant)},
          {"executions with other inputs", std::to_string(statistics.flips)},
          {"transitions", std::to_string(statistics.transitions)},
          {"transitions per second",
           fmt::format("{:.0f}", executing > 0 ? static_cast<double>(statistics.transitions) / executing : 0)},
          {"longest execution", std::to_string(statistics.depth)},
          {"trace programs checked", std::to_string(statistics.checks)},
          {"prunings tried", std::to_string(statistics.prunings)},
          {"prunings successful", std::to_string(statistics.successful)},
          {"traces pruned", std::to_string(statistics.pruned)},
          {"refinements", std::to_string(statistics.symbolic.scheduling.refinements)},
          {"time executing", seconds(statistics.executing)},
          {"time checking", seconds(statistics.checking)},
          {"time pruning", seconds(statistics.pruning)},
          {"peak memory", fmt::format("{} MB", support::peakMemory() >> 20U)}};
}

} // namespace

Outcome run(const program::Program &program, const Options &options, Progress &progress) {
  events::UnwindFacts facts(program);
  Statistics statistics;
  Outcome outcome;
  std::uint64_t explored = 0;
  for (const auto &[depth, patience, chances] : rounds(options.depth)) {
    Search search(program, facts, options, depth, progress, statistics);
    const bool isLast = patience == UINT64_MAX;
    if (!isLast)
      search.setPatience(statistics.executions + patience);
    outcome = search.run();
    if (search.isComplete())
      outcome = proved(program);
    else if (search.wasCut() && outcome.verdict == Verdict::Unknown && !outcome.internalError)
      if (Outcome chance = search.probe(chances); chance.verdict == Verdict::False || chance.internalError)
        outcome = std::move(chance);
    outcome.warnings.insert(outcome.warnings.end(), search.warnings().begin(), search.warnings().end());
    if (progress.cancellation.stopRequested() && outcome.reason.empty())
      outcome.reason = stopReason(progress.cancellation, "stopped");
    if (search.wasCut() && isLast && outcome.reason.empty())
      outcome.reason = fmt::format("explored up to depth {}", depth);
    if (outcome.verdict != Verdict::Unknown || outcome.internalError || progress.cancellation.stopRequested() ||
        !search.wasCut())
      break;
    explored = std::max(explored, depth);
  }
  if (explored != 0)
    outcome.progress = fmt::format("no violation in executions of up to {} steps", explored);
  outcome.statistics = list(statistics);
  return outcome;
}

} // namespace heddle::engines::trace
