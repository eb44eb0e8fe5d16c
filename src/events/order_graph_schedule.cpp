// Greedy linearisation: one thread's next node after the other, never a write of a cell while somebody has still
// to read what is there now.
//
// A node is ready when all that precede it in the closure are scheduled. A ready node whose writes nobody reads,
// and that overwrites nothing that is still to be read, can do no harm: whatever order completes the rest, also
// completes it with this node first. So these go first, pure reads among them. Of the others, the one goes first
// whose readers wait for least, so that its cells are soon free again. When all ready nodes would overwrite
// something that is still to be read, the order fails, and one of these is the obstacle. The closure leaves it
// open: if it ordered the write behind the read, the write would not be ready, and if it ordered it before what
// is read from, the write would be scheduled already.
#include "events/order_graph_schedule.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::events {

namespace {

constexpr Index none = ~Index{0};

class Scheduler {
public:
  Scheduler(const OrderProblem &problem, const OrderClosure &closure)
      : problem_(problem), closure_(closure), frame_(*problem.frame), done_(frame_.threads, 0),
        awaited_(frame_.threads, none), current_(problem.cells(), none) {}

  Schedule run() {
    Schedule result;
    result.order.reserve(frame_.nodeCount());
    while (result.order.size() < frame_.nodeCount()) {
      const Index node = choose();
      if (node == none) {
        result.obstacle = obstacle_;
        return result;
      }
      take(node);
      result.order.push_back(node);
    }
    return result;
  }

private:
  bool isReady(Index node) {
    const Index thread = frame_.threadOf[node];
    if (awaited_[thread] != none && done_[awaited_[thread]] < closure_.clock(node, awaited_[thread]))
      return false;
    for (Index other = 0; other < frame_.threads; ++other) {
      if (done_[other] >= closure_.clock(node, other))
        continue;
      awaited_[thread] = other;
      return false;
    }
    awaited_[thread] = none;
    return true;
  }

  Index choose() {
    Index best = none;
    std::size_t leastWaiting = 0;
    obstacle_.reset();
    for (Index thread = 0; thread < frame_.threads; ++thread) {
      const Index node = frame_.threadStart[thread] + done_[thread];
      if (node == frame_.threadStart[thread + 1] || !isReady(node) || overwritesPending(node))
        continue;
      const std::size_t waiting = waitingOfReaders(node);
      if (waiting == 0)
        return node;
      if (best == none || waiting < leastWaiting) {
        best = node;
        leastWaiting = waiting;
      }
    }
    assert((best != none || obstacle_) && "an order without cycles has a first node");
    return best;
  }

  /// Notes the obstacle if there is one.
  bool overwritesPending(Index node) {
    for (const Index i : problem_.writesAt(node)) {
      const Index current = current_[problem_.writes[i].cell];
      if (current == none)
        continue;
      for (const Index reader : problem_.readsFrom(current)) {
        const Index reading = problem_.reads[reader].node;
        if (reading == node || isDone(reading))
          continue;
        obstacle_ = Alternative{reader, i};
        return true;
      }
    }
    return false;
  }

  /// How many nodes must be scheduled before all that read from the node are; 0 if there is none.
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
  std::vector<Index> done_;    // of each thread
  std::vector<Index> awaited_; // of each thread that waits: a thread for which it does
  std::vector<Index> current_; // of each cell: its last write
  std::optional<Alternative> obstacle_;
};

} // namespace

Schedule schedule(const OrderProblem &problem, const OrderClosure &closure) {
  return Scheduler(problem, closure).run();
}

} // namespace heddle::events
