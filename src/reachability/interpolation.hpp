// Interpolants of paths, one transition at a time.
//
// A path proves a formula at its last node: the conditions on the way entail it. Going back, each transition turns a
// formula that shall hold behind it into formulas that suffice before it; together they are a sequence interpolant
// (Definition in section II of the Impara paper): before ∧ transition ⇒ after at every step, over the variables of the
// state in between. Only the conditions that the proof needs take part, as the unsatisfiable core names them.
//
// Values that a transition chooses cannot be named before it. Where a formula is still about them, it is replaced by
// facts about the path that entail it for every choice.
#pragma once

#include "reachability/entailment.hpp"
#include "reachability/path_values.hpp"
#include "reachability/tree.hpp"

#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace heddle::reachability {

/// A transition out of a node, whether or not there is a node behind it yet.
struct Edge {
  NodeId from = noNode;
  const Transition *transition = nullptr;
  std::span<const std::pair<Expr, Expr>> symbols; // for the transition's inputs
};

/// Conditions on a path that a proof needs.
using Relevance = std::set<PathCondition>;

class Interpolator {
public:
  Interpolator(const Tree &tree, PathValues &values, Entailment &entailment, StateVariables &variables)
      : tree_(tree), variables_(variables), values_(values), entailment_(entailment), pool_(variables.pool()) {}
  virtual ~Interpolator() = default;

  /// Formulas that hold at `edge.from` on its path and entail `after` behind the transition, given those of its
  /// conditions that are relevant. May find that more conditions of the path are.
  std::vector<Expr> before(const Edge &edge, Expr after, std::span<const std::size_t> relevant, Relevance &relevance);

  /// Checks the definition of an interpolant, for one transition.
  bool isInductive(const Edge &edge, std::span<const Expr> before, Expr after);

protected:
  /// Whether facts of the path should stand for the formula at the node, if there are any that entail it.
  virtual bool prefersFacts(NodeId node, Expr formula) = 0;

  const Tree &tree_;
  StateVariables &variables_;

private:
  /// Whether the transition changes anything that the formula is about.
  bool modifies(const Transition &transition, Expr formula);
  Expr weakestPrecondition(const Edge &edge, Expr after, std::span<const std::size_t> relevant);
  /// The same for the addresses that the path has: formulas that entail it and are smaller.
  std::vector<Expr> preconditionsOnPath(const Edge &edge, Expr after, std::span<const std::size_t> relevant);
  bool mentionsInputs(Expr formula) { return variables_.vocabularyOf(formula).hasInputs; }
  /// Facts at a node, from its path, that entail the formula whatever its inputs are; without symbols unless they
  /// are needed and allowed. Empty optional: there are none.
  std::optional<std::vector<Expr>> explain(NodeId node, Expr formula, bool allowSymbols, Relevance &relevance);
  std::optional<std::vector<Expr>> explainByConstants(NodeId node, Expr formula);

  PathValues &values_;
  Entailment &entailment_;
  program::ExprPool &pool_;
};

/// Weakest preconditions: the least that is needed, as long as it is not too complicated to be any use in a label.
class WeakestPreconditions final : public Interpolator {
public:
  using Interpolator::Interpolator;

protected:
  bool prefersFacts(NodeId node, Expr formula) override;
};

/// Strongest postconditions, seen through the core: equations `variable = value` of the path, as few as are needed.
/// More than is needed, but simple; weakest preconditions where the path has no such equations.
class PathFacts final : public Interpolator {
public:
  using Interpolator::Interpolator;

protected:
  bool prefersFacts(NodeId, Expr) override { return true; }
};

} // namespace heddle::reachability
