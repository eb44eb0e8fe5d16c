#include "engines/modular/locks.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::SyncKind;

namespace {

bool isOfReadWriteLock(SyncKind kind) {
  return kind == SyncKind::ReadLock || kind == SyncKind::WriteLock || kind == SyncKind::RwUnlock;
}

} // namespace

void Locks::refute(const Cell &cell) {
  if (mutation_ == Mutation::AnyReset)
    return;
  if (refuted_.insert(cell).second && locks_.contains(cell))
    hasRefuted_ = true;
}

void Locks::setAnonymous(const Cell &cell) {
  if (anonymous_.insert(cell).second && locks_.contains(cell))
    hasRefuted_ = true;
}

bool Locks::isOfOther(const State &state, const Cell &cell) const {
  if (state.mode != Mode::Shared || state.held.contains(cell) || anonymous_.contains(cell))
    return false;
  const auto lock = locks_.find(cell);
  return lock != locks_.end() && !lock->second.isReadWrite &&
         global_->startValue(cell.object, cell.offset, cell.bytes).isConstant(lock->second.free);
}

// The handle of a thread that has been joined is given to another one.
void Locks::abandon(const State &state) {
  for (const auto &lock : state.held) {
    setAnonymous(lock.first);
    inexact_.insert(lock.first);
  }
}

bool Locks::startsAsZero(const Cell &cell) const {
  const auto &initial = program_.objects[cell.object].initial;
  if (!initial || cell.offset + cell.bytes > initial->size())
    return false;
  const auto begin = initial->begin() + static_cast<std::ptrdiff_t>(cell.offset);
  return std::all_of(begin, begin + static_cast<std::ptrdiff_t>(cell.bytes),
                     [](std::uint8_t byte) { return byte == 0; });
}

std::optional<Bits> Locks::freeValueOf(const State &state, const Cell &cell) const {
  if (refuted_.contains(cell))
    return std::nullopt;
  if (const auto known = locks_.find(cell); known != locks_.end())
    return known->second.free;
  if (state.mode == Mode::First)
    return startsAsZero(cell) ? std::optional<Bits>(0) : std::nullopt;
  const Value start = global_->startValue(cell.object, cell.offset, cell.bytes);
  return start.isConstant() ? std::optional<Bits>(start.number->low) : std::nullopt;
}

void Locks::storeOfReadWriteLock(State &state, const Cell &cell, SyncKind kind) {
  constexpr Hold mostHolds = 4;
  if (refuted_.contains(cell))
    return;
  Lock &lock = locks_[cell];
  lock.isReadWrite = true;
  const auto held = state.held.find(cell);
  const bool isHeld = held != state.held.end();
  switch (kind) {
  case SyncKind::ReadLock:
    if (!isHeld)
      state.held.emplace(cell, mutation_ == Mutation::ReadersAreWriters ? exclusively : Hold{1});
    else if (held->second == exclusively || held->second == mostHolds)
      refute(cell);
    else
      ++held->second;
    return;
  case SyncKind::WriteLock:
    if (isHeld)
      refute(cell);
    else
      state.held.emplace(cell, exclusively);
    return;
  default: // an unlock
    if (!isHeld)
      refute(cell);
    else if (held->second == exclusively || held->second == 1)
      state.held.erase(held);
    else
      --held->second;
  }
}

void Locks::store(State &state, const LockStore &store) {
  storeSomewhere(state, store.cell.object, store.cell.offset, store.cell.offset + store.cell.bytes, &store.cell);
  const bool isAlone = state.mode != Mode::Shared;
  const bool isAtomic = program::isAtomic(store.order);
  if (!isAlone)
    endReleases(store.cell.object, store.cell.offset, store.cell.offset + store.cell.bytes,
                isAtomic && store.isUpdateOfLoaded ? &store.cell : nullptr);
  if (state.sync && state.sync->second == store.cell && isOfReadWriteLock(state.sync->first)) {
    storeOfReadWriteLock(state, store.cell, state.sync->first);
    state.sync.reset(); // the model stores to the word once; in an atomic block, the program may do so, too
    return;
  }
  const std::optional<Bits> free = freeValueOf(state, store.cell);
  const bool mayBeFree = free && store.value.mayBe(*free);
  const auto known = locks_.find(store.cell);
  if (known != locks_.end() && known->second.isReadWrite) {
    state.held.erase(store.cell);
    if (state.mode == Mode::Again)
      inexact_.insert(store.cell);
    if (!isAlone && !(!isAtomic && store.before.isConstant(0) && store.value.isConstant(0)))
      refute(store.cell);
    return;
  }
  if (state.held.contains(store.cell)) {
    if (free && !mayBeFree) {
      if (!store.value.isOwnHandle())
        setAnonymous(store.cell);
      return;
    }
    if (mutation_ != Mutation::UnlockKeeps)
      state.held.erase(store.cell);
    if (!free || !store.value.isConstant(*free))
      inexact_.insert(store.cell);
    if (!isAlone && isAtomic && !program::releases(store.order) && mutation_ != Mutation::ReleaseIsFree)
      refute(store.cell);
    return;
  }
  const bool wasFree = free && store.before.isConstant(*free);
  const bool isAcquired = state.acquired.contains(store.cell) || mutation_ == Mutation::AcquireIsFree;
  if (wasFree && !mayBeFree && isAtomic && isAcquired) {
    if (!store.value.isOwnHandle())
      setAnonymous(store.cell);
    state.held.emplace(store.cell, exclusively);
    locks_.try_emplace(store.cell, Lock{*free, false});
    return;
  }
  if (isAlone) {
    if (state.mode == Mode::Again && !(free && store.value.isConstant(*free)))
      inexact_.insert(store.cell);
    return;
  }
  const bool isRepeated = store.before.isConstant() && store.value.isConstant(store.before.number->low);
  if (isRepeated && (wasFree ? !isAtomic : isAtomic && store.isUpdateOfLoaded))
    return;
  refute(store.cell);
}

/// The word through which readers release a read-write lock, and writers acquire it: `readersDone` of runtime/rwlock.c.
Cell Locks::readersWordOf(const Cell &lock) const {
  constexpr unsigned wordBytes = 4;
  return {lock.object, lock.offset + (program_.pointers.width == 64 ? 52U : 28U), wordBytes};
}

void Locks::storeSomewhere(State &state, AbstractObject object, std::uint64_t begin, std::uint64_t end,
                           const Cell *except) {
  const auto isHit = [&](const Cell &cell) {
    return cell.overlaps(object, begin, end) && (except == nullptr || cell != *except);
  };
  std::erase_if(state.held, [&](const auto &lock) { return isHit(lock.first); });
  if (state.mode == Mode::First)
    return;
  for (auto lock = locks_.lower_bound({object, begin >= Cell::mostBytes ? begin - Cell::mostBytes : 0, 0});
       lock != locks_.end() && lock->first.object == object && lock->first.offset < end; ++lock)
    if (isHit(lock->first)) {
      inexact_.insert(lock->first);
      if (state.mode == Mode::Shared)
        refute(lock->first);
    }
  if (state.mode != Mode::Shared)
    return;
  if (except == nullptr)
    endReleases(object, begin, end, nullptr);
}

/// A store to these bytes ends what readers have released, unless it is the update of exactly one word.
void Locks::endReleases(AbstractObject object, std::uint64_t begin, std::uint64_t end, const Cell *updated) {
  for (auto lock = locks_.lower_bound({object, 0, 0}); lock != locks_.end() && lock->first.object == object; ++lock) {
    const Cell word = readersWordOf(lock->first);
    if (lock->second.isReadWrite && word.overlaps(object, begin, end) && (updated == nullptr || *updated != word))
      refute(lock->first);
  }
}

} // namespace heddle::engines::modular
