// Proves formulas at nodes and strengthens labels accordingly.
//
// A formula that has been established at a node holds in all states that the node represents, not only in those of its
// own path: the labels of its ancestors are strengthened until they entail it. This one operation implements REFINE and
// forced covering of the Impact algorithm for threads (Wachter, Kroening, Ouaknine), conditional dependence, and the
// removal of dead objects.
#pragma once

#include "reachability/interpolation.hpp"
#include "reachability/location_facts.hpp"
#include "reachability/path_values.hpp"
#include "reachability/tree.hpp"

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace heddle::reachability {

class Labels {
public:
  /// What follows from `facts`, if they are given, is not added to labels.
  Labels(Tree &tree, StateVariables &variables, PathValues &values, Entailment &entailment, Interpolator &interpolator,
         LocationFacts *facts = nullptr)
      : tree_(tree), variables_(variables), values_(values), entailment_(entailment), interpolator_(interpolator),
        facts_(facts) {}

  /// Proves the formula on the path to the node and makes it a conjunct of the label. False if it does not hold there.
  bool establish(NodeId node, Expr formula);
  /// Establishes all of the formulas, or changes nothing and returns false. With `keepCovers`, no cover is broken. The
  /// label of `fixed`, if it is an ancestor, does not change.
  /// `entails` decides whether the label of a node entails a formula.
  using Entails = std::function<bool(NodeId, Expr)>;
  bool establishAll(NodeId node, std::span<const Expr> formulas, NodeId fixed, const Entails &entails, bool keepCovers);

  /// Proves that the transition, whose conditions have these values on the path, cannot be taken, and strengthens the
  /// labels so that they exclude it. False if it can be taken: then the model of the entailment is an execution, unless
  /// work was cancelled.
  bool refute(const Edge &edge, std::span<const Expr> conditions);

  /// The nodes whose labels have been strengthened since the last call.
  std::vector<NodeId> takeStrengthened() { return std::exchange(strengthened_, {}); }

private:
  struct PathConditions {
    std::vector<Expr> values;
    std::vector<PathCondition> origins;
  };
  /// The conditions on the path to the node that share variables with the seeds, directly or through each other.
  PathConditions conditionsFor(NodeId node, std::span<const Expr> seeds);
  std::optional<Relevance> prove(NodeId node, Expr formula);
  /// Conjuncts to be added to labels. For `fixed`, conjuncts that its label must already entail.
  using Plan = std::vector<std::pair<NodeId, Expr>>;
  /// Collects the conjuncts with which labels entail the formula at the node, up to the root or `fixed`. False if one
  /// of them is false on the path to `fixed`, or if work was cancelled.
  bool plan(NodeId node, Expr formula, Relevance &relevance, NodeId fixed, Plan &plan);
  void strengthen(NodeId node, Expr formula, Relevance &relevance);
  void apply(const Plan &plan, NodeId fixed);
  /// Whether facts imply the formula at the node.
  bool isFact(NodeId node, Expr formula) { return facts_ != nullptr && facts_->imply(tree_[node].control, formula); }

  Tree &tree_;
  StateVariables &variables_;
  PathValues &values_;
  Entailment &entailment_;
  Interpolator &interpolator_;
  LocationFacts *facts_;
  std::vector<NodeId> strengthened_;
};

} // namespace heddle::reachability
