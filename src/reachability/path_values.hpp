// The values of formulas on the path to a node.
//
// A depth-first search asks about neighbouring nodes, so the values of one path are kept, and moving to another node
// undoes and redoes only the assignments in which the two paths differ.
#pragma once

#include "reachability/tree.hpp"

#include <span>
#include <vector>

namespace heddle::reachability {

class PathValues {
public:
  PathValues(const Tree &tree, program::ExprPool &pool) : tree_(tree), pool_(pool) {}

  /// The value of a formula over state variables, as an expression over the symbols of the path. Symbols in the formula
  /// are not replaced.
  Expr at(NodeId node, Expr formula);
  /// The same, with values for the inputs of a transition that leaves the node.
  Expr at(NodeId node, Expr formula, std::span<const std::pair<Expr, Expr>> inputs);

  /// The variables that a transition out of the node assigns, with their new values.
  std::vector<std::pair<VariableId, Expr>> assigned(NodeId node, const Transition &transition,
                                                    std::span<const std::pair<Expr, Expr>> inputs);

private:
  struct Frame {
    NodeId node;
    std::vector<std::pair<VariableId, Expr>> before;
  };
  void moveTo(NodeId node);
  void push(NodeId node);
  void pop();
  Expr &value(VariableId id);

  const Tree &tree_;
  program::ExprPool &pool_;
  std::vector<Frame> path_;
  std::vector<Expr> values_; // by variable; null: not assigned
};

} // namespace heddle::reachability
