// All tables are built by counting, in time linear in their size, because they are built for every candidate and for
// every part of one whose feasibility is checked.
#include "events/order_graph_problem.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::events {

OrderFrame::OrderFrame(const ProgramOrder &program, const CandidateExecution &execution,
                       const std::vector<NodeId> &participants) {
  std::vector<bool> takesPart(program.nodes(), false);
  takesPart[0] = true;
  for (const CandidateExecution::Write &write : execution.writes)
    takesPart[write.node] = true;
  for (const CandidateExecution::Read &read : execution.reads)
    takesPart[read.node] = true;
  for (const CandidateExecution::Edge &edge : execution.edges)
    takesPart[edge.before] = takesPart[edge.after] = true;
  for (const NodeId node : participants)
    takesPart[node] = true;

  // Thread by thread; the nodes of a thread have ascending numbers.
  std::vector<Index> size(program.threads(), 0);
  for (NodeId node = 0; node < program.nodes(); ++node)
    size[program.threadOf(node)] += takesPart[node] ? 1 : 0;
  std::vector<ThreadId> original; // of each thread that has nodes here
  std::vector<Index> end(program.threads(), 0);
  Index count = 0;
  for (ThreadId thread = 0; thread < program.threads(); ++thread) {
    if (size[thread] == 0)
      continue;
    original.push_back(thread);
    threadStart.push_back(count);
    end[thread] = count;
    count += size[thread];
  }
  threadStart.push_back(count);
  threads = static_cast<Index>(original.size());
  nodes.resize(count);
  indexOf.assign(program.nodes(), 0);
  for (NodeId node = 0; node < program.nodes(); ++node) {
    if (!takesPart[node])
      continue;
    indexOf[node] = end[program.threadOf(node)]++;
    nodes[indexOf[node]] = node;
  }
  threadOf.resize(count);
  for (Index thread = 0; thread < threads; ++thread)
    std::fill(threadOf.begin() + threadStart[thread], threadOf.begin() + threadStart[thread + 1], thread);

  // Clocks are monotone along a thread.
  clocks.assign(std::size_t{count} * threads, 0);
  for (Index thread = 0; thread < threads; ++thread) {
    for (Index other = 0; other < threads; ++other) {
      Index before = threadStart[other];
      for (Index node = threadStart[thread]; node < threadStart[thread + 1]; ++node) {
        const Index old = before;
        const std::uint32_t bound = program.countBefore(nodes[node], original[other]);
        while (before < threadStart[other + 1] && program.positionOf(nodes[before]) < bound)
          ++before;
        clocks[std::size_t{node} * threads + other] = before - threadStart[other];
        if (before > old && other != thread)
          leaps.push_back({before - 1, node});
      }
    }
  }
  leapsFrom.build(count, leaps, [](const Leap &leap) { return leap.before; });
}

OrderProblem::OrderProblem(const OrderFrame &orderFrame, const CandidateExecution &execution) : frame(&orderFrame) {
  literals.push_back(always);
  for (const CandidateExecution::Write &write : execution.writes)
    literals.push_back(write.guard);
  for (const CandidateExecution::Read &read : execution.reads)
    literals.push_back(read.readsFrom);
  for (const CandidateExecution::Edge &edge : execution.edges)
    literals.push_back(edge.reason);
  std::sort(literals.begin() + 1, literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  const auto zero = std::find(literals.begin() + 1, literals.end(), always);
  if (zero != literals.end())
    literals.erase(zero);
  const auto atomOf = [&](Literal literal) {
    if (literal == always)
      return noAtom;
    return static_cast<Atom>(std::lower_bound(literals.begin() + 1, literals.end(), literal) - literals.begin());
  };

  CellId highest = 0;
  for (const CandidateExecution::Write &write : execution.writes)
    highest = std::max(highest, write.cell);
  std::vector<Index> cellOf(std::size_t{highest} + 1, 0); // 0: no number yet; otherwise the number plus one
  std::vector<Index> place(execution.writes.size());
  Rows byNode;
  byNode.build(frame->nodeCount(), execution.writes,
               [&](const CandidateExecution::Write &write) { return frame->indexOf[write.node]; });
  for (Index node = 0; node < frame->nodeCount(); ++node) {
    for (const Index i : byNode[node]) {
      const CandidateExecution::Write &write = execution.writes[i];
      if (cellOf[write.cell] == 0)
        cellOf[write.cell] = ++cells_;
      place[i] = static_cast<Index>(writes.size());
      writes.push_back({node, cellOf[write.cell] - 1, atomOf(write.guard)});
    }
  }
  for (const CandidateExecution::Read &read : execution.reads) {
    const Index write = place[read.write];
    const Index node = frame->indexOf[read.node];
    assert(execution.writes[read.write].cell == read.cell && "a read is from a write of the same cell");
    assert(writes[write].node != node && "a node does not read what it writes");
    reads.push_back({node, writes[write].cell, write, atomOf(read.readsFrom)});
    if (read.readsFrom == always)
      writes[write].guard = noAtom;
  }
  for (const CandidateExecution::Edge &edge : execution.edges)
    edges.push_back({frame->indexOf[edge.before], frame->indexOf[edge.after], atomOf(edge.reason)});
  buildTables();
}

void OrderProblem::restrict(const OrderProblem &whole, const AtomSet &atoms) {
  constexpr Index unseen = ~Index{0};
  constexpr Index seen = unseen - 1;
  std::vector<Index> writeOf(whole.writes.size(), unseen); // and `seen` if it is read from
  std::vector<Index> cellOf(whole.cells_, unseen);         // and `seen` if it is read
  literals = whole.literals;
  reads.clear();
  for (const Read &read : whole.reads) {
    if (!atoms[read.readsFrom])
      continue;
    writeOf[read.write] = seen;
    cellOf[read.cell] = seen;
    reads.push_back(read);
  }
  writes.clear();
  cells_ = 0;
  for (std::size_t i = 0; i < whole.writes.size(); ++i) {
    const Write &write = whole.writes[i];
    if (cellOf[write.cell] == unseen || (writeOf[i] == unseen && !atoms[write.guard]))
      continue;
    if (cellOf[write.cell] == seen)
      cellOf[write.cell] = cells_++;
    writeOf[i] = static_cast<Index>(writes.size());
    writes.push_back({write.node, cellOf[write.cell], write.guard});
  }
  for (Read &read : reads) {
    read.write = writeOf[read.write];
    read.cell = writes[read.write].cell;
  }
  edges.clear();
  for (const Edge &edge : whole.edges)
    if (atoms[edge.reason])
      edges.push_back(edge);
  buildTables();
}

void OrderProblem::buildTables() {
  const Index threads = frame->threads;
  cellWrites_.build(std::size_t{cells_} * threads, writes,
                    [&](const Write &write) { return write.cell * threads + frame->threadOf[write.node]; });
  nodeWrites_.build(frame->nodeCount(), writes, [](const Write &write) { return write.node; });
  nodeReads_.build(frame->nodeCount(), reads, [](const Read &read) { return read.node; });
  readers_.build(writes.size(), reads, [](const Read &read) { return read.write; });
}

} // namespace heddle::events
