#include "engines/modular/symbolic_heap.hpp"

#include <algorithm>
#include <tuple>

namespace heddle::engines::modular {

HeapValue HeapValue::ofConstant(Bits bits) {
  HeapValue value;
  value.kind = Kind::Constant;
  value.constant = bits;
  return value;
}

HeapValue HeapValue::address(ChunkName chunk, std::int64_t offset) {
  HeapValue value;
  value.kind = Kind::Address;
  value.chunk = chunk;
  value.offset = offset;
  return value;
}

std::strong_ordering HeapValue::operator<=>(const HeapValue &other) const {
  const auto order = std::tie(kind, constant, chunk, offset, isAnywhere, mayBeNull) <=>
                     std::tie(other.kind, other.constant, other.chunk, other.offset, other.isAnywhere, other.mayBeNull);
  return order != std::strong_ordering::equal ? order : owned <=> other.owned;
}

std::strong_ordering Chunk::operator<=>(const Chunk &other) const {
  return std::tie(sites, lender, isSegment, isZero, link, fields) <=>
         std::tie(other.sites, other.lender, other.isSegment, other.isZero, other.link, other.fields);
}

std::strong_ordering SymbolicHeap::operator<=>(const SymbolicHeap &other) const {
  return std::tie(registers, cells, chunks) <=> std::tie(other.registers, other.cells, other.chunks);
}

HeapValue Chunk::read(const Field &field) const {
  if (const auto found = fields.find(field); found != fields.end())
    return found->second;
  const bool isHit = std::ranges::any_of(
      fields, [&](const auto &entry) { return entry.first.overlaps(field.offset, field.offset + field.bytes); });
  return isZero && !isHit ? HeapValue::ofConstant(0) : HeapValue::any();
}

void Chunk::write(const Field &field, const HeapValue &value) {
  std::erase_if(fields, [&](const auto &entry) {
    const bool isHit = entry.first.overlaps(field.offset, field.offset + field.bytes);
    if (isHit && entry.first != field)
      isZero = false; // a part of it is not overwritten
    return isHit;
  });
  if (!value.isAny() || isZero)
    fields.emplace(field, value);
}

void Chunk::forget() {
  fields.clear();
  isZero = false;
}

ChunkName SymbolicHeap::add(Chunk chunk) {
  const ChunkName name = chunks.empty() ? 0 : chunks.rbegin()->first + 1;
  chunks.emplace(name, std::move(chunk));
  return name;
}

void SymbolicHeap::setRegister(program::RegisterId reg, HeapValue value) {
  if (value.isAny())
    registers.erase(reg);
  else
    registers.insert_or_assign(reg, std::move(value));
}

HeapValue SymbolicHeap::registerOr(program::RegisterId reg) const {
  const auto found = registers.find(reg);
  return found == registers.end() ? HeapValue::any() : found->second;
}

void SymbolicHeap::forEachValue(const std::function<void(HeapValue &)> &change) {
  for (auto &entry : registers)
    change(entry.second);
  for (auto &entry : cells)
    change(entry.second);
  for (auto &chunk : chunks)
    for (auto &entry : chunk.second.fields)
      change(entry.second);
}

void SymbolicHeap::forEachValue(const std::function<void(const HeapValue &)> &visit) const {
  for (const auto &entry : registers)
    visit(entry.second);
  for (const auto &entry : cells)
    visit(entry.second);
  for (const auto &chunk : chunks)
    for (const auto &entry : chunk.second.fields)
      visit(entry.second);
}

void SymbolicHeap::forgetAddresses(const std::set<ChunkName> &gone) {
  forEachValue([&](HeapValue &value) {
    if (value.isAddress() && gone.contains(value.chunk))
      value = HeapValue::any();
  });
  std::erase_if(registers, [](const auto &entry) { return entry.second.isAny(); });
  std::erase_if(cells, [](const auto &entry) { return entry.second.isAny(); });
  for (auto &chunk : chunks)
    if (!chunk.second.isZero)
      std::erase_if(chunk.second.fields, [](const auto &entry) { return entry.second.isAny(); });
}

void SymbolicHeap::rename(ChunkName first) {
  std::map<ChunkName, ChunkName> names;
  std::map<ChunkName, Chunk> renamed;
  for (auto &[name, chunk] : chunks) {
    names[name] = first;
    renamed.emplace(first++, std::move(chunk));
  }
  chunks = std::move(renamed);
  forEachValue([&](HeapValue &value) {
    if (value.isAddress())
      value.chunk = names.at(value.chunk);
  });
}

std::set<ChunkName>
SymbolicHeap::reachableFrom(const std::set<Cell> &roots,
                            const std::function<bool(ChunkName, const Field &, ChunkName)> &counts) const {
  std::set<ChunkName> reached;
  std::vector<ChunkName> due;
  const auto visit = [&](const HeapValue &value) {
    if (value.isAddress() && reached.insert(value.chunk).second)
      due.push_back(value.chunk);
  };
  for (const Cell &root : roots)
    if (const auto found = cells.find(root); found != cells.end())
      visit(found->second);
  while (!due.empty()) {
    const ChunkName name = due.back();
    due.pop_back();
    for (const auto &entry : chunks.at(name).fields)
      if (entry.second.isAddress() && counts(name, entry.first, entry.second.chunk))
        visit(entry.second);
  }
  return reached;
}

SymbolicHeaps exposed(SymbolicHeap heap, ChunkName chunk, bool isNeverLonger) {
  if (!heap.chunks.at(chunk).isSegment)
    return {std::move(heap)};
  SymbolicHeap one = heap;
  one.chunks.at(chunk).isSegment = false;
  one.chunks.at(chunk).link = {};
  if (isNeverLonger)
    return {std::move(one)};
  const Chunk rest = heap.chunks.at(chunk);
  Chunk &first = heap.chunks.at(chunk);
  const Field link = first.link;
  first.isSegment = false;
  first.link = {};
  const ChunkName second = heap.add(rest);
  heap.chunks.at(chunk).write(link, HeapValue::address(second));
  return {std::move(one), std::move(heap)};
}

SymbolicHeaps released(SymbolicHeap heap, ChunkName chunk, const Field &field) {
  const HeapValue value = heap.chunks.at(chunk).read(field);
  if (value.kind != HeapValue::Kind::Owned)
    return {std::move(heap)};
  SymbolicHeaps cases;
  if (value.mayBeNull) {
    cases.push_back(heap);
    cases.back().chunks.at(chunk).write(field, HeapValue::ofConstant(0));
  }
  Chunk content = value.owned.front();
  content.lender = heap.chunks.at(chunk).lender;
  const ChunkName owned = heap.add(std::move(content));
  heap.chunks.at(chunk).write(field, HeapValue::address(owned));
  cases.push_back(std::move(heap));
  return cases;
}

} // namespace heddle::engines::modular
