// Program order as vector clocks: for every node, how many nodes of every thread come before it.
//
// A clock is the maximum of the clocks of the direct predecessors of the node (its predecessor in its thread, the
// creator of the thread, the sources of added edges), each of which counts itself. One pass in topological order
// computes all clocks; adding a node or an edge invalidates them until the next query.
#include "events/order_graph.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::events {

ProgramOrder::ProgramOrder() : threadOf_{0}, positionOf_{0}, nodesOf_{{0}}, creatorOf_{0} {}

ThreadId ProgramOrder::addThread(NodeId creator) {
  assert(creator < nodes() && "a thread is created by a node that exists");
  clocks_.clear();
  nodesOf_.emplace_back();
  creatorOf_.push_back(creator);
  return static_cast<ThreadId>(nodesOf_.size() - 1);
}

NodeId ProgramOrder::addNode(ThreadId thread) {
  assert(thread < threads() && "nodes are added to threads that exist");
  clocks_.clear();
  const auto node = static_cast<NodeId>(nodes());
  threadOf_.push_back(thread);
  positionOf_.push_back(static_cast<std::uint32_t>(nodesOf_[thread].size()));
  nodesOf_[thread].push_back(node);
  return node;
}

void ProgramOrder::addEdge(NodeId before, NodeId after) {
  assert(before < nodes() && after < nodes() && "edges are between nodes that exist");
  clocks_.clear();
  edges_.push_back({before, after});
}

std::size_t ProgramOrder::threads() const { return nodesOf_.size(); }

std::optional<NodeId> ProgramOrder::previous(NodeId node) const {
  const std::uint32_t position = positionOf_[node];
  return position == 0 ? std::nullopt : std::optional{nodesOf_[threadOf_[node]][position - 1]};
}

std::optional<NodeId> ProgramOrder::next(NodeId node) const {
  const std::vector<NodeId> &line = nodesOf_[threadOf_[node]];
  const std::uint32_t position = positionOf_[node];
  return position + 1 == line.size() ? std::nullopt : std::optional{line[position + 1]};
}

bool ProgramOrder::precedes(NodeId a, NodeId b) const { return countBefore(b, threadOf_[a]) > positionOf_[a]; }

std::uint32_t ProgramOrder::countBefore(NodeId node, ThreadId thread) const {
  if (clocks_.empty())
    computeClocks();
  return clocks_[node * threads() + thread];
}

void ProgramOrder::computeClocks() const {
  const std::size_t width = threads();
  clocks_.assign(nodes() * width, 0);

  std::vector<std::vector<NodeId>> successors(nodes());
  std::vector<std::uint32_t> missing(nodes(), 0); // predecessors that have not been visited
  const auto link = [&](NodeId before, NodeId after) {
    successors[before].push_back(after);
    ++missing[after];
  };
  for (ThreadId thread = 0; thread < width; ++thread) {
    const std::vector<NodeId> &line = nodesOf_[thread];
    if (!line.empty() && line.front() != 0) {
      link(creatorOf_[thread], line.front());
      if (creatorOf_[thread] != 0)
        link(0, line.front());
    }
    for (std::size_t i = 1; i < line.size(); ++i)
      link(line[i - 1], line[i]);
  }
  for (const Edge &edge : edges_)
    link(edge.before, edge.after);

  std::vector<NodeId> ready{0};
  std::size_t done = 0;
  while (!ready.empty()) {
    const NodeId node = ready.back();
    ready.pop_back();
    ++done;
    for (const NodeId next : successors[node]) {
      for (std::size_t thread = 0; thread < width; ++thread)
        clocks_[next * width + thread] = std::max(clocks_[next * width + thread], clocks_[node * width + thread]);
      std::uint32_t &own = clocks_[next * width + threadOf_[node]];
      own = std::max(own, positionOf_[node] + 1);
      if (--missing[next] == 0)
        ready.push_back(next);
    }
  }
  assert(done == nodes() && "program order has no cycle");
  static_cast<void>(done);
}

} // namespace heddle::events
