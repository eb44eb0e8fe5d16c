#include "engines/explore/explore.hpp"

#include "engines/confirm.hpp"
#include "engines/explore/future_accesses.hpp"
#include "engines/explore/plain_accesses.hpp"
#include "engines/explore/weakening.hpp"
#include "engines/proof_check.hpp"
#include "interpreter/explorer.hpp"
#include "recheck/recheck.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>

namespace heddle::engines::explore {

namespace {

using interpreter::Exploration;
using Reduction = Options::Reduction;

Answer answerOf(const Context &context, const Exploration &exploration) {
  if (exploration.violation)
    return confirm(context, exploration.schedule, exploration.violation->property);
  if (exploration.complete)
    return proved(context.program);
  if (context.cancellation.reason() != support::StopReason::None)
    return cancelledOrGivenUp(context.cancellation);
  return Unknown{Unknown::Kind::Bound, exploration.incompleteReason};
}

/// Explores once more, by other code.
ProofCheck checked(const Context &context, const Options &options, support::Cancellation &cancellation) {
  context.report("exploring again, to check");
  const recheck::Result result = recheck::explore(
      context.program, {.inputValues = options.inputValues, .maxThreads = context.limits.maxThreads}, cancellation);
  switch (result.kind) {
  case recheck::Result::Kind::Holds:
    return {ProofCheck::Kind::Passed,
            fmt::format("a second interpreter, without reductions, has visited all {} states", result.states)};
  case recheck::Result::Kind::Refuted:
    return {ProofCheck::Kind::Failed, result.text};
  case recheck::Result::Kind::NotModelled:
    return {ProofCheck::Kind::NotModelled, "the second interpreter does not follow everything: " + result.text};
  case recheck::Result::Kind::Cancelled:
    break;
  }
  return {ProofCheck::Kind::Cancelled};
}

} // namespace

OptionList Options::list() {
  return {flag("--check-proof", checkProof, "explore again with a second interpreter, without reductions"),
          number("--nondet-range", "N", inputValues, "values of an input that are explored", 1),
          choice("--reduction", reduction,
                 {{"none", Reduction::None},
                  {"sleep", Reduction::Sleep},
                  {"persistent", Reduction::Persistent},
                  {"both", Reduction::Both}},
                 "none, sleep (sleep sets: one order of independent steps), persistent (persistent sets: only threads "
                 "on whose next steps the others do not depend) or both; none is used for no-deadlock")};
}

Outcome run(const Context &context, const Options &options) { return runWeakened(context, options, {}); }

Outcome runWeakened(const Context &context, const Options &options, const Weakening &weakening) {
  interpreter::ExplorerOptions explorerOptions;
  explorerOptions.nondetRange = options.inputValues;
  explorerOptions.limits.maxThreads = context.limits.maxThreads;
  explorerOptions.maxStates = options.maxStates;
  explorerOptions.mutator = weakening.mutator;
  explorerOptions.sleepSets = options.reduction == Reduction::Sleep || options.reduction == Reduction::Both;
  if (context.program.properties.contains(program::Property::NoDataRace))
    explorerOptions.mayBePlain = PlainAccesses(context.program);
  std::unique_ptr<FutureAccesses> oracle;
  if (options.reduction == Reduction::Persistent || options.reduction == Reduction::Both) {
    oracle = FutureAccesses::make(context.program);
    explorerOptions.oracle = oracle.get();
  }

  const auto start = std::chrono::steady_clock::now();
  const auto explore = [&] {
    return interpreter::explore(context.program, explorerOptions, context.cancellation, [&](const std::string &line) {
      context.report(line);
      context.log.info("{}", line);
    });
  };
  Exploration exploration = explore();
  Answer answer = answerOf(context, exploration);
  // The slot of a thread is free again when no recorded access needs it. An execution in which fewer accesses are
  // recorded may therefore give a thread another slot than its replay, which then does not fit.
  if (explorerOptions.mayBePlain && std::holds_alternative<InternalError>(answer)) {
    explorerOptions.mayBePlain = nullptr;
    exploration = explore();
    answer = answerOf(context, exploration);
  }
  const auto elapsed = std::chrono::steady_clock::now() - start;
  context.log.info("{} states, {} transitions, {}", exploration.states, exploration.transitions,
                   exploration.violation  ? "a violation: " + exploration.violation->message
                   : exploration.complete ? "all states visited"
                                          : exploration.incompleteReason);

  Outcome outcome{.answer = std::move(answer), .warnings = std::move(exploration.warnings)};
  outcome.statistics.count("states", exploration.states);
  outcome.statistics.count("transitions", exploration.transitions);
  outcome.statistics.count("depth", exploration.maxDepth);
  outcome.statistics.rate("states.rate", exploration.states, elapsed);
  outcome.statistics.bytes("memory.states", exploration.memory);
  outcome.statistics.time("time", elapsed);
  if (outcome.verdict() == Verdict::True)
    checkProof(context, options.checkProof, outcome,
               [&](support::Cancellation &cancellation) { return checked(context, options, cancellation); });
  return outcome;
}

const Engine engine{.name = "explore",
                    .description = "visits every reachable state; proves programs with few states and small inputs",
                    .finds = program::PropertySet::all(),
                    .proves = program::PropertySet::all(),
                    .configure = Configured<engine, Options, run>::make};

} // namespace heddle::engines::explore
