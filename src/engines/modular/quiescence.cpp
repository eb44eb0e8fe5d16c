#include "engines/modular/quiescence.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::engines::modular {

using program::ActionId;
using program::CfaId;
using program::LocationId;
using PointKind = RestingPoint::Kind;

/// Threads are at resting points.
void Quiescence::addThreads(Counting &system) {
  std::vector<Flows::Present> present;
  for (const RestingPoint &point : points_)
    present.push_back({point.cfa, point.location, {}, &point.registers});
  system.addThreads(std::move(present));
  // Main is alone if its state says so.
  for (std::size_t i = 0; i < points_.size(); ++i)
    for (std::size_t j = 0; j < points_.size() && points_[i].isAlone; ++j)
      if (i != j && points_[j].kind != PointKind::End)
        system.clauses.addImplication({system.at(i), system.at(j)}, {Tally{-1, {}}});
}

/// What is known of cells at the points where threads are, and what was stored to them.
void Quiescence::addCells(Counting &system) {
  const LostSignals signals(program_, objects_, runs_, points_, bounds_, mutation_);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    for (const auto &[cell, content] : points_[i].contents)
      system.require(system.at(i), cell, content, {});
    if (!points_[i].condition)
      continue;
    for (const KeptContent &kept : signals.keptAt(points_[i])) {
      std::vector<Tally> owing;
      for (const std::size_t point : kept.owing)
        owing.push_back(system.at(point));
      system.require(system.at(i), kept.cell, kept.content, owing);
    }
  }
  std::vector<Tally> alone;
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (points_[i].isAlone)
      alone.push_back(system.at(i));
  system.addContents(alone);
}

void Quiescence::addLocks(Counting &system) {
  std::map<Cell, Tally> holders; // exclusive ones
  std::map<Cell, Tally> readers;
  for (std::size_t i = 0; i < points_.size(); ++i)
    for (const auto &[lock, hold] : points_[i].held)
      (hold == exclusively ? holders : readers)[lock].add(system.at(i));
  for (const auto &entry : holders)
    system.clauses.atLeastZero(Tally{1, {}}.add(entry.second, -1));
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Wait &wait = points_[i].wait;
    if (points_[i].kind != PointKind::Wait || wait.kind != Wait::Kind::Lock || !rules_.hasHolder(wait.lock))
      continue;
    Tally all = holders[wait.lock];
    if (!wait.isForReading)
      all.add(readers[wait.lock]);
    system.clauses.addImplication({system.at(i)}, {Tally{-1, {}}.add(all)});
  }
}

void Quiescence::addJoins(Counting &system) {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (points_[i].kind != PointKind::Wait || points_[i].wait.kind != Wait::Kind::Join)
      continue;
    Tally left{-1, {}};
    for (std::size_t j = 0; j < points_.size() && mutation_ != Mutation::JoinsFindNoThread; ++j)
      if (points_[j].kind != PointKind::End && points_[i].wait.joined.contains(points_[j].cfa) && i != j)
        left.add(system.at(j));
    // Another thread at the same point, if there may be one.
    if (points_[i].cfa != 0 && points_[i].wait.joined.contains(points_[i].cfa))
      left.add(system.at(i));
    system.clauses.addImplication({system.at(i)}, {left});
  }
}

void Quiescence::addBarriers(Counting &system) {
  std::set<Cell> barriers;
  for (const RestingPoint &point : points_)
    if (point.barrier)
      barriers.insert(*point.barrier);
  for (const Cell &barrier : barriers)
    addBarrier(system, barrier);
}

void Quiescence::addBarrier(Counting &system, const Cell &barrier) {
  const std::optional<Bits> size = fixpoint_.barriers().sizeOf(barrier);
  constexpr Bits most = 64;
  if (!size || *size > most || !runs_.isCounted({barrier.object, barrier.offset, 8}))
    return;
  const auto needed = static_cast<std::int64_t>(*size);
  Tally arrived;   // and wait
  Tally completed; // rounds
  std::set<CfaId> users;
  for (const Flows::Flow &flow : system.flows)
    for (const auto &[id, count] : flow.taken)
      switch (arrivalIn(runs_.of(flow.cfa, id), barrier)) {
      case Arrival::None:
        break;
      case Arrival::Waits:
        arrived.add(count);
        users.insert(flow.cfa);
        break;
      case Arrival::Completes:
        completed.add(count);
        users.insert(flow.cfa);
        break;
      case Arrival::Unknown:
        return;
      }
  Tally waiting;
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (points_[i].barrier == barrier)
      waiting.add(system.at(i));
  const std::int64_t lacking = mutation_ == Mutation::BarriersNeedFewer ? needed - 2 : needed - 1;
  system.clauses.zero(Tally{}.add(waiting).add(arrived, -1).add(completed, needed - 1));
  system.clauses.atLeastZero(Tally{lacking, {}}.add(waiting, -1));
  // If no more threads use it than it waits for: one thread at each location.
  Tally spare{needed + 1, {}};
  for (const CfaId cfa : users)
    spare.add(system.started()[cfa], -1);
  for (const CfaId cfa : users) {
    std::map<LocationId, std::pair<Tally, bool>> resting; // threads, and whether they wait at the barrier
    std::set<LocationId> areMixed;
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (points_[i].cfa == cfa) {
        const bool waits = points_[i].barrier == barrier;
        const auto [entry, isNew] = resting.try_emplace(points_[i].location, Tally{}, waits);
        entry->second.first.add(system.at(i));
        if (!isNew && entry->second.second != waits)
          areMixed.insert(points_[i].location);
      }
    for (const auto &[location, entry] : resting) {
      if (areMixed.contains(location))
        continue;
      const Flows::Flow one = flows_->newFlow(system.clauses, cfa);
      const Tally isThere = Tally{}.add(system.clauses.newVariable()); // 0: there may be no way to the location
      system.clauses.atLeastZero(isThere);
      system.clauses.atLeastZero(Tally{1, {}}.add(isThere, -1));
      system.clauses.addImplication({entry.first}, {Tally{-1, {}}.add(isThere)});
      flows_->addHistory(system.clauses, one, isThere, {{cfa, location, isThere, nullptr}});
      Tally own = entry.second ? Tally{-1, {}} : Tally{};
      for (const auto &[id, count] : one.taken)
        if (const Arrival arrival = arrivalIn(runs_.of(cfa, id), barrier); arrival != Arrival::None)
          own.add(count);
      own.add(completed, -1);
      system.clauses.addImplication({spare, entry.first}, {own});
      system.clauses.addImplication({spare, entry.first}, {Tally{}.add(own, -1)});
    }
  }
}

Quiescence::Result Quiescence::findQuiescent(support::Cancellation &cancellation) {
  Counting system(program_, fixpoint_, runs_, *flows_, mutation_);
  addThreads(system);
  addLocks(system);
  addJoins(system);
  addBarriers(system);
  addCells(system);
  Tally waiting{-1, {}};
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (points_[i].kind == PointKind::Wait)
      waiting.add(system.at(i));
  system.clauses.atLeastZero(waiting);
  Result result;
  switch (system.clauses.solve(cancellation)) {
  case Clauses::Answer::Unsatisfiable:
    result.isProved = true;
    break;
  case Clauses::Answer::Unknown:
    result.obstacle = "the numbers of threads and rounds are too hard to decide";
    break;
  case Clauses::Answer::Satisfiable:
    result.obstacle = "no thread that is left may let it run";
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (points_[i].kind == PointKind::Wait && system.valueOf(system.at(i)) > 0)
        result.waiting.push_back(points_[i]);
    break;
  }
  return result;
}

Quiescence::Result Quiescence::run(support::Cancellation &cancellation) {
  if (!runs_.collect(cancellation))
    return {false, "there are too many states", {}};
  flows_ = std::make_unique<Flows>(program_, runs_, mutation_);
  RestingPoints resting = restingPointsOf(program_, fixpoint_, runs_);
  points_ = std::move(resting.all);
  constexpr std::size_t mostPoints = 150;
  if (points_.size() > mostPoints)
    return {false, "there are too many points at which threads may wait", {}};
  for (const RestingPoint &point : points_)
    if (point.kind == PointKind::Wait && point.isFirst)
      return {false, "it waits before threads start", {point}};
  findBounds(cancellation);
  Result result = findQuiescent(cancellation);
  if (!result.isProved)
    return result;
  if (mutation_ == Mutation::NothingGoesOnForEver)
    return result;
  if (mayStartForEver())
    return {false, "threads may be started for ever", {}};
  std::set<std::pair<CfaId, LocationId>> known;
  for (const RestingPoint &point : points_)
    if (point.kind == PointKind::Wait && known.emplace(point.cfa, point.location).second)
      if (result = findInfinite(point, cancellation); !result.isProved)
        return result;
  return result;
}

} // namespace heddle::engines::modular
