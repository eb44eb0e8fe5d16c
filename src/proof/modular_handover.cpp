// Accesses before a hand-over: a thread uses memory, then stores to a cell, and another thread uses the memory once it
// has seen what can only have been there after that store.
//
// A claim of the certificate says: until the only thread of a function, the *giver*, has stored to the cell c, c has
// one of the values R, whenever several threads may run. It is confirmed if c has a value of R where main starts
// threads while it is alone; if every store to c, from a value of R, is of a value of R, unless the giver makes it; and
// if those of the giver that are not count (modular_order.cpp).
//
// An access A of the giver before its first store to c, and an access B of another thread that has *received* c, do not
// race: at some point B' not after B, where c was known (modular_order.cpp) and several threads could run, c had a
// value outside of R. The first such value since A, or since main was last alone, was stored by the giver, by a store S
// that counts; before A it has stored nothing to c. So A happens before S, S before B', and B' before B. A new thread
// has received what its starter has.
#include "proof/modular_checker.hpp"

#include <algorithm>

namespace heddle::proof {

/// Whether there is never more than one thread of the function: main starts it at one place, which is on no cycle.
bool ModularChecker::isOnlyThread(program::CfaId cfa) const {
  if (cfa == 0)
    return true;
  std::vector<program::ActionId> starts;
  for (const ThreadStart &start : proof_.starts)
    if (threads_.functionOf(static_cast<StartId>(&start - proof_.starts.data())) == cfa)
      starts.push_back(start.action);
  return starts.size() == 1 && !mayFollow(starts[0], starts[0]);
}

bool ModularChecker::isConfirmed(const HandOver &claim, const CellOrder &order) {
  const auto isIn = [&](const SymbolicState &state) {
    return claims_.isIn(claim.values, claims_.content(claim.cell, state), state);
  };
  if (order.stores.empty() || !isOnlyThread(claim.giver))
    return false;
  for (const Path &path : paths_)
    if (caseOf(*path.from).alone && !path.threads.started.empty() &&
        !follows(path.premises(), path.successor.state.conditions, {isIn(path.successor.state)}))
      return false;
  return std::ranges::all_of(order.stores, [&](const CellStore &store) {
    const Path &path = *store.access.path;
    if (caseOf(*path.from).cfa == claim.giver && counts(order, store))
      return true;
    std::vector<Expr> conditions = path.successor.state.conditions;
    conditions.push_back(isIn(path.from->state));
    return follows(path.premises(), conditions, {isIn(path.successor.state)});
  });
}

/// Whether the path passes a point at which the cell is known and has another value than those of the claim.
bool ModularChecker::hasReceived(const HandOver &claim, const CellOrder &order, const Path &path,
                                 const std::vector<Expr> &conditions) {
  const SymbolicState &state = path.from->state;
  return !caseOf(*path.from).alone && isKnownAfter(order, path) &&
         !isPossible(path.premises(), conditions,
                     {claims_.isIn(claim.values, claims_.content(claim.cell, state), state)});
}

const ModularChecker::Giving &ModularChecker::givingOf(std::size_t handOver) {
  const auto [entry, isNew] = givings_.try_emplace(handOver);
  Giving &giving = entry->second;
  const HandOver &claim = proof_.handOvers[handOver];
  const CellOrder &order = orderOf(claim.cell);
  if (!isNew || !(giving.isConfirmed = isConfirmed(claim, order)))
    return giving;
  std::set<const Path *> posts;
  for (const CellStore &store : order.stores)
    posts.insert(store.access.path);
  for (const Situation &at : situations_) {
    giving.unposted[&at] = true;
    giving.received[&at] = &at != &situations_.front(); // where main begins
  }
  dropFacts(
      giving.unposted,
      [&](const Edge &edge) {
        return giving.unposted.at(paths_[edge.path].from) && !posts.contains(&paths_[edge.path]);
      },
      [](const Path &) { return true; });
  std::map<const Edge *, bool> known; // whether the edge passes such a point
  const auto isReceivedBy = [&](const Edge &edge) {
    const auto [found, isFirst] = known.try_emplace(&edge, false);
    if (isFirst)
      found->second = hasReceived(claim, order, paths_[edge.path], edge.conditions);
    return found->second;
  };
  dropFacts(
      giving.received,
      [&](const Edge &edge) { return giving.received.at(paths_[edge.path].from) || isReceivedBy(edge); },
      [&](const Path &path) { return giving.received.at(path.from); });
  return giving;
}

bool ModularChecker::isHandedOver(const RaceAccess &given, const RaceAccess &taken) {
  const program::CfaId giver = caseOf(*given.path->from).cfa;
  if (giver == caseOf(*taken.path->from).cfa)
    return false;
  for (std::size_t i = 0; i < proof_.handOvers.size(); ++i) {
    const HandOver &claim = proof_.handOvers[i];
    if (claim.giver != giver)
      continue;
    const Giving &giving = givingOf(i);
    if (!giving.isConfirmed || !giving.unposted.at(given.path->from))
      continue;
    const CellOrder &order = orderOf(claim.cell);
    const bool isPosted = std::ranges::any_of(order.stores, [&](const CellStore &store) {
      return store.access.path == given.path && store.access.index <= given.index;
    });
    const SymbolicState &state = taken.path->from->state;
    if (!isPosted && (giving.received.at(taken.path->from) ||
                      (!caseOf(*taken.path->from).alone && isKnownAt(order, taken) &&
                       !isPossible(taken.path->premises(), taken.path->successor.state.conditions,
                                   {claims_.isIn(claim.values, claims_.content(claim.cell, state), state)}))))
      return true;
  }
  return false;
}

} // namespace heddle::proof
