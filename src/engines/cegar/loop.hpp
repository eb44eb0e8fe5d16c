// The loop of abstraction and refinement: section 2.2.2 of the paper (Telbisz).
//
// It ends when the graph is complete (safe), or when a path to a violation is feasible (unsafe). It gives up if a
// refinement has left the precision as it was twice in a row: once may be because lazy pruning has kept states of an
// older precision, so then everything is built anew. Variables that take too many values are exchanged for predicates.
#pragma once

#include "engines/cegar/abstractor.hpp"
#include "engines/cegar/domain.hpp"
#include "engines/cegar/precision.hpp"
#include "engines/cegar/refiner.hpp"
#include "engines/engine.hpp"
#include "proof/proof.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace heddle::engines::cegar {

class Loop {
public:
  Loop(const program::Program &program, const Options &options, Progress &progress);

  enum class Result : std::uint8_t { Safe, Unsafe, GivenUp, Cancelled };
  Result run();

  Outcome counterexample();                             // Unsafe
  const std::string &reason() const { return reason_; } // GivenUp
  std::string progress() const;                         // Cancelled
  proof::ReachabilityProof proof();                     // Safe

  const std::vector<program::Warning> &warnings() const { return warnings_; }
  std::vector<Statistic> statistics() const;

  std::uint64_t iterations() const { return iterations_; }
  Abstractor &abstractor() { return abstractor_; }
  Precision &precision() { return precision_; }
  reachability::Semantics &semantics() { return semantics_; }

private:
  /// The target can be reached. False if that ends the search.
  bool accept(const Transition &transition);
  bool refine(const Refiner::Path &path, const Abstractor::Target &target);

  const program::Program &program_;
  const Options &options_;
  Progress &progress_;
  program::ExprPool pool_;
  reachability::StateVariables variables_;
  reachability::Entailment entailment_;
  reachability::Semantics semantics_;
  Domain domain_;
  Precision precision_;
  Abstractor abstractor_;
  Refiner refiner_;
  std::string reason_;
  std::vector<program::Warning> warnings_;
  std::uint64_t iterations_ = 0;
  bool hasStalled_ = false; // the last refinement left the precision as it was
  std::chrono::nanoseconds exploring_{};
  std::chrono::nanoseconds refining_{};
};

} // namespace heddle::engines::cegar
