#include "reachability/tree.hpp"

#include <algorithm>
#include <cassert>
#include <unordered_set>

namespace heddle::reachability {

namespace {

bool byId(Expr a, Expr b) { return a->id < b->id; }

} // namespace

NodeId Tree::add(Node node) {
  const auto id = static_cast<NodeId>(nodes_.size());
  byControl_[node.control].push_back(id);
  if (node.parent != noNode)
    nodes_[node.parent].children.push_back(id);
  nodes_.push_back(std::move(node));
  return id;
}

const std::vector<NodeId> &Tree::at(ControlId control) const {
  static const std::vector<NodeId> none;
  const auto found = byControl_.find(control);
  return found != byControl_.end() ? found->second : none;
}

bool Tree::isCovered(NodeId id) const {
  for (; id != noNode; id = nodes_[id].parent)
    if (nodes_[id].coveredBy != noNode)
      return true;
  return false;
}

bool Tree::isAncestor(NodeId ancestor, NodeId node) const {
  while (node != noNode && nodes_[node].depth > nodes_[ancestor].depth)
    node = nodes_[node].parent;
  return node == ancestor;
}

NodeId Tree::nearestCommonAncestor(NodeId a, NodeId b) const {
  while (a != b) {
    NodeId &deeper = nodes_[a].depth >= nodes_[b].depth ? a : b;
    deeper = nodes_[deeper].parent;
  }
  return a;
}

std::vector<PathCondition> Tree::openConditions(NodeId id) const {
  std::vector<PathCondition> result;
  for (; nodes_[id].parent != noNode; id = nodes_[id].parent)
    for (std::size_t i = 0; i < nodes_[id].conditions.size(); ++i)
      if (!nodes_[id].conditions[i]->isConstant())
        result.emplace_back(id, i);
  return result;
}

std::vector<NodeId> Tree::pathTo(NodeId id) const {
  std::vector<NodeId> path;
  for (; id != noNode; id = nodes_[id].parent)
    path.push_back(id);
  std::reverse(path.begin(), path.end());
  return path;
}

void Tree::cover(NodeId covered, NodeId by) {
  assert(covered != by && nodes_[covered].coveredBy == noNode && "a node is covered once");
  nodes_[covered].coveredBy = by;
  nodes_[by].covers.push_back(covered);
}

void Tree::uncover(NodeId covered) {
  const NodeId by = nodes_[covered].coveredBy;
  assert(by != noNode && "only a covered node can be uncovered");
  std::erase(nodes_[by].covers, covered);
  nodes_[covered].coveredBy = noNode;
}

std::vector<NodeId> Tree::remove(NodeId root) {
  std::vector<NodeId> removed;
  forEachBelow(root, [&](NodeId id) { removed.push_back(id); });
  // Lists that contain removed nodes are filtered once, at the end: they may contain thousands of them.
  std::unordered_set<ControlId> controls;
  std::unordered_set<NodeId> coverers;
  for (const NodeId id : removed) {
    nodes_[id].isRemoved = true;
    controls.insert(nodes_[id].control);
    if (nodes_[id].coveredBy != noNode)
      coverers.insert(nodes_[id].coveredBy);
  }
  std::vector<NodeId> orphans;
  for (const NodeId id : removed) {
    for (const NodeId covered : nodes_[id].covers) {
      nodes_[covered].coveredBy = noNode;
      if (!nodes_[covered].isRemoved)
        orphans.push_back(covered);
    }
    nodes_[id].coveredBy = noNode;
    nodes_[id].covers.clear();
  }
  const auto isRemoved = [this](NodeId id) { return nodes_[id].isRemoved; };
  for (const NodeId coverer : coverers)
    std::erase_if(nodes_[coverer].covers, isRemoved);
  for (const ControlId control : controls)
    std::erase_if(byControl_[control], isRemoved);
  if (const NodeId parent = nodes_[root].parent; parent != noNode)
    std::erase(nodes_[parent].children, root);
  return orphans;
}

void Tree::forEachBelow(NodeId root, const std::function<void(NodeId)> &visit) const {
  std::vector<NodeId> pending{root};
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    visit(id);
    pending.insert(pending.end(), nodes_[id].children.begin(), nodes_[id].children.end());
  }
}

bool Tree::hasConjunct(NodeId id, Expr conjunct) const {
  const std::vector<Expr> &label = nodes_[id].label;
  return std::binary_search(label.begin(), label.end(), conjunct, byId);
}

bool Tree::addConjunct(NodeId id, Expr conjunct) {
  std::vector<Expr> &label = nodes_[id].label;
  const auto place = std::lower_bound(label.begin(), label.end(), conjunct, byId);
  if (place != label.end() && *place == conjunct)
    return false;
  label.insert(place, conjunct);
  return true;
}

} // namespace heddle::reachability
