// Engines lazy and cegar with one defect each.
#pragma once

#include "engines/cegar/loop.hpp"
#include "engines/lazy/impact.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace heddle::testing {

using engines::tree::Mutation;
using engines::tree::Mutator;

/// An engine with a defect that takes effect at every `period`-th opportunity.
struct Mutant {
  std::string name;
  std::function<std::unique_ptr<engines::tree::Search>(const engines::Context &, unsigned period)> make;
};

namespace mutants {

using LazyOptions = engines::lazy::Options;
using CegarOptions = engines::cegar::Options;

inline LazyOptions withFacts() {
  LazyOptions options;
  options.interpolants = LazyOptions::Interpolants::Facts;
  return options;
}

inline LazyOptions withoutForcing() {
  LazyOptions options;
  options.forceCover = false;
  return options;
}

inline CegarOptions depthFirst(CegarOptions::Domain domain, CegarOptions::Reduction reduction) {
  CegarOptions options;
  options.search = CegarOptions::Search::Depth;
  options.domain = domain;
  options.reduction = reduction;
  return options;
}

// A search refers to its options, so they live as long as the program.

inline Mutant lazy(const std::string &name, const engines::lazy::Weakening &weakening, Mutation mutation) {
  return {"lazy: " + name, [=](const engines::Context &context, unsigned period) {
            static const std::vector<LazyOptions> options{{}, withFacts(), withoutForcing()};
            engines::lazy::Weakening own = weakening;
            own.mutator = Mutator(mutation, period);
            return std::make_unique<engines::lazy::Impact>(context, options[period % options.size()], own);
          }};
}

inline Mutant cegar(const std::string &name, const engines::cegar::Weakening &weakening, Mutation mutation) {
  return {"cegar: " + name, [=](const engines::Context &context, unsigned period) {
            static const std::vector<CegarOptions> options{
                {},
                depthFirst(CegarOptions::Domain::Product, CegarOptions::Reduction::Aware),
                depthFirst(CegarOptions::Domain::Cartesian, CegarOptions::Reduction::Persistent)};
            engines::cegar::Weakening own = weakening;
            own.mutator = Mutator(mutation, period);
            return std::make_unique<engines::cegar::Loop>(context, options[period % options.size()], own);
          }};
}

} // namespace mutants

inline std::vector<Mutant> allMutants() {
  using mutants::cegar;
  using mutants::lazy;
  return {
      lazy("drop a conjunct", {}, Mutation::DropConjunct),
      lazy("weaken interpolants", {}, Mutation::WeakenInterpolant),
      lazy("wrong initial state", {}, Mutation::WrongInitialState),
      lazy("skip a thread", {}, Mutation::SkipThread),
      lazy("forget a successor", {}, Mutation::ForgetSuccessor),
      lazy("claim infeasibility", {}, Mutation::ClaimInfeasible),
      lazy("skip an error check", {}, Mutation::SkipErrorCheck),
      lazy("cover without implication", {}, Mutation::CoverWithoutImplication),
      lazy("cover by another location", {}, Mutation::CoverElsewhere),
      lazy("cover by a covered node", {}, Mutation::CoverByCovered),
      lazy("cover by another step", {}, Mutation::CoverInsideStep),
      lazy("no expansion of covers", {.noCoverExpansion = true}, Mutation::None),
      lazy("skip a dependent step", {}, Mutation::SkipDependent),
      lazy("skip a blocked step", {}, Mutation::SkipBlocked),
      lazy("ignore the ends of stacks", {}, Mutation::IgnoreStackEnds),
      lazy("no pauses in loops", {}, Mutation::NoPauses),
      lazy("reuse ids too early", {}, Mutation::ForgetObjects),
      lazy("drop stopped threads", {}, Mutation::StopAfterEffect),
      cegar("keep a stale value", {}, Mutation::StaleValue),
      cegar("wrong initial state", {}, Mutation::WrongInitialState),
      cegar("skip a thread", {}, Mutation::SkipThread),
      cegar("forget a successor", {}, Mutation::ForgetSuccessor),
      cegar("claim infeasibility", {}, Mutation::ClaimInfeasible),
      cegar("skip an error check", {}, Mutation::SkipErrorCheck),
      cegar("cover without implication", {}, Mutation::CoverWithoutImplication),
      cegar("cover by another location", {}, Mutation::CoverElsewhere),
      cegar("cover by a covered node", {}, Mutation::CoverByCovered),
      cegar("persistent set too small", {}, Mutation::SmallPersistentSet),
      cegar("persistent set of loops", {.mayCloseLoops = true}, Mutation::None),
      cegar("persistent set that may block", {.mayBeBlocked = true}, Mutation::None),
      cegar("persistent set out of date", {.noValiditySets = true}, Mutation::None),
      cegar("no pauses in loops", {}, Mutation::NoPauses),
      cegar("reuse ids too early", {}, Mutation::ForgetObjects),
  };
}

} // namespace heddle::testing
