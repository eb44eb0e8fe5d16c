// The orders that follow from an order graph, with their reasons, shortest reasons first.
#pragma once

#include "events/kernel_reason_pool.hpp"
#include "events/order_graph_closure.hpp"

#include <algorithm>
#include <limits>

namespace heddle::events {

class ReasonDerivation {
public:
  ReasonDerivation(const OrderProblem &problem, const OrderLimits &limits, support::Cancellation &cancellation);

  void run();

  /// Reasons for cycles, the shortest first.
  const std::vector<ReasonId> &reasons() const { return known_.all(); }
  const ReasonPool &pool() const { return pool_; }
  /// Whether the reason certainly contains no smaller one that was missed.
  bool isMinimal(ReasonId reason) const { return pool_.size(reason) <= std::max(smallestRefused_, certainSize_); }

private:
  struct Label {
    Index node;
    Index thread;
    Index count; // the first `count` nodes of the thread precede the node
    ReasonId reason;
  };
  struct ProposedLabel {
    Index node;
    Index thread;
    Index count;
    ReasonId reason; // to be united with the next one
    ReasonId other;
  };
  struct Edge {
    Index before;
    Index after;
    ReasonId reason;
  };
  struct Bucket {
    std::vector<ProposedLabel> cycles; // labels that contradict program order
    std::vector<ProposedLabel> labels;
    std::vector<Edge> edges;
  };
  struct KeptLabel {
    Index count;
    ReasonId reason;
    Index next; // of the same node and thread
  };
  struct KeptEdge {
    Index after;
    ReasonId reason;
    Index next; // from the same node
  };

  void start();
  bool mustStop();
  void propose(const ProposedLabel &label);
  void proposeEdge(Index before, Index after, ReasonId reason, Atom atom, Atom guard);
  void take(const ProposedLabel &label);
  void take(const Edge &edge);
  void keep(Label label);
  void ruleTwo(const Label &label);
  void ruleThree(const Label &label);
  bool isOnCycle(Index node, Index thread, Index count) const;
  bool isCycle(Index node, Index thread, Index count) const;
  bool isEnough(const OrderProblem::Write &write, ReasonId reason) const;
  bool refuse(const Label &label);
  bool hasSharedAtoms() const;
  Bucket &bucketOf(ReasonId reason);

  const OrderProblem &problem_;
  const OrderFrame &frame_;
  const OrderLimits &limits_;
  support::Cancellation &cancellation_;
  OrderClosure closure_; // with cycles
  ReasonPool pool_;
  KnownReasons known_;
  std::vector<Bucket> buckets_; // by the size of the reason
  std::vector<Index> firstLabel_;
  std::vector<KeptLabel> labels_;
  std::vector<Index> firstEdge_;
  std::vector<KeptEdge> edges_;
  std::size_t smallestRefused_ =
      std::numeric_limits<std::size_t>::max(); // of a reason that was dropped because its order has enough
  std::size_t reasonsPerOrder_;
  std::size_t certainSize_; // reasons of at most so many atoms are minimal
  bool hasStarted_ = false;
  std::size_t work_ = 0;
};

} // namespace heddle::events
