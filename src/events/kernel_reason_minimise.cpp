// Minimisation of one reason by deleting atoms, and selection of the strongest among several reasons.
//
// Large parts are deleted first, so that a small reason in a large set is found with few checks. Guards are deleted
// last, because a clause with a guard is stronger than one with a read-from that implies the guard.
#include "events/kernel_reason_pool.hpp"
#include "events/kernel_reasons.hpp"

#include <algorithm>

namespace heddle::events {

namespace {

constexpr std::size_t small = 12; // up to so many atoms are deleted one by one from the beginning

} // namespace

bool CycleCheck::operator()(const AtomSet &atoms) {
  Atoms held;
  for (Atom atom = 1; atom < atoms.size(); ++atom)
    if (atoms[atom])
      held.push_back(atom);
  const auto [place, isNew] = answers_.try_emplace(std::move(held), false);
  if (isNew) {
    part_.restrict(problem_, atoms);
    closure_.reset();
    place->second = !closure_.saturate();
  }
  return place->second;
}

Atoms minimise(const OrderProblem &problem, Atoms atoms, const std::function<bool(const AtomSet &)> &isReason,
               support::Cancellation &cancellation) {
  AtomSet isGuard(problem.literals.size(), false);
  for (const OrderProblem::Write &write : problem.writes)
    isGuard[write.guard] = true;
  std::sort(atoms.begin(), atoms.end(), [&](Atom a, Atom b) { return isGuard[a] != isGuard[b] ? !isGuard[a] : a < b; });

  AtomSet held(problem.literals.size(), false);
  held[noAtom] = true;
  for (const Atom atom : atoms)
    held[atom] = true;
  for (std::size_t length = atoms.size() > small ? atoms.size() / 2 : 1;;
       length = std::max<std::size_t>(length / 2, 1)) {
    for (std::size_t start = 0; start < atoms.size();) {
      if (cancellation.poll())
        break;
      const std::size_t end = std::min(start + length, atoms.size());
      for (std::size_t i = start; i < end; ++i)
        held[atoms[i]] = false;
      if (isReason(held)) {
        atoms.erase(atoms.begin() + static_cast<std::ptrdiff_t>(start),
                    atoms.begin() + static_cast<std::ptrdiff_t>(end));
        continue;
      }
      for (std::size_t i = start; i < end; ++i)
        held[atoms[i]] = true;
      start = end;
    }
    if (length == 1 || cancellation.poll())
      break;
  }
  std::sort(atoms.begin(), atoms.end());
  return atoms;
}

std::vector<Atoms> withoutWeaker(const OrderProblem &problem, std::vector<Atoms> reasons) {
  std::ranges::sort(reasons,
                    [](const Atoms &a, const Atoms &b) { return a.size() != b.size() ? a.size() < b.size() : a < b; });
  ReasonPool pool(problem);
  KnownReasons known(problem, pool);
  std::vector<Atoms> kept;
  for (Atoms &atoms : reasons) {
    ReasonId reason = ReasonPool::empty;
    for (const Atom atom : atoms)
      reason = pool.unite(reason, pool.single(atom));
    if (known.impliesAny(reason))
      continue;
    known.add(reason);
    kept.push_back(std::move(atoms));
  }
  return kept;
}

} // namespace heddle::events
