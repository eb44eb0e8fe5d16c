#include "engines/cegar/loop.hpp"

#include "engines/tree/proof_export.hpp"
#include "support/stopwatch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines::cegar {

using reachability::noNode;
using reachability::Semantics;

Loop::Loop(const program::Program &program, const Options &options, Progress &progress)
    : program_(program), options_(options), progress_(progress), variables_(pool_),
      entailment_(options.solver, progress.cancellation),
      semantics_(program, variables_, entailment_, options.maxThreads,
                 options.abstraction.largeBlocks ? Semantics::Rests::BeforeVisible : Semantics::Rests::Everywhere),
      domain_(options.abstraction, semantics_, entailment_), precision_(semantics_, options.abstraction.localPrecision),
      abstractor_(options.abstraction, semantics_, domain_, precision_, progress),
      refiner_(options.abstraction, semantics_, entailment_, domain_, precision_) {}

Loop::Result Loop::run() {
  for (;;) {
    std::optional<Abstractor::Target> target;
    {
      const support::Stopwatch stopwatch(exploring_);
      target = abstractor_.explore();
    }
    if (progress_.cancellation.stopRequested())
      return Result::Cancelled;
    if (const auto &tooMany = abstractor_.tooMany()) {
      precision_.giveUp(tooMany->control, tooMany->variable);
      abstractor_.restart();
      continue;
    }
    if (!target)
      return reason_.empty() ? Result::Safe : Result::GivenUp;
    ++iterations_;
    const support::Stopwatch stopwatch(refining_);
    const Refiner::Path path = Refiner::pathTo(abstractor_.tree(), *target);
    const bool isFeasible = refiner_.isFeasible(path);
    if (progress_.cancellation.stopRequested())
      return Result::Cancelled;
    if (isFeasible) {
      if (!accept(*target->transition))
        return Result::Unsafe;
      continue;
    }
    if (!refine(path, *target))
      return progress_.cancellation.stopRequested() ? Result::Cancelled : Result::GivenUp;
  }
}

bool Loop::accept(const Transition &transition) {
  if (transition.kind == Transition::Kind::Violation)
    return false;
  abstractor_.dismiss(&transition);
  const program::SourceSpan span = program_.sources.userSpan(transition.span);
  if (transition.kind == Transition::Kind::Halt) {
    if (reason_.empty())
      reason_ = fmt::format("{} at {}", transition.message, program_.sources.describe(span));
    return true;
  }
  // Undefined behaviour that is not what is checked: the execution is not followed, and the user is told.
  if (std::none_of(warnings_.begin(), warnings_.end(), [&](const program::Warning &w) { return w.span == span; }))
    warnings_.push_back({fmt::format("{}; what follows is not looked at (--property {} checks this)",
                                     transition.message, program::name(transition.property)),
                         span, false});
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
    reason_ = fmt::format("a spurious counterexample to {} cannot be excluded{}",
                          program_.sources.describe(program_.sources.userSpan(target.transition->span)),
                          domain_.hasPredicates() ? "" : " by the values of variables; --domain product may");
    return false;
  }
  hasStalled_ = !refinement->grew;
  if (options_.abstraction.lazyPruning && refinement->grew && refinement->firstChanged < path.nodes.size())
    abstractor_.prune(path.nodes[refinement->firstChanged]);
  else
    abstractor_.restart();
  return true;
}

Outcome Loop::counterexample() {
  return tree::follow(refiner_.error(), refiner_.execution(), semantics_, entailment_, options_, "cegar");
}

proof::ReachabilityProof Loop::proof() {
  proof::ReachabilityProof proof = tree::exportProof(abstractor_.finishedTree(), semantics_);
  proof.reduction = proof::Reduction::Persistent;
  return proof;
}

std::string Loop::progress() const {
  return fmt::format("{} iterations, {} abstract states without a violation", iterations_, abstractor_.counts().states);
}

std::vector<Statistic> Loop::statistics() const {
  const auto seconds = [](std::chrono::duration<double> time) { return fmt::format("{:.2f} s", time.count()); };
  const auto number = [](auto value) { return fmt::format("{}", value); };
  const Abstractor::Counts &counts = abstractor_.counts();
  const auto mean = [&](std::uint64_t total) {
    return counts.sets == 0 ? 0.0 : static_cast<double>(total) / static_cast<double>(counts.sets);
  };
  return {{"iterations", number(iterations_)},
          {"tracked variables", number(precision_.countVariables())},
          {"predicates", number(precision_.countPredicates())},
          {"abstract states", number(counts.states)},
          {"abstract states in the end", number(abstractor_.countNodes())},
          {"control locations", number(semantics_.countControls())},
          {"explored actions", number(counts.actions)},
          {"covers", number(counts.covers)},
          {"threads in persistent sets", fmt::format("{:.2f} of {:.2f}", mean(counts.members), mean(counts.choices))},
          {"reprocessed states", number(counts.reprocessed)},
          {"questions to the solver", number(entailment_.queries())},
          {"time of exploring", seconds(exploring_)},
          {"time of refining", seconds(refining_)},
          {"time in the solver, of both", seconds(entailment_.time())}};
}

} // namespace heddle::engines::cegar
