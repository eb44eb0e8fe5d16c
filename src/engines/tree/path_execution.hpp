// The symbolic execution of a path, or of a suffix of one, in a tree of which it is the only branch. Refuting its last
// transition (reachability/labels) leaves a sequence interpolant in the labels of that tree.
#pragma once

#include "engines/tree/counterexample.hpp"
#include "reachability/entailment.hpp"
#include "reachability/path_values.hpp"
#include "reachability/semantics.hpp"
#include "reachability/tree.hpp"

#include <cstddef>
#include <memory>
#include <vector>

namespace heddle::engines::tree {

/// A path of the program, of which the abstraction claims that it leads to a violation.
struct Path {
  std::vector<reachability::ControlId> controls; // before each transition
  std::vector<const reachability::Transition *> transitions;
};

class PathExecution {
public:
  /// Executes the path from position `first` up to its end, or to the first transition with a condition that is false.
  /// If that is not the beginning of the path, the values of all variables there are arbitrary.
  PathExecution(const Path &path, std::size_t first, reachability::Semantics &semantics,
                reachability::Entailment &entailment);

  /// Shortens the execution so that it ends with its first transition that cannot be taken. False if all can be taken,
  /// or if work was cancelled.
  bool shorten();

  std::size_t first() const { return first_; }
  reachability::Tree &tree() { return *tree_; }
  const reachability::Tree &tree() const { return *tree_; }
  reachability::PathValues &values() { return *values_; }
  /// The last transition: to the violation, or the one that cannot be taken.
  const ErrorPath &end() const { return end_; }

private:
  std::size_t first_;
  reachability::Semantics *semantics_;
  reachability::Entailment *entailment_;
  std::unique_ptr<reachability::Tree> tree_;
  std::unique_ptr<reachability::PathValues> values_;
  ErrorPath end_;
  bool isInfeasible_ = false; // known to be
};

/// The execution of the shortest suffix of an infeasible path that cannot be taken from any state, shortened. Binary
/// search finds it, because a suffix of a feasible suffix is feasible.
PathExecution executeInfeasibleSuffix(const Path &path, reachability::Semantics &semantics,
                                      reachability::Entailment &entailment);

} // namespace heddle::engines::tree
