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
      segments_(alone_, weakening.mutator), predicates_(alone_), enumeration_(options.solver, context.cancellation),
      abstraction_(alone_, segments_, predicates_, templates_, enumeration_),
      refinement_(setting_.semantics, alone_, setting_.entailment, templates_, predicates_) {}

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
  auto abstract = std::make_unique<ThreadSystem>(segments_, abstraction_, templates_, options_.transitions, weakening_);
  ThreadSystem::Result built;
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
    options.algorithm = coverability::Algorithm::Lean;
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
  for (const Choice choice : {Choice::Last, Choice::First}) {
    const auto path = concretePath(abstract, system, trace, setting_.semantics, choice);
    if (!path) {
      why = path.error().message;
      continue;
    }
    threads_ = path->threads;
    context_.log.info("a path of {} threads and {} transitions leads to {}", path->threads, path->transitions.size(),
                      program_.sources.describe(program_.sources.userSpan(path->error->span)));
    if (context_.log.logs(support::Log::Level::Debug))
      for (const coverability::Firing &firing : trace.firings)
        context_.log.debug("  {}", system.describe(system.transition(firing.transition)));
    const bool isFeasible = refinement_.isFeasible(*path);
    if (context_.cancellation.poll())
      return cancelled();
    if (isFeasible)
      return accept(*path);
    const Refinement::Result refined = refinement_.refine(*path);
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
  return Unknown{Unknown::Kind::Incomplete,
                 fmt::format("a spurious counterexample with {} threads cannot be excluded: {}", threads_, why)};
}

std::optional<Answer> Loop::accept(const ConcretePath &path) {
  context_.log.info("the path is feasible");
  const Segment &last = *path.error;
  if (last.kind == Transition::Kind::Violation) {
    executed_ = path.threads;
    return tree::executePath(context_, refinement_.error(), refinement_.execution(), setting_);
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
  result.count("queries", enumeration_.queries() + setting_.entailment.queries());
  result.time("time.abstracting", abstracting_);
  result.time("time.covering", covering_);
  result.time("time.refining", refining_);
  result.time("time.solving", enumeration_.time() + setting_.entailment.time());
  return result;
}

} // namespace heddle::engines::parametric
