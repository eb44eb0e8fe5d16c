// The event order graph of one candidate execution. Derived orders are those that OrderClosure adds; it stops as soon
// as there is a cycle, so that the graph shows why there is one and not what follows from it.
#include "events/graphviz.hpp"
#include "events/graphviz_writer.hpp"
#include "events/order_graph_closure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace heddle::events {

namespace {

struct DrawnEdge {
  enum class Kind : std::uint8_t { ProgramOrder, ReadFrom, Required, Derived };
  Kind kind;
  NodeId before;
  NodeId after;
  std::string label;
};

const char *attributesOf(DrawnEdge::Kind kind) {
  switch (kind) {
  case DrawnEdge::Kind::ProgramOrder:
    return "weight=10";
  case DrawnEdge::Kind::ReadFrom:
    return "color=blue, constraint=false";
  case DrawnEdge::Kind::Required:
    return "constraint=false";
  case DrawnEdge::Kind::Derived:
    break;
  }
  return "style=dashed, constraint=false";
}

std::string nameIn(const std::vector<std::string> &names, std::size_t id, const char *prefix) {
  return id < names.size() ? names[id] : fmt::format("{}{}", prefix, id);
}

/// The edges of the graph. Program order is between neighbours, other orders are those that are not implied by it.
class EdgeCollector {
public:
  EdgeCollector(const CandidateExecution &execution, const OrderFrame &frame, const OrderClosure &closure,
                const OrderNames &names)
      : execution_(execution), frame_(frame), closure_(closure), names_(names) {}

  std::vector<DrawnEdge> collect() {
    collectProgramOrder();
    for (const CandidateExecution::Read &read : execution_.reads)
      add(DrawnEdge::Kind::ReadFrom, execution_.writes[read.write].node, read.node, "rf " + cellName(read.cell));
    for (const CandidateExecution::Edge &edge : execution_.edges)
      add(DrawnEdge::Kind::Required, edge.before, edge.after, "required");
    for (const OrderClosure::Order &order : closure_.orders()) {
      const NodeId before = frame_.nodes[order.before];
      const NodeId after = frame_.nodes[order.after];
      if (!required_.contains({before, after}))
        add(DrawnEdge::Kind::Derived, before, after, derivation(before, after));
    }
    return std::move(edges_);
  }

private:
  void collectProgramOrder() {
    for (Index node = 0; node < frame_.nodeCount(); ++node) {
      if (!frame_.isLastOfThread(node))
        add(DrawnEdge::Kind::ProgramOrder, frame_.nodes[node], frame_.nodes[node + 1], "");
      for (const Index leap : frame_.leapsFrom[node])
        add(DrawnEdge::Kind::ProgramOrder, frame_.nodes[node], frame_.nodes[frame_.leaps[leap].after], "");
    }
  }

  void add(DrawnEdge::Kind kind, NodeId before, NodeId after, const std::string &label) {
    edges_.push_back({kind, before, after, label});
    required_.insert({before, after});
  }

  std::string cellName(CellId cell) const { return nameIn(names_.cells, cell, "cell "); }
  bool precedes(NodeId a, NodeId b) const { return closure_.precedes(frame_.indexOf[a], frame_.indexOf[b]); }
  bool writes(NodeId node, CellId cell) const {
    return std::any_of(execution_.writes.begin(), execution_.writes.end(), [&](const CandidateExecution::Write &write) {
      return write.node == node && write.cell == cell;
    });
  }

  /// The rule by which the order follows. A write after the source of a read is after the read (*from-read*); a write
  /// before a read is before its source (*write serialisation*).
  std::string derivation(NodeId before, NodeId after) const {
    for (const CandidateExecution::Read &read : execution_.reads) {
      const NodeId source = execution_.writes[read.write].node;
      if (read.node == before && source != after && writes(after, read.cell) && precedes(source, after))
        return "fr " + cellName(read.cell);
      if (source == after && read.node != before && writes(before, read.cell) && precedes(before, read.node))
        return "ws " + cellName(read.cell);
    }
    return "derived";
  }

  const CandidateExecution &execution_;
  const OrderFrame &frame_;
  const OrderClosure &closure_;
  const OrderNames &names_;
  std::vector<DrawnEdge> edges_;
  std::set<std::pair<NodeId, NodeId>> required_; // edges so far
};

/// The nodes of a shortest cycle, each before the next; empty if there is no cycle.
class CycleFinder {
public:
  explicit CycleFinder(const std::vector<DrawnEdge> &edges) : edges_(edges) {
    for (const DrawnEdge &edge : edges)
      successors_[edge.before].push_back(edge.after);
  }

  /// Program order has no cycle, so every cycle contains another edge.
  std::vector<NodeId> find() const {
    std::vector<NodeId> shortest;
    for (const DrawnEdge &edge : edges_) {
      if (edge.kind == DrawnEdge::Kind::ProgramOrder)
        continue;
      std::vector<NodeId> cycle = path(edge.after, edge.before);
      if (!cycle.empty() && (shortest.empty() || cycle.size() < shortest.size()))
        shortest = std::move(cycle);
    }
    return shortest;
  }

private:
  std::vector<NodeId> path(NodeId from, NodeId to) const {
    std::map<NodeId, NodeId> previous{{from, from}};
    std::vector<NodeId> queue{from};
    for (std::size_t next = 0; next < queue.size() && !previous.contains(to); ++next) {
      const auto found = successors_.find(queue[next]);
      if (found == successors_.end())
        continue;
      for (const NodeId successor : found->second)
        if (previous.try_emplace(successor, queue[next]).second)
          queue.push_back(successor);
    }
    std::vector<NodeId> nodes;
    if (!previous.contains(to))
      return nodes;
    for (NodeId node = to; node != from; node = previous.at(node))
      nodes.push_back(node);
    nodes.push_back(from);
    std::reverse(nodes.begin(), nodes.end());
    return nodes;
  }

  const std::vector<DrawnEdge> &edges_;
  std::map<NodeId, std::vector<NodeId>> successors_;
};

/// The nodes that are drawn: those of the cycle, and others in their order up to the limit.
std::set<NodeId> choose(const OrderFrame &frame, const std::vector<NodeId> &cycle, std::size_t limit) {
  std::set<NodeId> nodes(cycle.begin(), cycle.end());
  std::vector<NodeId> all = frame.nodes;
  std::sort(all.begin(), all.end());
  for (const NodeId node : all)
    if (nodes.size() < limit)
      nodes.insert(node);
  return nodes;
}

std::string labelOf(NodeId node, const CandidateExecution &execution, const std::vector<NodeId> &schedule,
                    const OrderNames &names) {
  std::string label = nameIn(names.nodes, node, "n");
  if (const auto step = std::find(schedule.begin(), schedule.end(), node); step != schedule.end())
    label += fmt::format(" (step {})", step - schedule.begin() + 1);
  label += "\n";
  for (const CandidateExecution::Read &read : execution.reads)
    if (read.node == node)
      label += "read " + nameIn(names.cells, read.cell, "cell ") + "\n";
  for (const CandidateExecution::Write &write : execution.writes)
    if (write.node == node)
      label += "write " + nameIn(names.cells, write.cell, "cell ") + "\n";
  return label;
}

} // namespace

std::string toGraphviz(const ProgramOrder &program, const CandidateExecution &execution,
                       const std::vector<NodeId> &schedule, const OrderNames &names, const GraphvizLimits &limits) {
  const OrderFrame frame(program, execution, schedule);
  const OrderProblem problem(frame, execution);
  OrderClosure closure(problem);
  closure.saturate();
  const std::vector<DrawnEdge> edges = EdgeCollector(execution, frame, closure, names).collect();
  const std::vector<NodeId> cycle = CycleFinder(edges).find();
  std::set<std::pair<NodeId, NodeId>> onCycle;
  for (std::size_t i = 0; i < cycle.size(); ++i)
    onCycle.insert({cycle[i], cycle[(i + 1) % cycle.size()]});

  GraphvizWriter writer;
  const std::set<NodeId> nodes = choose(frame, cycle, limits.nodes);
  for (const NodeId node : nodes) {
    const ThreadId thread = program.threadOf(node);
    writer.nameThread(thread, nameIn(names.threads, thread, "thread "));
    writer.addNode(thread, node, labelOf(node, execution, schedule, names));
  }
  std::size_t all = 0;
  std::size_t drawn = 0;
  for (const DrawnEdge &edge : edges) {
    const bool isOrder = edge.kind == DrawnEdge::Kind::ProgramOrder;
    const bool isRed = onCycle.contains({edge.before, edge.after});
    all += isOrder ? 0 : 1;
    if (!nodes.contains(edge.before) || !nodes.contains(edge.after) || (!isOrder && !isRed && drawn >= limits.edges))
      continue;
    drawn += isOrder ? 0 : 1;
    const std::string attributes = attributesOf(edge.kind);
    writer.addEdge(edge.before, edge.after, edge.label, isRed ? attributes + ", color=red, penwidth=2" : attributes);
  }
  if (nodes.size() < frame.nodes.size())
    writer.noteTruncation("nodes", nodes.size(), frame.nodes.size());
  if (drawn < all)
    writer.noteTruncation("edges", drawn, all);
  return writer.text();
}

} // namespace heddle::events
