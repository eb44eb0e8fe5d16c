// Data races: two accesses that conflict and are not ordered by happens-before.
//
// The first question is for two accesses that are *adjacent* in some total order: no step of either thread is
// between them. If an execution has two racing accesses a and b, and b does not depend on a through a chain of
// program order and read-from, then omitting everything that neither a nor b depends on gives an execution in
// which they are adjacent. The question therefore misses only accesses that are separated by a read-from that does not
// synchronise. If such a read-from is between plain accesses, these race themselves and are found. The remaining case
// is atomic accesses that are too weak to synchronise (relaxed ones). The second question is whether any of them can
// read from another thread; for programs that use locks properly the answer is no, and there is no race. Otherwise the
// pairs are searched again without adjacency, and each candidate is refined: if its accesses are ordered by
// happens-before, a clause excludes the reason, which the same graph analysis finds as for all other reasons.
#include "engines/symbolic/check.hpp"

#include <algorithm>
#include <map>

namespace heddle::engines::symbolic {

using events::RaceAccess;

struct Check::RacePair {
  const RaceAccess *first;
  const RaceAccess *second;
  Expr condition; // both happen, at the same place
};

namespace {

bool isPlain(const RaceAccess &access) { return !program::isAtomic(access.order); }

constexpr unsigned mostCandidates = 2000; // whose order only the interpreter can determine

} // namespace

std::vector<Check::RacePair> Check::racePairs() const {
  program::ExprPool &pool = *unwound_.pool;
  const auto &pointers = program_.pointers;
  const auto placesOf = [&](const RaceAccess &access) -> const std::vector<program::Bits> & {
    return access.places.empty() ? unwound_.events[access.event].places : access.places;
  };
  std::map<program::ObjectId, std::vector<const RaceAccess *>> byObject;
  for (const RaceAccess &access : unwound_.accesses) {
    program::ObjectId last = program::nullObject;
    for (const program::Bits place : placesOf(access))
      if (pointers.object(place) != last)
        byObject[last = pointers.object(place)].push_back(&access);
  }
  const auto overlap = [&](const RaceAccess &a, const RaceAccess &b) {
    const auto end = [&](const RaceAccess &access) {
      return pool.add(access.address, pool.constant(access.size, access.address->width));
    };
    return pool.conjunction(pool.make(program::ExprKind::Ult, a.address, end(b)),
                            pool.make(program::ExprKind::Ult, b.address, end(a)));
  };
  std::vector<RacePair> pairs;
  std::map<std::pair<const RaceAccess *, const RaceAccess *>, bool> seen;
  for (const auto &[object, accesses] : byObject)
    for (std::size_t i = 0; i < accesses.size(); ++i)
      for (std::size_t j = i + 1; j < accesses.size(); ++j) {
        const RaceAccess *a = accesses[i];
        const RaceAccess *b = accesses[j];
        if (unwound_.nodes[a->node].thread == unwound_.nodes[b->node].thread || (!a->write && !b->write) ||
            (!isPlain(*a) && !isPlain(*b)))
          continue;
        if (unwound_.order.precedes(a->node, b->node) || unwound_.order.precedes(b->node, a->node))
          continue;
        const Expr condition = pool.conjunction(overlap(*a, *b), pool.conjunction(a->guard, b->guard));
        if (!condition->isFalse() && seen.emplace(std::pair{a, b}, true).second)
          pairs.push_back({a, b, condition});
      }
  return pairs;
}

Check::Result Check::findRaces() {
  const std::vector<RacePair> pairs = racePairs();
  if (pairs.empty())
    return std::nullopt;
  if (Result found = findRaces(pairs, true))
    return found;
  Result result;
  if (!unwound_.hasFences && !canSynchroniseWeakly(result))
    return result;
  return findRaces(pairs, false);
}

Check::Result Check::findRaces(const std::vector<RacePair> &pairs, bool adjacent) {
  std::vector<Goal> goals;
  for (const RacePair &pair : pairs)
    goals.push_back({pair.condition, {pair.first->node, pair.second->node}});
  const EncodedGoals encoded = encode(goals);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const NodeId a = pairs[i].first->node;
    const NodeId b = pairs[i].second->node;
    if (adjacent) {
      orderNextTo(a, b, encoded.chosen[i]);
      orderNextTo(b, a, encoded.chosen[i]);
    }
  }
  const bool knowsTooLittle =
      unwound_.hasFences ||
      std::any_of(unwound_.accesses.begin(), unwound_.accesses.end(),
                  [](const RaceAccess &access) { return !isPlain(access) && !access.address->isConstant(); });
  for (unsigned candidates = 0; candidates < mostCandidates;) {
    const Schedulable answer = ask({encoded.any});
    if (answer.kind == Schedulable::Kind::Unknown)
      return cancelledOrGivenUp(context_.cancellation);
    if (answer.kind == Schedulable::Kind::No) {
      forbid(encoded);
      return std::nullopt;
    }
    const std::size_t chosen = encoded.reached(*solver_);
    if (refineHappensBefore(pairs[chosen], encoded.chosen[chosen]))
      continue;
    const Literal it = encoded.chosen[chosen];
    Answer found = execute({encoded.any, it}, [&] { return NodeId{0}; }, {});
    // The interpreter may know an order that is not in the graph but follows from the read-froms.
    const auto *error = std::get_if<InternalError>(&found);
    if (error == nullptr || error->kind != InternalError::Kind::NoReplay || !knowsTooLittle)
      return found;
    ++candidates;
    std::vector<Literal> clause{-it};
    for (const Abstraction::Read &read : abstraction_.reads())
      for (const Abstraction::Read::Candidate &candidate : read.candidates)
        if (solver_->value(candidate.readsFrom))
          clause.push_back(-candidate.readsFrom);
    solver_->addClause(clause);
  }
  return Unknown{Unknown::Kind::Unsupported, "accesses whose order depends on fences or pointers in too many ways"};
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

/// Whether an atomic access can read from one of another thread without synchronising with it, and continue.
bool Check::canSynchroniseWeakly(Result &result) {
  const Literal weakly = counted([this] { return encodeWeakSynchronisation(); });
  if (weakly == 0)
    return false;
  const Schedulable answer = ask({weakly});
  solver_->addClause({-weakly});
  if (answer.kind == Schedulable::Kind::Unknown)
    result = cancelledOrGivenUp(context_.cancellation);
  return answer.kind == Schedulable::Kind::Yes;
}

/// A literal to be assumed; 0 if it is impossible.
Literal Check::encodeWeakSynchronisation() {
  // By node and direction, the weakest memory order of its atomic accesses decides. Plain ones (an init or destroy in
  // an atomic block) race with everything that they do not happen before, which the first question has excluded.
  std::map<std::pair<NodeId, bool>, bool> synchronises;
  for (const RaceAccess &access : unwound_.accesses) {
    if (isPlain(access))
      continue;
    const bool strong = access.write ? program::releases(access.order) : program::acquires(access.order);
    const auto [entry, isNew] = synchronises.try_emplace({access.node, access.write}, strong);
    entry->second = entry->second && strong;
  }
  const auto isStrong = [&](NodeId node, bool write) {
    const auto found = synchronises.find({node, write});
    return found == synchronises.end() || found->second;
  };
  std::map<NodeId, bool> isAtomicNode;
  for (const RaceAccess &access : unwound_.accesses)
    isAtomicNode[access.node] = isAtomicNode[access.node] || !isPlain(access);

  std::vector<Expr> atomicReads;
  for (const events::CellRead &read : cells_.reads)
    if (isAtomicNode.contains(read.node))
      atomicReads.push_back(read.value);
  for (const auto &[node, isAtomic] : isAtomicNode)
    atomicReads.push_back(unwound_.nodes[node].executed);
  abstraction_.encode(atomicReads);

  const Literal weakly = solver_->newLiteral();
  std::vector<Literal> clause{-weakly};
  for (const Abstraction::Read &read : abstraction_.reads()) {
    const events::CellRead &what = cells_.reads[read.read];
    if (!isAtomicNode.contains(what.node) || !isAtomicNode[what.node])
      continue;
    for (const Abstraction::Read::Candidate &candidate : read.candidates) {
      const events::CellWrite &from = cells_.writes[abstraction_.writes()[candidate.write].write];
      if (from.node == 0 || unwound_.nodes[from.node].thread == unwound_.nodes[what.node].thread ||
          unwound_.order.precedes(from.node, what.node) || !isAtomicNode.contains(from.node) ||
          !isAtomicNode[from.node] || (isStrong(what.node, false) && isStrong(from.node, true)))
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

/// If happens-before orders the accesses in this model, adds clauses that exclude the reasons.
bool Check::refineHappensBefore(const RacePair &pair, Literal chosen) {
  const events::CandidateExecution candidate = abstraction_.candidate();
  // The condition under which the node carries out a synchronising access to the cell.
  const auto guardOf = [&](NodeId node, events::CellId cell, bool write) -> Expr {
    Expr guard = unwound_.pool->boolean(false);
    const events::Cell &where = cells_.cells[cell];
    for (const RaceAccess &access : unwound_.accesses) {
      if (access.node != node || access.write != write || !access.address->isConstant() ||
          access.address->value > where.address || access.address->value + access.size < where.address + where.size)
        continue;
      if (write ? program::releases(access.order) : program::acquires(access.order))
        guard = unwound_.pool->disjunction(guard, access.guard);
    }
    return guard;
  };
  events::CandidateExecution happensBefore;
  for (const events::CandidateExecution::Edge &edge : candidate.edges)
    if (edge.reason != chosen && isSynchronising(edge))
      happensBefore.edges.push_back(edge);
  for (const events::CandidateExecution::Read &read : candidate.reads) {
    const NodeId from = candidate.writes[read.write].node;
    if (from == 0)
      continue;
    const Expr acquires = guardOf(read.node, read.cell, false);
    const Expr releases = guardOf(from, read.cell, true);
    const Expr both = unwound_.pool->conjunction(acquires, releases);
    if (both->isFalse() || solver_->value(both) == 0)
      continue;
    const Literal reason = solver_->newLiteral();
    solver_->addClause({-read.readsFrom, -abstraction_.literalOf(both), reason});
    happensBefore.edges.push_back({from, read.node, reason});
  }
  bool ordered = false;
  for (const bool forward : {true, false}) {
    events::CandidateExecution question = happensBefore;
    const NodeId a = forward ? pair.first->node : pair.second->node;
    const NodeId b = forward ? pair.second->node : pair.first->node;
    question.edges.push_back({b, a, chosen}); // a cycle is a path from a to b
    const events::OrderAnalysis analysis = events::analyse(unwound_.order, question, {}, {}, context_.cancellation);
    if (analysis.kind != events::OrderAnalysis::Kind::Infeasible)
      continue;
    ordered = true;
    exclude(analysis.reasons, *solver_, statistics_.scheduling);
  }
  if (ordered)
    ++statistics_.scheduling.refinements;
  return ordered;
}

/// Edges of joins are part of happens-before; edges that encode the question are not.
bool Check::isSynchronising(const events::CandidateExecution::Edge &edge) const {
  return std::any_of(unwound_.joins.begin(), unwound_.joins.end(), [&](const events::JoinEdge &join) {
    return join.node == edge.after && unwound_.threads[join.joined].last == edge.before;
  });
}

} // namespace heddle::engines::symbolic
