// What operations do to the symbolic heaps of a state (resources.hpp has the rules and why they suffice).
#include "engines/modular/heap_evaluation.hpp"
#include "engines/modular/transfer.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::Expr;

namespace {

Field fieldAt(const HeapValue &address, unsigned bytes) { return {static_cast<std::uint64_t>(address.offset), bytes}; }

bool isInside(const HeapValue &address) { return !address.isAnywhere && address.offset >= 0; }

} // namespace

/// Locks whose resources the thread owns.
std::set<Cell> Transfer::ownedLocks(Mode mode, const Held &held) const {
  std::set<Cell> owned = resources_.locks();
  if (mode == Mode::Shared)
    std::erase_if(owned, [&](const Cell &lock) {
      const auto found = held.find(lock);
      return found == held.end() || found->second != exclusively;
    });
  if (mutation_ == Mutation::AnyLockOwns && !held.empty())
    return resources_.locks();
  return owned;
}

/// Locks that the thread holds for reading, while others may write.
std::set<Cell> Transfer::readLocks(Mode mode, const Held &held) const {
  std::set<Cell> locks;
  if (mode == Mode::Shared)
    for (const Cell &lock : resources_.locks())
      if (const auto found = held.find(lock); found != held.end() && found->second != exclusively)
        locks.insert(lock);
  return locks;
}

bool Transfer::readsCell(const State &state, const Cell &cell) const {
  const auto found = resources_.cells().find(cell);
  return found != resources_.cells().end() && readLocks(state.mode, state.held).contains(found->second);
}

bool Transfer::ownsCell(const State &state, const Cell &cell) const {
  const auto found = resources_.cells().find(cell);
  return found != resources_.cells().end() && ownedLocks(state.mode, state.held).contains(found->second);
}

/// The state in which a thread starts.
SymbolicHeaps Transfer::initialHeaps(program::CfaId cfa) const {
  if (!resources_.isActive())
    return {};
  SymbolicHeap heap;
  if (cfa == 0)
    for (const auto &entry : resources_.cells()) {
      const Cell &cell = entry.first;
      const program::StaticObject &object = program_.objects[cell.object];
      if (!object.initial || object.setOutside)
        continue;
      Bits bits = 0;
      for (unsigned i = 0; i < cell.bytes; ++i)
        bits |= Bits{(*object.initial)[cell.offset + i]} << (8 * i);
      if (bits == 0 || (program_.pointers.object(bits) != program::nullObject &&
                        program_.pointers.object(bits) < program_.objects.size()))
        heap.cells.emplace(cell, HeapValue::ofConstant(bits));
    }
  return {heap};
}

HeapEvaluation Transfer::heapEvaluation(const Step &step, const State &state) const {
  return {program_, [this, &step, &state](Expr e) {
            const Value distance = value(step, state, e);
            if (!distance.isNumber())
              return false;
            const SignedBits farthest = SignedBits{1} << (program_.pointers.offsetBits - 2);
            return distance.number->least >= -farthest && distance.number->most <= farthest;
          }};
}

/// What cells of a lock lead to belongs to the lock from now on.
void Transfer::releaseResource(State &state, const Cell &lock) {
  const std::set<Cell> cells = resources_.cellsOf(lock);
  for (SymbolicHeap &heap : state.heaps) {
    const std::set<ChunkName> given = resources_.givenTo(cells, heap);
    SymbolicHeap resource;
    for (const Cell &cell : cells)
      if (const auto found = heap.cells.find(cell); found != heap.cells.end())
        resource.cells.insert(*found);
    for (const ChunkName name : given)
      resource.chunks.emplace(name, heap.chunks.at(name));
    std::set<ChunkName> kept;
    for (const auto &entry : heap.chunks)
      if (!given.contains(entry.first))
        kept.insert(entry.first);
    resource.forgetAddresses(kept);
    resources_.give(lock, std::move(resource));
    for (const Cell &cell : cells)
      heap.cells.erase(cell);
    if (mutation_ == Mutation::HeapsAreKept)
      continue;
    heap.forgetAddresses(given);
    for (const ChunkName name : given)
      heap.chunks.erase(name);
  }
}

void Transfer::acquireResource(State &state, const Cell &lock, bool isLent) {
  SymbolicHeaps cases;
  for (const SymbolicHeap &heap : state.heaps)
    for (SymbolicHeap resource : resources_.of(lock)) {
      resource.rename(heap.chunks.empty() ? 0 : heap.chunks.rbegin()->first + 1);
      if (isLent)
        for (auto &entry : resource.chunks)
          entry.second.lender = lock;
      SymbolicHeap both = heap;
      both.cells.merge(resource.cells);
      both.chunks.merge(resource.chunks);
      cases.push_back(std::move(both));
    }
  state.heaps = std::move(cases);
}

/// What the thread could read because of the lock may be changed by others from now on.
void Transfer::returnResource(State &state, const Cell &lock) {
  for (SymbolicHeap &heap : state.heaps) {
    for (const Cell &cell : resources_.cellsOf(lock))
      heap.cells.erase(cell);
    std::set<ChunkName> lent;
    for (const auto &[name, chunk] : heap.chunks)
      if (chunk.lender == lock)
        lent.insert(name);
    if (mutation_ == Mutation::HeapsAreKept)
      continue;
    heap.forgetAddresses(lent);
    for (const ChunkName name : lent)
      heap.chunks.erase(name);
  }
}

/// The locks that the thread holds, or whether it is alone, may have changed.
void Transfer::settleHeaps(State &state, Mode modeBefore, const Held &heldBefore) {
  const std::set<Cell> ownedBefore = ownedLocks(modeBefore, heldBefore);
  const std::set<Cell> readBefore = readLocks(modeBefore, heldBefore);
  const std::set<Cell> owned = ownedLocks(state.mode, state.held);
  const std::set<Cell> read = readLocks(state.mode, state.held);
  for (const Cell &lock : readBefore)
    if (!read.contains(lock))
      returnResource(state, lock);
  for (const Cell &lock : ownedBefore)
    if (!owned.contains(lock))
      releaseResource(state, lock);
  for (const Cell &lock : owned)
    if (!ownedBefore.contains(lock))
      acquireResource(state, lock, false);
  for (const Cell &lock : read)
    if (!readBefore.contains(lock))
      acquireResource(state, lock, true);
}

/// The thread ends, or the locks that it holds are no longer followed.
void Transfer::releaseResources(State &state) {
  if (!resources_.isActive())
    return;
  for (const Cell &lock : readLocks(state.mode, state.held))
    returnResource(state, lock);
  for (const Cell &lock : ownedLocks(state.mode, state.held))
    releaseResource(state, lock);
}

/// The state is one at a location: `isLive` says which registers still matter.
void Transfer::abstractHeaps(State &state, const std::function<bool(program::RegisterId)> &isLive) {
  SymbolicHeaps abstracted;
  for (SymbolicHeap &heap : state.heaps) {
    std::erase_if(heap.registers, [&](const auto &entry) { return !isLive(entry.first); });
    insert(abstracted, resources_.abstracted(std::move(heap)));
  }
  state.heaps = std::move(abstracted);
}

/// Exposes the objects that an access goes to, and checks that its thread owns them. Cases in which the address is
/// null are left out unless null is allowed: they are impossible, or a violation that ends the execution.
void Transfer::exposeTarget(Step &step, State &state, const TargetUse &use) {
  const Value pointer = value(step, state, use.address);
  const HeapEvaluation evaluate = heapEvaluation(step, state);
  SymbolicHeaps cases;
  bool isKnown = true;
  bool isValid = true;
  for (SymbolicHeap &heap : state.heaps) {
    const HeapValue address = evaluate(heap, use.address);
    if (address.isNull() && !use.mayBeNull) {
      isValid = isValid && !pointer.mayBe(0);
      continue;
    }
    if (address.isAny() || (address.isAddress() && use.isStart && !address.isStartOf(address.chunk)))
      isKnown = false;
    if (use.changes && address.isAddress() && heap.chunks.at(address.chunk).lender &&
        mutation_ != Mutation::ReadersChange)
      isKnown = false;
    if (!address.isAddress()) {
      cases.push_back(std::move(heap));
      continue;
    }
    const bool isNeverLonger = mutation_ == Mutation::SegmentsAreShort;
    for (SymbolicHeap &one : exposed(std::move(heap), address.chunk, isNeverLonger))
      cases.push_back(std::move(one));
  }
  state.heaps = std::move(cases);
  bool isFollowed = false;
  for (const Pointer &target : pointer.pointers) {
    isFollowed = isFollowed || resources_.isFollowed(target.object);
    if (!isKnown && (use.changes || resources_.isShared(target.object)) && mutation_ != Mutation::UnknownIsOwned)
      resources_.refute(target.object);
  }
  step.isOwned = isFollowed && isValid && (isKnown || mutation_ == Mutation::UnknownIsOwned);
}

/// The cell of static memory that an access goes to, in one case.
std::optional<Cell> Transfer::staticCell(const HeapValue &address, const Value &pointer, unsigned bytes) const {
  if (address.kind == HeapValue::Kind::Constant)
    return Cell{program_.pointers.object(address.constant), program_.pointers.offset(address.constant), bytes};
  if (!address.isAny() || pointer.pointers.size() != 1 || pointer.number || pointer.self || !pointer.handles.empty())
    return std::nullopt;
  const Pointer &only = pointer.pointers.front();
  if (!objects_.isStatic(only.object) || only.low != only.high || only.low < 0)
    return std::nullopt;
  return Cell{only.object, static_cast<std::uint64_t>(only.low), bytes};
}

void Transfer::followLoad(Step &step, State &state, const program::Load &load) {
  const unsigned bytes = load.width / 8U;
  exposeTarget(step, state, {.address = load.address});
  const Value pointer = value(step, state, load.address);
  const HeapEvaluation evaluate = heapEvaluation(step, state);
  const bool isWhole = step.automaton.registers[load.target].width == load.width;
  SymbolicHeaps cases;
  for (SymbolicHeap &heap : state.heaps) {
    const HeapValue address = evaluate(heap, load.address);
    if (address.isAddress() && isInside(address) && isWhole) {
      const Field field = fieldAt(address, bytes);
      for (SymbolicHeap &one : released(std::move(heap), address.chunk, field)) {
        one.setRegister(load.target, one.chunks.at(address.chunk).read(field));
        cases.push_back(std::move(one));
      }
      continue;
    }
    HeapValue content;
    if (const std::optional<Cell> cell = staticCell(address, pointer, bytes);
        cell && isWhole && (ownsCell(state, *cell) || readsCell(state, *cell)))
      if (const auto found = heap.cells.find(*cell); found != heap.cells.end())
        content = found->second;
    heap.setRegister(load.target, std::move(content));
    cases.push_back(std::move(heap));
  }
  state.heaps = std::move(cases);
}

void Transfer::followStore(Step &step, State &state, const program::Store &store) {
  const unsigned bytes = store.value->width / 8U;
  exposeTarget(step, state, {.address = store.address, .changes = true});
  const Value pointer = value(step, state, store.address);
  const HeapEvaluation evaluate = heapEvaluation(step, state);
  for (SymbolicHeap &heap : state.heaps) {
    const HeapValue address = evaluate(heap, store.address);
    HeapValue content = evaluate(heap, store.value);
    if (address.isAddress()) {
      Chunk &chunk = heap.chunks.at(address.chunk);
      // Numbers in shared objects would only tell heaps apart.
      const bool isNumber = store.value->width != program_.pointers.width;
      if (isNumber && std::ranges::any_of(chunk.sites, [&](AbstractObject site) { return resources_.isShared(site); }))
        content = HeapValue::any();
      if (isInside(address))
        chunk.write(fieldAt(address, bytes), content);
      else
        chunk.forget();
      continue;
    }
    const std::optional<Cell> cell = staticCell(address, pointer, bytes);
    const std::map<Cell, Cell> known = resources_.cells();
    for (const auto &entry : known) {
      const Cell &candidate = entry.first;
      const auto isHit = [&](const Pointer &target) {
        return objects_.isStatic(target.object) && target.object == candidate.object &&
               target.low < static_cast<std::int64_t>(candidate.offset + candidate.bytes) &&
               static_cast<std::int64_t>(candidate.offset) < target.high + static_cast<std::int64_t>(bytes);
      };
      const bool isChanged = cell ? candidate.overlaps(cell->object, cell->offset, cell->offset + cell->bytes)
                                  : std::ranges::any_of(pointer.pointers, isHit);
      if (!isChanged)
        continue;
      if (!ownsCell(state, candidate) && mutation_ != Mutation::StoresWithoutLock)
        resources_.refute(candidate);
      else if (candidate == cell && !content.isAny())
        heap.cells.insert_or_assign(candidate, content);
      else
        heap.cells.erase(candidate);
    }
  }
}

void Transfer::followFree(Step &step, State &state, const program::Free &release) {
  exposeTarget(step, state, {.address = release.address, .changes = true, .mayBeNull = true, .isStart = true});
  const HeapEvaluation evaluate = heapEvaluation(step, state);
  for (SymbolicHeap &heap : state.heaps) {
    const HeapValue address = evaluate(heap, release.address);
    if (!address.isAddress()) {
      step.isOwned = step.isOwned && address.isNull();
      continue;
    }
    // A thread owns its locals, too, but must not free them.
    step.isOwned = step.isOwned && std::ranges::all_of(heap.chunks.at(address.chunk).sites, [&](AbstractObject site) {
                     return objects_.storageOf(site) == release.storage;
                   });
    if (mutation_ == Mutation::FreedIsOwned)
      continue;
    heap.forgetAddresses({address.chunk});
    heap.chunks.erase(address.chunk);
  }
}

/// What the operation does to symbolic heaps, and whether the thread owns what it accesses.
void Transfer::followHeaps(Step &step, State &state, const program::Operation &operation) {
  const HeapEvaluation evaluate = heapEvaluation(step, state);
  const auto restrict = [&](Expr condition) {
    std::erase_if(state.heaps, [&](SymbolicHeap &heap) { return !evaluate.assume(heap, condition, true); });
  };
  if (const auto *assign = std::get_if<program::Assign>(&operation)) {
    for (SymbolicHeap &heap : state.heaps)
      heap.setRegister(assign->target, evaluate(heap, assign->value));
  } else if (const auto *load = std::get_if<program::Load>(&operation)) {
    followLoad(step, state, *load);
  } else if (const auto *store = std::get_if<program::Store>(&operation)) {
    followStore(step, state, *store);
  } else if (const auto *release = std::get_if<program::Free>(&operation)) {
    followFree(step, state, *release);
  } else if (const auto *guard = std::get_if<program::Guard>(&operation)) {
    restrict(guard->condition);
  } else if (const auto *assumption = std::get_if<program::Assume>(&operation)) {
    restrict(assumption->condition);
  } else if (const auto *allocate = std::get_if<program::Allocate>(&operation)) {
    const AbstractObject object = objects_.objectAt(allocate->site, step.cfa);
    const bool isFollowed = resources_.isFollowed(object);
    for (SymbolicHeap &heap : state.heaps)
      heap.setRegister(allocate->target,
                       isFollowed ? HeapValue::address(heap.add({.sites = {object}, .isZero = allocate->zeroed}))
                                  : HeapValue::any());
  } else if (const auto *query = std::get_if<program::ObjectSize>(&operation)) {
    exposeTarget(step, state, {.address = query->address, .mayBeNull = true, .isStart = true});
    for (SymbolicHeap &heap : state.heaps)
      heap.setRegister(query->target, HeapValue::any());
  } else if (std::holds_alternative<program::EndThread>(operation)) {
    releaseResources(state);
  } else if (const program::RegisterId written = program::writtenRegister(operation); written != program::noRegister) {
    for (SymbolicHeap &heap : state.heaps)
      heap.setRegister(written, HeapValue::any());
  }
}

} // namespace heddle::engines::modular
