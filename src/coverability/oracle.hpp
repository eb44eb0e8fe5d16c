// The coverability oracle (section 3.5): a forward search that finds coverable configurations and tells the
// backward search about them. It runs in its own thread.
#pragma once

#include "coverability/covered_set.hpp"
#include "coverability/system.hpp"
#include "support/cancellation.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <queue>
#include <thread>
#include <vector>

namespace heddle::coverability {

/// A step of a run in which every thread that is needed is accounted for: the transition leads from a
/// configuration above `before` to one above what follows.
struct PlannedStep {
  TransitionId transition = 0;
  Configuration before;
};

class Oracle {
public:
  using NodeId = std::uint32_t;

  Oracle(const System &system, support::Cancellation &cancellation);
  ~Oracle();
  Oracle(const Oracle &) = delete;
  Oracle &operator=(const Oracle &) = delete;

  /// Searches in the calling thread until so many nodes exist, or all is explored.
  void searchUpTo(std::size_t nodes);

  void start(); // from now on, in its own thread
  void stop();  // and waits for it

  struct Finding {
    NodeId node = 0;
    Configuration configuration;
  };
  /// What was found since the last call; costs nothing when it is nothing.
  void collect(std::vector<Finding> &findings);

  /// All was explored and told: what is not below a finding is not coverable. May never happen.
  bool exhausted() const { return exhausted_.load(std::memory_order_acquire); }

  std::size_t nodes() const { return published_.load(std::memory_order_relaxed); }

  /// The steps from an initial configuration to `wanted`, which must be below the node. Only when stopped.
  /// Gives nothing when they would be too many.
  std::optional<std::vector<PlannedStep>> plan(NodeId node, const Configuration &wanted) const;

private:
  /// Steps that can be repeated for ever: those from an ancestor to the node, or a single transition.
  struct Acceleration {
    bool single = false;
    std::uint32_t number = 0;  // of the ancestor, or of the transition
    std::vector<Entry> before; // the local states that became omega, with their numbers before that
  };

  /// Its configuration is the member of known_ with the same number.
  struct Node {
    NodeId parent = 0;
    TransitionId transition = 0;
    bool root = false;
    bool accelerable = false; // the step from the parent has the same effect on larger configurations
    std::vector<Acceleration> accelerations;
  };

  struct Waiting {
    std::uint64_t dimension = 0;
    NodeId node = 0;
    bool operator>(const Waiting &other) const {
      return dimension != other.dimension ? dimension > other.dimension : node > other.node;
    }
  };

  class Planner;

  void search(std::size_t limit);
  void expand(NodeId id);
  void fire(NodeId id, TransitionId transition);
  void successor(NodeId parent, TransitionId transition, Configuration next, bool accelerable);
  void accelerate(Node &node, Configuration &configuration) const;
  void saturate(Node &node, Configuration &configuration) const;
  bool onlyAdds(const Transition &transition, std::span<const Entry> threads) const;
  void publish();

  const System &system_;
  support::Cancellation &cancellation_;
  struct ByThread {
    LocalState local = 0; // the first that is taken
    TransitionId transition = 0;
  };
  std::vector<std::vector<ByThread>> byThread_; // by shared state, sorted
  std::span<const ByThread> leaving(SharedState shared, LocalState local) const;
  std::vector<std::vector<TransitionId>> unblocked_; // by shared state: those that need no thread
  std::vector<Node> nodes_;
  CoveredSet known_;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
  std::thread thread_;
  std::atomic<bool> stop_{false};

  std::vector<Finding> unpublished_;
  std::mutex mutex_;
  std::vector<Finding> findings_; // guarded by mutex_
  std::atomic<bool> fresh_{false};
  std::atomic<std::size_t> published_{0};
  bool skipped_ = false; // a step was not tried: a way to divide threads, too many to count, or time to stop
  std::atomic<bool> exhausted_{false};
};

} // namespace heddle::coverability
