// Many short random executions. Each has its own seed and uses the next of several strategies to choose threads: most
// concurrency bugs need few context switches at the right points, and which strategy finds them depends on the bug.
// Executions are not recorded; one that ends in a violation is replayed.
//
// If another engine has said what it could not exclude, some of the executions have a target (targets.hpp): the other
// strategies then choose among the threads that are not held back.
#include "engines/random/random.hpp"

#include "engines/confirm.hpp"
#include "engines/random/targets.hpp"
#include "interpreter/code.hpp"
#include "interpreter/execution.hpp"
#include "support/hash.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

namespace heddle::engines::random {

using interpreter::Ending;
using interpreter::Strategy;

namespace {

/// If the program needs more threads than others follow, one in so many executions has them. Each thread runs as far as
/// it can before the next one: which threads are ordered does not depend on that, and it is fast.
constexpr std::uint64_t wideRuns = 40;
constexpr std::uint64_t stepsOfWideRun = 1'000'000;

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

OptionList Options::list() {
  return {number("--runs", "N", runs, "number of executions"),
          number("--depth", "N", depth, "steps of one execution, at most", 1),
          number("--seed", "N", seed, "seed of the random choices"),
          number("--target-every", "N", targetEvery,
                 "one execution of N looks where another engine could not exclude a violation; 0: none does")};
}

Outcome run(const Context &context, const Options &options) {
  interpreter::Limits limits;
  limits.steps = options.depth;
  limits.maxThreads = context.limits.maxThreads;
  limits.localWork = std::min<std::uint64_t>(limits.localWork, 100'000);
  // Deadlocks are decided in the graph of all states, for as many threads as other engines follow.
  const bool mayBeWide = context.limits.maxThreads == interpreter::Limits{}.maxThreads &&
                         !context.program.properties.contains(program::Property::NoDeadlock);
  interpreter::Limits wide = limits;
  wide.maxThreads = interpreter::mostThreadsOfOneExecution;
  wide.steps = std::max(limits.steps, stepsOfWideRun);

  bool needsMoreThreads = false;
  std::uint64_t runs = 0;
  std::uint64_t steps = 0;
  std::uint64_t finished = 0;
  std::uint64_t targeted = 0;
  bool isDeterministic = false;
  Outcome outcome;
  std::optional<Targets> targets;
  if (context.suspects != nullptr && options.targetEvery != 0)
    targets.emplace(context.program, *context.suspects);
  const auto code = std::make_shared<interpreter::ProgramCode>(context.program);
  const auto isReached = [&options] {
    return options.goals != nullptr && options.goals->reached.size() == options.goals->count;
  };
  auto lastReport = std::chrono::steady_clock::now();
  while (runs < options.runs && steps < options.steps && !isDeterministic && !isDefinite(outcome.answer) &&
         !isReached() && !context.cancellation.poll()) {
    const std::uint64_t seed = support::combine(options.seed, runs);
    const bool isWide = needsMoreThreads && runs % wideRuns == wideRuns - 1;
    const bool hasTarget = targets && !isWide && (runs + 1) % options.targetEvery == 0;
    const interpreter::Target *target = hasTarget ? targets->forExecution(targeted) : nullptr;
    const interpreter::Trace trace = interpreter::runRandom(
        context.program, {.seed = seed,
                          .limits = isWide ? wide : limits,
                          .strategy = isWide ? Strategy::NewestFirst : strategies[runs % std::size(strategies)],
                          .events = false,
                          .cancellation = &context.cancellation,
                          .target = target,
                          .code = code,
                          .goals = options.goals != nullptr ? &options.goals->reached : nullptr});
    ++runs;
    targeted += target != nullptr ? 1 : 0;
    needsMoreThreads = mayBeWide && (needsMoreThreads || trace.needsMoreThreads);
    steps += trace.schedule.steps.size();
    finished += trace.ending == Ending::Finished ? 1 : 0;
    context.log.debug("execution {}, seed {}{}: {} steps{}", runs, seed, target != nullptr ? ", with a target" : "",
                      trace.schedule.steps.size(), trace.violation ? ", violation: " + trace.violation->message : "");
    addNew(outcome.warnings, trace.warnings);
    if (trace.violation)
      outcome.answer = confirm(context, trace.schedule, trace.violation->property);
    isDeterministic = trace.deterministic; // there is no other execution
    const auto now = std::chrono::steady_clock::now();
    if (now - lastReport > std::chrono::milliseconds(200)) {
      lastReport = now;
      context.report(fmt::format("random: {} executions, {} steps", runs, steps));
    }
  }
  context.log.info("{} executions, {} steps", runs, steps);
  if (!isDefinite(outcome.answer)) {
    std::string soFar = fmt::format("no violation in {} random execution{}", runs, runs == 1 ? "" : "s");
    if (context.cancellation.reason() != support::StopReason::None)
      outcome.answer = cancelledOrGivenUp(context.cancellation, std::move(soFar));
    else
      outcome.answer = Unknown{Unknown::Kind::Bound, std::move(soFar)};
  }
  outcome.statistics.count("executions", runs);
  outcome.statistics.count("executions.finished", finished);
  if (targets)
    outcome.statistics.count("executions.targeted", targeted);
  outcome.statistics.count("steps", steps);
  return outcome;
}

const Engine engine{.name = "random",
                    .description = "random executions; finds most bugs at once, proves nothing",
                    .finds = program::PropertySet::all(),
                    .proves = {},
                    .configure = Configured<engine, Options, run>::make};

} // namespace heddle::engines::random
