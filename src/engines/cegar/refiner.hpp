// The refiner: decides whether an abstract counterexample is feasible, and if not, refines the precision to exclude it.
//
// The path is executed symbolically; refuting its first infeasible transition (reachability/labels, as in engine lazy)
// leaves a sequence interpolant in the labels of the execution.
#pragma once

#include "engines/cegar/abstractor.hpp"
#include "engines/cegar/domain.hpp"
#include "engines/cegar/precision.hpp"
#include "engines/tree/path_execution.hpp"
#include "reachability/interpolation.hpp"
#include "reachability/labels.hpp"
#include "reachability/path_values.hpp"

#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace heddle::engines::cegar {

class Refiner {
public:
  Refiner(const Options &options, reachability::Semantics &semantics, reachability::Entailment &entailment,
          Domain &domain, Precision &precision, const program::ValueFacts *facts)
      : options_(options), semantics_(semantics), entailment_(entailment), domain_(domain), precision_(precision),
        facts_(facts, semantics) {}

  /// An abstract path, up to the transition to the target.
  struct Path : tree::Path {
    std::vector<NodeId> nodes; // of the abstract graph
  };
  static Path pathTo(const reachability::Tree &tree, const Abstractor::Target &target);

  /// Executes the path symbolically. False if the program cannot take it, or if work was cancelled.
  bool checkFeasible(const Path &path);
  /// After checkFeasible.
  const tree::PathExecution &execution() const { return *execution_; }

  struct Refinement {
    bool grew = false;                   // the precision
    std::size_t firstChanged = 0;        // position on the path: the refinement does not concern the nodes before it
    std::vector<VariableId> variables{}; // newly tracked
    std::vector<Expr> predicates{};      // newly tracked
  };
  /// After checkFeasible has returned false: refines the precision. None if no state formula refutes the path.
  std::optional<Refinement> refine(const Path &path);

  /// Predicates that were added because of facts.
  std::uint64_t countBounds() const { return bounds_; }

private:
  using Interpolants = std::vector<std::vector<Expr>>; // by node of the path

  std::optional<Interpolants> interpolate(const Path &path, tree::PathExecution execution);
  std::optional<Interpolants> interpolateSuffix(const Path &path);
  bool trackValues(const Path &path, const Interpolants &interpolants, Refinement &refinement);
  void addBounds(ControlId control, Expr predicate, Refinement &refinement);
  bool refutes(const Path &path, const Precision &precision);

  const Options &options_;
  reachability::Semantics &semantics_;
  reachability::Entailment &entailment_;
  Domain &domain_;
  Precision &precision_;
  reachability::LocationFacts facts_;
  std::uint64_t bounds_ = 0;
  std::optional<tree::PathExecution> execution_;
};

} // namespace heddle::engines::cegar
