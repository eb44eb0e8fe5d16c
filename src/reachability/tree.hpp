// The abstract reachability tree: nodes, labels, and who covers whom.
//
// Every node is a path from the root; it knows its global control location, what the variables are worth on that
// path, and its label. The label is a set of conjuncts that hold in all states that the node stands for: those of its
// own path, and those of the nodes that it covers.
#pragma once

#include "reachability/control.hpp"
#include "reachability/state_variables.hpp"
#include "reachability/transition.hpp"

#include <deque>
#include <functional>
#include <unordered_map>
#include <vector>

namespace heddle::reachability {

using NodeId = std::uint32_t;
constexpr NodeId noNode = UINT32_MAX;

/// A condition on a path: the node behind the transition that has it, and its index there.
using PathCondition = std::pair<NodeId, std::size_t>;

struct Node {
  NodeId parent = noNode;
  const Transition *via = nullptr; // from the parent; null for the root
  ControlId control = 0;
  unsigned depth = 0;
  unsigned switches = 0;     // of threads, on the path
  NodeId stepStart = noNode; // where all threads rested before the step that leads here, or through here
  std::vector<std::pair<Expr, Expr>> symbols;      // the transition's inputs, and what they are called on this path
  std::vector<std::pair<VariableId, Expr>> values; // what the transition assigned, over the symbols of the path
  std::vector<Expr> conditions;                    // of the transition, over the symbols of the path
  std::vector<Expr> label;                         // ascending ids
  std::vector<NodeId> children;
  NodeId coveredBy = noNode;
  std::vector<NodeId> covers;
  std::vector<bool> required; // by slot: threads that must be expanded here
  std::vector<bool> expanded; // by slot
  unsigned timesForced = 0;   // to be covered
  bool isQueued = false;
  bool isExpanded = false;
  bool wasPassedOver = false; // taken from the queue while an ancestor was covered
  bool isRemoved = false;
};

class Tree {
public:
  explicit Tree(program::ExprPool &pool) : pool_(pool) {}

  NodeId add(Node node);
  Node &operator[](NodeId id) { return nodes_[id]; }
  const Node &operator[](NodeId id) const { return nodes_[id]; }
  std::size_t size() const { return nodes_.size(); }

  /// Nodes with that control location, oldest first.
  const std::vector<NodeId> &at(ControlId control) const;

  /// Whether the node or one of its ancestors is covered.
  bool isCovered(NodeId id) const;
  bool isAncestor(NodeId ancestor, NodeId node) const;
  NodeId nearestCommonAncestor(NodeId a, NodeId b) const;
  std::vector<NodeId> pathTo(NodeId id) const; // from the root

  /// The conditions on the path that its symbols decide, the last ones first.
  std::vector<PathCondition> openConditions(NodeId id) const;
  /// What such a condition is worth, over the symbols of the path.
  Expr valueOf(const PathCondition &condition) const { return nodes_[condition.first].conditions[condition.second]; }

  void cover(NodeId covered, NodeId by);
  void uncover(NodeId covered);
  /// Takes the node and all below it out of the tree; nobody covers or is covered there any more. Returns the others
  /// that were covered by one of them.
  std::vector<NodeId> remove(NodeId root);
  void forEachBelow(NodeId root, const std::function<void(NodeId)> &visit) const; // the root too

  bool hasConjunct(NodeId id, Expr conjunct) const;
  /// False if it was there.
  bool addConjunct(NodeId id, Expr conjunct);

  program::ExprPool &pool() const { return pool_; } // of all formulas

private:
  program::ExprPool &pool_;
  std::deque<Node> nodes_;
  std::unordered_map<ControlId, std::vector<NodeId>> byControl_;
};

} // namespace heddle::reachability
