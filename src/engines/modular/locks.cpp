#include "engines/modular/locks.hpp"

#include <algorithm>
#include <numeric>

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
  refuteFamilies(cell.object, {cell.offset, cell.offset, 0, cell.bytes}, nullptr);
}

void Locks::refute(const LockFamily &family) {
  if (mutation_ == Mutation::AnyReset)
    return;
  if (refutedFamilies_.insert(family).second && families_.contains(family))
    hasRefuted_ = true;
}

/// A store by the pattern is not one to the words of a family, unless it is by the rules and goes to whole words.
void Locks::refuteFamilies(AbstractObject object, const Pattern &pattern, const LockFamily *aligned) {
  for (auto family = families_.lower_bound({object, 0, 0, 0}); family != families_.end() && family->object == object;
       ++family) {
    if (!mayOverlap(family->pattern(), pattern))
      continue;
    const std::uint64_t step = aligned != nullptr ? std::gcd(family->step, aligned->step) : 0;
    const bool isWhole = aligned != nullptr && family->bytes == aligned->bytes &&
                         (step == 0 ? family->residue == aligned->residue
                                    : step >= family->bytes && family->residue % step == aligned->residue % step);
    if (!isWhole)
      refute(*family);
  }
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

void Locks::store(State &state, const WordStore &store) {
  const bool isAlone = state.mode != Mode::Shared;
  const bool isAtomic = program::isAtomic(store.order);
  const LockFamily family = LockFamily::of(store.word);
  const bool mayBeFree = store.value.mayBe(0);
  const bool isHeld = state.heldWords.contains(store.word);
  const bool isKnown = mayBeLock(store.word) && (family.step == 0 || family.step >= family.bytes);
  const auto isProper = [&] {
    if (isHeld && !mayBeFree)
      return true;
    if (isHeld) {
      if (mutation_ != Mutation::UnlockKeeps)
        state.heldWords.erase(store.word);
      return isAlone || !isAtomic || program::releases(store.order) || mutation_ == Mutation::ReleaseIsFree;
    }
    const bool isAcquired = state.acquiredWords.contains(store.word) || mutation_ == Mutation::AcquireIsFree;
    if (store.before.isConstant(0) && !mayBeFree && isAtomic && isAcquired) {
      families_.insert(family);
      // Locks with another free value may be this word.
      std::erase_if(state.held, [&](const auto &held) {
        const auto lock = locks_.find(held.first);
        return held.first.object == store.word.object && (lock == locks_.end() || lock->second.free != 0);
      });
      state.heldWords.emplace(store.word, true);
      return true;
    }
    const bool isRepeated = store.before.isConstant() && store.value.isConstant(store.before.number->low);
    return isRepeated && (store.before.isConstant(0) ? !isAtomic : isAtomic && store.isUpdateOfLoaded);
  };
  if (isKnown && isProper()) {
    // Locks at one place are words of the family, or overlap some of them.
    for (auto lock = locks_.lower_bound({store.word.object, 0, 0});
         lock != locks_.end() && lock->first.object == store.word.object; ++lock) {
      const Cell &cell = lock->first;
      const Pattern place{cell.offset, cell.offset, 0, cell.bytes};
      if (!mayOverlap(place, store.word.pattern))
        continue;
      const bool isWord = cell.bytes == family.bytes && family.step != 0 && cell.offset % family.step == family.residue;
      if (!isWord || lock->second.free != 0 || lock->second.isReadWrite)
        refute(cell);
      else
        setAnonymous(cell);
      inexact_.insert(cell);
    }
    refuteFamilies(store.word.object, store.word.pattern, &family);
    if (!isAlone)
      endReleases(store.word.object, store.word.pattern.low, store.word.pattern.end(), nullptr);
    return;
  }
  if (!isAlone)
    refute(family);
  storeSomewhere(state, store.word.object, store.word.pattern);
}

void Locks::store(State &state, const LockStore &store) {
  const Pattern place{store.cell.offset, store.cell.offset, 0, store.cell.bytes};
  storeSomewhere(state, store.cell.object, place, &store.cell);
  const bool isAlone = state.mode != Mode::Shared;
  const LockFamily family{store.cell.object, 0, store.cell.offset, store.cell.bytes};
  if (!isAlone)
    refuteFamilies(store.cell.object, place, &family);
  const bool isAtomic = program::isAtomic(store.order);
  if (!isAlone)
    endReleases(store.cell.object, store.cell.offset, store.cell.offset + store.cell.bytes,
                isAtomic && store.isUpdateOfLoaded ? &store.cell : nullptr);
  if (state.sync && state.sync->second == store.cell && isOfReadWriteLock(state.sync->first)) {
    storeOfReadWriteLock(state, store.cell, state.sync->first);
    refuteFamilies(store.cell.object, place, nullptr);
    state.sync.reset(); // the model stores to the word once; in an atomic block, the program may do so, too
    return;
  }
  const std::optional<Bits> free = freeValueOf(state, store.cell);
  const bool mayBeFree = free && store.value.mayBe(*free);
  if (!isAlone && (!free || *free != 0)) // the rules of a family are about zero
    refuteFamilies(store.cell.object, place, nullptr);
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

void Locks::storeSomewhere(State &state, AbstractObject object, const Pattern &pattern, const Cell *except) {
  const std::uint64_t begin = pattern.low;
  const std::uint64_t end = pattern.end();
  const auto isHit = [&](const Cell &cell) {
    return cell.object == object && mayOverlap({cell.offset, cell.offset, 0, cell.bytes}, pattern) &&
           (except == nullptr || cell != *except);
  };
  std::erase_if(state.held, [&](const auto &lock) { return isHit(lock.first); });
  if (except == nullptr || state.mode != Mode::Shared)
    std::erase_if(state.heldWords, [&](const auto &held) {
      return held.first.object == object && mayOverlap(held.first.pattern, pattern);
    });
  if (state.mode == Mode::First)
    return;
  if (except == nullptr && state.mode == Mode::Shared)
    refuteFamilies(object, pattern, nullptr);
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
