// The CEGAR loop: section 2.2.2 of "Partial Order Reduction for Abstraction-Based Verification of Concurrent Software"
// (Telbisz).
//
// It ends when the abstract graph is complete (safe), or when a path to a violation is feasible (unsafe). A refinement
// may leave the precision unchanged if lazy pruning has kept states of an older precision; then the graph is rebuilt
// from scratch. If the next refinement leaves it unchanged too, the loop gives up. Variables with too many values are
// no longer tracked, which leaves them to predicates.
#pragma once

#include "engines/cegar/abstractor.hpp"
#include "engines/cegar/domain.hpp"
#include "engines/cegar/precision.hpp"
#include "engines/cegar/refiner.hpp"
#include "engines/cegar/weakening.hpp"
#include "engines/tree/formula_text.hpp"
#include "engines/tree/search.hpp"
#include "proof/proof.hpp"

#include <chrono>
#include <optional>
#include <vector>

namespace heddle::engines::cegar {

class Loop final : public tree::Search {
public:
  Loop(const Context &context, const Options &options, const Weakening &weakening = {});

  Answer run() override;
  proof::ReachabilityProof proof() override;
  const std::vector<program::Warning> &warnings() const override { return warnings_; }
  Statistics statistics() const override;

  std::uint64_t iterations() const { return iterations_; }
  Abstractor &abstractor() { return abstractor_; }
  Precision &precision() { return precision_; }
  reachability::Semantics &semantics() { return setting_.semantics; }

private:
  enum class Result : std::uint8_t { Complete, Unsafe, GivenUp, Cancelled };
  Result search();
  /// Handles a target that can be reached. False if it is a violation, which ends the search.
  bool accept(const Transition &transition);
  /// Refines the precision. False if the spurious counterexample cannot be excluded.
  bool refine(const Refiner::Path &path, const Abstractor::Target &target);
  void logRefinement(const Refiner::Refinement &refinement);

  const Context &context_;
  const program::Program &program_;
  const Options &options_;
  tree::Setting setting_;
  tree::FormulaText text_; // for the log
  Domain domain_;
  Precision precision_;
  Abstractor abstractor_;
  Refiner refiner_;
  std::optional<Unknown> incomplete_; // why no proof is possible
  std::vector<program::Warning> warnings_;
  std::uint64_t iterations_ = 0;
  bool hasStalled_ = false; // the last refinement left the precision unchanged
  std::chrono::nanoseconds exploring_{};
  std::chrono::nanoseconds refining_{};
};

} // namespace heddle::engines::cegar
