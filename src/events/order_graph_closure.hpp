// The orders that follow from the requirements by the three rules of the paper, without reasons.
#pragma once

#include "events/order_graph_problem.hpp"

namespace heddle::events {

class OrderClosure {
public:
  explicit OrderClosure(const OrderProblem &problem);

  /// Starts again, with the problem as it is now.
  void reset();
  /// Applies the rules until nothing new follows, or until there is a cycle: then false.
  bool saturate();
  /// The same after one more order is added; there must be no cycle yet.
  bool require(Index before, Index after);
  /// Unlike `saturate`, does not stop at a cycle: nodes on a cycle precede each other and themselves.
  void complete();

  struct Order {
    Index before;
    Index after;
  };
  /// The requirements and what the rules derived from them, each unless the orders before it implied it.
  std::vector<Order> orders() const;

  bool precedes(Index a, Index b) const { return clock(b, frame_->threadOf[a]) > frame_->positionOf(a); }
  /// How many nodes of the thread precede the node.
  Index clock(Index node, Index thread) const { return clocks_[std::size_t{node} * frame_->threads + thread]; }

private:
  struct Edge {
    Index target;
    Index next; // edge of the same source
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
