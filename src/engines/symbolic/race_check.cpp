// Data races: two accesses that conflict and are not ordered by happens-before.
//
// The first query is for two accesses that are *adjacent* in some total order: no step of either thread is
// between them. If an execution has two racing accesses a and b, and b does not depend on a through a chain of
// program order and read-from, then omitting everything that neither a nor b depends on gives an execution in
// which they are adjacent. The query therefore misses only accesses that are separated by a read-from that does not
// synchronise. If such a read-from is between plain accesses, these race themselves and are found. The remaining case
// is atomic accesses that are too weak to synchronise (relaxed ones). The second query is whether any of them can
// read from another thread; for programs that use locks properly the answer is no, and there is no race. Otherwise the
// pairs are searched again without adjacency.
//
// The argument moves a or b past steps that it does not depend on. An access alone in its node takes place wherever the
// node is. In an atomic block, another read may decide whether it takes place, and may have another value at the new
// position. Pairs with such a node are always searched without adjacency as well.
//
// Each candidate is refined: if its accesses are ordered by happens-before, clauses exclude the reasons
// (happens_before.hpp). What remains is a race, which the interpreter must confirm.
#include "engines/symbolic/check.hpp"
#include "engines/symbolic/counterexample.hpp"
#include "engines/symbolic/happens_before.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::engines::symbolic {

using events::RaceAccess;

struct Check::RacePair {
  AccessId first;
  AccessId second;
  Expr condition; // both happen, at the same place
};

std::vector<Check::RacePair> Check::racePairs(const HappensBefore &happensBefore) const {
  program::ExprPool &pool = *unwound_.pool;
  const auto &pointers = program_.pointers;
  const auto placesOf = [&](const RaceAccess &access) -> const std::vector<program::Bits> & {
    return access.places.empty() ? unwound_.events[access.event].places : access.places;
  };
  std::map<program::ObjectId, std::vector<AccessId>> byObject;
  for (AccessId id = 0; id < unwound_.accesses.size(); ++id) {
    const RaceAccess &access = unwound_.accesses[id];
    if (access.isFence())
      continue;
    program::ObjectId last = program::nullObject;
    for (const program::Bits place : placesOf(access))
      if (pointers.object(place) != last)
        byObject[last = pointers.object(place)].push_back(id);
  }
  const auto overlap = [&](const RaceAccess &a, const RaceAccess &b) {
    const auto end = [&](const RaceAccess &access) {
      return pool.add(access.address, pool.constant(access.size, access.address->width));
    };
    return pool.conjunction(pool.make(program::ExprKind::Ult, a.address, end(b)),
                            pool.make(program::ExprKind::Ult, b.address, end(a)));
  };
  std::vector<RacePair> pairs;
  std::set<std::pair<AccessId, AccessId>> seen;
  for (const auto &[object, accesses] : byObject)
    for (std::size_t i = 0; i < accesses.size(); ++i)
      for (std::size_t j = i + 1; j < accesses.size(); ++j) {
        const RaceAccess &a = unwound_.accesses[accesses[i]];
        const RaceAccess &b = unwound_.accesses[accesses[j]];
        if (unwound_.nodes[a.node].thread == unwound_.nodes[b.node].thread || (!a.write && !b.write) ||
            (!a.isPlain() && !b.isPlain()) || happensBefore.areAlwaysOrdered(accesses[i], accesses[j]))
          continue;
        const Expr condition = pool.conjunction(overlap(a, b), pool.conjunction(a.guard, b.guard));
        if (!condition->isFalse() && seen.emplace(accesses[i], accesses[j]).second)
          pairs.push_back({accesses[i], accesses[j], condition});
      }
  return pairs;
}

Check::Result Check::findRaces() {
  HappensBefore happensBefore(abstraction_);
  const std::vector<RacePair> pairs = racePairs(happensBefore);
  records_.answered.insert(Query::Races);
  if (pairs.empty())
    return std::nullopt;
  if (Result found = findRaces(pairs, happensBefore, true))
    return found;
  Result result;
  if (canSynchroniseWeakly(result))
    return findRaces(pairs, happensBefore, false);
  if (result)
    return result;
  const std::vector<RacePair> immovable = immovablePairs(pairs);
  return immovable.empty() ? std::nullopt : findRaces(immovable, happensBefore, false);
}

/// Those with a node that also reads something else.
std::vector<Check::RacePair> Check::immovablePairs(const std::vector<RacePair> &pairs) const {
  std::map<NodeId, std::vector<AccessId>> reads;
  for (AccessId id = 0; id < unwound_.accesses.size(); ++id)
    if (const RaceAccess &access = unwound_.accesses[id]; !access.isFence() && !access.write)
      reads[access.node].push_back(id);
  const auto readsMore = [&](AccessId id) {
    const auto found = reads.find(unwound_.accesses[id].node);
    return found != reads.end() &&
           std::any_of(found->second.begin(), found->second.end(), [id](AccessId read) { return read != id; });
  };
  std::vector<RacePair> result;
  std::copy_if(pairs.begin(), pairs.end(), std::back_inserter(result),
               [&](const RacePair &pair) { return readsMore(pair.first) || readsMore(pair.second); });
  return result;
}

Check::Result Check::findRaces(const std::vector<RacePair> &pairs, HappensBefore &happensBefore, bool adjacent) {
  std::vector<Goal> goals;
  for (const RacePair &pair : pairs)
    goals.push_back({pair.condition, {unwound_.accesses[pair.first].node, unwound_.accesses[pair.second].node}});
  const EncodedGoals encoded = encode(goals);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::vector<NodeId> &nodes = goals[i].nodes;
    if (adjacent) {
      orderNextTo(nodes[0], nodes[1], encoded.chosen[i]);
      orderNextTo(nodes[1], nodes[0], encoded.chosen[i]);
    }
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    orderLastIfItFails(goals[i].nodes[0], goals[i].nodes[1], encoded.chosen[i]);
    orderLastIfItFails(goals[i].nodes[1], goals[i].nodes[0], encoded.chosen[i]);
  }
  // The later one of the two nodes of the goal, where the execution ends.
  const auto lastOf = [&](const std::vector<NodeId> &order) {
    const std::vector<NodeId> &nodes = goals[encoded.reached(*solver_)].nodes;
    const auto last = std::find_first_of(order.rbegin(), order.rend(), nodes.begin(), nodes.end());
    return last != order.rend() ? *last : NodeId{0};
  };
  const auto refine = [&] {
    const std::size_t chosen = encoded.reached(*solver_);
    const RacePair &pair = pairs[chosen];
    const bool isRefined =
        happensBefore.refine(pair.first, pair.second, encoded.chosen[chosen], statistics_.scheduling);
    if (isRefined)
      onRefinement_();
    return isRefined;
  };
  // Accesses next to each other are rarely ordered, so that what happens-before depends on is encoded only when a
  // candidate has been found.
  bool isEncoded = false;
  for (;;) {
    if (!adjacent && !isEncoded)
      isEncoded = counted([&] { return happensBefore.encode(), true; });
    Schedulable answer = ask({encoded.any});
    if (answer.kind == Schedulable::Kind::Yes) {
      if (!isEncoded) {
        isEncoded = counted([&] { return happensBefore.encode(), true; });
        continue;
      }
      if (refine())
        continue;
      // The model of the complete execution may have chosen another pair or other read-froms.
      Tamed tamed = completeTamed({encoded.any}, [] { return NodeId{0}; });
      answer = std::move(tamed.answer);
      if (answer.kind == Schedulable::Kind::Yes) {
        if (refine())
          continue;
        return unlessStray(executeModel(context_, abstraction_, answer.order, lastOf(answer.order), {}), tamed.isStray);
      }
    }
    if (answer.kind == Schedulable::Kind::Unknown)
      return cancelledOrGivenUp(context_.cancellation);
    forbid(encoded, goals);
    return std::nullopt;
  }
}

/// No step of a's thread is between the two: its steps before a precede b, its steps after a follow b.
void Check::orderNextTo(NodeId a, NodeId b, Literal chosen) {
  const events::ProgramOrder &order = unwound_.order;
  for (const auto neighbour : {order.previous(a), order.next(a)}) {
    if (!neighbour || *neighbour == b)
      continue;
    const bool isBefore = *neighbour < a;
    const NodeId first = isBefore ? *neighbour : b;
    const NodeId second = isBefore ? b : *neighbour;
    if (order.precedes(second, first))
      solver_->addClause({-chosen});
    else if (!order.precedes(first, second))
      abstraction_.addEdge(first, second, chosen);
  }
}

/// An atomic block that fails is part of no execution, except as the last step: its accesses take place until it fails.
void Check::orderLastIfItFails(NodeId node, NodeId other, Literal chosen) {
  const events::Node &what = unwound_.nodes[node];
  for (const std::vector<Expr> *failures : {&what.failures, &what.earlyFailures})
    for (const Expr failure : *failures) {
      abstraction_.encode({failure});
      const Literal fails = solver_->newLiteral();
      solver_->addClause({-chosen, -abstraction_.literalOf(failure), fails});
      if (unwound_.order.precedes(node, other))
        solver_->addClause({-fails});
      else if (!unwound_.order.precedes(other, node))
        abstraction_.addEdge(other, node, fails);
    }
}

/// Whether an atomic access can read from one of another thread without synchronising with it, and continue.
bool Check::canSynchroniseWeakly(Result &result) {
  const Literal weakly = counted([this] { return encodeWeakSynchronisation(); });
  if (weakly == 0)
    return false;
  const Schedulable answer = ask({weakly});
  if (answer.kind == Schedulable::Kind::No)
    forbid(weakly);
  else
    abstraction_.addConsequence({-weakly}); // it is not asked for any more
  if (answer.kind == Schedulable::Kind::Unknown)
    result = cancelledOrGivenUp(context_.cancellation);
  return answer.kind == Schedulable::Kind::Yes;
}

/// A literal to be assumed; 0 if it is impossible.
Literal Check::encodeWeakSynchronisation() {
  // By node and direction, the weakest memory order of its atomic accesses decides. Plain ones (an init or destroy in
  // an atomic block) race with everything that they do not happen before, which the first query has excluded.
  std::map<std::pair<NodeId, bool>, bool> synchronises;
  std::vector<bool> isAtomicNode(unwound_.nodes.size());
  for (const RaceAccess &access : unwound_.accesses) {
    if (access.isPlain() || access.isFence())
      continue;
    const bool strong = access.write ? program::releases(access.order) : program::acquires(access.order);
    const auto [entry, isNew] = synchronises.try_emplace({access.node, access.write}, strong);
    entry->second = entry->second && strong;
    isAtomicNode[access.node] = isAtomicNode[access.node] || !access.isPlain();
  }
  const auto isStrong = [&](NodeId node, bool write) {
    const auto found = synchronises.find({node, write});
    return found == synchronises.end() || found->second;
  };

  std::vector<Expr> atomicReads;
  for (const events::CellRead &read : cells_.reads)
    if (isAtomicNode[read.node])
      atomicReads.push_back(read.value);
  for (NodeId node = 0; node < unwound_.nodes.size(); ++node)
    if (isAtomicNode[node])
      atomicReads.push_back(unwound_.nodes[node].executed);
  abstraction_.encode(atomicReads);

  const Literal weakly = solver_->newLiteral();
  std::vector<Literal> clause{-weakly};
  for (const Abstraction::Read &read : abstraction_.reads()) {
    const events::CellRead &what = cells_.reads[read.read];
    if (!isAtomicNode[what.node])
      continue;
    for (const Abstraction::Read::Candidate &candidate : read.candidates) {
      const events::CellWrite &from = cells_.writes[abstraction_.writes()[candidate.write].write];
      if (from.node == 0 || unwound_.nodes[from.node].thread == unwound_.nodes[what.node].thread ||
          unwound_.order.precedes(from.node, what.node) || !isAtomicNode[from.node] ||
          (isStrong(what.node, false) && isStrong(from.node, true)))
        continue;
      const Literal here = solver_->newLiteral();
      solver_->addClause({-here, candidate.readsFrom});
      solver_->addClause({-here, abstraction_.literalOf(unwound_.nodes[what.node].executed)});
      clause.push_back(here);
    }
  }
  if (clause.size() == 1)
    return 0;
  solver_->addClause(clause);
  return weakly;
}

} // namespace heddle::engines::symbolic
