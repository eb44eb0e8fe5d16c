// The lock-order graph: threads that wait for each other in a cycle.
//
// A request is a point at which a thread may wait for a resource, a lock or the end of a thread, while it holds others;
// a thread whose end is requested holds that end as long as it lives. An edge leads from a resource that is held to the
// one that is requested. A deadlock of n threads is a cycle of n edges, each from the request of another thread, such
// that any two of the threads may be at their requests at the same time: start and join do not order them, and they do
// not hold locks that exclude each other (a common *gate* lock; Havelund's GoodLock). A shortest cycle has no resource
// twice. A thread that requests what it holds itself is a cycle of one.
#pragma once

#include "engines/modular/global.hpp"
#include "engines/modular/mutation.hpp"
#include "engines/modular/waits.hpp"

#include <map>
#include <optional>
#include <set>
#include <vector>

namespace heddle::engines::modular {

/// A thread at a point: its function, what it holds, and for main the functions whose threads may run.
struct ThreadPoint {
  program::CfaId cfa = 0;
  Held held;
  std::set<program::CfaId> others;
  auto operator<=>(const ThreadPoint &) const = default;
};

struct Request {
  ThreadPoint by;
  Wait wait; // for a lock or a join
};

class LockOrder {
public:
  LockOrder(const Global &global, std::vector<Request> requests, Mutation mutation);

  const std::vector<Request> &requests() const { return requests_; }
  bool isJoined(program::CfaId cfa) const { return joined_.contains(cfa); }
  /// Whether two different threads may be there at the same time.
  bool areTogether(const ThreadPoint &a, const ThreadPoint &b) const;
  /// Whether another thread may wait for a lock that the thread holds.
  bool isWaitedFor(const ThreadPoint &holder) const;

  /// Cycles, as indices of requests, at most so many; none if there are too many combinations to decide.
  std::optional<std::vector<std::vector<std::size_t>>> cycles(std::size_t most) const;

private:
  struct Resource {
    bool isEnd = false;
    Cell lock = {};           // unless isEnd
    program::CfaId ended = 0; // if isEnd
    auto operator<=>(const Resource &) const = default;
  };
  struct Edge {
    std::size_t request = 0;
    Resource from;
    bool isHeldForReading = false;
  };
  class Search;

  static std::vector<Resource> requested(const Request &request);
  static bool blocks(const Edge &holder, const Request &request, const Resource &resource) {
    return holder.from == resource && !(holder.isHeldForReading && request.wait.isForReading);
  }

  const Global &global_;
  std::vector<Request> requests_;
  Mutation mutation_;
  std::set<program::CfaId> joined_;
  std::vector<Edge> edges_;
  std::map<Cell, std::vector<std::size_t>> byLock_; // requests
  mutable std::map<ThreadPoint, bool> waitedFor_;
};

} // namespace heddle::engines::modular
