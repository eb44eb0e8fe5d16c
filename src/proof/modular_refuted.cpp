// Claims that do not hold. A certificate does not have all that the analysis knows, so some of its claims may not
// follow from the others. If it is used as a set of facts, and not as a proof of the properties, such a claim is noted
// and left out next time (confirm_facts.hpp). Until then it counts as a premise, so that one run finds many of them.
#include "proof/modular_checker.hpp"

#include <algorithm>

namespace heddle::proof {

std::optional<std::vector<Claim>> ModularChecker::refutedOf(const std::vector<Claim> &claims,
                                                            const std::vector<Expr> &premises,
                                                            const std::vector<Expr> &conditions) {
  std::vector<Claim> result;
  if (follows(premises, conditions, formulasOf(claims)))
    return result;
  for (const Claim &claim : claims) {
    if (follows(premises, conditions, {claim.formula}))
      continue;
    if (claim.entry.list == ClaimEntry::List::None)
      return std::nullopt;
    result.push_back(claim);
  }
  return result;
}

void ModularChecker::refute(CaseId id, const std::vector<Claim> &claims) {
  for (const Claim &claim : claims)
    refuted_.insert({claim.entry.isOfCase() ? std::optional(id) : std::nullopt, claim.entry});
}

bool ModularChecker::continueWithFewer(const Path &path, const LockStores &stores,
                                       const std::vector<Expr> &conditions) {
  const ModularCase &each = caseOf(*path.from);
  Control control = path.successor.state.control;
  control.threads.resize(1);
  std::optional<std::pair<CaseId, std::vector<Claim>>> best;
  for (const CaseId id : casesAt_[{each.cfa, control.threads.front().location}]) {
    const ModularCase &to = proof_.cases[id];
    if (to.cfa == 0 && !threadsFit(path, conditions, to))
      continue;
    const std::optional<std::vector<Expr>> taken = goalsOfLocks(path, stores, to);
    const std::optional<std::vector<Expr>> shared = goalsOfSharedLocks(path, &to);
    if (!taken || !shared || !follows(path.premises(), conditions, *taken) ||
        !follows(path.premises(), conditions, *shared))
      continue;
    std::vector<Claim> claims = claims_.of(to, path.successor.state, 0, path.ghosts);
    if (!to.alone)
      for (const Claim &claim : claims_.global(path.successor.state))
        claims.push_back(claim);
    std::optional<std::vector<Claim>> refuted = refutedOf(claims, path.premises(), conditions);
    if (refuted && (!best || refuted->size() < best->second.size()))
      best = {id, std::move(*refuted)};
  }
  if (!best)
    return false;
  refute(best->first, best->second);
  objects_.forgetDead(control);
  edges_.push_back({paths_.size(), &situation(best->first, control.objects), conditions});
  return true;
}

bool ModularChecker::enterWithFewer(const std::vector<CaseId> &cases, const SymbolicState &state, unsigned slot,
                                    const Ghosts &ghosts, const std::vector<Expr> &premises) {
  for (const CaseId id : cases) {
    const ModularCase &to = proof_.cases[id];
    if (!to.held.empty() || !to.reading.empty() || !to.acquired.empty() || !to.joinable.empty())
      continue;
    if (slot == 0 && !follows(premises, {}, sharedLocksAreFree(to, state)))
      continue;
    std::vector<Claim> claims = claims_.of(to, state, slot, ghosts);
    if (!to.alone)
      for (const Claim &claim : claims_.global(state))
        claims.push_back(claim);
    const std::optional<std::vector<Claim>> refuted = refutedOf(claims, premises, state.conditions);
    if (!refuted)
      continue;
    refute(id, *refuted);
    situation(id, {});
    return true;
  }
  return false;
}

/// The global claims, and what is claimed of the results of threads.
void ModularChecker::refuteAtEnd(const Path &path) {
  const CaseId id = path.from->caseId;
  std::vector<Claim> claims;
  if (!proof_.cases[id].alone)
    claims = claims_.global(path.successor.state);
  if (path.successor.kind == Successor::Kind::Step)
    if (const Expr result = claims_.ofResult(path.successor.state.result(0), path.successor.state))
      claims.push_back({.formula = result, .entry = {ClaimEntry::List::Result, 0}});
  if (const auto refuted = refutedOf(claims, path.premises(), path.successor.state.conditions))
    refute(id, *refuted);
}

/// What the case says, and the action does not preserve.
void ModularChecker::refuteInterference(const Path &path, CaseId id) {
  const ModularCase &other = proof_.cases[id];
  if (isPreserved(path, other))
    return;
  const std::vector<Claim> before = claims_.ofMemory(other, path.from->state, otherSlot, claims_.named());
  std::vector<Claim> after = claims_.ofMemory(other, path.successor.state, otherSlot, claims_.named());
  std::vector<Expr> premises = path.premises();
  append(premises, before);
  for (const Expr formula : claims_.ofReaders(other, path.from->state))
    premises.push_back(formula);
  for (const Expr axiom : claims_.axioms(other.cfa, otherSlot))
    premises.push_back(axiom);
  premises.push_back(claims_.areDistinct(caseOf(*path.from).cfa, 0, other.cfa, otherSlot));
  const auto refuted = refutedOf(after, premises, path.successor.state.conditions);
  if (!refuted)
    reject(caseOf(*path.from), "this changes a lock that another thread holds", path.successor.span);
  refute(id, *refuted);
}

} // namespace heddle::proof
