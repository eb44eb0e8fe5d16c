// The abstract reachability tree: nodes, labels and covers.
//
// Every node represents a path from the root. It has a global control location, the values of the variables on its
// path, and a label: a set of conjuncts that hold in all states that the node represents, those of its own path and
// those of the nodes that it covers.
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

/// A condition on a path: the target node of the transition that has it, and its index there.
using PathCondition = std::pair<NodeId, std::size_t>;

struct Node {
  NodeId parent = noNode;
  const Transition *via = nullptr; // from the parent; null for the root
  ControlId control = 0;
  unsigned depth = 0;
  unsigned switches = 0;                      // of threads, on the path
  NodeId stepStart = noNode;                  // the node at which the step that leads to or through this node began
  std::vector<std::pair<Expr, Expr>> symbols; // the transition's inputs, and their symbols on this path
  std::vector<std::pair<VariableId, Expr>> values; // assigned by the transition, over the symbols of the path
  std::vector<Expr> conditions;                    // of the transition, over the symbols of the path
  std::vector<Expr> label;                         // ascending ids
  std::vector<NodeId> children;
  NodeId coveredBy = noNode;
  std::vector<NodeId> covers;
  std::vector<bool> required; // by slot: threads that must be expanded here
  std::vector<bool> expanded; // by slot
  unsigned timesForced = 0;   // how often a cover of this node was forced
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

  /// The conditions on the path that depend on its symbols, the last ones first.
  std::vector<PathCondition> openConditions(NodeId id) const;
  /// The value of such a condition, over the symbols of the path.
  Expr valueOf(const PathCondition &condition) const { return nodes_[condition.first].conditions[condition.second]; }

  void cover(NodeId covered, NodeId by);
  void uncover(NodeId covered);
  /// Removes the node, its descendants, and all covers of and by them. Returns the remaining nodes that one of them
  /// covered.
  std::vector<NodeId> remove(NodeId root);
  void forEachBelow(NodeId root, const std::function<void(NodeId)> &visit) const; // the root too

  bool hasConjunct(NodeId id, Expr conjunct) const;
  /// False if the label already has it.
  bool addConjunct(NodeId id, Expr conjunct);

  program::ExprPool &pool() const { return pool_; } // of all formulas

private:
  program::ExprPool &pool_;
  std::deque<Node> nodes_;
  std::unordered_map<ControlId, std::vector<NodeId>> byControl_;
};

} // namespace heddle::reachability
