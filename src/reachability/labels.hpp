// Proving formulas at nodes, and writing the proof into the labels.
//
// Whatever is proved here holds for all states that the node stands for, not only for those of its own path: the
// labels of its ancestors are strengthened so that they entail it. This is REFINE and force cover of the paper, and
// what conditional dependence and the end of the life of objects need.
#pragma once

#include "reachability/interpolation.hpp"
#include "reachability/path_values.hpp"
#include "reachability/tree.hpp"

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace heddle::reachability {

class Labels {
public:
  Labels(Tree &tree, PathValues &values, Entailment &entailment, Interpolator &interpolator)
      : tree_(tree), values_(values), entailment_(entailment), interpolator_(interpolator) {}

  /// Whether the formula holds at the node on its path; if so, it is a conjunct of its label from now on.
  bool establish(NodeId node, Expr formula);
  /// The same for each, or for none.
  bool establishAll(NodeId node, std::span<const Expr> formulas);

  /// Whether the transition, with those values of its conditions, cannot be taken; if so, the labels say so.
  /// Otherwise the model of the entailment is an execution, unless work was stopped.
  bool refute(const Edge &edge, std::span<const Expr> conditions);

  /// Nodes whose labels have become stronger since the last call.
  std::vector<NodeId> takeStrengthened() { return std::exchange(strengthened_, {}); }

private:
  struct PathConditions {
    std::vector<Expr> values;
    std::vector<std::pair<NodeId, std::size_t>> origins;
  };
  /// Those on the path to the node that have to do with the seeds.
  PathConditions conditionsFor(NodeId node, std::span<const Expr> seeds);
  const std::vector<VariableId> &symbolsOf(Expr expression);
  std::optional<Relevance> prove(NodeId node, Expr formula);
  void strengthen(NodeId node, Expr formula, Relevance &relevance);

  Tree &tree_;
  PathValues &values_;
  Entailment &entailment_;
  Interpolator &interpolator_;
  std::vector<NodeId> strengthened_;
  std::unordered_map<Expr, std::vector<VariableId>> symbols_;
};

} // namespace heddle::reachability
