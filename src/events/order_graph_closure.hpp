// The orders that follow from the requirements by the paper's three rules, without their reasons.
#pragma once

#include "events/order_graph_problem.hpp"

namespace heddle::events {

class OrderClosure {
public:
  explicit OrderClosure(const OrderProblem &problem);

  /// As new, for the problem as it is now.
  void reset();
  /// Applies the rules until nothing new follows or there is a cycle; then false.
  bool saturate();
  /// The same after one more order; there must be no cycle yet.
  bool require(Index before, Index after);
  /// Instead of `saturate`: does not stop at a cycle, so that nodes on cycles precede each other and themselves.
  void complete();

  bool precedes(Index a, Index b) const { return clock(b, frame_->threadOf[a]) > frame_->positionOf(a); }
  /// How many nodes of the thread precede the node.
  Index clock(Index node, Index thread) const { return clocks_[std::size_t{node} * frame_->threads + thread]; }

private:
  struct Edge {
    Index target;
    Index next; // among those of the same source
  };

  void order(Index before, Index after);
  void join(Index node, Index predecessor);
  void enqueue(Index node);
  void start();
  void drain();
  bool isDone() const { return cyclic_ && stopsAtCycle_; }
  void applyRules(Index node);
  Index latestBefore(Index cell, Index thread, Index node) const;
  void ruleTwo(const OrderProblem::Read &read, Index thread);
  void ruleThree(const OrderProblem::Read &read, Index thread);

  const OrderProblem *problem_;
  const OrderFrame *frame_;
  std::vector<Index> clocks_;  // by node and thread
  std::vector<Index> applied_; // the clocks when the rules were last applied
  std::vector<Index> firstEdge_;
  std::vector<Edge> edges_;
  std::vector<Index> queue_; // nodes whose clocks grew
  std::vector<bool> queued_;
  bool cyclic_ = false;
  bool stopsAtCycle_ = true;
};

} // namespace heddle::events
