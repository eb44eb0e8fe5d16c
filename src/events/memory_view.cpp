#include "events/memory_view.hpp"

#include <algorithm>

namespace heddle::events {

using program::ExprKind;

MemoryView::Entries &MemoryView::own() {
  if (entries_.use_count() > 1)
    entries_ = std::make_shared<Entries>(*entries_);
  return *entries_;
}

/// The bytes [from, to) of an entry at `address`, little-endian.
Expr MemoryView::part(UnwoundProgram &program, std::uint64_t address, const Entry &entry, std::uint64_t from,
                      std::uint64_t to) {
  if (from == address && to == address + entry.size)
    return entry.value;
  return program.pool->extract(entry.value, static_cast<unsigned>(8 * (from - address)),
                               static_cast<unsigned>(8 * (to - from)));
}

Expr MemoryView::load(UnwoundProgram &program, std::uint64_t address, unsigned size) const {
  const std::uint64_t end = address + size;
  Expr result = nullptr;
  const auto append = [&](Expr higher) {
    result = result == nullptr ? higher : program.pool->make(ExprKind::Concat, higher, result);
  };
  auto entry = entries_->upper_bound(address);
  if (entry != entries_->begin() && std::prev(entry)->first + std::prev(entry)->second.size > address)
    --entry;
  for (std::uint64_t at = address; at < end;) {
    if (entry != entries_->end() && entry->first <= at) {
      if (entry->second.value == nullptr)
        return nullptr;
      const std::uint64_t to = std::min(end, entry->first + entry->second.size);
      append(part(program, entry->first, entry->second, at, to));
      at = to;
      ++entry;
      continue;
    }
    const auto &pointers = program.program->pointers;
    append(program.initialByte(pointers.object(at), pointers.offset(at)));
    ++at;
  }
  return result;
}

void MemoryView::store(UnwoundProgram &program, std::uint64_t address, std::uint64_t size, Expr value) {
  const std::uint64_t end = address + size;
  Entries &entries = own();
  auto entry = entries.upper_bound(address);
  if (entry != entries.begin() && std::prev(entry)->first + std::prev(entry)->second.size > address)
    --entry;
  while (entry != entries.end() && entry->first < end) {
    const std::uint64_t from = entry->first;
    const Entry old = entry->second;
    const std::uint64_t to = from + old.size;
    entry = entries.erase(entry);
    if (from < address)
      entries.emplace(from, Entry{address - from, old.value ? part(program, from, old, from, address) : nullptr});
    if (end < to)
      entry = entries.emplace(end, Entry{to - end, old.value ? part(program, from, old, end, to) : nullptr}).first;
  }
  entries[address] = Entry{size, value};
}

void MemoryView::merge(UnwoundProgram &program, Expr condition, const MemoryView &other) {
  if (entries_ == other.entries_)
    return;
  // Only ranges that differ are merged. Ranges with different borders are compared at the borders of both.
  const MemoryView before = *this;
  const auto mergeRange = [&](std::uint64_t address, std::uint64_t size) {
    if (size > 16) { // an unknown range of many bytes
      forget(program, address, size);
      return;
    }
    const Expr a = before.load(program, address, static_cast<unsigned>(size));
    const Expr b = other.load(program, address, static_cast<unsigned>(size));
    if (a == b && a != nullptr)
      return;
    store(program, address, size, a && b ? program.pool->ite(condition, a, b) : nullptr);
  };
  for (const auto &[address, entry] : *other.entries_) {
    const auto own = before.entries_->find(address);
    if (own == before.entries_->end() || own->second != entry)
      mergeRange(address, entry.size);
  }
  for (const auto &[address, entry] : *before.entries_) {
    const auto there = other.entries_->find(address);
    if (there == other.entries_->end() || there->second != entry)
      mergeRange(address, entry.size);
  }
}

} // namespace heddle::events
