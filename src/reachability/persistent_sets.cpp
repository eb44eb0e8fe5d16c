#include "reachability/persistent_sets.hpp"

#include <algorithm>
#include <climits>
#include <tuple>

namespace heddle::reachability {

using analysis::Footprint;
using analysis::Region;
using analysis::RegionSet;

namespace {

Region intersection(const Region &a, const Region &b) {
  if (a.kind == Region::Kind::Anywhere)
    return b;
  if (b.kind == Region::Kind::Anywhere)
    return a;
  return {a.kind, a.id, std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

void addCommon(const RegionSet &as, const RegionSet &bs, RegionSet &common) {
  for (const Region &a : as)
    for (const Region &b : bs)
      if (mayOverlap(a, b))
        common.push_back(intersection(a, b));
}

std::size_t sizeOf(const PersistentSets::Set &set) {
  return static_cast<std::size_t>(std::count(set.threads.begin(), set.threads.end(), true));
}

} // namespace

PersistentSets::PersistentSets(Semantics &semantics, Rules rules, const Distances &distances)
    : semantics_(semantics), rules_(rules), distances_(distances),
      dependence_(semantics.program(), semantics.regionsOf()), futures_(semantics.program(), dependence_) {
  for (const program::Cfa &cfa : semantics.program().cfas)
    for (const program::Action &action : cfa.actions)
      for (const program::Instruction &instruction : action.instructions)
        mayDetach_ = mayDetach_ || std::holds_alternative<program::Detach>(instruction.operation);
}

void PersistentSets::track(RegionSet tracked) {
  tracked_ = std::move(tracked);
  sets_.clear();
}

const PersistentSets::Conflict &PersistentSets::conflict(const ThreadControl &next, const ThreadControl &other) {
  const auto [entry, isNew] =
      conflicts_.try_emplace({Position{next.cfa, next.location}, Position{other.cfa, other.location}});
  Conflict &result = entry->second;
  if (!isNew)
    return result;
  const Footprint &step = dependence_.nextStep(next.cfa, next.location).whole;
  const Footprint &future = futures_.from(other.cfa, other.location, next.cfa);
  addCommon(step.writes, future.writes, result.memory);
  addCommon(step.writes, future.reads, result.memory);
  addCommon(step.reads, future.writes, result.memory);
  if (!rules_.readsCommute)
    addCommon(step.reads, future.reads, result.memory);
  analysis::normalise(result.memory);
  // Pointers to dynamic objects keep their values: a thread cannot use such a pointer before it has been stored.
  result.isCertain = std::any_of(result.memory.begin(), result.memory.end(),
                                 [this](const Region &region) { return semantics_.mayHoldDynamicPointer(region); });
  // The lifetime of objects is part of the control location, so it does not depend on what is tracked.
  const auto touches = [](const Footprint &ending, const Footprint &touching) {
    return mayOverlap(ending.ends, touching.reads) || mayOverlap(ending.ends, touching.writes);
  };
  result.isCertain = result.isCertain || touches(step, future) || touches(future, step);
  // Spawn takes the lowest free slot; Join and the end of a detached thread free one. The end of a joinable thread is
  // independent of the other threads' steps: the thread cannot have been joined before it.
  const bool manages = future.spawns || future.joins;
  if (step.joins)
    result.isCertain = result.isCertain || manages || future.endsThread;
  if (step.spawns)
    result.isCertain = result.isCertain || manages || (mayDetach_ && future.endsThread);
  if (step.endsThread)
    result.isCertain = result.isCertain || (mayDetach_ && manages);
  return result;
}

bool PersistentSets::canComeFirst(const ThreadControl &thread) const {
  const analysis::Dependence::NextStep &step = dependence_.nextStep(thread.cfa, thread.location);
  const bool closesLoop =
      step.mayCloseLoop || (step.whole.spawns && futures_.parallelism().mayStart(thread.cfa, thread.cfa));
  // A step whose atomic block may end the execution after its first action cannot certainly be finished.
  return !(rules_.leavesLoops && closesLoop) && !step.whole.endsProgram && !step.rest.endsExecution;
}

PersistentSets::Set PersistentSets::close(const Control &control, std::vector<bool> threads) {
  Set set{std::move(threads), {}};
  const auto count = static_cast<unsigned>(set.threads.size());
  std::vector<unsigned> pending;
  for (unsigned slot = 0; slot < count; ++slot)
    if (set.threads[slot])
      pending.push_back(slot);
  while (!pending.empty()) {
    const unsigned member = pending.back();
    pending.pop_back();
    for (unsigned other = 0; other < count; ++other) {
      if (set.threads[other] || !control.threads[other].isActive())
        continue;
      const Conflict &found = conflict(control.threads[member], control.threads[other]);
      if (!found.isCertain && (rules_.isAware ? !mayOverlap(found.memory, tracked_) : found.memory.empty()))
        continue;
      set.threads[other] = true;
      pending.push_back(other);
    }
  }
  // Line 15 of Algorithm 3: the conflicts with threads outside the set.
  for (unsigned member = 0; member < count; ++member)
    for (unsigned other = 0; other < count; ++other)
      if (set.threads[member] && !set.threads[other] && control.threads[other].isActive()) {
        const RegionSet &memory = conflict(control.threads[member], control.threads[other]).memory;
        set.validity.insert(set.validity.end(), memory.begin(), memory.end());
      }
  analysis::normalise(set.validity);
  return set;
}

unsigned PersistentSets::distance(const Control &control, const Set &set) const {
  unsigned result = UINT_MAX;
  for (unsigned slot = 0; slot < set.threads.size(); ++slot)
    if (set.threads[slot])
      result = std::min(result, distances_[control.threads[slot].cfa][control.threads[slot].location]);
  return result;
}

PersistentSets::Set PersistentSets::smallest(ControlId id, const Suffices &suffices) {
  const auto [entry, isNew] = sets_.try_emplace(id);
  std::vector<Set> &sets = entry->second;
  const Control &control = semantics_.control(id);
  if (isNew) {
    for (unsigned slot = 0; slot < control.threads.size(); ++slot) {
      if (!control.threads[slot].isActive())
        continue;
      std::vector<bool> seed(control.threads.size());
      seed[slot] = true;
      Set set = close(control, std::move(seed));
      if (set.threads != control.activeThreads())
        sets.push_back(std::move(set));
    }
    // Ties are broken in favour of the set with the smallest validity set, which stays valid longest.
    const auto rank = [&](const Set &set) {
      return std::tuple(sizeOf(set), set.validity.size(), distance(control, set));
    };
    std::stable_sort(sets.begin(), sets.end(), [&](const Set &a, const Set &b) { return rank(a) < rank(b); });
  }
  for (const Set &set : sets)
    if (suffices(set))
      return set;
  return {control.activeThreads(), {}};
}

PersistentSets::Set PersistentSets::around(ControlId id, const std::vector<bool> &threads, const Suffices &suffices) {
  const Control &control = semantics_.control(id);
  Set set = close(control, threads);
  if (!suffices(set))
    return {control.activeThreads(), {}};
  return set;
}

} // namespace heddle::reachability
