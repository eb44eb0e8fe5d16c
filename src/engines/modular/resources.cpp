#include "engines/modular/resources.hpp"

#include "engines/modular/global.hpp"

#include <algorithm>

namespace heddle::engines::modular {

namespace {

constexpr std::size_t mostHeaps = 32;
constexpr std::size_t mostHeapsApart = 12; // by offsets, or addresses of static objects
constexpr std::size_t mostChunks = 24;
constexpr unsigned mostGrowth = 1000;
constexpr std::uint64_t mostOwnBytes = 256; // of objects of one thread in which addresses are followed

} // namespace

bool Resources::activate(const Findings &findings, const Global &global) {
  if (std::exchange(wasActivated_, true))
    return false;
  const unsigned pointerBytes = program_.pointers.width / 8;
  std::map<Cell, std::set<Cell>> protectors;
  bool isUseful = false;
  for (const auto &entry : findings.accesses()) {
    const SharedAccess &access = entry.first;
    isUseful = isUseful || objects_.mayBeOwned(access.object);
    const Pattern &pattern = access.address.pattern;
    if (!objects_.isStatic(access.object) || !pattern.isExact() || pattern.bytes != pointerBytes)
      continue;
    const Cell cell{access.object, pattern.low, pointerBytes};
    const Value content = global.read(cell.object, cell.offset, cell.bytes);
    if (std::ranges::none_of(content.pointers,
                             [&](const Pointer &pointer) { return objects_.mayBeOwned(siteObject(pointer.object)); }))
      continue;
    std::set<Cell> held;
    for (const auto &[lock, hold] : access.held)
      if (hold == exclusively || !access.writes)
        held.insert(lock);
    const auto [known, isNew] = protectors.try_emplace(cell, held);
    if (!isNew)
      std::erase_if(known->second, [&](const Cell &lock) { return !held.contains(lock); });
  }
  // A lock that protects more cells is the better guess: pointers between them are followed.
  std::map<Cell, unsigned> counts;
  for (const auto &entry : protectors)
    for (const Cell &lock : entry.second)
      ++counts[lock];
  for (const auto &[cell, locks] : protectors)
    if (!locks.empty())
      cells_.emplace(cell, *std::ranges::max_element(locks, {}, [&](const Cell &lock) { return counts[lock]; }));
  if (!isUseful || cells_.empty())
    return false;
  for (AbstractObject object = 1; object < objects_.count(); ++object) {
    if (objects_.isStatic(object))
      continue;
    if (objects_.mayBeOwned(object))
      shared_.insert(object);
    else if (objects_.isOwn(objects_.creatorOf(object), object) &&
             objects_.storageOf(object) != program::Storage::ThreadLocal && global.sizeOf(object) <= mostOwnBytes)
      own_.insert(object);
  }
  isActive_ = true;
  return true;
}

void Resources::refute(AbstractObject object) {
  const bool wasShared = shared_.erase(siteObject(object)) != 0;
  hasRefuted_ = own_.erase(object) != 0 || wasShared || hasRefuted_;
  isActive_ = isActive_ && !shared_.empty();
}

void Resources::refute(const Cell &cell) {
  if (cells_.erase(cell) != 0)
    hasRefuted_ = true;
}

void Resources::limit(SymbolicHeaps &heaps) {
  if (std::ranges::any_of(heaps, [](const SymbolicHeap &heap) { return heap.chunks.size() > mostChunks; }))
    return giveUp();
  const auto weaken = [&](const std::function<void(HeapValue &)> &change) {
    SymbolicHeaps weaker;
    for (SymbolicHeap &heap : heaps) {
      for (auto &entry : heap.registers)
        change(entry.second);
      std::erase_if(heap.registers, [](const auto &entry) { return entry.second.isAny(); });
      insert(weaker, abstracted(std::move(heap)));
    }
    heaps = std::move(weaker);
  };
  if (heaps.size() > mostHeapsApart)
    weaken([](HeapValue &value) {
      if (value.isAddress() && value.offset != 0) {
        value.offset = 0;
        value.isAnywhere = true;
      }
    });
  if (heaps.size() > mostHeapsApart)
    weaken([](HeapValue &value) {
      if (value.kind == HeapValue::Kind::Constant && value.constant > 1)
        value = HeapValue::any();
    });
  if (heaps.size() > mostHeaps)
    giveUp();
}

void Resources::giveUp() {
  shared_.clear();
  isActive_ = false;
  hasRefuted_ = true;
}

std::set<Cell> Resources::cellsOf(const Cell &lock) const {
  std::set<Cell> result;
  for (const auto &[cell, protector] : cells_)
    if (protector == lock)
      result.insert(cell);
  return result;
}

std::set<Cell> Resources::locks() const {
  std::set<Cell> result;
  for (const auto &entry : cells_)
    result.insert(entry.second);
  return result;
}

void Resources::give(const Cell &lock, SymbolicHeap heap) {
  SymbolicHeaps &known = invariants_[lock];
  if (!insert(known, abstracted(std::move(heap))))
    return;
  hasGrown_ = true;
  limit(known);
  if (++growth_ > mostGrowth)
    giveUp();
}

/// Objects of one type, or of one place in the source, of which both have the field. Functions that wrap malloc make
/// objects of different types in one place.
bool Resources::areNeighbours(const Chunk &a, const Field &link, const Chunk &b) const {
  return !b.read(link).isAny() && std::ranges::all_of(a.sites, [&](AbstractObject first) {
    return std::ranges::all_of(b.sites, [&](AbstractObject second) {
      const program::SiteId one = objects_.pointsTo().siteOf(first);
      const program::SiteId other = objects_.pointsTo().siteOf(second);
      const program::TypeId type = program_.sites[one].type;
      return one == other || (type != program::unknownType && type == program_.sites[other].type);
    });
  });
}

std::set<ChunkName> Resources::givenTo(const std::set<Cell> &cells, const SymbolicHeap &heap) const {
  const std::set<ChunkName> all = heap.reachableFrom(cells, [](ChunkName, const Field &, ChunkName) { return true; });
  std::set<ChunkName> known; // to the thread, without the cells
  const auto visit = [&](const HeapValue &value) {
    if (value.isAddress())
      known.insert(value.chunk);
  };
  for (const auto &entry : heap.registers)
    visit(entry.second);
  for (const auto &[name, chunk] : heap.chunks)
    if (!all.contains(name))
      for (const auto &entry : chunk.fields)
        visit(entry.second);
  std::set<ChunkName> given = heap.reachableFrom(cells, [&](ChunkName from, const Field &field, ChunkName to) {
    return !known.contains(to) || areNeighbours(heap.chunks.at(from), field, heap.chunks.at(to));
  });
  std::erase_if(given, [&](ChunkName name) { return heap.chunks.at(name).lender.has_value(); });
  return given;
}

SymbolicHeap Resources::abstracted(SymbolicHeap heap) const {
  const HeapAbstraction abstraction{
      [this](const Chunk &a, const Field &link, const Chunk &b) { return areNeighbours(a, link, b); }};
  return abstraction(std::move(heap));
}

} // namespace heddle::engines::modular
