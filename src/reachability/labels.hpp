// Proving formulas at nodes, and writing the proof into the labels.
//
// Whatever is proved here holds for all states that the node stands for, not only for those of its own path: the
// labels of its ancestors are strengthened so that they entail it. This is REFINE and force cover of the paper, and
// what conditional dependence and the end of the life of objects need.
#pragma once

#include "reachability/interpolation.hpp"
#include "reachability/path_values.hpp"
#include "reachability/tree.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace heddle::reachability {

class Labels {
public:
  Labels(Tree &tree, StateVariables &variables, PathValues &values, Entailment &entailment, Interpolator &interpolator)
      : tree_(tree), variables_(variables), values_(values), entailment_(entailment), interpolator_(interpolator) {}

  /// Whether the formula holds at the node on its path; if so, it is a conjunct of its label from now on.
  bool establish(NodeId node, Expr formula);
  /// The same for several formulas, or for none of them, without breaking any cover if covers are to be kept; the
  /// label of `fixed`, if it is an ancestor, stays as it is.
  /// `entails` says whether the label of a node entails a formula.
  using Entails = std::function<bool(NodeId, Expr)>;
  bool establishAll(NodeId node, std::span<const Expr> formulas, NodeId fixed, const Entails &entails, bool keepCovers);

  /// Whether the transition, with those values of its conditions, cannot be taken; if so, the labels say so.
  /// Otherwise the model of the entailment is an execution, unless work was stopped.
  bool refute(const Edge &edge, std::span<const Expr> conditions);

  /// Nodes whose labels have become stronger since the last call.
  std::vector<NodeId> takeStrengthened() { return std::exchange(strengthened_, {}); }

private:
  struct PathConditions {
    std::vector<Expr> values;
    std::vector<PathCondition> origins;
  };
  /// Those on the path to the node that have to do with the seeds.
  PathConditions conditionsFor(NodeId node, std::span<const Expr> seeds);
  std::optional<Relevance> prove(NodeId node, Expr formula);
  /// What has to be added to labels, so that they entail the formula at the node. Goes up to `fixed`, which is among
  /// the nodes of the plan if something is asked of it.
  using Plan = std::vector<std::pair<NodeId, Expr>>;
  /// False if that would ask something of `fixed` that is not even true on its own path.
  bool plan(NodeId node, Expr formula, Relevance &relevance, NodeId fixed, Plan &plan);
  void strengthen(NodeId node, Expr formula, Relevance &relevance);
  void apply(const Plan &plan, NodeId fixed);

  Tree &tree_;
  StateVariables &variables_;
  PathValues &values_;
  Entailment &entailment_;
  Interpolator &interpolator_;
  std::vector<NodeId> strengthened_;
};

} // namespace heddle::reachability
