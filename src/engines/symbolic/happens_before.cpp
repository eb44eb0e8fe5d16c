#include "engines/symbolic/happens_before.hpp"

#include <algorithm>

namespace heddle::engines::symbolic {

using events::CellId;
using events::RaceAccess;
using events::ThreadId;
using program::ExprKind;

HappensBefore::HappensBefore(Abstraction &abstraction)
    : abstraction_(abstraction), unwound_(abstraction.program()), cells_(abstraction.cells()), pool_(*unwound_.pool),
      pointOf_(unwound_.accesses.size()), joinPointOf_(unwound_.joins.size()), lastPointOf_(unwound_.threads.size()),
      accessesOf_(unwound_.nodes.size()), fencesOf_(unwound_.threads.size()), writesOf_(cells_.cells.size()) {
  for (AccessId id = 0; id < unwound_.accesses.size(); ++id)
    accessesOf_[access(id).node].push_back(id);
  for (std::uint32_t i = 0; i < cells_.writes.size(); ++i)
    writesOf_[cells_.writes[i].cell].push_back(i);
  makePoints();
}

/// The accesses, joins and creations of each thread, in their order. Threads are numbered after their creators.
void HappensBefore::makePoints() {
  // In this order if nothing is accessed between them. A plain access that follows a creation in its node (the store of
  // the handle) happens before the new thread, too, and synchronises with nothing: it counts as if it came before.
  enum class Kind : std::uint8_t { Join, PlainAccess, Creation, Access };
  struct Item {
    NodeId node;
    std::size_t accessesBefore;
    Kind kind;
    std::uint32_t index;
    auto operator<=>(const Item &) const = default;
  };
  std::map<NodeId, std::size_t> creationIn; // by node: accesses before the first creation in it
  for (const events::Thread &thread : unwound_.threads)
    if (thread.creator)
      if (const auto [entry, isNew] = creationIn.try_emplace(thread.created, thread.accessesBefore); !isNew)
        entry->second = std::min(entry->second, thread.accessesBefore);
  std::vector<std::vector<Item>> items(unwound_.threads.size());
  for (AccessId id = 0; id < unwound_.accesses.size(); ++id) {
    const auto created = creationIn.find(access(id).node);
    const bool isMoved = created != creationIn.end() && created->second <= id && access(id).isPlain();
    items[unwound_.nodes[access(id).node].thread].push_back(
        {access(id).node, isMoved ? created->second : id, isMoved ? Kind::PlainAccess : Kind::Access, id});
  }
  for (std::uint32_t i = 0; i < unwound_.joins.size(); ++i) {
    const events::JoinEdge &join = unwound_.joins[i];
    items[unwound_.nodes[join.node].thread].push_back({join.node, join.accessesBefore, Kind::Join, i});
  }
  for (ThreadId id = 1; id < unwound_.threads.size(); ++id)
    if (const events::Thread &thread = unwound_.threads[id]; thread.creator)
      items[*thread.creator].push_back({thread.created, thread.accessesBefore, Kind::Creation, id});

  std::vector<Point> creation(unwound_.threads.size());
  for (ThreadId id = 1; id < unwound_.threads.size(); ++id) {
    const ThreadId thread = points_->addThread(creation[id]);
    lastPointOf_[id] = points_->addNode(thread);
    std::sort(items[id].begin(), items[id].end());
    for (const Item &item : items[id]) {
      const Point point = lastPointOf_[id] = points_->addNode(thread);
      switch (item.kind) {
      case Kind::Join:
        joinPointOf_[item.index] = point;
        break;
      case Kind::Creation:
        creation[item.index] = point;
        break;
      case Kind::PlainAccess:
      case Kind::Access:
        pointOf_[item.index] = point;
        if (access(item.index).isFence())
          fencesOf_[id].push_back(item.index);
      }
    }
  }
  for (std::size_t i = 0; i < unwound_.joins.size(); ++i)
    if (unwound_.joins[i].isStatic)
      points_->addEdge(lastPointOf_[unwound_.joins[i].joined], joinPointOf_[i]);
}

void HappensBefore::encode() {
  std::vector<Expr> conditions;
  std::vector<bool> isAtomic(unwound_.nodes.size());
  for (const RaceAccess &what : unwound_.accesses) {
    if (what.isPlain())
      continue;
    conditions.push_back(what.guard);
    if (what.isFence())
      continue;
    isAtomic[what.node] = true;
    conditions.push_back(what.address);
  }
  std::vector<bool> isReadAtomically(cells_.cells.size());
  for (const events::CellRead &read : cells_.reads)
    if (isAtomic[read.node]) {
      isReadAtomically[read.cell] = true;
      conditions.push_back(read.guard);
      conditions.push_back(read.value);
    }
  // Plain stores end release sequences.
  for (const events::CellWrite &write : cells_.writes)
    if (isReadAtomically[write.cell])
      for (const AccessId id : accessesOf_[write.node])
        if (const RaceAccess &what = access(id); what.isPlain()) {
          conditions.push_back(what.guard);
          conditions.push_back(what.address);
        }
  for (const events::JoinEdge &join : unwound_.joins)
    conditions.push_back(join.success);
  abstraction_.encode(conditions);
}

/// The access takes place, and the cell is a part of what it accesses.
Expr HappensBefore::covers(const RaceAccess &what, CellId cell) const {
  const Expr begin = pool_.constant(cells_.cells[cell].address, what.address->width);
  const Expr size = pool_.constant(what.size, what.address->width);
  return pool_.conjunction(what.guard, pool_.make(ExprKind::Ult, pool_.sub(begin, what.address), size));
}

/// The node has loaded the same range before: the store is that of a read-modify-write.
Expr HappensBefore::isContinued(const RaceAccess &store, AccessId id) const {
  Expr result = pool_.boolean(false);
  for (const AccessId other : accessesOf_[store.node]) {
    const RaceAccess &load = access(other);
    if (other >= id || load.write || load.isPlain() || load.isFence() || load.size != store.size)
      continue;
    result = pool_.disjunction(result, pool_.conjunction(load.guard, pool_.eq(load.address, store.address)));
  }
  return result;
}

const HappensBefore::NodeWrite &HappensBefore::storesOf(NodeId node, CellId cell) {
  const auto [entry, isNew] = stores_.try_emplace({node, cell});
  NodeWrite &result = entry->second;
  if (!isNew)
    return result;
  result.continues = result.keepsOwn = pool_.boolean(true);
  const std::vector<AccessId> &ids = accessesOf_[node];
  Expr isOverwritten = pool_.boolean(false); // by a later plain store of the node
  for (auto id = ids.rbegin(); id != ids.rend(); ++id) {
    const RaceAccess &store = access(*id);
    if (!store.write)
      continue;
    const Expr happens = covers(store, cell);
    if (happens->isFalse())
      continue;
    const Expr doesNot = pool_.negate(happens);
    if (store.isPlain()) {
      isOverwritten = pool_.disjunction(isOverwritten, happens);
      result.keepsOwn = pool_.conjunction(result.keepsOwn, doesNot);
      result.continues = pool_.conjunction(result.continues, doesNot);
      continue;
    }
    result.stores.push_back({*id, pool_.conjunction(happens, pool_.negate(isOverwritten))});
    result.continues = pool_.conjunction(result.continues, pool_.disjunction(doesNot, isContinued(store, *id)));
  }
  return result;
}

bool HappensBefore::refine(AccessId a, AccessId b, Literal chosen, SchedulingStatistics &statistics) {
  readsFrom_.clear();
  edges_.clear();
  undecided_.clear();
  smt::Solver &solver = abstraction_.solver();
  for (const Abstraction::Read &read : abstraction_.reads())
    for (const Abstraction::Read::Candidate &candidate : read.candidates)
      if (solver.value(candidate.readsFrom)) {
        const events::CellRead &what = cells_.reads[read.read];
        readsFrom_[{what.node, what.cell}] = {abstraction_.writes()[candidate.write].write, candidate.readsFrom};
        break;
      }
  addJoins();
  for (const Abstraction::Read &read : abstraction_.reads()) {
    const events::CellRead &what = cells_.reads[read.read];
    if (const auto from = readsFrom_.find({what.node, what.cell}); from != readsFrom_.end())
      addAcquisitions(what, from->second);
  }
  for (const OwnWrites &writes : undecided_)
    if (!unbroken_.contains(writes))
      unbroken_[writes] = makeUnbroken(writes);
  if (!undecided_.empty())
    return true;

  events::CandidateExecution candidate;
  for (const Edge &edge : edges_)
    candidate.edges.push_back({edge.before, edge.after, reasonOf(edge)});
  bool areOrdered = false;
  for (const bool forward : {true, false}) {
    const Point first = pointOf_[forward ? a : b];
    const Point second = pointOf_[forward ? b : a];
    candidate.edges.push_back({second, first, chosen}); // a cycle is a path from the first to the second
    const events::OrderAnalysis analysis = events::analyse(*points_, candidate, {}, {}, abstraction_.cancellation());
    if (analysis.kind == events::OrderAnalysis::Kind::Infeasible) {
      areOrdered = true;
      for (const events::Reason &reason : analysis.reasons)
        exclude(reason, candidate, statistics);
    }
    candidate.edges.pop_back();
  }
  if (areOrdered)
    ++statistics.refinements;
  return areOrdered;
}

/// With those edges of the candidate that the reason implies.
void HappensBefore::exclude(const events::Reason &reason, const events::CandidateExecution &candidate,
                            SchedulingStatistics &statistics) {
  ++statistics.reasons;
  statistics.reasonLiterals += reason.size();
  OrderLemma lemma{.together = reason, .points = points_};
  for (const events::CandidateExecution::Edge &edge : candidate.edges)
    if (edge.reason == events::always || std::ranges::binary_search(reason, edge.reason))
      lemma.edges.push_back({edge.before, edge.after, edge.reason});
  if (lemma.together.size() > 1 && abstraction_.mutator().strikes(Mutation::StrongerOrder))
    lemma.together = {candidate.edges.back().reason};
  abstraction_.addLemma(std::move(lemma));
}

void HappensBefore::addJoins() {
  for (std::size_t i = 0; i < unwound_.joins.size(); ++i) {
    const events::JoinEdge &join = unwound_.joins[i];
    if (!join.isStatic && holds(join.success))
      edges_.push_back({lastPointOf_[join.joined], joinPointOf_[i], {}, {join.success}});
  }
}

/// Edges to the loads of the node that read the cell before the node writes it.
void HappensBefore::addAcquisitions(const events::CellRead &read, const ReadsFrom &from) {
  Expr isWritten = pool_.boolean(false);
  for (const AccessId id : accessesOf_[read.node]) {
    const RaceAccess &what = access(id);
    if (what.isFence())
      continue;
    const Expr happens = covers(what, read.cell);
    if (what.write) {
      isWritten = pool_.disjunction(isWritten, happens);
      continue;
    }
    const Expr acquires = pool_.conjunction(happens, pool_.negate(isWritten));
    if (what.isPlain() || acquires->isFalse() || !holds(acquires))
      continue;
    if (program::acquires(what.order)) {
      followSequence(from, {0, pointOf_[id], {}, {acquires}});
    } else if (const std::optional<AccessId> fence = fenceAfter(id)) {
      followSequence(from, {0, pointOf_[*fence], {}, {acquires, access(*fence).guard}});
    }
  }
}

/// Goes back from the element that was read, and adds an edge from each store that heads the sequence.
void HappensBefore::followSequence(ReadsFrom from, Edge edge) {
  for (;;) {
    const events::CellWrite &write = cells_.writes[from.write];
    if (write.node == 0)
      return;
    edge.literals.push_back(from.literal);
    const NodeWrite &stores = storesOf(write.node, write.cell);
    bool releases = false;
    for (const NodeWrite::Store &store : stores.stores)
      releases = addHead(store, edge) || releases;
    const auto predecessor = readsFrom_.find({write.node, write.cell});
    if (predecessor == readsFrom_.end() || !holds(stores.continues)) {
      // What its own thread did before is ordered before its release.
      if (!releases)
        addOwnHeads(from.write, edge);
      return;
    }
    edge.conditions.push_back(stores.continues);
    from = predecessor->second;
  }
}

/// Whether the store releases in the model, itself rather than by a fence before it.
bool HappensBefore::addHead(const NodeWrite::Store &store, Edge edge) {
  if (!holds(store.heads))
    return false;
  edge.conditions.push_back(store.heads);
  const bool releases = program::releases(access(store.access).order);
  if (releases) {
    edge.before = pointOf_[store.access];
  } else if (const std::optional<AccessId> fence = fenceBefore(store.access)) {
    edge.before = pointOf_[*fence];
    edge.conditions.push_back(access(*fence).guard);
  } else {
    return false;
  }
  edges_.push_back(std::move(edge));
  return releases;
}

/// Sequences of the same thread that a store continues which is no read-modify-write.
void HappensBefore::addOwnHeads(std::uint32_t write, const Edge &edge) {
  const events::CellWrite &last = cells_.writes[write];
  const Expr keepsOwn = storesOf(last.node, last.cell).keepsOwn;
  if (!holds(keepsOwn))
    return;
  const ThreadId thread = unwound_.nodes[last.node].thread;
  std::vector<std::uint32_t> earlier;
  for (const std::uint32_t i : writesOf_[last.cell]) {
    const events::CellWrite &other = cells_.writes[i];
    if (other.node < last.node && unwound_.nodes[other.node].thread == thread && holds(other.guard))
      earlier.push_back(i);
  }
  std::sort(earlier.begin(), earlier.end(),
            [this](std::uint32_t a, std::uint32_t b) { return cells_.writes[a].node > cells_.writes[b].node; });
  for (const std::uint32_t i : earlier) {
    const NodeWrite &stores = storesOf(cells_.writes[i].node, last.cell);
    const bool heads = std::any_of(stores.stores.begin(), stores.stores.end(), [&](const NodeWrite::Store &store) {
      return holds(store.heads) &&
             (program::releases(access(store.access).order) || fenceBefore(store.access).has_value());
    });
    if (!heads)
      continue;
    const auto unbroken = unbroken_.find({i, write});
    if (unbroken == unbroken_.end()) {
      undecided_.push_back({i, write});
      return;
    }
    if (!abstraction_.solver().value(unbroken->second))
      return; // then the sequences of earlier stores are broken, too
    Edge extended = edge;
    extended.literals.push_back(unbroken->second);
    extended.conditions.push_back(keepsOwn);
    bool releases = false;
    for (const NodeWrite::Store &store : stores.stores)
      releases = addHead(store, extended) || releases;
    if (releases)
      return;
  }
}

/// The last release fence that was executed before the store.
std::optional<AccessId> HappensBefore::fenceBefore(AccessId store) const {
  const std::vector<AccessId> &fences = fencesOf_[unwound_.nodes[access(store).node].thread];
  for (auto fence = fences.rbegin(); fence != fences.rend(); ++fence)
    if (pointOf_[*fence] < pointOf_[store] && program::releases(access(*fence).order) &&
        abstraction_.solver().value(access(*fence).guard) != 0)
      return *fence;
  return std::nullopt;
}

/// The first acquire fence that was executed after the load.
std::optional<AccessId> HappensBefore::fenceAfter(AccessId load) const {
  for (const AccessId fence : fencesOf_[unwound_.nodes[access(load).node].thread])
    if (pointOf_[fence] > pointOf_[load] && program::acquires(access(fence).order) &&
        abstraction_.solver().value(access(fence).guard) != 0)
      return fence;
  return std::nullopt;
}

/// A literal that holds unless a store between the two, which the same clauses then order there, ends the sequence.
Literal HappensBefore::makeUnbroken(const OwnWrites &writes) {
  const events::CellWrite &first = cells_.writes[writes.first];
  const events::CellWrite &last = cells_.writes[writes.second];
  const events::ProgramOrder &order = unwound_.order;
  smt::Solver &solver = abstraction_.solver();
  const Literal unbroken = solver.newLiteral();
  std::vector<Literal> clause{unbroken};
  for (const std::uint32_t i : writesOf_[first.cell]) {
    const events::CellWrite &other = cells_.writes[i];
    if (other.node == 0 || other.node == first.node || other.node == last.node ||
        order.precedes(other.node, first.node) || order.precedes(last.node, other.node))
      continue;
    const NodeWrite &stores = storesOf(other.node, other.cell);
    const bool isOwn = unwound_.nodes[other.node].thread == unwound_.nodes[first.node].thread;
    const Expr breaks = pool_.conjunction(other.guard, pool_.negate(isOwn ? stores.keepsOwn : stores.continues));
    if (breaks->isFalse())
      continue;
    abstraction_.encode({breaks});
    const Literal here = solver.newLiteral();
    solver.addClause({-here, abstraction_.literalOf(breaks)});
    if (!order.precedes(first.node, other.node))
      abstraction_.addEdge(first.node, other.node, here);
    if (!order.precedes(other.node, last.node))
      abstraction_.addEdge(other.node, last.node, here);
    clause.push_back(here);
  }
  solver.addClause(clause);
  return unbroken;
}

/// A literal that the edge's literals and conditions imply.
Literal HappensBefore::reasonOf(const Edge &edge) {
  smt::Solver &solver = abstraction_.solver();
  std::vector<Literal> literals = edge.literals;
  for (const Expr condition : edge.conditions)
    if (!condition->isTrue())
      literals.push_back(abstraction_.literalOf(condition));
  std::sort(literals.begin(), literals.end());
  literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
  std::erase(literals, solver.trueLiteral());
  if (literals.empty())
    return events::always;
  if (literals.size() == 1)
    return literals.front();
  const auto [entry, isNew] = conjunctions_.try_emplace(literals);
  if (isNew) {
    entry->second = solver.newLiteral();
    for (Literal &literal : literals)
      literal = -literal;
    literals.push_back(entry->second);
    solver.addClause(literals);
  }
  return entry->second;
}

} // namespace heddle::engines::symbolic
