// Greedy linearisation: nodes are scheduled one by one, and a cell is never overwritten while its current value has
// still to be read.
//
// A node is ready when all its predecessors in the closure are scheduled. Scheduling a ready node is safe if its writes
// have no readers and it overwrites nothing that is still to be read: every order that completes the schedule without
// it also completes it with this node first. Such nodes, which include pure reads, are scheduled first. Among the
// others, the node whose readers have the fewest unscheduled predecessors is chosen, so that its cells can soon be
// overwritten again. If every ready node would overwrite a value that is still to be read, the schedule fails, and one
// of these pairs is the obstacle. The closure does not decide it: if it ordered the write after the read, the write
// would not be ready, and if it ordered the write before the source of the read, the write would be scheduled already.
#include "events/order_graph_schedule.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::events {

namespace {

class Scheduler {
public:
  Scheduler(const OrderProblem &problem, const OrderClosure &closure)
      : problem_(problem), closure_(closure), frame_(*problem.frame), done_(frame_.threads, 0),
        awaited_(frame_.threads, noIndex), current_(problem.cells(), noIndex) {}

  Schedule run() {
    Schedule result;
    result.order.reserve(frame_.nodeCount());
    while (result.order.size() < frame_.nodeCount()) {
      const Index node = choose();
      if (node == noIndex) {
        result.obstacle = obstacle_;
        return result;
      }
      take(node);
      result.order.push_back(node);
    }
    return result;
  }

private:
  /// Whether all predecessors of the node are scheduled; remembers a thread of which they are not.
  bool checkReady(Index node) {
    const Index thread = frame_.threadOf[node];
    if (awaited_[thread] != noIndex && done_[awaited_[thread]] < closure_.clock(node, awaited_[thread]))
      return false;
    for (Index other = 0; other < frame_.threads; ++other) {
      if (done_[other] >= closure_.clock(node, other))
        continue;
      awaited_[thread] = other;
      return false;
    }
    awaited_[thread] = noIndex;
    return true;
  }

  /// The next node, or none; then `obstacle_` says why.
  Index choose() {
    Index best = noIndex;
    std::size_t leastWaiting = 0;
    obstacle_.reset();
    for (Index thread = 0; thread < frame_.threads; ++thread) {
      const Index node = frame_.threadStart[thread] + done_[thread];
      if (node == frame_.threadStart[thread + 1] || !checkReady(node))
        continue;
      if (const std::optional<Alternative> obstacle = obstacleOf(node)) {
        obstacle_ = obstacle;
        continue;
      }
      const std::size_t waiting = waitingOfReaders(node);
      if (waiting == 0)
        return node;
      if (best == noIndex || waiting < leastWaiting) {
        best = node;
        leastWaiting = waiting;
      }
    }
    assert((best != noIndex || obstacle_) && "an order without cycles has a first node");
    return best;
  }

  /// A read of a value that the node would overwrite, if there is one.
  std::optional<Alternative> obstacleOf(Index node) const {
    for (const Index i : problem_.writesAt(node)) {
      const Index current = current_[problem_.writes[i].cell];
      if (current == noIndex)
        continue;
      for (const Index reader : problem_.readsFrom(current)) {
        const Index reading = problem_.reads[reader].node;
        if (reading != node && !isDone(reading))
          return Alternative{reader, i};
      }
    }
    return std::nullopt;
  }

  /// How many nodes must be scheduled before all readers of the node; 0 if it has no readers.
  std::size_t waitingOfReaders(Index node) const {
    std::size_t waiting = 0;
    for (const Index i : problem_.writesAt(node)) {
      for (const Index reader : problem_.readsFrom(i)) {
        const Index reading = problem_.reads[reader].node;
        for (Index thread = 0; thread < frame_.threads; ++thread) {
          const Index needed = closure_.clock(reading, thread);
          waiting += needed > done_[thread] ? needed - done_[thread] : 0;
        }
      }
    }
    return waiting;
  }

  void take(Index node) {
    ++done_[frame_.threadOf[node]];
    for (const Index i : problem_.writesAt(node))
      current_[problem_.writes[i].cell] = i;
  }

  bool isDone(Index node) const { return frame_.positionOf(node) < done_[frame_.threadOf[node]]; }

  const OrderProblem &problem_;
  const OrderClosure &closure_;
  const OrderFrame &frame_;
  std::vector<Index> done_;    // by thread: how many nodes are scheduled
  std::vector<Index> awaited_; // by thread: one with predecessors of its next node that were not scheduled
  std::vector<Index> current_; // by cell: its last write
  std::optional<Alternative> obstacle_;
};

} // namespace

Schedule schedule(const OrderProblem &problem, const OrderClosure &closure) {
  return Scheduler(problem, closure).run();
}

} // namespace heddle::events
