#include "engines/cegar/loop.hpp"

#include "engines/tree/counterexample.hpp"
#include "engines/tree/proof_export.hpp"
#include "program/unchecked.hpp"
#include "support/stopwatch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines::cegar {

using reachability::noNode;
using reachability::Semantics;

Loop::Loop(const Context &context, const Options &options, const Weakening &weakening)
    : context_(context), program_(context.program), options_(options),
      setting_(context, options.tree.solver,
               weakening.mutator.is(tree::Mutation::NoPauses) ? Semantics::Rests::BeforeVisibleOnly
               : options.largeBlocks                          ? Semantics::Rests::BeforeVisible
                                                              : Semantics::Rests::Everywhere),
      text_(program_, setting_.variables), domain_(options, setting_.semantics, setting_.entailment),
      precision_(setting_.semantics, options.localPrecision),
      abstractor_(context, options, weakening, setting_.semantics, domain_, precision_),
      refiner_(options, setting_.semantics, setting_.entailment, domain_, precision_,
               context.facts != nullptr ? &context.facts->values : nullptr) {}

Answer Loop::run() {
  switch (search()) {
  case Result::Unsafe:
    return tree::executePath(context_, refiner_.execution().end(), refiner_.execution().tree(), setting_);
  case Result::Cancelled:
    return cancelledOrGivenUp(
        context_.cancellation,
        fmt::format("{} iterations, {} abstract states without a violation", iterations_, abstractor_.counts().states));
  case Result::Complete:
  case Result::GivenUp:
    break;
  }
  return incomplete_ ? Answer{*incomplete_} : proved(program_);
}

Loop::Result Loop::search() {
  for (;;) {
    std::optional<Abstractor::Target> target;
    {
      const support::Stopwatch stopwatch(exploring_);
      target = abstractor_.explore();
    }
    if (context_.cancellation.poll())
      return Result::Cancelled;
    if (const auto &tooMany = abstractor_.tooMany()) {
      context_.log.info("variable {} has too many values and is no longer tracked", text_.variable(tooMany->variable));
      precision_.giveUp(tooMany->control, tooMany->variable);
      abstractor_.restart();
      continue;
    }
    if (!target) {
      context_.log.info("the abstraction is complete: {} abstract states, {} covers", abstractor_.countNodes(),
                        abstractor_.counts().covers);
      return Result::Complete;
    }
    ++iterations_;
    const support::Stopwatch stopwatch(refining_);
    const Refiner::Path path = Refiner::pathTo(abstractor_.tree(), *target);
    if (context_.log.logs(support::Log::Level::Info))
      context_.log.info("iteration {}: {} abstract states, {} variables and {} predicates tracked; a path of {} "
                        "transitions leads to {}",
                        iterations_, abstractor_.countNodes(), precision_.countVariables(),
                        precision_.countPredicates(), path.transitions.size(),
                        program_.sources.describe(program_.sources.userSpan(target->transition->span)));
    const bool isFeasible = refiner_.checkFeasible(path);
    if (context_.cancellation.poll())
      return Result::Cancelled;
    if (isFeasible) {
      context_.log.info("the path is feasible");
      if (!accept(*target->transition))
        return Result::Unsafe;
      continue;
    }
    if (!refine(path, *target))
      return context_.cancellation.poll() ? Result::Cancelled : Result::GivenUp;
  }
}

bool Loop::accept(const Transition &transition) {
  if (transition.kind == Transition::Kind::Violation)
    return false;
  abstractor_.dismiss(&transition);
  const program::SourceSpan span = program_.sources.userSpan(transition.span);
  if (transition.kind == Transition::Kind::Halt) {
    if (!incomplete_)
      incomplete_ = Unknown{Unknown::Kind::Unsupported,
                            fmt::format("{} at {}", transition.message, program_.sources.describe(span))};
    return true;
  }
  // Undefined behaviour that is not checked: the user is warned.
  if (std::none_of(warnings_.begin(), warnings_.end(), [&](const program::Warning &w) { return w.span == span; }))
    warnings_.push_back({program::uncheckedBehaviour(transition.message, transition.property), span, false});
  return true;
}

bool Loop::refine(const Refiner::Path &path, const Abstractor::Target &target) {
  const std::optional<Refiner::Refinement> refinement = refiner_.refine(path);
  const bool isStuck = refinement && !refinement->grew && hasStalled_;
  if ((!refinement || isStuck) && target.transition->kind == Transition::Kind::Stop) {
    abstractor_.dismiss(target.transition);
    return true;
  }
  if (!refinement || isStuck) {
    incomplete_ =
        Unknown{Unknown::Kind::Incomplete,
                fmt::format("a spurious counterexample to {} cannot be excluded{}",
                            program_.sources.describe(program_.sources.userSpan(target.transition->span)),
                            domain_.hasPredicates() ? "" : " by the values of variables; --domain product may")};
    return false;
  }
  hasStalled_ = !refinement->grew;
  logRefinement(*refinement);
  if (options_.lazyPruning && refinement->grew && refinement->firstChanged < path.nodes.size()) {
    context_.log.debug("pruning from node {}, {} transitions after the root", path.nodes[refinement->firstChanged],
                       refinement->firstChanged);
    abstractor_.prune(path.nodes[refinement->firstChanged]);
  } else {
    abstractor_.restart();
  }
  return true;
}

void Loop::logRefinement(const Refiner::Refinement &refinement) {
  context_.log.info("the path is spurious; tracked in addition: {} variables, {} predicates",
                    refinement.variables.size(), refinement.predicates.size());
  if (!context_.log.logs(support::Log::Level::Debug))
    return;
  for (const VariableId variable : refinement.variables)
    context_.log.debug("variable {} is tracked", text_.variable(variable));
  for (const Expr predicate : refinement.predicates)
    context_.log.debug("predicate {} is tracked", text_.formula(predicate));
}

proof::ReachabilityProof Loop::proof() {
  proof::ReachabilityProof proof = tree::exportProof(abstractor_.finishedTree(), setting_.semantics);
  proof.reduction = proof::Reduction::Persistent;
  return proof;
}

Statistics Loop::statistics() const {
  const Abstractor::Counts &counts = abstractor_.counts();
  const auto mean = [&](std::uint64_t total) {
    return counts.sets == 0 ? 0.0 : static_cast<double>(total) / static_cast<double>(counts.sets);
  };
  Statistics result;
  result.count("iterations", iterations_);
  result.count("precision.variables", precision_.countVariables());
  result.count("precision.predicates", precision_.countPredicates());
  if (context_.facts != nullptr)
    result.count("facts.predicates", refiner_.countBounds());
  result.count("states", counts.states);
  result.count("states.final", abstractor_.countNodes());
  result.count("controls", setting_.semantics.countControls());
  result.count("actions", counts.actions);
  result.count("covers", counts.covers);
  result.ratio("persistent.chosen", mean(counts.members));
  result.ratio("persistent.active", mean(counts.choices));
  result.count("states.reprocessed", counts.reprocessed);
  result.count("queries", setting_.entailment.queries());
  result.time("time.exploring", exploring_);
  result.time("time.refining", refining_);
  result.time("time.solving", setting_.entailment.time());
  return result;
}

} // namespace heddle::engines::cegar
