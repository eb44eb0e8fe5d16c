// Algorithm 1 of the paper (section 4.2) on vector clocks.
//
// The paper keeps all pairs of ordered events. The nodes of a thread that precede a given node are always a prefix of
// that thread, so one number for each node and thread represents them, and a rule need not consider all writes of a
// cell. Of the writes of one thread that precede a read, the latest suffices for rule 2, because the others are before
// it. Of the writes w of one thread that precede a write x, the latest suffices for rule 3, because a node that reads
// from an earlier one is, again by rule 3, before the latest.
//
// Nodes whose clocks grew are visited in turn: their clocks are propagated to their successors, and the rules are
// applied to their reads (rule 2) and writes (rule 3). Clocks only grow and are bounded, so the closure terminates.
#include "events/order_graph_closure.hpp"

#include <algorithm>

namespace heddle::events {

OrderClosure::OrderClosure(const OrderProblem &problem)
    : problem_(&problem), frame_(problem.frame), clocks_(frame_->clocks), applied_(frame_->clocks),
      firstEdge_(frame_->nodeCount(), noIndex), queued_(frame_->nodeCount(), false) {}

void OrderClosure::reset() {
  clocks_ = frame_->clocks;
  applied_ = frame_->clocks;
  firstEdge_.assign(frame_->nodeCount(), noIndex);
  edges_.clear();
  queue_.clear();
  queued_.assign(frame_->nodeCount(), false);
  cyclic_ = false;
}

bool OrderClosure::saturate() {
  start();
  drain();
  return !cyclic_;
}

bool OrderClosure::require(Index before, Index after) {
  order(before, after);
  drain();
  return !cyclic_;
}

void OrderClosure::complete() {
  stopsAtCycle_ = false;
  start();
  drain();
}

std::vector<OrderClosure::Order> OrderClosure::orders() const {
  std::vector<Order> orders;
  for (Index node = 0; node < frame_->nodeCount(); ++node)
    for (Index edge = firstEdge_[node]; edge != noIndex; edge = edges_[edge].next)
      orders.push_back({node, edges_[edge].target});
  return orders;
}

void OrderClosure::start() {
  for (const OrderProblem::Edge &edge : problem_->edges)
    order(edge.before, edge.after);
  for (const OrderProblem::Read &read : problem_->reads)
    order(problem_->writes[read.write].node, read.node);
  for (const OrderProblem::Read &read : problem_->reads) {
    for (Index thread = 0; thread < frame_->threads && !isDone(); ++thread) {
      ruleTwo(read, thread);
      ruleThree(read, thread);
    }
  }
}

void OrderClosure::order(Index before, Index after) {
  if (before == after)
    cyclic_ = true;
  if (isDone() || precedes(before, after))
    return;
  edges_.push_back({after, firstEdge_[before]});
  firstEdge_[before] = static_cast<Index>(edges_.size() - 1);
  join(after, before);
}

void OrderClosure::join(Index node, Index predecessor) {
  const Index width = frame_->threads;
  Index *to = clocks_.data() + std::size_t{node} * width;
  const Index *from = clocks_.data() + std::size_t{predecessor} * width;
  bool grew = false;
  for (Index thread = 0; thread < width; ++thread) {
    grew |= from[thread] > to[thread];
    to[thread] = std::max(to[thread], from[thread]);
  }
  const Index counted = frame_->positionOf(predecessor) + 1;
  Index &own = to[frame_->threadOf[predecessor]];
  grew |= counted > own;
  own = std::max(own, counted);
  if (!grew)
    return;
  cyclic_ |= to[frame_->threadOf[node]] > frame_->positionOf(node);
  enqueue(node);
}

void OrderClosure::enqueue(Index node) {
  if (queued_[node])
    return;
  queued_[node] = true;
  queue_.push_back(node);
}

void OrderClosure::drain() {
  for (std::size_t next = 0; next < queue_.size() && !isDone(); ++next) {
    const Index node = queue_[next];
    queued_[node] = false;
    if (!frame_->isLastOfThread(node))
      join(node + 1, node);
    for (const Index leap : frame_->leapsFrom[node])
      join(frame_->leaps[leap].after, node);
    for (Index edge = firstEdge_[node]; edge != noIndex; edge = edges_[edge].next)
      join(edges_[edge].target, node);
    applyRules(node);
  }
  queue_.clear();
}

void OrderClosure::applyRules(Index node) {
  for (Index thread = 0; thread < frame_->threads; ++thread) {
    Index &applied = applied_[std::size_t{node} * frame_->threads + thread];
    if (applied == clock(node, thread))
      continue;
    applied = clock(node, thread);
    for (const Index i : problem_->readsAt(node))
      ruleTwo(problem_->reads[i], thread);
    for (const Index i : problem_->writesAt(node)) {
      const Index latest = latestBefore(problem_->writes[i].cell, thread, node);
      if (latest == noIndex)
        continue;
      for (const Index reader : problem_->readsFrom(latest))
        if (problem_->reads[reader].node != node)
          order(problem_->reads[reader].node, node);
    }
  }
}

/// The latest write of the cell by the thread that precedes the node and is not of the node itself.
Index OrderClosure::latestBefore(Index cell, Index thread, Index node) const {
  const auto before = problem_->writesBefore(cell, thread, clock(node, thread));
  std::size_t count = before.size();
  while (count > 0 && problem_->writes[before[count - 1]].node == node)
    --count;
  return count == 0 ? noIndex : before[count - 1];
}

/// Writes of the thread that precede the read precede the write that it reads from.
void OrderClosure::ruleTwo(const OrderProblem::Read &read, Index thread) {
  const Index latest = latestBefore(read.cell, thread, read.node);
  if (latest != noIndex && latest != read.write)
    order(problem_->writes[latest].node, problem_->writes[read.write].node);
}

/// Writes of the thread that are after the write that the read reads from are after the read.
void OrderClosure::ruleThree(const OrderProblem::Read &read, Index thread) {
  const Index source = problem_->writes[read.write].node;
  const auto writes = problem_->writesOf(read.cell, thread);
  const auto after = std::partition_point(writes.begin(), writes.end(),
                                          [&](Index write) { return !precedes(source, problem_->writes[write].node); });
  for (auto write = after; write != writes.end(); ++write) {
    if (problem_->writes[*write].node == read.node)
      continue;
    order(read.node, problem_->writes[*write].node);
    return;
  }
}

} // namespace heddle::events
