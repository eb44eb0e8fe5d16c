// The thread transition system of the abstraction, built from its reachable states.
//
// A pair (s, l) of a shared and a local state is *reachable* if some thread may be in l while the shared state is s.
// The pairs are saturated as if any number of threads were in each local state: a segment of a thread in (s, l) that
// leads to (s', l') also takes every other thread in (s, m) to (s', m'), where m' differs from m in mixed predicates
// only. Of a function that runs only once there is no second thread. All reachable configurations consist of reachable
// pairs, so transitions from other pairs are not needed. The number of threads is left to the coverability search.
//
// While a thread is in the middle of a step that is divided into several segments, the shared state says so, and no
// other thread moves. A thread that has just been started is *fresh*: its first local work may take place at any time.
//
// A data race is a transition that takes two threads at conflicting accesses (meetings.hpp), a deadlock one that takes
// threads that wait for each other (lock_waits.hpp).
#pragma once

#include "coverability/system.hpp"
#include "engines/parametric/abstraction.hpp"
#include "engines/parametric/lock_waits.hpp"
#include "engines/parametric/meetings.hpp"
#include "engines/parametric/weakening.hpp"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heddle::engines::parametric {

struct AbstractShared {
  Bits bits = 0;
  bool running = false; // a thread is in the middle of a step
  auto operator<=>(const AbstractShared &) const = default;
};

struct AbstractLocal {
  PlaceId place = 0;
  bool fresh = false;
  Bits bits = 0;
  auto operator<=>(const AbstractLocal &) const = default;
};

class ThreadSystem {
public:
  using SharedId = coverability::SharedState;
  using LocalId = coverability::LocalState;
  /// The shared state after a violation, or after an operation that is not supported.
  static constexpr SharedId bad = 0;

  /// With `meetings`, a data race is a violation; with `waits`, a cycle of threads that wait for each other.
  ThreadSystem(Segments &segments, Abstraction &abstraction, const Templates &templates, std::size_t mostTransitions,
               const Weakening &weakening = {}, Meetings *meetings = nullptr, LockWaits *waits = nullptr)
      : segments_(segments), abstraction_(abstraction), templates_(templates), mostTransitions_(mostTransitions),
        weakening_(weakening), meetings_(meetings), waits_(waits) {}

  enum class Result : std::uint8_t { Built, TooLarge, Cancelled };
  /// Builds the system without the segments for which `isDismissed` holds.
  Result build(const std::function<bool(const Segment &)> &isDismissed, support::Cancellation &cancellation);

  /// A transition: the active thread, in `local`, takes the segment; or it and another one race.
  struct Move {
    LocalId local = 0;
    const Segment *segment = nullptr;
    SharedId to = 0;
    Values after;
    std::optional<LocalId> next;   // of the active thread
    std::vector<LocalId> children; // the local states of the threads that it starts
    std::map<LocalId, std::vector<LocalId>> transfers;
    LocalId other = 0;                  // a race: the second thread
    std::vector<const Meeting *> races; // and their accesses
    /// Threads that wait for each other: each holds the lock that the one before it waits for.
    struct Waiting {
      LocalId local = 0;
      std::size_t held = 0; // a lock
    };
    std::vector<Waiting> cycle;
  };

  /// The system, and the move of each of its transitions.
  coverability::System system();
  const Move &moveOf(coverability::TransitionId transition) const { return *moves_[transition]; }
  const AbstractLocal &local(LocalId id) const { return locals_[id]; }
  const AbstractShared &shared(SharedId id) const { return shareds_[id]; }
  /// The local states that may occur together with the shared state.
  const std::set<LocalId> &presentIn(SharedId id) const { return present_[id]; }
  /// Why the abstraction does not show that there is no deadlock.
  std::optional<std::string> waitingObstacle() const;
  ControlId controlOf(LocalId id) const { return segments_.controlOf(locals_[id].place); }

  std::size_t countShared() const { return shareds_.size(); }
  std::size_t countLocal() const { return locals_.size(); }
  std::size_t countTransitions() const { return transitions_; }

private:
  SharedId intern(const AbstractShared &state);
  LocalId intern(const AbstractLocal &state);
  void reach(SharedId shared, LocalId local);
  bool canMove(SharedId shared, LocalId local) const;
  bool canBePassive(LocalId active, LocalId passive) const;
  bool expand(SharedId shared, LocalId local, const std::function<bool(const Segment &)> &isDismissed,
              support::Cancellation &cancellation);
  bool carry(SharedId shared, Move &move, LocalId passive);
  bool mutate(Values &after, Bits shared, Bits local);
  bool addRaces(SharedId shared, support::Cancellation &cancellation);
  bool addCycles(SharedId shared, support::Cancellation &cancellation);

  Segments &segments_;
  Abstraction &abstraction_;
  const Templates &templates_;
  std::size_t mostTransitions_;
  Weakening weakening_;
  Meetings *meetings_;
  LockWaits *waits_;
  std::vector<AbstractShared> shareds_;
  std::vector<AbstractLocal> locals_;
  std::map<AbstractShared, SharedId> sharedIndex_;
  std::map<AbstractLocal, LocalId> localIndex_;
  std::vector<std::pair<SharedId, LocalId>> initial_;
  std::vector<std::set<LocalId>> present_;     // by shared state
  std::vector<std::vector<LocalId>> expanded_; // by shared state: the members of `present_` that have been processed
  std::vector<std::deque<Move>> movesFrom_;    // by shared state
  std::vector<std::pair<SharedId, LocalId>> pending_;
  std::vector<const Move *> moves_; // by transition
  std::size_t transitions_ = 0;
};

} // namespace heddle::engines::parametric
