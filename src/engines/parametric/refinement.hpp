// Decides whether a path of the program with n threads is feasible, and if not, finds predicates that exclude it.
//
// The path is executed symbolically; refuting its first transition that cannot be taken leaves a sequence interpolant
// in the labels of the execution. Its atoms, where they speak of at most one thread, become predicates of the thread's
// function: registers and objects are named as those of slot 0, and a number that is the handle of a thread becomes
// that thread's own handle. Atoms about two threads are dropped.
#pragma once

#include "engines/parametric/bounds.hpp"
#include "engines/parametric/concrete_path.hpp"
#include "engines/tree/path_execution.hpp"
#include "reachability/interpolation.hpp"

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
  /// After isFeasible.
  const tree::PathExecution &execution() const { return *execution_; }

  struct Result {
    std::size_t added = 0;              // predicates
    std::size_t droppedInterThread = 0; // atoms about the locals of two threads
    bool tooMany = false;
  };
  /// After isFeasible has returned false.
  Result refine(const ConcretePath &path);

private:
  enum class Method : std::uint8_t { WeakestPreconditions, PathFacts };
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
  std::optional<tree::PathExecution> execution_;
};

} // namespace heddle::engines::parametric
