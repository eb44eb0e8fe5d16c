#include "interpreter/state_store.hpp"

#include "support/hash.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace heddle::interpreter {

namespace {

constexpr std::size_t defaultChunk = std::size_t{1} << 20;
constexpr std::size_t firstTable = std::size_t{1} << 12;

} // namespace

StateStore::StateStore() : table_(firstTable) {}

std::size_t StateStore::slotOf(const std::vector<std::uint8_t> &bytes, std::uint32_t hash) const {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    if (table_[slot] == 0)
      return slot;
    const Entry &entry = entries_[table_[slot] - 1];
    if (entry.hash == hash && entry.size == bytes.size() && std::memcmp(entry.data, bytes.data(), bytes.size()) == 0)
      return slot;
  }
}

StateNumber StateStore::find(const std::vector<std::uint8_t> &bytes) const {
  const auto hash = static_cast<std::uint32_t>(support::hashBytes(bytes.data(), bytes.size()));
  return table_[slotOf(bytes, hash)] - 1;
}

std::pair<StateNumber, bool> StateStore::add(const std::vector<std::uint8_t> &bytes) {
  const auto hash = static_cast<std::uint32_t>(support::hashBytes(bytes.data(), bytes.size()));
  std::size_t slot = slotOf(bytes, hash);
  if (table_[slot] != 0)
    return {table_[slot] - 1, false};
  assert(entries_.size() < noState - 1 && "too many states");
  if ((entries_.size() + 1) * 2 > table_.size()) {
    grow();
    slot = slotOf(bytes, hash);
  }
  std::uint8_t *data = reserve(bytes.size());
  std::memcpy(data, bytes.data(), bytes.size());
  entries_.push_back({data, static_cast<std::uint32_t>(bytes.size()), hash});
  table_[slot] = static_cast<StateNumber>(entries_.size());
  return {table_[slot] - 1, true};
}

void StateStore::grow() {
  std::vector<StateNumber> old(table_.size() * 2);
  old.swap(table_);
  const std::size_t mask = table_.size() - 1;
  for (const StateNumber number : old) {
    if (number == 0)
      continue;
    std::size_t slot = entries_[number - 1].hash & mask;
    while (table_[slot] != 0)
      slot = (slot + 1) & mask;
    table_[slot] = number;
  }
}

std::uint8_t *StateStore::reserve(std::size_t size) {
  if (chunks_.empty() || chunkSize_ - chunkUsed_ < size) {
    chunkSize_ = std::max(defaultChunk, size);
    chunks_.push_back(std::make_unique_for_overwrite<std::uint8_t[]>(chunkSize_));
    chunkBytes_ += chunkSize_;
    chunkUsed_ = 0;
  }
  std::uint8_t *bytes = chunks_.back().get() + chunkUsed_;
  chunkUsed_ += size;
  return bytes;
}

std::uint64_t StateStore::memory() const {
  return chunkBytes_ + entries_.capacity() * sizeof(Entry) + table_.capacity() * sizeof(StateNumber);
}

} // namespace heddle::interpreter
