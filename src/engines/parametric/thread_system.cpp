#include "engines/parametric/thread_system.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::engines::parametric {

using coverability::TransitionSpec;

ThreadSystem::SharedId ThreadSystem::intern(const AbstractShared &state) {
  const auto [entry, isNew] = sharedIndex_.try_emplace(state, static_cast<SharedId>(shareds_.size()));
  if (isNew) {
    shareds_.push_back(state);
    present_.emplace_back();
    expanded_.emplace_back();
    movesFrom_.emplace_back();
  }
  return entry->second;
}

ThreadSystem::LocalId ThreadSystem::intern(const AbstractLocal &state) {
  const auto [entry, isNew] = localIndex_.try_emplace(state, static_cast<LocalId>(locals_.size()));
  if (isNew)
    locals_.push_back(state);
  return entry->second;
}

void ThreadSystem::reach(SharedId shared, LocalId local) {
  if (present_[shared].insert(local).second)
    pending_.emplace_back(shared, local);
}

/// Whether a thread in the local state may take a segment: in the middle of a step, only the thread whose step it is.
bool ThreadSystem::canMove(SharedId shared, LocalId local) const {
  const AbstractLocal &state = locals_[local];
  const bool isBetweenSteps = state.fresh || segments_.rests(state.place);
  return isBetweenSteps != shareds_[shared].running;
}

bool ThreadSystem::canBePassive(LocalId active, LocalId passive) const {
  const AbstractLocal &a = locals_[active];
  const AbstractLocal &p = locals_[passive];
  const bool isInStep = !p.fresh && !segments_.rests(p.place);
  const program::CfaId cfa = segments_.cfaOf(p.place);
  return !isInStep && (segments_.cfaOf(a.place) != cfa || !(templates_.isSingle(cfa) || weakening_.functionsRunOnce));
}

/// Adds the transfer of a passive thread to the move, and the pairs to which it leads.
bool ThreadSystem::carry(SharedId shared, Move &move, LocalId passive) {
  if (move.to == bad || !canBePassive(move.local, passive) || weakening_.mutator.strikes(Mutation::ForgetPassive))
    return true;
  const AbstractLocal active = locals_[move.local];
  const AbstractLocal state = locals_[passive];
  if (weakening_.passiveThreadsStay || !abstraction_.mayAffect(*move.segment, state.place)) {
    reach(move.to, passive);
    return true;
  }
  const auto next = abstraction_.passive(active.place, *move.segment, shareds_[shared].bits, active.bits, move.after,
                                         state.place, state.bits);
  if (!next)
    return false;
  std::vector<LocalId> to;
  for (const Bits bits : *next) {
    if (weakening_.mutator.strikes(Mutation::DropDestination))
      continue;
    to.push_back(intern({state.place, state.fresh, bits}));
    reach(move.to, to.back());
  }
  std::sort(to.begin(), to.end());
  if (to != std::vector<LocalId>{passive})
    move.transfers.emplace(passive, std::move(to));
  return true;
}

/// For tests. Whether the successor is lost.
bool ThreadSystem::mutate(Values &after, Bits shared, Bits local) {
  if (weakening_.mutator.strikes(Mutation::StaleShared))
    after.shared = shared;
  if (weakening_.mutator.strikes(Mutation::StaleLocal))
    after.local = local;
  return weakening_.mutator.strikes(Mutation::DropSuccessor);
}

bool ThreadSystem::expand(SharedId shared, LocalId local, const std::function<bool(const Segment &)> &isDismissed,
                          support::Cancellation &cancellation) {
  // The moves of the others from this shared state take this thread along.
  for (Move &move : movesFrom_[shared])
    if (!carry(shared, move, local))
      return false;
  expanded_[shared].push_back(local);
  if (!canMove(shared, local) || weakening_.mutator.strikes(Mutation::SkipThread))
    return true;
  const AbstractLocal from = locals_[local];
  for (const Segment &segment : segments_.of(from.place)) {
    if (isDismissed(segment) || weakening_.mutator.strikes(Mutation::ForgetSegment))
      continue;
    auto successors = abstraction_.successors(from.place, segment, shareds_[shared].bits, from.bits);
    if (!successors)
      return false;
    for (Values &after : *successors) {
      if (cancellation.poll() || ++transitions_ > mostTransitions_)
        return false;
      if (mutate(after, shareds_[shared].bits, from.bits))
        continue;
      const bool isBad = segment.kind == Transition::Kind::Violation || segment.kind == Transition::Kind::Halt;
      if (isBad && weakening_.mutator.strikes(Mutation::SkipViolation))
        continue;
      Move move;
      move.local = local;
      move.segment = &segment;
      move.to = bad;
      move.after = after;
      if (!isBad) {
        const bool running = segment.continues && !segments_.rests(segment.target);
        move.to = intern(AbstractShared{after.shared, running});
        if (segment.continues && !weakening_.mutator.strikes(Mutation::EndThread)) {
          move.next = intern(AbstractLocal{segment.target, false, after.local});
          reach(move.to, *move.next);
        }
        for (std::size_t i = 0; i < segment.children.size(); ++i) {
          if (weakening_.mutator.strikes(Mutation::ForgetChild))
            continue;
          move.children.push_back(intern(AbstractLocal{segment.children[i].place, true, after.children[i]}));
          reach(move.to, move.children.back());
        }
      }
      movesFrom_[shared].push_back(std::move(move));
      Move &added = movesFrom_[shared].back();
      for (const LocalId passive : expanded_[shared])
        if (!carry(shared, added, passive))
          return false;
      if (isBad)
        break; // one is as good as another
    }
  }
  return true;
}

/// Adds the races of threads in local states that are reachable with the shared state.
bool ThreadSystem::addRaces(SharedId shared, support::Cancellation &cancellation) {
  std::vector<LocalId> racing;
  for (const LocalId local : present_[shared])
    if (meetings_->mayRaceAt(locals_[local].place))
      racing.push_back(local);
  for (std::size_t i = 0; i < racing.size(); ++i)
    for (std::size_t j = i; j < racing.size(); ++j) {
      const AbstractLocal &first = locals_[racing[i]];
      const AbstractLocal &second = locals_[racing[j]];
      if (!canBePassive(racing[i], racing[j]))
        continue;
      Move move;
      move.local = racing[i];
      move.other = racing[j];
      move.to = bad;
      for (const Meeting &meeting : meetings_->of(first.place, second.place)) {
        if (meeting.isDismissed)
          continue;
        const auto meets = abstraction_.canMeet(meeting.encounter, shareds_[shared].bits, first.bits, second.bits);
        if (!meets || cancellation.poll())
          return false;
        if (*meets && !weakening_.mutator.strikes(Mutation::ForgetRace))
          move.races.push_back(&meeting);
      }
      if (move.races.empty())
        continue;
      if (++transitions_ > mostTransitions_)
        return false;
      movesFrom_[shared].push_back(std::move(move));
    }
  return true;
}

/// Adds the cycles of threads that wait for each other, in local states that are reachable with the shared state.
bool ThreadSystem::addCycles(SharedId shared, support::Cancellation &cancellation) {
  std::map<std::size_t, std::vector<std::pair<std::size_t, LocalId>>> holders; // by lock: what else a holder waits for
  for (const LocalId local : present_[shared]) {
    const AbstractLocal &state = locals_[local];
    const std::optional<std::size_t> wanted = waits_->wantedAt(state.place);
    const Progress::Locks held = wanted ? waits_->heldAt(state.place) : 0;
    for (std::size_t lock = 0; held != 0 && lock < waits_->count(); ++lock) {
      if (((held >> lock) & 1) == 0)
        continue;
      const auto waits = abstraction_.canMeet(waits_->waiting(state.place, lock), shareds_[shared].bits, state.bits, 0);
      if (!waits || cancellation.poll())
        return false;
      if (*waits)
        holders[lock].emplace_back(*wanted, local);
    }
  }
  std::vector<Move::Waiting> cycle;
  std::set<std::size_t> onCycle;
  // The first lock of a cycle is its lowest one, so that each is found once.
  const auto extend = [&](const auto &self, std::size_t first, std::size_t lock) -> bool {
    if (!onCycle.insert(lock).second)
      return true;
    for (const auto &[wanted, local] : holders[lock]) {
      cycle.push_back({local, lock});
      if (wanted == first) {
        if (cancellation.poll() || ++transitions_ > mostTransitions_)
          return false;
        Move move;
        move.local = local;
        move.to = bad;
        move.cycle = cycle;
        movesFrom_[shared].push_back(std::move(move));
      } else if (wanted > first && !self(self, first, wanted)) {
        return false;
      }
      cycle.pop_back();
    }
    onCycle.erase(lock);
    return true;
  };
  for (std::size_t lock = 0; lock < waits_->count(); ++lock)
    if (!extend(extend, lock, lock))
      return false;
  return true;
}

std::optional<std::string> ThreadSystem::waitingObstacle() const {
  if (waits_->obstacle())
    return waits_->obstacle();
  std::set<PlaceId> places;
  for (SharedId shared = bad + 1; shared < shareds_.size(); ++shared)
    for (const LocalId local : present_[shared])
      places.insert(locals_[local].place);
  for (const PlaceId place : places)
    if (auto obstacle = waits_->obstacleAt(place))
      return obstacle;
  for (const auto &moves : movesFrom_)
    for (const Move &move : moves)
      if (move.segment != nullptr && move.segment->isStuck())
        return waits_->describe("a thread might wait for memory that no other thread accesses",
                                locals_[move.local].place);
  return std::nullopt;
}

ThreadSystem::Result ThreadSystem::build(const std::function<bool(const Segment &)> &isDismissed,
                                         support::Cancellation &cancellation) {
  intern(AbstractShared{~Bits{0}, true}); // bad: no other state has the number 0
  sharedIndex_.clear();
  const auto initial = abstraction_.initial();
  if (!initial)
    return cancellation.poll() ? Result::Cancelled : Result::TooLarge;
  for (const Values &values : *initial) {
    const Bits flipped = weakening_.mutator.strikes(Mutation::WrongInitialState) ? 1 : 0;
    initial_.emplace_back(intern(AbstractShared{values.shared ^ flipped, false}),
                          intern(AbstractLocal{segments_.initial(), true, values.local}));
    reach(initial_.back().first, initial_.back().second);
  }
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    const auto [shared, local] = pending_[i];
    if (cancellation.poll(4))
      return Result::Cancelled;
    if (!expand(shared, local, isDismissed, cancellation))
      return cancellation.poll() ? Result::Cancelled : Result::TooLarge;
  }
  for (SharedId shared = bad + 1; meetings_ != nullptr && shared < shareds_.size(); ++shared)
    if (!shareds_[shared].running && !addRaces(shared, cancellation))
      return cancellation.poll() ? Result::Cancelled : Result::TooLarge;
  for (SharedId shared = bad + 1; waits_ != nullptr && shared < shareds_.size(); ++shared)
    if (!shareds_[shared].running && !addCycles(shared, cancellation))
      return cancellation.poll() ? Result::Cancelled : Result::TooLarge;
  return Result::Built;
}

coverability::System ThreadSystem::system() {
  coverability::System result(static_cast<SharedId>(shareds_.size()), static_cast<LocalId>(locals_.size()));
  moves_.clear();
  for (SharedId from = 0; from < shareds_.size(); ++from)
    for (const Move &move : movesFrom_[from]) {
      TransitionSpec spec;
      spec.from = from;
      spec.to = move.to;
      if (move.cycle.empty())
        coverability::increase(spec.take, move.local, 1);
      for (const Move::Waiting &waiting : move.cycle)
        coverability::increase(spec.take, waiting.local, 1);
      if (!move.races.empty())
        coverability::increase(spec.take, move.other, 1);
      if (move.next)
        coverability::increase(spec.put, *move.next, 1);
      for (const LocalId child : move.children)
        coverability::increase(spec.put, child, 1);
      for (const auto &[passive, to] : move.transfers)
        spec.transfers.push_back({passive, to});
      const std::size_t before = result.transitions().size();
      result.add(spec);
      if (result.transitions().size() > before)
        moves_.push_back(&move);
    }
  for (const auto &[shared, local] : initial_) {
    coverability::InitialSet set;
    set.most.shared = shared;
    coverability::increase(set.most.threads, local, 1);
    set.least = set.most.threads;
    result.initial.push_back(std::move(set));
  }
  result.targets.push_back({bad, {}});
  for (SharedId id = 0; id < shareds_.size(); ++id)
    result.sharedNames.push_back(
        id == bad ? std::string("violation")
                  : fmt::format("{}{:x}", shareds_[id].running ? "running:" : "", shareds_[id].bits));
  for (const AbstractLocal &state : locals_)
    result.localNames.push_back(fmt::format("{}:L{}{}:{:x}", segments_.cfaOf(state.place),
                                            segments_.locationOf(state.place), state.fresh ? "(fresh)" : "",
                                            state.bits));
  return result;
}

} // namespace heddle::engines::parametric
