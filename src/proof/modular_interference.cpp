// Interference: an action of one thread preserves what the cases of the others say about static memory.
//
// The claims of a case are about one thread, so two threads suffice: the one that acts, and any other one that may run
// at the same time and may be interrupted where it is. Threads that hold a common lock, and main and a thread that has
// not been started or has been joined, are not there at the same time.
#include "proof/modular_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

namespace {

bool haveCommon(const std::vector<LockId> &a, const std::vector<LockId> &b) {
  return std::any_of(a.begin(), a.end(), [&](LockId lock) { return std::find(b.begin(), b.end(), lock) != b.end(); });
}

} // namespace

void ModularChecker::checkInterference() {
  std::set<CaseId> others;
  for (const Situation &situation : situations_)
    if (situation.isInterruptible && !caseOf(situation).alone)
      others.insert(situation.caseId);
  for (const Path &path : paths_) {
    const Successor::Kind kind = path.successor.kind;
    const bool writes = std::any_of(path.successor.memory.begin(), path.successor.memory.end(),
                                    [](const MemoryAccess &access) { return access.writes; });
    if (!writes || caseOf(*path.from).alone || (kind != Successor::Kind::Step && kind != Successor::Kind::Stopped))
      continue;
    for (const CaseId other : others)
      if (threads_.mayBeTogether(caseOf(*path.from), proof_.cases[other]) &&
          !haveCommon(caseOf(*path.from).held, proof_.cases[other].held))
        checkInterference(path, proof_.cases[other]);
  }
}

void ModularChecker::checkInterference(const Path &path, const ModularCase &other) {
  const ModularCase &active = caseOf(*path.from);
  const std::vector<Claim> before = claims_.ofMemory(other, path.from->state, otherSlot, claims_.named());
  const std::vector<Claim> after = claims_.ofMemory(other, path.successor.state, otherSlot, claims_.named());
  std::vector<Expr> goals;
  for (std::size_t i = 0; i < after.size(); ++i)
    if (after[i].formula != before[i].formula)
      goals.push_back(after[i].formula);
  if (goals.empty())
    return;
  std::vector<Expr> premises = path.premises;
  append(premises, before);
  for (const Expr axiom : claims_.axioms(other.cfa, otherSlot))
    premises.push_back(axiom);
  premises.push_back(claims_.areDistinct(active.cfa, 0, other.cfa, otherSlot));
  if (!follows(premises, path.successor.state.conditions, goals))
    reject(active,
           fmt::format("this changes what another thread relies on, at location {} of {}", other.location,
                       program_.cfas[other.cfa].name),
           path.successor.span);
}

} // namespace heddle::proof
