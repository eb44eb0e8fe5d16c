// When one symbolic heap implies another one: a search for a mapping of the chunks of the general heap to different
// chunks of the special one, which begins at registers and cells and follows fields. The heap has been abstracted
// before, so a segment is compared with one chunk, not with a chain of them. What the special heap owns beyond that is
// forgotten.
#include "engines/modular/symbolic_heap.hpp"

#include <algorithm>

namespace heddle::engines::modular {

namespace {

class Matching {
public:
  Matching(const SymbolicHeap &special, const SymbolicHeap &general) : special_(special), general_(general) {}

  bool exists() {
    if (!matchAll(special_.registers, general_.registers) || !matchAll(special_.cells, general_.cells))
      return false;
    while (!due_.empty()) {
      const auto [general, special] = due_.back();
      due_.pop_back();
      if (!matchChunks(special_.chunks.at(special), general_.chunks.at(general)))
        return false;
    }
    return true;
  }

private:
  template <typename Key>
  bool matchAll(const std::map<Key, HeapValue> &special, const std::map<Key, HeapValue> &general) {
    return std::ranges::all_of(general, [&](const auto &entry) {
      const auto found = special.find(entry.first);
      return match(found == special.end() ? HeapValue::any() : found->second, entry.second);
    });
  }

  bool match(const HeapValue &special, const HeapValue &general) {
    if (!general.isAddress())
      return implies(special, general);
    if (!special.isAddress() || (!general.isAnywhere && (special.isAnywhere || special.offset != general.offset)))
      return false;
    const auto [entry, isNew] = mapping_.try_emplace(general.chunk, special.chunk);
    if (!isNew)
      return entry->second == special.chunk;
    due_.emplace_back(general.chunk, special.chunk);
    return used_.insert(special.chunk).second;
  }

  bool matchChunks(const Chunk &special, const Chunk &general) {
    if (special.lender != general.lender || (special.isSegment && (!general.isSegment || special.link != general.link)))
      return false;
    if (!std::ranges::includes(general.sites, special.sites) || (general.isZero && !special.isZero))
      return false;
    if (general.isZero && std::ranges::any_of(special.fields, [&](const auto &entry) {
          return !general.fields.contains(entry.first) && !entry.second.isNull();
        }))
      return false;
    return std::ranges::all_of(general.fields,
                               [&](const auto &entry) { return match(special.read(entry.first), entry.second); });
  }

  const SymbolicHeap &special_;
  const SymbolicHeap &general_;
  std::map<ChunkName, ChunkName> mapping_; // of the general heap to the special one
  std::set<ChunkName> used_;
  std::vector<std::pair<ChunkName, ChunkName>> due_;
};

/// Of chunks without addresses of others.
bool impliesAlone(const Chunk &special, const Chunk &general) {
  SymbolicHeap a;
  SymbolicHeap b;
  a.setRegister(0, HeapValue::address(a.add(special)));
  b.setRegister(0, HeapValue::address(b.add(general)));
  return implies(a, b);
}

} // namespace

bool implies(const HeapValue &special, const HeapValue &general) {
  switch (general.kind) {
  case HeapValue::Kind::Any:
    return true;
  case HeapValue::Kind::Owned:
    if (special.isNull())
      return general.mayBeNull;
    return special.kind == HeapValue::Kind::Owned && (general.mayBeNull || !special.mayBeNull) &&
           impliesAlone(special.owned.front(), general.owned.front());
  case HeapValue::Kind::Constant:
  case HeapValue::Kind::Address:
    break;
  }
  return special == general;
}

bool implies(const SymbolicHeap &special, const SymbolicHeap &general) { return Matching(special, general).exists(); }

bool insert(SymbolicHeaps &heaps, SymbolicHeap heap) {
  if (std::ranges::any_of(heaps, [&](const SymbolicHeap &known) { return implies(heap, known); }))
    return false;
  std::erase_if(heaps, [&](const SymbolicHeap &known) { return implies(known, heap); });
  heaps.insert(std::ranges::upper_bound(heaps, heap), std::move(heap));
  return true;
}

SymbolicHeaps join(const SymbolicHeaps &a, const SymbolicHeaps &b) {
  SymbolicHeaps result = a;
  for (const SymbolicHeap &heap : b)
    insert(result, heap);
  return result;
}

} // namespace heddle::engines::modular
