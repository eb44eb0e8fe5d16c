// The refiner: decides whether an abstract counterexample is feasible, and if not, refines the precision to exclude it.
//
// The path is executed symbolically in a separate tree, of which it is the only branch. Refuting its first infeasible
// transition (reachability/labels, as in engine lazy) leaves a sequence interpolant in the labels of that tree.
#pragma once

#include "engines/cegar/abstractor.hpp"
#include "engines/cegar/domain.hpp"
#include "engines/cegar/precision.hpp"
#include "engines/tree/counterexample.hpp"
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
          Domain &domain, Precision &precision)
      : options_(options), semantics_(semantics), entailment_(entailment), domain_(domain), precision_(precision) {}

  /// An abstract path: its control locations, and the transitions between them and to the target.
  struct Path {
    std::vector<NodeId> nodes; // of the abstract graph
    std::vector<ControlId> controls;
    std::vector<const Transition *> transitions;
  };
  static Path pathTo(const reachability::Tree &tree, const Abstractor::Target &target);

  /// Executes the path symbolically. False if the program cannot take it, or if work was cancelled.
  bool checkFeasible(const Path &path);
  /// After checkFeasible: the path as a tree, and its last transition.
  const reachability::Tree &execution() const { return *attempt_->tree; }
  const tree::ErrorPath &error() const { return attempt_->error; }

  struct Refinement {
    bool grew = false;                   // the precision
    std::size_t firstChanged = 0;        // position on the path: the refinement does not concern the nodes before it
    std::vector<VariableId> variables{}; // newly tracked
    std::vector<Expr> predicates{};      // newly tracked
  };
  /// After checkFeasible has returned false: refines the precision. None if no state formula refutes the path.
  std::optional<Refinement> refine(const Path &path);

private:
  /// The symbolic execution of a suffix of a path.
  struct Attempt {
    std::size_t first = 0; // position on the path
    std::unique_ptr<reachability::Tree> tree;
    std::unique_ptr<reachability::PathValues> values;
    tree::ErrorPath error; // its last transition: to the target, or the one that cannot be taken
    std::size_t length = 0;
    bool isFeasible = false;
  };
  using Interpolants = std::vector<std::vector<Expr>>; // by node of the path

  Attempt execute(const Path &path, std::size_t first);
  bool shorten(Attempt &attempt);
  std::optional<Interpolants> interpolate(const Path &path, Attempt attempt);
  std::optional<Interpolants> interpolateSuffix(const Path &path);
  bool trackValues(const Path &path, const Interpolants &interpolants, Refinement &refinement);
  bool refutes(const Path &path, const Precision &precision);

  const Options &options_;
  reachability::Semantics &semantics_;
  reachability::Entailment &entailment_;
  Domain &domain_;
  Precision &precision_;
  std::optional<Attempt> attempt_;
};

} // namespace heddle::engines::cegar
