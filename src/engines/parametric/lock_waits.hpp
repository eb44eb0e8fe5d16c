// Deadlocks of threads that wait for locks.
//
// A thread is deadlocked if it waits, and no continuation lets it run or ends the program. That is no property of
// single configurations, so it is reduced to one, under conditions that `obstacle` and Progress verify:
//   - wherever a thread may wait, it can run if some lock is free (Progress says what a lock is), or it is main, which
//     joins a thread and holds no lock;
//   - every location at which a lock may be held is left for certain to one at which none is held;
//   - if main joins threads, every location of the others is left for certain to their end.
// Then threads are deadlocked only if some of them wait for each other in a cycle: each holds a lock that the one
// before it waits for. Proof: let there be no such cycle in any reachable configuration. As long as a lock is held,
// some thread that holds one does not wait: follow from holder to holder. It takes a step on its way to a location
// without locks. This decreases the sum, over all threads that hold locks, of the distances to such locations; a thread
// without locks does not move. So in the end no lock is held, and every thread that waits for a lock can run. A thread
// that main waits for is moved to its end in the same way.
//
// A cycle of waits is a transition that takes its threads, as a data race is one that takes two.
#pragma once

#include "engines/parametric/abstraction.hpp"
#include "engines/parametric/progress.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace heddle::engines::parametric {

class LockWaits {
public:
  LockWaits(reachability::Semantics &semantics, Segments &segments, Enumeration &enumeration,
            const Templates &templates);

  /// Why deadlocks cannot be decided if a thread is at the place.
  std::optional<std::string> obstacleAt(PlaceId place);
  const std::optional<std::string> &obstacle() const {
    return progress_.obstacle() ? progress_.obstacle() : progress_.keepsLock();
  }

  /// The lock that a thread at the place may wait for.
  std::optional<std::size_t> wantedAt(PlaceId place) {
    const Wait &wait = at(place);
    return wait.kind == Wait::Kind::Lock ? std::optional(wait.lock) : std::nullopt;
  }
  Progress::Locks heldAt(PlaceId place) const {
    return progress_.heldAt(segments_.cfaOf(place), segments_.locationOf(place));
  }
  /// A thread at the place that holds the lock, and waits.
  const Abstraction::Encounter &waiting(PlaceId place, std::size_t held);
  /// The memory of the lock.
  Expr wordOf(std::size_t lock);
  std::size_t count() const { return templates_.handleCells().size(); }
  std::string describe(const std::string &what, PlaceId place) const;

private:
  struct Wait {
    enum class Kind : std::uint8_t { None, Lock, Join, Other };
    Kind kind = Kind::None;
    std::size_t lock = 0;
    Expr isEnabled = nullptr;
  };
  const Wait &at(PlaceId place);
  bool isPossible(const std::vector<Expr> &facts);

  reachability::Semantics &semantics_;
  Segments &segments_;
  Enumeration &enumeration_;
  const Templates &templates_;
  Progress progress_;
  std::map<PlaceId, Wait> waits_;
  std::map<std::pair<PlaceId, std::size_t>, Abstraction::Encounter> holders_;
};

} // namespace heddle::engines::parametric
