#include "engines/modular/heap_abstraction.hpp"

#include <algorithm>

namespace heddle::engines::modular {

namespace {

constexpr std::size_t mostChunksApart = 8;
constexpr unsigned mostDepth = 3; // of objects that fields of fields own

std::map<ChunkName, unsigned> countAddresses(const SymbolicHeap &heap) {
  std::map<ChunkName, unsigned> counts;
  heap.forEachValue([&](const HeapValue &value) {
    if (value.isAddress())
      ++counts[value.chunk];
  });
  return counts;
}

bool hasAddress(const Chunk &chunk) {
  return std::ranges::any_of(chunk.fields, [](const auto &entry) { return entry.second.isAddress(); });
}

unsigned depthOf(const Chunk &chunk) {
  unsigned depth = 0;
  for (const auto &entry : chunk.fields)
    if (entry.second.kind == HeapValue::Kind::Owned)
      depth = std::max(depth, 1 + depthOf(entry.second.owned.front()));
  return depth;
}

Chunk common(const Chunk &a, const Chunk &b);

/// What holds of both values.
HeapValue common(const HeapValue &a, const HeapValue &b) {
  if (implies(a, b))
    return b;
  if (implies(b, a))
    return a;
  const auto isOwned = [](const HeapValue &value) { return value.kind == HeapValue::Kind::Owned; };
  if ((!isOwned(a) && !a.isNull()) || (!isOwned(b) && !b.isNull()) || (!isOwned(a) && !isOwned(b)))
    return HeapValue::any();
  HeapValue result = isOwned(a) ? a : b;
  result.mayBeNull = a.isNull() || b.isNull() || a.mayBeNull || b.mayBeNull;
  if (isOwned(a) && isOwned(b)) {
    const Chunk &first = a.owned.front();
    const Chunk &second = b.owned.front();
    if (first.isSegment && second.isSegment && first.link != second.link)
      return HeapValue::any();
    result.owned = {common(first, second)};
  }
  return result;
}

/// What holds of both; of their links, if one is a segment.
Chunk common(const Chunk &a, const Chunk &b) {
  Chunk result;
  result.sites = a.sites;
  result.sites.insert(b.sites.begin(), b.sites.end());
  result.lender = a.lender;
  result.isSegment = a.isSegment || b.isSegment;
  result.link = a.isSegment ? a.link : b.link;
  result.isZero = a.isZero && b.isZero;
  std::set<Field> fields;
  for (const Chunk *chunk : {&a, &b})
    for (const auto &entry : chunk->fields)
      fields.insert(entry.first);
  for (const Field &field : fields)
    if (HeapValue value = common(a.read(field), b.read(field)); !value.isAny() || result.isZero)
      result.fields.emplace(field, std::move(value));
  return result;
}

/// Whether the chunk has a right to use other objects that is not left in the segment.
bool isLost(const Chunk &chunk, const Chunk &segment, const Field &link) {
  return std::ranges::any_of(chunk.fields, [&](const auto &entry) {
    const HeapValue::Kind kind = entry.second.kind;
    return entry.first != link && (kind == HeapValue::Kind::Address || kind == HeapValue::Kind::Owned) &&
           segment.read(entry.first).isAny();
  });
}

void forgetUnreachable(SymbolicHeap &heap) {
  std::set<ChunkName> reached;
  std::vector<ChunkName> due;
  const auto visit = [&](const HeapValue &value) {
    if (value.isAddress() && reached.insert(value.chunk).second)
      due.push_back(value.chunk);
  };
  for (const auto &entry : heap.registers)
    visit(entry.second);
  for (const auto &entry : heap.cells)
    visit(entry.second);
  while (!due.empty()) {
    const ChunkName name = due.back();
    due.pop_back();
    for (const auto &entry : heap.chunks.at(name).fields)
      visit(entry.second);
  }
  std::erase_if(heap.chunks, [&](const auto &entry) { return !reached.contains(entry.first); });
}

/// Names in the order in which registers and cells lead to the chunks.
SymbolicHeap withCanonicalNames(const SymbolicHeap &heap) {
  std::map<ChunkName, ChunkName> names;
  std::vector<ChunkName> order;
  const auto visit = [&](const HeapValue &value) {
    if (value.isAddress() && names.emplace(value.chunk, static_cast<ChunkName>(order.size())).second)
      order.push_back(value.chunk);
  };
  for (const auto &entry : heap.registers)
    visit(entry.second);
  for (const auto &entry : heap.cells)
    visit(entry.second);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const auto &entry : heap.chunks.at(order[i]).fields)
      visit(entry.second);
  SymbolicHeap result;
  result.registers = heap.registers;
  result.cells = heap.cells;
  for (const ChunkName name : order)
    result.chunks.emplace(names.at(name), heap.chunks.at(name));
  result.forEachValue([&](HeapValue &value) {
    if (value.isAddress())
      value.chunk = names.at(value.chunk);
  });
  return result;
}

} // namespace

/// Folds two neighbours in a list. Returns whether there were such.
bool HeapAbstraction::fold(SymbolicHeap &heap, bool forgetsMore) const {
  const std::map<ChunkName, unsigned> counts = countAddresses(heap);
  for (auto &[name, first] : heap.chunks)
    for (const auto &[field, value] : first.fields) {
      if (!value.isAddress() || !value.isStartOf(value.chunk) || value.chunk == name || counts.at(value.chunk) != 1 ||
          (first.isSegment && first.link != field))
        continue;
      const Chunk &second = heap.chunks.at(value.chunk);
      if ((second.isSegment && second.link != field) || first.lender != second.lender ||
          !areNeighbours(first, field, second))
        continue;
      const Field link = field;
      const ChunkName folded = value.chunk;
      HeapValue end = second.read(link);
      Chunk segment = common(first, second);
      segment.isSegment = true;
      segment.link = link;
      if (end.isAny() && !segment.isZero)
        segment.fields.erase(link);
      else
        segment.fields.insert_or_assign(link, std::move(end));
      const bool isKnown = std::ranges::any_of(
          heap.registers, [&](const auto &entry) { return entry.second.isAddress() && entry.second.chunk == name; });
      if (!forgetsMore && (isKnown || isLost(first, segment, link) || isLost(second, segment, link)))
        continue;
      first = std::move(segment);
      heap.forgetAddresses({folded});
      heap.chunks.erase(folded);
      return true;
    }
  return false;
}

/// Makes a chunk a part of the one field that leads to it. Returns whether there was one.
bool HeapAbstraction::own(SymbolicHeap &heap) const {
  const std::map<ChunkName, unsigned> counts = countAddresses(heap);
  for (auto &[name, chunk] : heap.chunks)
    for (auto &[field, value] : chunk.fields) {
      // All objects of a segment have the same address in a field, and the last one only that of its end.
      if (chunk.isSegment || !value.isAddress() || !value.isStartOf(value.chunk) || value.chunk == name ||
          counts.at(value.chunk) != 1)
        continue;
      const ChunkName target = value.chunk;
      const Chunk &owned = heap.chunks.at(target);
      if (hasAddress(owned) || chunk.lender != owned.lender || areNeighbours(chunk, field, owned) ||
          depthOf(owned) >= mostDepth)
        continue;
      value = HeapValue{.kind = HeapValue::Kind::Owned, .owned = {owned}};
      value.owned.front().lender.reset(); // it is that of the object with the field
      heap.chunks.erase(target);
      return true;
    }
  return false;
}

SymbolicHeap HeapAbstraction::operator()(SymbolicHeap heap) const {
  forgetUnreachable(heap);
  while (own(heap) || fold(heap, heap.chunks.size() > mostChunksApart))
    forgetUnreachable(heap);
  return withCanonicalNames(heap);
}

} // namespace heddle::engines::modular
