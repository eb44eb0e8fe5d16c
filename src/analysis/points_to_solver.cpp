// Andersen's analysis by difference propagation: a node on the worklist passes on only the targets that
// are new since it was last looked at.
//
// Two limits make the solution finite where programs walk through arrays: an offset that leaves
// [0, 2^31), and a ninth offset into one object at one node, become "any offset". Both only lose
// precision. A store of less than a word may change the offset of a pointer that the word holds, so it
// blurs the cells it touches: integers spliced into pointers stay sound. A whole word at an unknown
// offset is taken to be aligned; one that is not would have to tear a neighbouring pointer to matter.
#include "analysis/points_to_solver.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::analysis {

namespace {

constexpr std::size_t maxOffsets = 8;
constexpr std::int64_t offsetLimit = std::int64_t{1} << 31;

Target blurred(Target target) { return {target.object, Target::anyOffset}; }

Target shifted(Target target, std::int64_t distance) {
  if (!target.hasOffset())
    return target;
  const std::int64_t offset = std::int64_t{target.offset} + distance;
  if (offset < 0 || offset >= offsetLimit)
    return blurred(target);
  return {target.object, static_cast<std::uint32_t>(offset)};
}

/// Adds a target to a set and returns what is new by it: itself, its blurred form, or nothing.
bool insert(TargetSet &set, Target &target) {
  const auto begin = std::lower_bound(set.begin(), set.end(), Target{target.object, 0});
  auto end = begin;
  while (end != set.end() && end->object == target.object)
    ++end;
  if (begin != end && !(end - 1)->hasOffset())
    return false;
  const auto place = std::lower_bound(begin, end, target);
  if (place != end && *place == target)
    return false;
  if (target.hasOffset() && static_cast<std::size_t>(end - begin) < maxOffsets) {
    set.insert(place, target);
    return true;
  }
  target = blurred(target);
  set.insert(set.erase(begin, end), target);
  return true;
}

} // namespace

PointsToSolver::Node PointsToSolver::addNode() {
  nodes_.emplace_back();
  return static_cast<Node>(nodes_.size() - 1);
}

void PointsToSolver::addTarget(Node node, Target target) {
  NodeData &data = nodes_[node];
  if (!insert(data.targets, target))
    return;
  data.pending.push_back(target);
  if (data.queued)
    return;
  data.queued = true;
  worklist_.push_back(node);
}

void PointsToSolver::addEdge(Node from, Edge edge) {
  NodeData &data = nodes_[from];
  data.edges.push_back(edge);
  if (data.targets.empty())
    return;
  const TargetSet known = data.targets; // a copy: the edge may lead back to the node
  propagate(known, edge);
}

void PointsToSolver::propagate(const TargetSet &targets, const Edge &edge) {
  for (const Target target : targets)
    addTarget(edge.to, edge.blur ? blurred(target) : shifted(target, edge.shift));
}

void PointsToSolver::addLoad(Node address, Node to, std::uint32_t bytes) {
  nodes_[address].loads.push_back({to, bytes});
  const TargetSet known = nodes_[address].targets;
  for (const Target target : known)
    growLoad(target, {to, bytes});
}

void PointsToSolver::addStore(Node address, Node value, std::uint32_t bytes) {
  nodes_[address].stores.push_back({value, bytes});
  const TargetSet known = nodes_[address].targets;
  for (const Target target : known)
    growStore(target, {value, bytes});
}

void PointsToSolver::addInitial(AbstractObject object, std::uint32_t offset, Target target) {
  if (offset % pointerBytes_ == 0)
    return addTarget(cell(object, offset / pointerBytes_), target);
  addTarget(cell(object, offset / pointerBytes_), blurred(target));
  addTarget(cell(object, offset / pointerBytes_ + 1), blurred(target));
}

void PointsToSolver::solve() {
  while (!worklist_.empty()) {
    const Node node = worklist_.front();
    worklist_.pop_front();
    NodeData &data = nodes_[node]; // a deque: new nodes do not move it
    data.queued = false;
    const TargetSet fresh = std::move(data.pending);
    data.pending.clear();
    // Edges, loads and stores that are added while this runs see the whole solution when they are added.
    for (std::size_t i = 0, count = data.edges.size(); i < count; ++i)
      propagate(fresh, Edge{data.edges[i]});
    for (const Target target : fresh) {
      for (const Access load : data.loads)
        growLoad(target, load);
      for (const Access store : data.stores)
        growStore(target, store);
    }
  }
}

const TargetSet &PointsToSolver::content(AbstractObject object) {
  static const TargetSet nothing;
  const auto known = contents_.find(object);
  return known == contents_.end() ? nothing : nodes_[known->second.read].targets;
}

PointsToSolver::Content &PointsToSolver::contentOf(AbstractObject object) {
  const auto known = contents_.find(object);
  if (known != contents_.end())
    return known->second;
  Content content{addNode(), addNode(), {}, false};
  addCopy(content.written, content.read);
  return contents_.emplace(object, std::move(content)).first->second;
}

PointsToSolver::Node PointsToSolver::cell(AbstractObject object, std::uint32_t word) {
  Content &content = contentOf(object);
  const auto known = content.cells.find(word);
  if (known != content.cells.end())
    return known->second;
  const Node node = addNode();
  content.cells.emplace(word, node);
  addCopy(content.written, node);
  addCopy(node, content.read);
  if (content.blurred)
    addBlur(node, node);
  return node;
}

void PointsToSolver::grow(Node from, Node to, bool exact) {
  if (exact && from == to)
    return;
  assert(from < (1U << 31) && to < (1U << 31) && "more nodes than an edge's key can tell apart");
  const std::uint64_t key = (std::uint64_t{from} << 33) | (std::uint64_t{to} << 1) | (exact ? 1U : 0U);
  if (grown_.insert(key).second)
    addEdge(from, {to, 0, !exact});
}

void PointsToSolver::growLoad(Target target, Access load) {
  const auto growFrom = [this, load](Node from, bool exact) { grow(from, load.other, exact); };
  if (!target.hasOffset())
    return growFrom(contentOf(target.object).read, load.bytes == pointerBytes_);
  const bool exact = coversOneWord(target.offset, load.bytes);
  const std::uint32_t last = (target.offset + load.bytes - 1) / pointerBytes_;
  for (std::uint32_t word = target.offset / pointerBytes_; word <= last; ++word)
    growFrom(cell(target.object, word), exact);
}

void PointsToSolver::growStore(Target target, Access store) {
  const auto growTo = [this, store](Node to, bool exact) {
    grow(store.other, to, exact);
    if (!exact)
      grow(to, to, false);
  };
  if (target.hasOffset()) {
    const bool exact = coversOneWord(target.offset, store.bytes);
    const std::uint32_t last = (target.offset + store.bytes - 1) / pointerBytes_;
    for (std::uint32_t word = target.offset / pointerBytes_; word <= last; ++word)
      growTo(cell(target.object, word), exact);
    return;
  }
  Content &content = contentOf(target.object);
  const bool whole = store.bytes == pointerBytes_;
  growTo(content.written, whole);
  if (whole || content.blurred)
    return;
  content.blurred = true;
  for (const auto &[word, node] : content.cells)
    addBlur(node, node);
}

} // namespace heddle::analysis
