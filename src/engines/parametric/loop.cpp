#include "engines/parametric/loop.hpp"

#include "engines/parametric/proof_export.hpp"
#include "support/stopwatch.hpp"

#include <fmt/format.h>

#include <limits>

namespace heddle::engines::parametric {

using reachability::Semantics;

Loop::Loop(const Context &context, const Options &options, const Weakening &weakening)
    : context_(context), program_(context.program), options_(options), weakening_(weakening),
      setting_(context, options.solver, Semantics::Rests::Everywhere),
      alone_(context.program, setting_.variables, setting_.entailment, std::numeric_limits<unsigned>::max(),
             Semantics::Rests::BeforeVisible, Semantics::Handles::Inputs),
      text_(program_, setting_.variables), templates_(program_, alone_.pointsTo(), weakening.mutator),
      synchronisation_(program_.properties.contains(program::Property::NoDataRace)
                           ? std::make_unique<Synchronisation>(program_, alone_.pointsTo())
                           : nullptr),
      segments_(alone_, synchronisation_.get(), weakening.mutator), predicates_(alone_),
      enumeration_(options.solver, context.cancellation),
      abstraction_(alone_, segments_, predicates_, templates_, enumeration_),
      refinement_(setting_.semantics, alone_, setting_.entailment, templates_, predicates_) {
  if (program_.properties.contains(program::Property::NoDeadlock))
    waits_ = std::make_unique<LockWaits>(alone_, segments_, enumeration_, templates_);
  if (!synchronisation_)
    return;
  raceAccesses_ = std::make_unique<RaceAccesses>(program_, alone_.pointsTo());
  meetings_ = std::make_unique<Meetings>(alone_, segments_, abstraction_, *raceAccesses_, weakening.mutator);
  if (const auto &span = raceAccesses_->uncovered(); span && !weakening.mutator.is(Mutation::IgnoreRelease))
    incomplete_ = Unknown{Unknown::Kind::Unsupported,
                          fmt::format("a race of an access that follows another write in its atomic block, at {}, may "
                                      "have been missed: this is not supported for any number of threads",
                                      program_.sources.describe(program_.sources.userSpan(*span)))};
}

Answer Loop::run() {
  if (const auto &obstacle = templates_.obstacle())
    return Unknown{Unknown::Kind::Unsupported, *obstacle};
  if (templates_.joinsAreValid() || weakening_.trustsJoins)
    alone_.trustJoins();
  context_.log.info("{} cells hold handles of threads; handles are {}", templates_.handleCells().size(),
                    templates_.handlesAreFresh() ? "not reused" : "reused");
  for (;;)
    if (std::optional<Answer> answer = iterate())
      return std::move(*answer);
}

proof::ParametricProof Loop::proof() {
  return exportProof({.semantics = alone_,
                      .templates = templates_,
                      .segments = segments_,
                      .predicates = predicates_,
                      .abstract = *proving_,
                      .certificate = certificate_,
                      .joinsAreValid = templates_.joinsAreValid() || weakening_.trustsJoins});
}

Answer Loop::cancelled() {
  return cancelledOrGivenUp(context_.cancellation, fmt::format("{} iterations of abstraction refinement", iterations_));
}

/// One abstraction, and what follows from it. No value if the abstraction has been refined.
std::optional<Answer> Loop::iterate() {
  ++iterations_;
  const Predicates::Counts counts = predicates_.counts();
  context_.report(fmt::format("iteration {}: {} shared, {} local, {} mixed predicates", iterations_, counts.shared,
                              counts.local, counts.mixed));
  auto abstract = std::make_unique<ThreadSystem>(segments_, abstraction_, templates_, options_.transitions, weakening_,
                                                 meetings_.get(), waits_.get());
  ThreadSystem::Result built{};
  {
    const support::Stopwatch stopwatch(abstracting_);
    built = abstract->build([this](const Segment &segment) { return dismissed_.contains(&segment); },
                            context_.cancellation);
  }
  sharedStates_ = abstract->countShared();
  localStates_ = abstract->countLocal();
  transitions_ = abstract->countTransitions();
  if (built == ThreadSystem::Result::Cancelled)
    return cancelled();
  if (built == ThreadSystem::Result::TooLarge)
    return Unknown{
        Unknown::Kind::Bound,
        fmt::format("the abstraction of iteration {} is too large ({} transitions so far)", iterations_, transitions_)};
  context_.log.info("iteration {}: {} shared, {} local, {} mixed predicates; {} shared states, {} local states, {} "
                    "transitions",
                    iterations_, counts.shared, counts.local, counts.mixed, sharedStates_, localStates_, transitions_);

  auto system = std::make_unique<coverability::System>(abstract->system());
  coverability::Answer answer;
  {
    const support::Stopwatch stopwatch(covering_);
    coverability::Progress progress{context_.cancellation, [this](const std::string &line) { context_.report(line); }};
    coverability::Options options;
    // The trace decides which predicates are found, so it must not depend on the time that others take.
    options.algorithm = options_.widening ? coverability::Algorithm::Lean : coverability::Algorithm::Backward;
    options.oracleBeside = false;
    options.stateEquation = false;
    answer = coverability::check(*system, options, progress);
  }
  if (context_.cancellation.poll())
    return cancelled();
  if (answer.internalError)
    return InternalError{InternalError::Kind::NoReplay, *answer.internalError};
  if (weakening_.mutator.is(Mutation::IgnoreTrace) && answer.verdict == coverability::Verdict::Coverable) {
    answer.verdict = coverability::Verdict::Uncoverable;
    answer.certificate = coverability::Certificate{.minimal = {{ThreadSystem::bad, {}}}, .traps = {}, .weightings = {}};
  }
  switch (answer.verdict) {
  case coverability::Verdict::Unknown:
    return Unknown{Unknown::Kind::Bound, fmt::format("the coverability search ended early: {}", answer.reason)};
  case coverability::Verdict::Uncoverable:
    context_.log.info("no number of threads leads to a violation of the abstraction");
    if (incomplete_)
      return *incomplete_;
    if (waits_)
      if (const auto obstacle = abstract->waitingObstacle())
        return Unknown{Unknown::Kind::Unsupported,
                       fmt::format("deadlocks of any number of threads are not decided: {}", *obstacle)};
    proving_ = std::move(abstract);
    certificate_ = std::move(*answer.certificate);
    return proved(program_);
  case coverability::Verdict::Coverable:
    break;
  }
  const support::Stopwatch stopwatch(refining_);
  return treat(*abstract, *system, *answer.trace);
}

/// An abstract counterexample: it is executed, or the abstraction is refined to exclude it.
std::optional<Answer> Loop::treat(const ThreadSystem &abstract, const coverability::System &system,
                                  const coverability::Trace &trace) {
  std::string why;
  std::string what = "counterexample";
  std::size_t threads = 0;
  if (context_.log.logs(support::Log::Level::Debug))
    for (const coverability::Firing &firing : trace.firings)
      context_.log.debug("  {}", system.describe(system.transition(firing.transition)));
  for (const Choice choice : {Choice::Last, Choice::First}) {
    const auto paths = concretePaths(abstract, system, trace, setting_.semantics, waits_.get(), choice);
    if (!paths || paths->empty()) {
      why = paths ? "the program has no such steps" : paths.error().message;
      continue;
    }
    threads = paths->front().threads;
    what = describe(paths->front());
    context_.log.info("a path of {} threads and {} transitions leads to {}", threads, paths->front().transitions.size(),
                      what);
    for (const ConcretePath &path : *paths) {
      const bool isFeasible = refinement_.isFeasible(path);
      if (context_.cancellation.poll())
        return cancelled();
      if (!isFeasible)
        continue;
      if (std::optional<Answer> answer = execute(path))
        return answer;
      if (path.race == nullptr)
        return std::nullopt;
      why = "an execution of it is no race";
    }
    for (const ConcretePath &path : *paths) {
      if (refinement_.isFeasible(path) || context_.cancellation.poll())
        continue;
      const Refinement::Result refined = refinement_.refine(path);
      if (context_.cancellation.poll())
        return cancelled();
      if (refined.tooMany)
        return Unknown{Unknown::Kind::Bound, fmt::format("more than {} predicates would be needed", mostPredicates)};
      if (refined.added > 0) {
        logPredicates(refined.added);
        abstraction_.forget();
        return std::nullopt;
      }
      why = refined.droppedInterThread > 0 ? "its refutation relates the local variables of two threads"
                                           : "its refutation gives no new predicate";
    }
    if (context_.cancellation.poll())
      return cancelled();
  }
  if (const auto &weak = segments_.weakRead())
    why += fmt::format("; the read at {} does not synchronise, and may have any value here",
                       program_.sources.describe(program_.sources.userSpan(*weak)));
  const std::string with = threads == 0 ? "" : fmt::format(" with {} threads", threads);
  Unknown unknown{Unknown::Kind::Incomplete, fmt::format("a spurious {}{} cannot be excluded: {}", what, with, why)};
  const ThreadSystem::Move &last = abstract.moveOf(trace.firings.back().transition);
  if (last.races.empty() && (!last.cycle.empty() || last.segment->kind == Transition::Kind::Violation))
    return unknown;
  // There may be other violations.
  for (const Meeting *meeting : last.races)
    meeting->isDismissed = true;
  if (last.races.empty())
    dismissed_.insert(last.segment);
  incomplete_ = incomplete_.value_or(std::move(unknown));
  return std::nullopt;
}

std::string Loop::describe(const ConcretePath &path) const {
  const auto placeOf = [this](program::SourceSpan span) {
    return program_.sources.describe(program_.sources.userSpan(span));
  };
  if (!path.deadlocked.empty())
    return fmt::format("deadlock of {} threads", path.deadlocked.size());
  if (path.race == nullptr)
    return fmt::format("counterexample at {}", placeOf(path.error->span));
  return fmt::format("race of the accesses at {} and {}", placeOf(path.race->first->span),
                     placeOf(path.race->second->span));
}

/// Executes a feasible path. No value if it has no violation: then the abstraction is to be refined or goes on without
/// it.
std::optional<Answer> Loop::execute(const ConcretePath &path) {
  context_.log.info("the path is feasible");
  if (!path.deadlocked.empty()) {
    executed_ = path.threads;
    Answer answer = tree::executePath(context_, refinement_.execution().end(), refinement_.execution().tree(), setting_,
                                      path.deadlocked);
    if (std::holds_alternative<InternalError>(answer))
      return Unknown{Unknown::Kind::Incomplete,
                     fmt::format("{} threads can wait for each other, but it is not known whether the program can end "
                                 "then, which would be no deadlock",
                                 path.deadlocked.size())};
    return answer;
  }
  if (path.race == nullptr)
    return accept(path);
  executed_ = path.threads;
  Answer answer = tree::executePath(context_, refinement_.execution().end(), refinement_.execution().tree(), setting_);
  // The two steps of an uncertain race may be ordered by what else they do.
  if (std::holds_alternative<InternalError>(answer) && !path.race->isCertain())
    return std::nullopt;
  return answer;
}

/// An operation that is not supported is left out of the abstraction from now on.
std::optional<Answer> Loop::accept(const ConcretePath &path) {
  const Segment &last = *path.error;
  if (last.kind == Transition::Kind::Violation) {
    executed_ = path.threads;
    return tree::executePath(context_, refinement_.execution().end(), refinement_.execution().tree(), setting_);
  }
  dismissed_.insert(&last);
  if (!incomplete_)
    incomplete_ =
        Unknown{Unknown::Kind::Unsupported,
                fmt::format("{} at {}", last.message, program_.sources.describe(program_.sources.userSpan(last.span)))};
  return std::nullopt;
}

void Loop::logPredicates(std::size_t added) {
  context_.log.info("the path is spurious; {} new predicates", added);
  if (!context_.log.logs(support::Log::Level::Debug))
    return;
  for (const Expr predicate : predicates_.shared())
    context_.log.debug("shared: {}", text_.formula(predicate));
  for (program::CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
    for (const Expr predicate : predicates_.of(cfa))
      context_.log.debug("{}: {}", program_.cfas[cfa].name, text_.formula(predicate));
}

Statistics Loop::statistics() {
  const Predicates::Counts counts = predicates_.counts();
  Statistics result;
  if (executed_ != 0)
    result.count("threads", executed_);
  result.count("iterations", iterations_);
  result.count("predicates.shared", counts.shared);
  result.count("predicates.local", counts.local);
  result.count("predicates.mixed", counts.mixed);
  result.count("states.shared", sharedStates_);
  result.count("states.local", localStates_);
  result.count("transitions", transitions_);
  if (proving_)
    result.count("excluded", certificate_.minimal.size());
  result.count("queries", enumeration_.queries() + setting_.entailment.queries());
  result.time("time.abstracting", abstracting_);
  result.time("time.covering", covering_);
  result.time("time.refining", refining_);
  result.time("time.solving", enumeration_.time() + setting_.entailment.time());
  return result;
}

} // namespace heddle::engines::parametric
