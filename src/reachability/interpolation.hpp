// Sequence interpolants of paths, computed backwards, one transition at a time.
//
// A path proves a formula at its last node if the conditions on the path entail it. Going backwards, each transition
// turns a formula that must hold after it into formulas that suffice before it. Together they are a sequence
// interpolant ("Verifying Multi-threaded Software with Impact", section II): for every transition,
// before ∧ transition ⇒ after, over the state variables. Only conditions in the unsatisfiable core of the proof are
// used.
//
// The inputs of a transition have no name before it. A formula that mentions them is replaced by facts about the path
// that entail it for all values of the inputs.
#pragma once

#include "reachability/entailment.hpp"
#include "reachability/location_facts.hpp"
#include "reachability/path_values.hpp"
#include "reachability/tree.hpp"

#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace heddle::reachability {

/// A transition out of a node, whether or not its child exists yet.
struct Edge {
  NodeId from = noNode;
  const Transition *transition = nullptr;
  std::span<const std::pair<Expr, Expr>> symbols; // for the transition's inputs
};

/// The conditions on a path that a proof needs.
using Relevance = std::set<PathCondition>;

class Interpolator {
public:
  Interpolator(const Tree &tree, PathValues &values, Entailment &entailment, StateVariables &variables)
      : tree_(tree), variables_(variables), values_(values), entailment_(entailment), pool_(variables.pool()) {}
  virtual ~Interpolator() = default;

  /// From now on, formulas that follow from the facts are not needed before a transition.
  void useFacts(LocationFacts *facts) { facts_ = facts; }

  /// Formulas that hold at `edge.from` on its path and entail `after` after the transition, given its conditions with
  /// the indices `relevant`. Adds to `relevance` the conditions of the path that the formulas rely on.
  std::vector<Expr> before(const Edge &edge, Expr after, std::span<const std::size_t> relevant, Relevance &relevance);

  /// Whether before ∧ transition ⇒ after.
  bool isInductive(const Edge &edge, std::span<const Expr> before, Expr after);

protected:
  /// Whether facts of the path that entail the formula should replace it at the node, if there are any.
  virtual bool prefersFacts(NodeId node, Expr formula) = 0;

  const Tree &tree_;
  StateVariables &variables_;

private:
  /// Whether the transition assigns a variable of the formula, or the formula has symbols.
  bool modifies(const Transition &transition, Expr formula);
  Expr weakestPrecondition(const Edge &edge, Expr after, std::span<const std::size_t> relevant);
  /// Smaller formulas that entail the weakest precondition, specialised to the addresses on the path.
  std::vector<Expr> preconditionsOnPath(const Edge &edge, Expr after, std::span<const std::size_t> relevant);
  bool mentionsInputs(Expr formula) { return variables_.vocabularyOf(formula).hasInputs; }
  /// Facts of the path to a node that entail the formula for all values of its inputs; with symbols only if they are
  /// needed and allowed. No value if there are none.
  std::optional<std::vector<Expr>> explain(NodeId node, Expr formula, bool allowSymbols, Relevance &relevance);
  std::optional<std::vector<Expr>> explainByConstants(NodeId node, Expr formula);

  PathValues &values_;
  Entailment &entailment_;
  program::ExprPool &pool_;
  LocationFacts *facts_ = nullptr;
};

/// Weakest preconditions, replaced by facts of the path where they get too large to be useful in a label.
class WeakestPreconditions final : public Interpolator {
public:
  using Interpolator::Interpolator;

protected:
  bool prefersFacts(NodeId node, Expr formula) override;
};

/// Strongest postconditions, restricted to the core: equations `variable = value` of the path, as few as suffice. They
/// are stronger than necessary, but simple. Weakest preconditions where the path has no such equations.
class PathFacts final : public Interpolator {
public:
  using Interpolator::Interpolator;

protected:
  bool prefersFacts(NodeId, Expr) override { return true; }
};

} // namespace heddle::reachability
