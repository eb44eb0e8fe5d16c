// The thread transition system that a proof for any number of threads is checked against. Internal to
// check_parametric.cpp.
#pragma once

#include "coverability/system.hpp"
#include "proof/parametric_values.hpp"
#include "support/cancellation.hpp"

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace heddle::proof {

class ParametricSystem {
public:
  using SharedId = coverability::SharedState;
  using LocalId = coverability::LocalState;
  /// After a violation, or an operation that is not supported.
  static constexpr SharedId bad = 0;

  /// With `races`, a data race is a violation.
  ParametricSystem(const program::Program &program, ThreadPaths &paths, PathAbstraction &abstraction,
                   const ParametricFacts &facts, support::Cancellation &cancellation, ParametricRaces *races = nullptr);

  /// Finds all transitions from pairs that can occur.
  void build();

  /// The pairs that can occur.
  std::vector<std::pair<SharedState, LocalState>> pairs() const;

  SharedId intern(const SharedState &state);
  LocalId intern(const LocalState &state);
  /// To be called when all states are known.
  coverability::System system() const;

private:
  struct Move {
    LocalId local = 0; // of the active thread
    const ThreadPath *path = nullptr;
    SharedId to = bad;
    PathValues after;
    std::optional<LocalId> next;
    std::vector<LocalId> children;
    std::map<LocalId, std::vector<LocalId>> transfers;
    std::optional<LocalId> other = {}; // a race: the second thread
  };

  void reach(SharedId shared, LocalId local);
  void expand(SharedId shared, LocalId local);
  void take(SharedId shared, LocalId local, const ThreadPath &path);
  void carry(SharedId shared, Move &move, LocalId passive);
  void addRaces(SharedId shared);
  bool canMove(SharedId shared, LocalId local) const;
  bool canBeTogether(LocalId active, LocalId passive) const;
  PlaceId targetOf(const ThreadPath &path) const;
  PlaceId childOf(const ThreadPath &path, std::size_t index) const;
  std::string nameOf(const LocalState &state) const;

  const program::Program &program_;
  ThreadPaths &paths_;
  PathAbstraction &abstraction_;
  const ParametricFacts &facts_;
  support::Cancellation &cancellation_;
  ParametricRaces *races_;
  std::vector<SharedState> shareds_;
  std::vector<LocalState> locals_;
  std::map<SharedState, SharedId> sharedIndex_;
  std::map<LocalState, LocalId> localIndex_;
  std::vector<std::pair<SharedId, LocalId>> initial_;
  std::vector<std::set<LocalId>> present_;     // by shared state
  std::vector<std::vector<LocalId>> expanded_; // by shared state
  std::vector<std::deque<Move>> moves_;        // by shared state
  std::vector<std::pair<SharedId, LocalId>> pending_;
};

} // namespace heddle::proof
