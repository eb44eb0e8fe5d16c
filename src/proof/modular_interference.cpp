// Interference: an action of one thread preserves what the cases of the others say about static memory.
//
// The claims of a case are about one thread, so two threads suffice: the one that acts, and any other one that may run
// at the same time and may be interrupted where it is. Threads that hold a common lock, and main and a thread that has
// not been started or has been joined, are not there at the same time.
//
// There are as many pairs of an action and a case as the square of the program's size, but few different obligations:
// an action changes few pieces of memory, and most cases say nothing of them, or the same (`Reliance`): that a lock
// does not have the own handle, for example. So each such claim is proved once for all cases of a function that make
// it, at first without what the actor and the rest of the case know, an obligation that many actions have in common.
// Only if the claim alone does not suffice are the cases checked one by one, with all that they say.
#include "proof/modular_checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <span>

namespace heddle::proof {

bool ModularChecker::mayMeet(const Path &path, CaseId other) const {
  const ModularCase &active = caseOf(*path.from);
  return !exclude(active, proof_.cases[other]) && threads_.mayBeTogether(active, proof_.cases[other]);
}

void ModularChecker::checkInterference() {
  std::set<CaseId> others;
  for (const Situation &situation : situations_)
    if (situation.isInterruptible && !caseOf(situation).alone)
      others.insert(situation.caseId);
  using Alike = std::tuple<program::CfaId, std::vector<StartId>, std::vector<LockId>, std::vector<LockId>>;
  std::map<Alike, std::vector<CaseId>> alike;
  for (const CaseId id : others)
    alike[{proof_.cases[id].cfa, proof_.cases[id].open, proof_.cases[id].held, proof_.cases[id].reading}].push_back(id);
  Groups groups;
  for (auto &[key, cases] : alike)
    groups.push_back(std::move(cases));
  Reliances reliances;
  addReliances(groups, reliances);
  for (const Path &path : paths_) {
    queries_.poll();
    const Successor::Kind kind = path.successor.kind;
    const bool writes = std::any_of(path.successor.memory.begin(), path.successor.memory.end(),
                                    [](const MemoryAccess &access) { return access.writes; });
    if (writes && !caseOf(*path.from).alone && (kind == Successor::Kind::Step || kind == Successor::Kind::Stopped))
      checkInterference(path, groups, reliances);
  }
}

/// Collects what the cases say, the same claims of one function together. Sets of pointers to the thread's own objects
/// stay apart: their meaning depends on the objects that there are.
void ModularChecker::addReliances(const Groups &groups, Reliances &reliances) {
  using List = Reliance::List;
  const SymbolicState named(vocabulary_, {});
  std::map<std::tuple<StaticCell, program::CfaId, Expr>, std::size_t> known;
  const auto add = [&](const StaticCell &cell, Reliance reliance, std::size_t group, std::span<const CaseId> cases) {
    std::vector<Reliance> &all = reliances[cell.object][cell];
    std::size_t place = all.size();
    if (reliance.before != nullptr)
      place = known.try_emplace({cell, proof_.cases[reliance.example].cfa, reliance.before}, all.size()).first->second;
    if (place == all.size())
      all.push_back(std::move(reliance));
    std::vector<CaseId> &members = all[place].cases[group];
    members.insert(members.end(), cases.begin(), cases.end());
  };
  for (std::size_t group = 0; group < groups.size(); ++group) {
    // Which locks a thread holds is the same in the whole group.
    const CaseId example = groups[group].front();
    for (LockId lock = 0; lock < proof_.locks.size(); ++lock)
      if (const Expr before = claims_.ofLock(proof_.cases[example], lock, named, otherSlot))
        add(proof_.locks[lock].cell, {example, List::Locks, lock, before}, group, groups[group]);
    for (const CaseId id : groups[group]) {
      const ModularCase &each = proof_.cases[id];
      for (std::size_t i = 0; i < each.memory.size(); ++i) {
        const auto &[cell, set] = each.memory[i];
        const bool isFixed = std::ranges::all_of(set.pointers, &ValueSet::Pointer::isStatic);
        const Expr before = isFixed ? claims_.ofContent(each, i, named, otherSlot, claims_.named()) : nullptr;
        add(cell, {id, List::Memory, i, before}, group, {&id, 1});
      }
      for (std::size_t i = 0; i < each.loaded.size(); ++i)
        add(each.loaded[i].second, {id, List::Loaded, i, claims_.ofLoaded(each, i, named, otherSlot)}, group, {&id, 1});
      for (std::size_t i = 0; i < each.sums.size(); ++i)
        for (const SumClaim::Term &term : each.sums[i].terms)
          if (term.reg == program::noRegister)
            add(term.cell, {id, List::Sums, i, claims_.ofSum(each, i, named, otherSlot)}, group, {&id, 1});
    }
  }
}

Expr ModularChecker::formulaOf(const Reliance &reliance, const SymbolicState &state) const {
  const ModularCase &each = proof_.cases[reliance.example];
  switch (reliance.list) {
  case Reliance::List::Locks:
    return claims_.ofLock(each, static_cast<LockId>(reliance.index), state, otherSlot);
  case Reliance::List::Memory:
    return claims_.ofContent(each, reliance.index, state, otherSlot, claims_.named());
  case Reliance::List::Loaded:
    return claims_.ofLoaded(each, reliance.index, state, otherSlot);
  case Reliance::List::Sums:
    break;
  }
  return claims_.ofSum(each, reliance.index, state, otherSlot);
}

void ModularChecker::checkInterference(const Path &path, const Groups &groups, const Reliances &reliances) {
  for (const program::ObjectId object : path.successor.state.changedObjects()) {
    const auto cells = reliances.find(object);
    if (cells == reliances.end())
      continue;
    for (const auto &[cell, all] : cells->second) {
      if (claims_.content(cell, path.from->state) == claims_.content(cell, path.successor.state))
        continue;
      for (const Reliance &reliance : all) {
        if (std::none_of(reliance.cases.begin(), reliance.cases.end(),
                         [&](const auto &members) { return mayMeet(path, members.second.front()); }))
          continue;
        const Expr before = formulaOf(reliance, path.from->state);
        const Expr after = formulaOf(reliance, path.successor.state);
        if (before == after || (before == reliance.before && isPreserved(path, reliance, after)))
          continue;
        for (const auto &[group, members] : reliance.cases)
          for (const CaseId id : members)
            if (mayMeet(path, id) && !isPreserved(path, proof_.cases[id]))
              rejectInterference(path, groups);
      }
    }
  }
}

/// Names the first case that is not preserved.
void ModularChecker::rejectInterference(const Path &path, const Groups &groups) {
  std::set<CaseId> all;
  for (const std::vector<CaseId> &cases : groups)
    all.insert(cases.begin(), cases.end());
  const auto first = std::find_if(all.begin(), all.end(),
                                  [&](CaseId id) { return mayMeet(path, id) && !isPreserved(path, proof_.cases[id]); });
  assert(first != all.end() && "no case is violated");
  const ModularCase &other = proof_.cases[*first];
  reject(caseOf(*path.from),
         fmt::format("this changes what another thread relies on, at location {} of {}", other.location,
                     program_.cfas[other.cfa].name),
         path.successor.span);
}

/// Whether the claim is preserved for all threads that make it, whatever else they say.
bool ModularChecker::isPreserved(const Path &path, const Reliance &reliance, Expr after) {
  const program::CfaId active = caseOf(*path.from).cfa;
  const program::CfaId other = proof_.cases[reliance.example].cfa;
  std::vector<Expr> premises = claims_.axioms(active, 0);
  for (const Expr axiom : claims_.axioms(other, otherSlot))
    premises.push_back(axiom);
  premises.push_back(claims_.areDistinct(active, 0, other, otherSlot));
  premises.push_back(reliance.before);
  const auto [known, isNew] = preserved_.try_emplace({active, other, reliance.before, after}, false);
  if (isNew)
    known->second = follows(premises, {}, {after});
  if (known->second || follows(premises, path.successor.state.conditions, {after}))
    return true;
  premises.insert(premises.end(), path.premises().begin(), path.premises().end());
  return follows(premises, path.successor.state.conditions, {after});
}

/// Whether all that the case says is preserved.
bool ModularChecker::isPreserved(const Path &path, const ModularCase &other) {
  const ModularCase &active = caseOf(*path.from);
  const std::vector<Claim> before = claims_.ofMemory(other, path.from->state, otherSlot, claims_.named());
  const std::vector<Claim> after = claims_.ofMemory(other, path.successor.state, otherSlot, claims_.named());
  std::vector<Expr> goals;
  for (std::size_t i = 0; i < after.size(); ++i)
    if (after[i].formula != before[i].formula)
      goals.push_back(after[i].formula);
  std::vector<Expr> premises = path.premises();
  append(premises, before);
  for (const Expr formula : claims_.ofReaders(other, path.from->state))
    premises.push_back(formula);
  for (const Expr axiom : claims_.axioms(other.cfa, otherSlot))
    premises.push_back(axiom);
  premises.push_back(claims_.areDistinct(active.cfa, 0, other.cfa, otherSlot));
  return goals.empty() || follows(premises, path.successor.state.conditions, goals);
}

} // namespace heddle::proof
