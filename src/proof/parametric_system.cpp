// A thread that has just been started is fresh: its first local work may take place at any time. While a thread is in
// the middle of a step, the shared state says so, and only that thread moves.
#include "proof/parametric_system.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

ParametricSystem::ParametricSystem(const program::Program &program, ThreadPaths &paths, PathAbstraction &abstraction,
                                   const ParametricFacts &facts, support::Cancellation &cancellation,
                                   ParametricRaces *races)
    : program_(program), paths_(paths), abstraction_(abstraction), facts_(facts), cancellation_(cancellation),
      races_(races) {
  intern(SharedState{}); // bad: no other state has the number 0
  sharedIndex_.clear();
}

ParametricSystem::SharedId ParametricSystem::intern(const SharedState &state) {
  const auto [entry, isNew] = sharedIndex_.try_emplace(state, static_cast<SharedId>(shareds_.size()));
  if (isNew) {
    shareds_.push_back(state);
    present_.emplace_back();
    expanded_.emplace_back();
    moves_.emplace_back();
  }
  return entry->second;
}

ParametricSystem::LocalId ParametricSystem::intern(const LocalState &state) {
  const auto [entry, isNew] = localIndex_.try_emplace(state, static_cast<LocalId>(locals_.size()));
  if (isNew)
    locals_.push_back(state);
  return entry->second;
}

void ParametricSystem::build() {
  const std::optional<PlaceId> main = paths_.entryOf(0);
  if (!main)
    throw CheckFailure{CheckResult::Kind::Invalid, "the proof has no place where main begins"};
  for (const PathValues &values : abstraction_.initial(*main)) {
    initial_.emplace_back(intern(SharedState{values.shared, false}), intern(LocalState{*main, values.own}));
    reach(initial_.back().first, initial_.back().second);
  }
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    const auto [shared, local] = pending_[i];
    if (cancellation_.poll())
      throw CheckFailure{CheckResult::Kind::Cancelled, "the check was cancelled"};
    expand(shared, local);
  }
  for (SharedId shared = bad + 1; races_ != nullptr && shared < shareds_.size(); ++shared)
    if (!shareds_[shared].running)
      addRaces(shared);
}

/// Two threads whose next steps may race lead to a violation.
void ParametricSystem::addRaces(SharedId shared) {
  std::vector<LocalId> racing;
  for (const LocalId local : present_[shared])
    if (races_->mayRaceAt(locals_[local].place))
      racing.push_back(local);
  for (std::size_t i = 0; i < racing.size(); ++i)
    for (std::size_t j = i; j < racing.size(); ++j) {
      if (cancellation_.poll())
        throw CheckFailure{CheckResult::Kind::Cancelled, "the check was cancelled"};
      if (!canBeTogether(racing[i], racing[j]))
        continue;
      const LocalState &first = locals_[racing[i]];
      const LocalState &second = locals_[racing[j]];
      const auto &encounters = races_->between(first.place, second.place);
      const bool mayRace = std::any_of(encounters.begin(), encounters.end(), [&](const auto &encounter) {
        return abstraction_.canMeet(first.place, second.place, encounter, shareds_[shared].values, first.values,
                                    second.values);
      });
      if (mayRace)
        moves_[shared].push_back(
            {.local = racing[i], .after = {}, .next = {}, .children = {}, .transfers = {}, .other = racing[j]});
    }
}

void ParametricSystem::reach(SharedId shared, LocalId local) {
  if (present_[shared].insert(local).second)
    pending_.emplace_back(shared, local);
}

bool ParametricSystem::canMove(SharedId shared, LocalId local) const {
  return paths_.isRunning(locals_[local].place) == shareds_[shared].running;
}

bool ParametricSystem::canBeTogether(LocalId active, LocalId passive) const {
  const PlaceId a = locals_[active].place;
  const PlaceId p = locals_[passive].place;
  return !paths_.isRunning(p) && !(paths_.cfaAt(a) == paths_.cfaAt(p) && facts_.isSingle(paths_.cfaAt(p)));
}

void ParametricSystem::expand(SharedId shared, LocalId local) {
  for (Move &move : moves_[shared])
    carry(shared, move, local);
  expanded_[shared].push_back(local);
  if (!canMove(shared, local))
    return;
  for (const ThreadPath &path : paths_.from(locals_[local].place))
    take(shared, local, path);
}

/// A proof that says nothing about a location to which a step leads is wrong. If it speaks of the location, but with
/// other objects or pointers, the two sides may have named them differently.
PlaceId ParametricSystem::targetOf(const ThreadPath &path) const {
  if (path.target)
    return *path.target;
  throw CheckFailure{paths_.hasPlacesAt(path.state.control.threads.front()) ? CheckResult::Kind::Inconclusive
                                                                            : CheckResult::Kind::Invalid,
                     fmt::format("the proof has no place for a thread after the step at {}",
                                 program_.sources.describe(program_.sources.userSpan(path.span)))};
}

PlaceId ParametricSystem::childOf(const ThreadPath &path, std::size_t index) const {
  if (path.children[index])
    return *path.children[index];
  throw CheckFailure{CheckResult::Kind::Invalid,
                     fmt::format("the proof has no place for the thread that is started at {}",
                                 program_.sources.describe(program_.sources.userSpan(path.span)))};
}

void ParametricSystem::take(SharedId shared, LocalId local, const ThreadPath &path) {
  const LocalState from = locals_[local];
  for (PathValues &values : abstraction_.after(from.place, path, shareds_[shared].values, from.values)) {
    Move move{.local = local, .path = &path, .after = std::move(values), .next = {}, .children = {}, .transfers = {}};
    if (!path.isError()) {
      SharedState to{move.after.shared, false};
      if (path.continues) {
        const PlaceId target = targetOf(path);
        to.running = paths_.isRunning(target);
        move.next = intern(LocalState{target, move.after.own});
      }
      move.to = intern(to);
      if (move.next)
        reach(move.to, *move.next);
      for (std::size_t i = 0; i < path.children.size(); ++i) {
        move.children.push_back(intern(LocalState{childOf(path, i), move.after.children[i]}));
        reach(move.to, move.children.back());
      }
    }
    moves_[shared].push_back(std::move(move));
    for (const LocalId passive : expanded_[shared])
      carry(shared, moves_[shared].back(), passive);
    if (path.isError())
      return; // one is as good as another
  }
}

/// What becomes of a passive thread.
void ParametricSystem::carry(SharedId shared, Move &move, LocalId passive) {
  if (move.to == bad || !canBeTogether(move.local, passive))
    return;
  const LocalState active = locals_[move.local];
  const LocalState other = locals_[passive];
  if (!abstraction_.mayAffect(active.place, *move.path, other.place)) {
    reach(move.to, passive);
    return;
  }
  std::set<LocalId> to;
  for (const PredicateBits values : abstraction_.passive(active.place, *move.path, shareds_[shared].values,
                                                         active.values, move.after, other.place, other.values)) {
    to.insert(intern(LocalState{other.place, values}));
    reach(move.to, localIndex_.at({other.place, values}));
  }
  if (to != std::set<LocalId>{passive})
    move.transfers.emplace(passive, std::vector<LocalId>(to.begin(), to.end()));
}

std::vector<std::pair<SharedState, LocalState>> ParametricSystem::pairs() const {
  std::vector<std::pair<SharedState, LocalState>> result;
  for (const auto &[shared, local] : pending_)
    result.emplace_back(shareds_[shared], locals_[local]);
  return result;
}

std::string ParametricSystem::nameOf(const LocalState &state) const {
  const Thread &thread = paths_.threadAt(state.place);
  return fmt::format("{} at location {}, place {}, predicates {:x}", program_.cfas[thread.cfa].name, thread.location,
                     state.place, state.values);
}

coverability::System ParametricSystem::system() const {
  coverability::System result(static_cast<SharedId>(shareds_.size()), static_cast<LocalId>(locals_.size()));
  for (SharedId from = 0; from < shareds_.size(); ++from)
    for (const Move &move : moves_[from]) {
      coverability::TransitionSpec spec;
      spec.from = from;
      spec.to = move.to;
      coverability::increase(spec.take, move.local, 1);
      if (move.other)
        coverability::increase(spec.take, *move.other, 1);
      if (move.next)
        coverability::increase(spec.put, *move.next, 1);
      for (const LocalId child : move.children)
        coverability::increase(spec.put, child, 1);
      for (const auto &[passive, to] : move.transfers)
        spec.transfers.push_back({passive, to});
      result.add(spec);
    }
  for (const auto &[shared, local] : initial_) {
    coverability::InitialSet set;
    set.most.shared = shared;
    coverability::increase(set.most.threads, local, 1);
    set.least = set.most.threads;
    result.initial.push_back(std::move(set));
  }
  for (SharedId id = 0; id < shareds_.size(); ++id)
    result.sharedNames.push_back(
        id == bad ? std::string("violation")
                  : fmt::format("{}predicates {:x}", shareds_[id].running ? "running, " : "", shareds_[id].values));
  for (const LocalState &state : locals_)
    result.localNames.push_back(nameOf(state));
  return result;
}

} // namespace heddle::proof
