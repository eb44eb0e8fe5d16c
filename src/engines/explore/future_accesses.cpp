// For each location, the set of everything that some path from there may do, computed as a backward fixed point over
// the CFA. Starting a thread adds the set of that thread's entry, so the computation is repeated for all CFAs until no
// set changes.
#include "engines/explore/future_accesses.hpp"

#include "analysis/points_to.hpp"
#include "interpreter/memory.hpp"

#include <algorithm>
#include <map>

namespace heddle::engines::explore {

using analysis::Region;
using interpreter::StepAccesses;
using program::CfaId;
using program::LocationId;

namespace {

constexpr std::uint64_t maxTableBits = std::uint64_t{1} << 31;

bool unite(std::vector<std::uint64_t> &target, const std::vector<std::uint64_t> &source) {
  bool changed = false;
  for (std::size_t i = 0; i < source.size(); ++i) {
    changed = changed || (source[i] & ~target[i]) != 0;
    target[i] |= source[i];
  }
  return changed;
}

bool insert(std::vector<std::uint64_t> &target, std::uint32_t number) {
  const std::uint64_t bit = std::uint64_t{1} << (number % 64);
  const bool isNew = (target[number / 64] & bit) == 0;
  target[number / 64] |= bit;
  return isNew;
}

} // namespace

std::unique_ptr<FutureAccesses> FutureAccesses::make(const program::Program &program) {
  std::unique_ptr<FutureAccesses> result(new FutureAccesses(program));
  const analysis::PointsTo pointsTo(program);
  const analysis::RegionsOf regionsOf = [&](CfaId cfa, program::Expr address, std::uint64_t bytes) {
    return pointsTo.regions(cfa, address, bytes);
  };
  std::map<Atom, std::uint32_t> numbers;
  std::vector<std::vector<std::vector<std::uint32_t>>> atomsOfActions(program.cfas.size());
  std::uint64_t locations = 0;
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
    locations += program.cfas[cfa].locations.size();
    for (const program::Action &action : program.cfas[cfa].actions) {
      const analysis::Footprint accesses = analysis::footprintOf(program, cfa, action, regionsOf);
      std::vector<std::uint32_t> &list = atomsOfActions[cfa].emplace_back();
      const auto add = [&](Atom::Kind kind, const Region &region) {
        const auto [entry, isNew] =
            numbers.try_emplace(Atom{kind, region}, static_cast<std::uint32_t>(result->atoms_.size()));
        if (isNew)
          result->atoms_.push_back({kind, region});
        list.push_back(entry->second);
      };
      for (const Region &region : accesses.reads)
        add(Atom::Kind::Read, region);
      for (const Region &region : accesses.writes)
        add(Atom::Kind::Write, region);
      // So does the end of a thread: a detached thread frees its slot, which determines the handle of the next one.
      if (accesses.spawns || accesses.joins || accesses.endsThread)
        add(Atom::Kind::Threads, Region::anywhere());
      if (accesses.endsExecution)
        add(Atom::Kind::Everything, Region::anywhere());
    }
  }
  if (locations * (result->atoms_.size() + 64) > maxTableBits)
    return nullptr;
  result->solve(atomsOfActions);
  return result;
}

void FutureAccesses::solve(const std::vector<std::vector<std::vector<std::uint32_t>>> &atomsOfActions) {
  const Set empty((atoms_.size() + 63) / 64);
  for (const program::Cfa &cfa : program_.cfas)
    future_.emplace_back(cfa.locations.size(), empty);
  for (bool changed = true; changed;) {
    changed = false;
    for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
      changed = propagate(cfa, atomsOfActions[cfa]) || changed;
  }
}

bool FutureAccesses::propagate(CfaId id, const std::vector<std::vector<std::uint32_t>> &atomsOfActions) {
  const program::Cfa &cfa = program_.cfas[id];
  std::vector<Set> &future = future_[id];
  bool anything = false;
  // Locations are numbered roughly in order of execution, so the reverse order converges quickly.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = cfa.actions.size(); i-- > 0;) {
      const program::Action &action = cfa.actions[i];
      Set &target = future[action.from];
      changed = (action.from != action.to && unite(target, future[action.to])) || changed;
      for (const std::uint32_t number : atomsOfActions[i])
        changed = insert(target, number) || changed;
      for (const program::Instruction &instruction : action.instructions)
        if (const auto *spawn = std::get_if<program::Spawn>(&instruction.operation)) {
          const Set started = future_[spawn->cfa][program_.cfas[spawn->cfa].entry];
          changed = unite(target, started) || changed;
        }
    }
    anything = anything || changed;
  }
  return anything;
}

bool FutureAccesses::conflicts(const Atom &atom, const interpreter::Memory &memory,
                               const StepAccesses &accesses) const {
  switch (atom.kind) {
  case Atom::Kind::Everything:
    return true;
  case Atom::Kind::Threads:
    return accesses.threads;
  case Atom::Kind::Read:
  case Atom::Kind::Write:
    break;
  }
  return std::any_of(accesses.ranges.begin(), accesses.ranges.end(), [&](const StepAccesses::Access &touch) {
    if (!touch.write && atom.kind == Atom::Kind::Read)
      return false;
    const auto [object, begin, end] = touch.range;
    if (object < program_.objects.size())
      return mayOverlap(atom.region, Region::object(object, begin, end));
    const interpreter::DynamicObject *dynamic = memory.dynamic(object);
    // An object that the step itself allocates does not exist in the state before it.
    if (dynamic == nullptr || !dynamic->alive)
      return true;
    return mayOverlap(atom.region, Region::site(dynamic->site, begin, end));
  });
}

bool FutureAccesses::mayDepend(CfaId cfa, LocationId location, const interpreter::Memory &memory,
                               const StepAccesses &accesses) const {
  const Set &set = future_[cfa][location];
  for (std::size_t number = 0; number < atoms_.size(); ++number)
    if ((set[number / 64] >> (number % 64) & 1) != 0 && conflicts(atoms_[number], memory, accesses))
      return true;
  return false;
}

} // namespace heddle::engines::explore
