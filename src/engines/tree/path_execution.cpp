#include "engines/tree/path_execution.hpp"

#include <algorithm>

namespace heddle::engines::tree {

using program::Expr;
using reachability::Node;
using reachability::NodeId;
using reachability::noNode;
using reachability::Transition;

PathExecution::PathExecution(const Path &path, std::size_t first, reachability::Semantics &semantics,
                             reachability::Entailment &entailment)
    : first_(first), semantics_(&semantics), entailment_(&entailment) {
  reachability::StateVariables &variables = semantics.variables();
  tree_ = std::make_unique<reachability::Tree>(variables.pool());
  values_ = std::make_unique<reachability::PathValues>(*tree_, variables.pool());
  Node root;
  root.control = path.controls[first];
  if (first == 0)
    for (const auto &[variable, value] : semantics.initialState().values)
      root.values.emplace_back(variable->index, value);
  NodeId at = tree_->add(std::move(root));
  for (std::size_t i = first; i < path.transitions.size(); ++i) {
    const Transition &transition = *path.transitions[i];
    end_ = {at, &transition, {}, {}};
    for (const Expr input : transition.inputs)
      end_.symbols.emplace_back(input, variables.newSymbol(input->width));
    for (const reachability::Content &content : transition.contents)
      end_.symbols.emplace_back(content.input, variables.newSymbol(content.input->width));
    for (const Expr condition : transition.conditions) {
      end_.conditions.push_back(values_->at(at, condition, end_.symbols));
      isInfeasible_ = isInfeasible_ || end_.conditions.back()->isFalse();
    }
    if (isInfeasible_ || i + 1 == path.transitions.size() || entailment.isCancelled())
      return;
    Node child;
    child.parent = at;
    child.via = &transition;
    child.control = path.controls[i + 1];
    child.depth = (*tree_)[at].depth + 1;
    child.values = values_->assigned(at, transition, end_.symbols);
    child.symbols = end_.symbols;
    child.conditions = end_.conditions;
    at = tree_->add(std::move(child));
  }
}

bool PathExecution::shorten() {
  for (;;) {
    std::vector<Expr> conditions;
    std::vector<NodeId> origins; // the node after the transition, none for the last transition
    const auto add = [&](const std::vector<Expr> &some, NodeId after) {
      for (const Expr condition : some)
        if (!condition->isTrue()) {
          conditions.push_back(condition);
          origins.push_back(after);
        }
    };
    for (const NodeId node : tree_->pathTo(end_.node))
      add((*tree_)[node].conditions, node);
    if (!isInfeasible_)
      add(end_.conditions, noNode);
    const auto core = entailment_->check(conditions, semantics_->variables().pool().boolean(false));
    if (!core)
      return isInfeasible_;
    // End with the last transition of the core. The conditions before it may still contradict each other.
    NodeId last = 0;
    for (const std::size_t index : *core)
      last = std::max(last, origins[index]);
    isInfeasible_ = true;
    if (last == noNode)
      continue;
    const Node &after = (*tree_)[last];
    end_ = {after.parent, after.via, after.symbols, after.conditions};
  }
}

PathExecution executeInfeasibleSuffix(const Path &path, reachability::Semantics &semantics,
                                      reachability::Entailment &entailment) {
  std::size_t infeasible = 0;
  std::size_t feasible = path.transitions.size();
  while (feasible - infeasible > 1 && !entailment.isCancelled()) {
    const std::size_t middle = infeasible + (feasible - infeasible) / 2;
    (PathExecution(path, middle, semantics, entailment).shorten() ? infeasible : feasible) = middle;
  }
  PathExecution suffix(path, infeasible, semantics, entailment);
  suffix.shorten();
  return suffix;
}

} // namespace heddle::engines::tree
