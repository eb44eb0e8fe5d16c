// Andersen's analysis by difference propagation: a node on the worklist propagates only the targets that are new
// since it was last processed.
//
// A store of less than a word may change the offset of a pointer in the word, so it blurs the cells that it
// overlaps; this keeps pointers sound into which integers are spliced. A whole word stored at an unknown offset
// is taken to be aligned; an unaligned one would matter only if it tore a neighbouring pointer apart.
#include "analysis/points_to_solver.hpp"

#include <cassert>
#include <utility>

namespace heddle::analysis {

namespace {

/// An address of more objects than this is taken to point to all of memory.
constexpr std::size_t maxObjects = 64;

} // namespace

PointsToSolver::Node PointsToSolver::addNode() {
  nodes_.emplace_back();
  return static_cast<Node>(nodes_.size() - 1);
}

void PointsToSolver::addTargets(Node node, const PointsToSet &targets) {
  NodeData &data = nodes_[node];
  if (!data.targets.add(targets, data.pending) || data.queued)
    return;
  data.queued = true;
  worklist_.push_back(node);
}

void PointsToSolver::addEdge(Node from, Edge edge) {
  NodeData &data = nodes_[from];
  data.edges.push_back(edge);
  if (data.targets.isEmpty())
    return;
  const PointsToSet known = data.targets; // a copy: the edge may lead back to the node
  propagate(known, edge);
}

void PointsToSolver::propagate(const PointsToSet &targets, const Edge &edge) {
  if (edge.blur)
    return addTargets(edge.to, targets.blurred());
  if (edge.shift != 0)
    return addTargets(edge.to, targets.shifted(edge.shift));
  addTargets(edge.to, targets);
}

void PointsToSolver::addLoad(Node address, Node to, std::uint32_t bytes) {
  NodeData &data = nodes_[address];
  data.loads.push_back({to, bytes});
  if (data.everything)
    return growLoadOfAll({to, bytes});
  for (const Target target : data.targets.targets())
    growLoad(target, {to, bytes});
}

void PointsToSolver::addStore(Node address, Node value, std::uint32_t bytes) {
  NodeData &data = nodes_[address];
  data.stores.push_back({value, bytes});
  if (data.everything)
    return growStoreToAll({value, bytes});
  for (const Target target : data.targets.targets())
    growStore(target, {value, bytes});
}

void PointsToSolver::addInitial(AbstractObject object, std::uint32_t offset, Target target) {
  if (offset % pointerBytes_ == 0)
    return addTarget(cell(object, offset / pointerBytes_), target);
  target.offset = Target::anyOffset;
  addTarget(cell(object, offset / pointerBytes_), target);
  addTarget(cell(object, offset / pointerBytes_ + 1), target);
}

void PointsToSolver::solve() {
  while (!worklist_.empty()) {
    const Node node = worklist_.front();
    worklist_.pop_front();
    NodeData &data = nodes_[node]; // a deque: new nodes do not move it
    data.queued = false;
    const PointsToSet fresh = std::exchange(data.pending, {});
    // Edges, loads and stores that are added meanwhile are given the whole solution when they are added.
    for (std::size_t i = 0, count = data.edges.size(); i < count; ++i)
      propagate(fresh, Edge{data.edges[i]});
    access(data, fresh);
  }
}

void PointsToSolver::access(NodeData &address, const PointsToSet &fresh) {
  if (address.everything || (address.loads.empty() && address.stores.empty()))
    return;
  if (address.targets.countObjects() > maxObjects) {
    address.everything = true;
    for (const Access load : address.loads)
      growLoadOfAll(load);
    for (const Access store : address.stores)
      growStoreToAll(store);
    return;
  }
  for (const Target target : fresh.targets()) {
    for (const Access load : address.loads)
      growLoad(target, load);
    for (const Access store : address.stores)
      growStore(target, store);
  }
}

TargetSet PointsToSolver::content(AbstractObject object) const {
  const auto known = contents_.find(object);
  return nodes_[known == contents_.end() ? memoryWritten_ : known->second.read].targets.targets();
}

PointsToSolver::Content &PointsToSolver::contentOf(AbstractObject object) {
  const auto known = contents_.find(object);
  if (known != contents_.end())
    return known->second;
  const Content content{addNode(), addNode(), {}, false};
  addCopy(content.written, content.read);
  addCopy(memoryWritten_, content.written);
  addCopy(content.read, memoryRead_);
  Content &made = contents_.emplace(object, content).first->second;
  if (memoryBlurred_)
    blurAllCells(made);
  return made;
}

void PointsToSolver::blurAllCells(Content &content) {
  if (content.blurred)
    return;
  content.blurred = true;
  grow(content.written, content.written, false);
  for (const auto &[word, node] : content.cells)
    grow(node, node, false);
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
    grow(node, node, false);
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
  if (!whole)
    blurAllCells(content);
}

void PointsToSolver::growLoadOfAll(Access load) { grow(memoryRead_, load.other, load.bytes == pointerBytes_); }

void PointsToSolver::growStoreToAll(Access store) {
  const bool whole = store.bytes == pointerBytes_;
  grow(store.other, memoryWritten_, whole);
  if (whole || memoryBlurred_)
    return;
  memoryBlurred_ = true;
  for (auto &[object, content] : contents_)
    blurAllCells(content);
}

} // namespace heddle::analysis
