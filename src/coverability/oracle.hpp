// The coverability oracle (section 3.5): a forward search, in its own thread, that finds coverable configurations for
// the backward search.
#pragma once

#include "coverability/covered_set.hpp"
#include "coverability/system.hpp"
#include "support/cancellation.hpp"

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <queue>
#include <thread>
#include <vector>

namespace heddle::coverability {

/// A step of a planned run: the transition leads from every configuration above `before` to one above the `before` of
/// the next step.
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

  /// Searches in the calling thread until there are so many nodes or the search is exhausted.
  void searchUpTo(std::size_t nodes);

  /// Continues the search in its own thread.
  void start();
  /// Ends the search and waits for its thread.
  void stop();
  /// Throws std::bad_alloc if an allocation failed in the oracle's thread. Requires that the oracle is stopped.
  void rethrowFailure() const;

  struct Finding {
    NodeId node = 0;
    Configuration configuration;
  };
  /// The findings since the last call. Cheap if there are none.
  void collect(std::vector<Finding> &findings);

  /// The search is complete and all findings are published: a configuration that is not below a finding is not
  /// coverable. The search need not terminate.
  bool exhausted() const { return exhausted_.load(std::memory_order_acquire); }

  std::size_t nodes() const { return published_.load(std::memory_order_relaxed); }

  /// The steps from an initial configuration to `wanted`, which must be below the node; nullopt if they would be too
  /// many. Requires that the oracle is stopped.
  std::optional<std::vector<PlannedStep>> plan(NodeId node, const Configuration &wanted) const;

private:
  /// Steps that can be repeated any number of times: those from an ancestor to the node, or a single transition.
  struct Acceleration {
    bool single = false;
    std::uint32_t number = 0;  // of the ancestor, or of the transition
    std::vector<Entry> before; // the local states that became omega, with their counts before
  };

  /// The configuration of a node is the member of known_ with the same number.
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
    LocalState local = 0; // the first local state of `take`
    TransitionId transition = 0;
  };
  std::vector<std::vector<ByThread>> byThread_; // by shared state, sorted
  std::span<const ByThread> leaving(SharedState shared, LocalState local) const;
  std::vector<std::vector<TransitionId>> unblocked_; // by shared state: transitions that take no thread
  std::vector<Node> nodes_;
  CoveredSet known_;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
  std::thread thread_;
  std::exception_ptr failure_; // of the thread; read after it has been joined
  std::atomic<bool> stop_{false};

  std::vector<Finding> unpublished_;
  std::mutex mutex_;
  std::vector<Finding> findings_; // guarded by mutex_
  std::atomic<bool> fresh_{false};
  std::atomic<std::size_t> published_{0};
  bool skipped_ = false; // a successor was left out: too many ways to divide threads or too many threads, or cancelled
  std::atomic<bool> exhausted_{false};
};

} // namespace heddle::coverability
