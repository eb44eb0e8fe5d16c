// The constraint graph of the points-to analysis and its least solution; independent of Programs.
//
// A node represents everything that one variable (a register, an expression, a cell of an object) may hold; its
// solution is a set of targets. A target is an object with a byte offset, or with `anyOffset`. Constraints
// between nodes are inclusions: an edge propagates targets from node to node, either unchanged, or moved by a
// constant, or *blurred* (without their offset). A load or a store is attached to the node of its address and
// adds edges from or to the cells of each object in the solution of that node.
//
// An object's content is divided into words of pointer size. Cells are made on first access. Two more nodes for
// each object represent "written at an unknown offset" (propagated into every cell) and "read at an unknown
// offset" (every cell is propagated into it). Likewise, two nodes represent writing and reading any object: an
// address with very many targets is taken to point to all of memory.
#pragma once

#include "analysis/points_to_set.hpp"

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace heddle::analysis {

class PointsToSolver {
public:
  using Node = std::uint32_t;

  explicit PointsToSolver(std::uint32_t pointerBytes)
      : pointerBytes_(pointerBytes), memoryWritten_(addNode()), memoryRead_(addNode()) {}

  Node addNode();
  void addTarget(Node node, Target target) {
    PointsToSet set;
    set.add(target);
    addTargets(node, set);
  }
  void addCopy(Node from, Node to) { addEdge(from, {to, 0, false}); }
  void addShift(Node from, Node to, std::int64_t distance) { addEdge(from, {to, distance, false}); }
  void addBlur(Node from, Node to) { addEdge(from, {to, 0, true}); }
  /// `to` includes what is stored in the `bytes` bytes at the targets of `address`.
  void addLoad(Node address, Node to, std::uint32_t bytes);
  void addStore(Node address, Node value, std::uint32_t bytes);
  /// The object's content holds `target` at `offset` from the beginning.
  void addInitial(AbstractObject object, std::uint32_t offset, Target target);

  /// Propagates to the least solution; may be called again after more constraints were added.
  void solve();

  TargetSet solution(Node node) const { return nodes_[node].targets.targets(); }
  /// What any cell of the object may hold.
  TargetSet content(AbstractObject object) const;

private:
  struct Edge {
    Node to;
    std::int64_t shift;
    bool blur;
    bool operator==(const Edge &) const = default;
  };
  struct Access {
    Node other; // the destination of a load, the source of a store
    std::uint32_t bytes;
  };
  struct NodeData {
    PointsToSet targets;
    PointsToSet pending; // targets that have not been propagated yet
    std::vector<Edge> edges;
    std::vector<Access> loads;
    std::vector<Access> stores;
    bool queued = false;
    bool everything = false; // as an address, it is taken to point to all of memory
  };
  struct Content {
    Node written; // at an unknown offset
    Node read;    // at an unknown offset
    std::unordered_map<std::uint32_t, Node> cells;
    bool blurred = false; // a partial store at an unknown offset happens
  };

  void addTargets(Node node, const PointsToSet &targets);
  void addEdge(Node from, Edge edge);
  void propagate(const PointsToSet &targets, const Edge &edge);
  void access(NodeData &address, const PointsToSet &fresh);
  /// Adds an edge on behalf of a load or a store, unless it exists.
  void grow(Node from, Node to, bool exact);
  void growLoad(Target target, Access load);
  void growStore(Target target, Access store);
  void growLoadOfAll(Access load);
  void growStoreToAll(Access store);
  void blurAllCells(Content &content);
  Content &contentOf(AbstractObject object);
  Node cell(AbstractObject object, std::uint32_t word);
  bool coversOneWord(std::uint32_t offset, std::uint32_t bytes) const {
    return bytes == pointerBytes_ && offset % pointerBytes_ == 0;
  }

  std::uint32_t pointerBytes_;
  std::deque<NodeData> nodes_;
  Node memoryWritten_;
  Node memoryRead_;
  bool memoryBlurred_ = false; // a partial store to any object happens
  std::unordered_map<AbstractObject, Content> contents_;
  std::unordered_set<std::uint64_t> grown_; // edges that loads and stores have added
  std::deque<Node> worklist_;
};

} // namespace heddle::analysis
