// Accesses that the values of a cell keep apart: flags, turns, publication, double-checked initialisation.
//
// That a cell c of static memory has different values at two accesses says that they do not happen at the same time,
// which is not enough: happens-before must order them. Both follows from these facts. The checker derives them from the
// actions that it has followed; the certificate only has the values of the cell.
//
//   known(s)   The stores to c so far that *count* happen before the point s of a thread. It holds while main is alone;
//              a new thread has it from main; a thread gets it by a load of c with acquire order, if c is released, or
//              because it holds a lock that all stores to c hold; and it keeps it where no other thread can store to c.
//   released   Each store to c, while several threads run, goes to exactly c, is atomic, and is the store of a
//              read-modify-write, or has release order and is made where c is known. Relaxed read-modify-writes do not
//              count. Then a load of c with acquire order knows c: let T be the last store before the load that is not
//              one of a read-modify-write. The load reads from a release sequence that T heads, so that T, and what
//              happens before T, which are the stores before it, happen before the load; and so do those later ones
//              that release, which head sequences of their own. If c is not released, all stores count.
//   pinned(A)  With the values that c may have at the access A, no other thread can store to c, unless it holds a lock
//              that A's thread holds at A, or does not run then; and no store that does not count can store to c. What
//              the other thread's case says of c matters for this, and nothing that relates the two threads otherwise:
//              the other thread may come there later.
//
// Two accesses A and B with known(A), known(B), pinned(A), pinned(B) and no common value of c do not race. Let A come
// first. Then some store to c comes in between; let S be the first. It finds the value that c has at A. So it is made
// by A's thread, or by one that takes a lock after A's thread has released it, or that is started after A, or after
// A's thread has been joined: A happens before S. S counts, so S happens before B. If B comes first, exchange the
// names.
#include "proof/modular_checker.hpp"

#include <algorithm>

namespace heddle::proof {

namespace {

bool releases(const MemoryAccess &access) { return program::releases(access.how.order); }

} // namespace

/// Whether the store is one of a read-modify-write of exactly the cell.
bool ModularChecker::isUpdate(const Path &path, std::size_t store, const StaticCell &cell) {
  const std::vector<MemoryAccess> &memory = path.successor.memory;
  return program::isAtomic(memory[store].how.order) && isAt(path, memory[store], cell) &&
         std::any_of(memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(store), [&](const auto &access) {
           return !access.writes && program::isAtomic(access.how.order) && isAt(path, access, cell);
         });
}

/// Whether the path loads exactly the cell with acquire order.
bool ModularChecker::isLoaded(const Path &path, std::size_t before, const StaticCell &cell) {
  const std::vector<MemoryAccess> &memory = path.successor.memory;
  return std::any_of(memory.begin(), memory.begin() + static_cast<std::ptrdiff_t>(before), [&](const auto &access) {
    return !access.writes && program::acquires(access.how.order) && isAt(path, access, cell);
  });
}

/// All stores that may go to the cell while several threads run.
std::vector<ModularChecker::CellStore> ModularChecker::storesTo(const StaticCell &cell) {
  program::ExprPool &pool = vocabulary_.pool();
  const Expr begin = pool.constant(program_.pointers.pointer(cell.object, cell.offset), program_.pointers.width);
  std::vector<CellStore> result;
  for (const Path &path : paths_) {
    const std::vector<MemoryAccess> &memory = path.successor.memory;
    if (caseOf(*path.from).alone && path.threads.started.empty())
      continue;
    for (std::size_t i = 0; i < memory.size(); ++i) {
      if (!memory[i].writes)
        continue;
      const Expr touches = overlap(pool, {begin, cell.bytes, true}, {memory[i].address, memory[i].bytes, true});
      if (touches->isFalse() ||
          (!touches->isTrue() && !isPossible(path.premises(), path.successor.state.conditions, {touches})))
        continue;
      result.push_back({.access = accessOf(path, i),
                        .touches = touches,
                        .isExact = isAt(path, memory[i], cell),
                        .isUpdate = isUpdate(path, i, cell)});
    }
  }
  return result;
}

ModularChecker::CellOrder &ModularChecker::orderOf(const StaticCell &cell) {
  const auto [entry, isNew] = orders_.try_emplace(cell);
  CellOrder &order = entry->second;
  if (!isNew)
    return order;
  order.cell = cell;
  order.stores = storesTo(cell);
  if (order.stores.empty())
    return order;
  order.locks = order.stores.front().access.held;
  const auto memoryOf = [](const CellStore &store) -> const MemoryAccess & {
    return store.access.path->successor.memory[store.access.index];
  };
  for (const CellStore &store : order.stores)
    std::erase_if(order.locks, [&](LockId lock) { return !haveCommon({lock}, store.access.held); });
  order.isReleased = std::ranges::all_of(order.stores, [&](const CellStore &store) {
    return store.isExact && program::isAtomic(memoryOf(store).how.order) &&
           (store.isUpdate || releases(memoryOf(store)));
  });
  settleKnown(order);
  // The rule for loads assumes that c is released, which must be true then.
  if (order.isReleased && !std::ranges::all_of(order.stores, [&](const CellStore &store) {
        return store.isUpdate || isKnownAt(order, store.access);
      })) {
    order.isReleased = false;
    settleKnown(order);
  }
  return order;
}

/// Whether the cell is known before that access.
bool ModularChecker::isKnownAt(const CellOrder &order, const RaceAccess &at) {
  return caseOf(*at.path->from).alone || order.known.at(at.path->from) || haveCommon(at.held, order.locks) ||
         haveCommon(at.reading, order.locks) || (order.isReleased && isLoaded(*at.path, at.index, order.cell));
}

bool ModularChecker::isKnownAfter(const CellOrder &order, const Path &path) {
  const ModularCase &from = caseOf(*path.from);
  return from.alone || order.known.at(path.from) || haveCommon(from.held, order.locks) ||
         haveCommon(from.reading, order.locks) ||
         (order.isReleased && isLoaded(path, path.successor.memory.size(), order.cell));
}

/// Drops facts that some way to the situation does not establish, until all are established.
void ModularChecker::dropFacts(std::map<const Situation *, bool> &facts,
                               const std::function<bool(const Edge &)> &isEstablished,
                               const std::function<bool(const Path &)> &isInherited) {
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    const auto drop = [&](const Situation *at) {
      hasChanged = true;
      facts.at(at) = false;
    };
    for (const Edge &edge : edges_)
      if (edge.to != nullptr && facts.at(edge.to) && !isEstablished(edge))
        drop(edge.to);
    for (const auto &[path, child] : entries_)
      if (facts.at(child) && !isInherited(paths_[path]))
        drop(child);
  }
}

/// The greatest fixed point.
void ModularChecker::settleKnown(CellOrder &order) {
  for (const Situation &at : situations_)
    order.known[&at] = true;
  const auto isAlways = [&](const ModularCase &at) {
    return at.alone || haveCommon(at.held, order.locks) || haveCommon(at.reading, order.locks);
  };
  for (bool hasChanged = true; hasChanged;) {
    dropFacts(
        order.known,
        [&](const Edge &edge) { return isAlways(caseOf(*edge.to)) || isKnownAfter(order, paths_[edge.path]); },
        [&](const Path &path) { return isKnownAfter(order, path); });
    hasChanged = false;
    for (const Situation &at : situations_)
      if (order.known.at(&at) && !caseOf(at).alone && at.isInterruptible && mayBeInterrupted(order, at)) {
        order.known.at(&at) = false;
        hasChanged = true;
      }
  }
}

/// Whether another thread may store to the cell while a thread is there.
bool ModularChecker::mayBeInterrupted(const CellOrder &order, const Situation &at) {
  const ModularCase &each = caseOf(at);
  return std::ranges::any_of(order.stores, [&](const CellStore &store) {
    const RaceAccess &access = store.access;
    const Path &path = *access.path;
    if (exclude(access, each) ||
        !threads_.mayBeTogether(caseOf(*path.from).cfa, access.alone, access.open, each.cfa, each.alone, each.open))
      return false;
    std::vector<Expr> premises = path.premises();
    append(premises, claims_.ofMemory(each, path.from->state, otherSlot, claims_.named()));
    for (const Expr formula : claims_.ofReaders(each, path.from->state))
      premises.push_back(formula);
    for (const Expr axiom : claims_.axioms(each.cfa, otherSlot))
      premises.push_back(axiom);
    premises.push_back(claims_.areDistinct(caseOf(*path.from).cfa, 0, each.cfa, otherSlot));
    return isPossible(premises, path.successor.state.conditions, {store.touches});
  });
}

/// Whether the cell may have the same value before the actions of both accesses.
bool ModularChecker::mayAgree(const StaticCell &cell, const RaceAccess &a, const RaceAccess &b) {
  return arePossible(a, b,
                     {vocabulary_.pool().eq(claims_.content(cell, a.path->from->state),
                                            renamed(claims_.content(cell, b.path->from->state)))});
}

bool ModularChecker::counts(const CellOrder &order, const CellStore &store) const {
  return !order.isReleased || releases(store.access.path->successor.memory[store.access.index]);
}

bool ModularChecker::isPinned(CellOrder &order, const RaceAccess &access) {
  const auto [known, isNew] = order.pinned.try_emplace({access.path, access.index}, false);
  if (isNew)
    known->second = std::ranges::all_of(order.stores, [&](const CellStore &store) {
      const RaceAccess &other = store.access;
      if (other.path == access.path && other.index <= access.index)
        return false; // at the access, the cell has not the value that it had before the action
      const bool isExcluded = exclude(access, other) || !areTogether(access, other);
      return (isExcluded && counts(order, store)) || !mayAgree(order.cell, access, other);
    });
  return known->second;
}

/// The cells of which something is known at the access: by the case, or by a load in the same action.
std::set<StaticCell> ModularChecker::cellsKnownAt(const RaceAccess &access) const {
  std::set<StaticCell> result;
  for (const auto &[cell, set] : caseOf(*access.path->from).memory)
    result.insert(cell);
  for (const auto &[reg, cell] : caseOf(*access.path->from).loaded)
    result.insert(cell);
  const auto &layout = program_.pointers;
  for (const MemoryAccess &each : access.path->successor.memory)
    if (each.address->isConstant())
      if (const StaticCell cell{layout.object(each.address->value),
                                static_cast<std::uint64_t>(layout.offset(each.address->value)),
                                static_cast<unsigned>(each.bytes)};
          exists(program_, cell))
        result.insert(cell);
  return result;
}

/// Whether a cell has different values at the two accesses, and orders them.
bool ModularChecker::areKeptApart(const RaceAccess &a, const RaceAccess &b) {
  const std::set<StaticCell> cells = cellsKnownAt(b);
  return std::ranges::any_of(cellsKnownAt(a), [&](const StaticCell &cell) {
    if (!cells.contains(cell) || mayAgree(cell, a, b))
      return false;
    CellOrder &order = orderOf(cell);
    return !order.stores.empty() && isKnownAt(order, a) && isKnownAt(order, b) && isPinned(order, a) &&
           isPinned(order, b);
  });
}

} // namespace heddle::proof
