// The refiner: whether an abstract counterexample is feasible, and what to keep so that it does not come back.
//
// The path is executed symbolically in a tree of its own, of which it is the only branch; so proving its first
// infeasible transition impossible (reachability/labels, the same as in engine lazy) leaves a sequence interpolant in
// the labels of that tree.
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

  /// Whether the program can take the path; false also if work was stopped.
  bool isFeasible(const Path &path);
  /// Feasible: the path as a tree, and its end.
  const reachability::Tree &execution() const { return *attempt_->tree; }
  const tree::ErrorPath &error() const { return attempt_->error; }

  struct Refinement {
    bool grew = false;            // the precision
    std::size_t firstChanged = 0; // on the path: nodes before it need not be looked at again
  };
  /// Not feasible: makes the precision finer. None if no state formula refutes the path.
  std::optional<Refinement> refine(const Path &path);

private:
  /// The symbolic execution of a part of a path, from one of its nodes on.
  struct Attempt {
    std::size_t first = 0; // on the path
    std::unique_ptr<reachability::Tree> tree;
    std::unique_ptr<reachability::PathValues> values;
    tree::ErrorPath error; // where it ends: at the target, or at the transition that cannot be taken
    std::size_t length = 0;
    bool isFeasible = false;
  };
  using Interpolants = std::vector<std::vector<Expr>>; // by node of the path

  Attempt execute(const Path &path, std::size_t first);
  bool shorten(Attempt &attempt);
  std::optional<Interpolants> interpolate(const Path &path, Attempt attempt);
  std::optional<Interpolants> interpolateEnd(const Path &path);
  bool keepsValues(const Path &path, const Interpolants &interpolants, Refinement &refinement);
  bool refutes(const Path &path, const Precision &precision);

  const Options &options_;
  reachability::Semantics &semantics_;
  reachability::Entailment &entailment_;
  Domain &domain_;
  Precision &precision_;
  std::optional<Attempt> attempt_;
};

} // namespace heddle::engines::cegar
