// Decides whether a path of the program with n threads is feasible, and if not, finds predicates that exclude it.
//
// The path is executed symbolically in a tree of which it is the only branch; refuting its first transition that cannot
// be taken leaves a sequence interpolant in the labels of that tree (reachability/labels). Its atoms, where they speak
// of at most one thread, become predicates of the thread's function: registers and objects are named as those of slot
// 0, and a number that is the handle of a thread becomes that thread's own handle. Atoms about two threads are dropped.
#pragma once

#include "engines/parametric/bounds.hpp"
#include "engines/parametric/concrete_path.hpp"
#include "engines/tree/counterexample.hpp"
#include "reachability/interpolation.hpp"
#include "reachability/path_values.hpp"
#include "reachability/tree.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace heddle::engines::parametric {

class Refinement {
public:
  /// `alone` is the semantics of one thread, in which predicates are stated.
  Refinement(reachability::Semantics &semantics, reachability::Semantics &alone, reachability::Entailment &entailment,
             const Templates &templates, Predicates &predicates)
      : semantics_(semantics), alone_(alone), entailment_(entailment), templates_(templates), predicates_(predicates),
        hasEvenSteps_(hasEvenSteps(semantics.program())) {}

  /// Executes the path. False if the program cannot take it, or if work was cancelled.
  bool isFeasible(const ConcretePath &path);
  /// After isFeasible: the execution, and its last transition.
  const reachability::Tree &execution() const { return *tree_; }
  const tree::ErrorPath &error() const { return error_; }

  struct Result {
    std::size_t added = 0;              // predicates
    std::size_t droppedInterThread = 0; // atoms about the locals of two threads
    bool tooMany = false;
  };
  /// After isFeasible has returned false.
  Result refine(const ConcretePath &path);

private:
  enum class Method : std::uint8_t { WeakestPreconditions, PathFacts };
  void execute(const ConcretePath &path, std::size_t first);
  void executeSuffix(const ConcretePath &path);
  bool shorten();
  void refine(const ConcretePath &path, Method method, Result &result);
  void project(const ConcretePath &path, std::size_t position, Expr formula, Result &result);
  void projectAtom(ControlId control, const ConcretePath::Observation &threads, Expr atom, Result &result);
  bool addHandlePredicates(Expr atom, Result &result);
  void addCopies(program::CfaId cfa, Expr predicate, Result &result);
  void add(program::CfaId cfa, Expr predicate, Result &result);

  reachability::Semantics &semantics_;
  reachability::Semantics &alone_;
  reachability::Entailment &entailment_;
  const Templates &templates_;
  Predicates &predicates_;
  bool hasEvenSteps_;
  std::unique_ptr<reachability::Tree> tree_;
  std::unique_ptr<reachability::PathValues> values_;
  tree::ErrorPath error_;
  std::size_t first_ = 0;   // the position at which the execution begins
  bool isCutShort_ = false; // the last executed transition has a condition that is false
};

} // namespace heddle::engines::parametric
