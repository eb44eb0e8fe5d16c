#include "recheck/knowledge.hpp"

#include <algorithm>
#include <type_traits>

namespace heddle::recheck {

using program::MemoryOrder;

namespace {

constexpr Slots only(unsigned slot) { return Slots{1} << slot; }

bool has(Slots set, unsigned slot) { return (set & only(slot)) != 0; }

void insert(Slots &set, unsigned slot, bool condition = true) {
  if (condition)
    set |= only(slot);
}

/// The parts of `range` outside `hole`.
std::vector<Range> without(const Range &range, const Range &hole) {
  std::vector<Range> parts;
  if (range.begin < hole.begin)
    parts.push_back({range.object, range.begin, std::min(range.end, hole.begin)});
  if (hole.end < range.end)
    parts.push_back({range.object, std::max(range.begin, hole.end), range.end});
  return parts;
}

template <typename Number> void put(std::string &out, Number number) {
  static_assert(std::is_integral_v<Number>);
  out.append(reinterpret_cast<const char *>(&number), sizeof number);
}

void put(std::string &out, const Range &range) {
  put(out, range.object);
  put(out, range.begin);
  put(out, range.end);
}

} // namespace

void Knowledge::start(unsigned child, unsigned parent) {
  disown(only(child)); // what the last thread in this slot has left
  for (Access &access : accesses_) {
    access.acquirableBy &= ~only(child);
    access.releasedBy &= ~only(child);
    access.knownBy &= ~only(child);
    insert(access.knownBy, child, has(access.knownBy, parent));
  }
}

void Knowledge::join(unsigned thread, unsigned ended) {
  for (Access &access : accesses_)
    insert(access.knownBy, thread, has(access.knownBy, ended));
}

void Knowledge::load(unsigned thread, const Range &range, MemoryOrder order) {
  if (!program::isAtomic(order))
    return;
  for (Access &access : accesses_)
    for (const Sequence &sequence : access.sequences)
      if (sequence.range.overlaps(range))
        insert(program::acquires(order) ? access.knownBy : access.acquirableBy, thread);
}

void Knowledge::store(unsigned thread, const Range &range, MemoryOrder order, bool continues) {
  if (!program::isAtomic(order)) {
    endSequences(range, std::nullopt);
    return;
  }
  if (!continues)
    endSequences(range, thread);
  for (Access &access : accesses_)
    if (has(program::releases(order) ? access.knownBy : access.releasedBy, thread))
      access.sequences.insert({range, thread});
}

void Knowledge::fence(unsigned thread, MemoryOrder order) {
  for (Access &access : accesses_) {
    if (program::acquires(order))
      insert(access.knownBy, thread, has(access.acquirableBy, thread));
    if (program::releases(order)) {
      access.releasedBy &= ~only(thread);
      insert(access.releasedBy, thread, has(access.knownBy, thread));
    }
  }
}

bool Knowledge::access(unsigned thread, const Range &range, bool write, bool plain, Slots children) {
  std::vector<Access> kept;
  for (Access &earlier : accesses_) {
    const bool overlaps = earlier.range.overlaps(range);
    const bool isKnown = has(earlier.knownBy, thread);
    if (overlaps && !isKnown && (earlier.write || write) && (earlier.plain || plain))
      return true;
    // Whatever races with an earlier access that happens before this one races with this one, too, unless this one is
    // weaker.
    const bool isReplaced = overlaps && isKnown && write >= earlier.write && plain >= earlier.plain;
    if (!isReplaced) {
      kept.push_back(std::move(earlier));
      continue;
    }
    for (const Range &part : without(earlier.range, range)) {
      kept.push_back(earlier);
      kept.back().range = part;
    }
  }
  accesses_ = std::move(kept);
  accesses_.push_back(
      {.range = range, .write = write, .plain = plain, .knownBy = only(thread) | children, .sequences = {}});
  return false;
}

void Knowledge::forget(program::ObjectId object) {
  std::erase_if(accesses_, [&](const Access &access) { return access.range.object == object; });
  for (Access &access : accesses_)
    std::erase_if(access.sequences, [&](const Sequence &sequence) { return sequence.range.object == object; });
}

void Knowledge::endSequences(const Range &range, std::optional<unsigned> except) {
  for (Access &access : accesses_) {
    std::set<Sequence> kept;
    for (const Sequence &sequence : access.sequences) {
      if (!sequence.range.overlaps(range) || (except && sequence.head == *except)) {
        kept.insert(sequence);
        continue;
      }
      for (const Range &part : without(sequence.range, range))
        kept.insert({part, sequence.head});
    }
    access.sequences = std::move(kept);
  }
}

/// These threads will not store again: only read-modify-writes continue the sequences that they began.
void Knowledge::disown(Slots threads) {
  for (Access &access : accesses_) {
    std::set<Sequence> kept;
    for (const Sequence &sequence : access.sequences) {
      const bool isOwn = sequence.head != noThread && has(threads, sequence.head);
      kept.insert({sequence.range, isOwn ? noThread : sequence.head});
    }
    access.sequences = std::move(kept);
  }
}

void Knowledge::settle(Slots active, Slots ended) {
  disown(~active);
  // New threads know what their creators know.
  std::erase_if(accesses_, [&](const Access &access) { return (active & ~access.knownBy) == 0; });
  for (Access &access : accesses_) {
    access.knownBy &= active | ended;
    access.acquirableBy &= active & ~access.knownBy;
    access.releasedBy &= active;
  }
  std::sort(accesses_.begin(), accesses_.end());
  accesses_.erase(std::unique(accesses_.begin(), accesses_.end()), accesses_.end());
}

void Knowledge::encode(std::string &out) const {
  put(out, accesses_.size());
  for (const Access &access : accesses_) {
    put(out, access.range);
    put(out, access.write);
    put(out, access.plain);
    put(out, access.knownBy);
    put(out, access.acquirableBy);
    put(out, access.releasedBy);
    put(out, access.sequences.size());
    for (const Sequence &sequence : access.sequences) {
      put(out, sequence.range);
      put(out, sequence.head);
    }
  }
}

} // namespace heddle::recheck
