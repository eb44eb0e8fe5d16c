// Pairs of places at which two threads may race: both are about to make an access, and the accesses conflict.
#pragma once

#include "engines/parametric/abstraction.hpp"
#include "engines/parametric/race_accesses.hpp"

#include <deque>
#include <map>
#include <utility>
#include <vector>

namespace heddle::engines::parametric {

/// Two accesses of two threads, and what must hold of their threads.
struct Meeting {
  const StepAccess *first = nullptr;
  const StepAccess *second = nullptr;
  Abstraction::Encounter encounter;
  mutable bool isDismissed = false; // it can be neither executed nor excluded
  /// Both are the only accesses of their steps: if the threads meet, there is a race.
  bool isCertain() const { return first->isAlone && second->isAlone; }
};

class Meetings {
public:
  Meetings(reachability::Semantics &semantics, Segments &segments, Abstraction &abstraction,
           const RaceAccesses &accesses, const Mutator &mutator = {})
      : semantics_(semantics), segments_(segments), abstraction_(abstraction), accesses_(accesses), mutator_(mutator) {}

  /// Whether a thread there is about to make an access that may race.
  bool mayRaceAt(PlaceId place) const {
    return segments_.rests(place) && !accesses_.of(segments_.cfaOf(place), segments_.locationOf(place)).empty();
  }
  /// The races that are possible if one thread is at the first and another one at the second place.
  const std::deque<Meeting> &of(PlaceId first, PlaceId second);

private:
  /// What must hold of a thread for its access.
  struct Side {
    std::vector<Expr> facts;
    Expr address = nullptr; // null: any
  };
  std::vector<Side> sidesOf(PlaceId place, const StepAccess &access);
  std::vector<Expr> conditionsOf(const Segment &segment);

  reachability::Semantics &semantics_;
  Segments &segments_;
  Abstraction &abstraction_;
  const RaceAccesses &accesses_;
  Mutator mutator_;
  std::map<std::pair<PlaceId, PlaceId>, std::deque<Meeting>> known_;
};

} // namespace heddle::engines::parametric
