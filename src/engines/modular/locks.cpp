#include "engines/modular/locks.hpp"

#include <algorithm>

namespace heddle::engines::modular {

void Locks::refute(const Cell &cell) {
  if (mutation_ == Mutation::AnyReset)
    return;
  if (refuted_.insert(cell).second && locks_.contains(cell))
    hasRefuted_ = true;
}

bool Locks::startsAsZero(const Cell &cell) const {
  const auto &initial = program_.objects[cell.object].initial;
  if (!initial || cell.offset + cell.bytes > initial->size())
    return false;
  const auto begin = initial->begin() + static_cast<std::ptrdiff_t>(cell.offset);
  return std::all_of(begin, begin + static_cast<std::ptrdiff_t>(cell.bytes),
                     [](std::uint8_t byte) { return byte == 0; });
}

void Locks::store(State &state, const LockStore &store) {
  storeSomewhere(state, store.cell.object, store.cell.offset, store.cell.offset + store.cell.bytes, &store.cell);
  const bool isAlone = state.mode != Mode::Shared;
  const bool isAtomic = program::isAtomic(store.order);
  const bool mayBeZero = store.value.mayBe(0);
  if (state.held.contains(store.cell)) {
    if (!mayBeZero)
      return;
    if (mutation_ != Mutation::UnlockKeeps)
      state.held.erase(store.cell);
    if (!isAlone && isAtomic && !program::releases(store.order) && mutation_ != Mutation::ReleaseIsFree)
      refute(store.cell);
    return;
  }
  const bool wasZero = store.before.isConstant(0);
  const bool isAcquired = isAlone || state.acquired.contains(store.cell) || mutation_ == Mutation::AcquireIsFree;
  if (wasZero && !mayBeZero && isAtomic && isAcquired && !refuted_.contains(store.cell) && startsAsZero(store.cell)) {
    state.held.insert(store.cell);
    locks_.insert(store.cell);
    return;
  }
  if (isAlone)
    return;
  const bool isRepeated = store.before.isConstant() && store.value.isConstant(store.before.number->low);
  if (isRepeated && (wasZero ? !isAtomic : isAtomic && store.isUpdateOfLoaded))
    return;
  refute(store.cell);
}

void Locks::storeSomewhere(State &state, AbstractObject object, std::uint64_t begin, std::uint64_t end,
                           const Cell *except) {
  const auto isHit = [&](const Cell &cell) {
    return cell.overlaps(object, begin, end) && (except == nullptr || cell != *except);
  };
  std::erase_if(state.held, isHit);
  if (state.mode != Mode::Shared)
    return;
  for (const Cell &cell : locks_)
    if (isHit(cell))
      refute(cell);
}

void Locks::noteStore(const State &state, AbstractObject object, std::uint64_t begin, std::uint64_t end) {
  if (state.mode != Mode::Shared)
    return;
  const auto [entry, isNew] =
      stores_.try_emplace(Cell{object, begin, static_cast<unsigned>(std::min<std::uint64_t>(end - begin, UINT32_MAX))});
  if (isNew)
    entry->second = state.held;
  else
    std::erase_if(entry->second, [&](const Cell &lock) { return !state.held.contains(lock); });
}

bool Locks::protect() {
  if (protection_ || hasGivenUp_)
    return false;
  protection_ = stores_;
  return true;
}

bool Locks::isProtectionKept() {
  constexpr unsigned mostCorrections = 4;
  if (!protection_)
    return true;
  bool isKept = true;
  for (const auto &[cell, held] : stores_) {
    const auto [entry, isNew] = protection_->try_emplace(cell, held);
    const std::size_t lost = std::erase_if(entry->second, [&](const Cell &lock) { return !held.contains(lock); });
    isKept = isKept && !isNew && lost == 0;
  }
  if (isKept)
    return true;
  if (++corrections_ > mostCorrections) {
    protection_.reset();
    hasGivenUp_ = true;
  }
  return false;
}

bool Locks::isProtected(const State &state, const Cell &cell) const {
  if (!protection_)
    return false;
  std::set<Cell> common = state.held;
  bool isStored = false;
  for (auto entry = protection_->lower_bound({cell.object, 0, 0});
       entry != protection_->end() && entry->first.object == cell.object; ++entry)
    if (entry->first.overlaps(cell.object, cell.offset, cell.offset + cell.bytes)) {
      isStored = true;
      std::erase_if(common, [&](const Cell &lock) { return !entry->second.contains(lock); });
    }
  if (mutation_ == Mutation::AnyLockProtects)
    return !state.held.empty();
  return !isStored || !common.empty();
}

void Locks::interrupt(State &state) const {
  modular::interrupt(state, [&](const Cell &cell) { return state.held.contains(cell) || isProtected(state, cell); });
}

} // namespace heddle::engines::modular
