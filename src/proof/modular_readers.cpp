// Read-write locks, which one thread holds, or any number of threads for reading.
//
// The word w of such a lock counts the threads that hold it for reading, or is -1 while one holds it otherwise. Each
// store to w while several threads run is one of these, and changes what the thread holds; each thread holds a lock
// at most once, and a case says exactly which ones its thread holds:
//
//   read       The thread does not hold the lock; it adds 1 to w, which is not -1, by a read-modify-write, and has
//              loaded w with acquire order in the same step.
//   leave      A reader subtracts 1 by a read-modify-write. In the same step it makes another one, with release order,
//              to a second word d; all stores to d, while several threads run, are such, with any order.
//   write      w is 0 and becomes -1; in the same step the thread has loaded w and d with acquire order.
//   release    The writer stores 0, with release order.
//   (nothing)  0 is stored over 0, plainly; plain stores do not race, and so are ordered with all others.
//
// Whenever several threads run, w is -1 and one thread writes, or w is the number of readers: each thread is one of
// them at most once, there are fewer threads than positive numbers, main starts the first of them when w is what it
// holds itself, and no thread ends while it holds a lock. So a reader finds a positive number, a writer is alone, and
// cases of a reader and a writer exclude each other.
//
// A writer's section happens before all later ones: they load w, which the writer has released, and after it only
// read-modify-writes have continued its release sequence, up to the next writer. A reader's section happens before the
// next writer's: that loads d, whose stores are all read-modify-writes, among them the one by which the reader left.
#include "proof/modular_checker.hpp"

#include <algorithm>

namespace heddle::proof {

ModularChecker::SharedLocks ModularChecker::sharedLocksOf(const ModularCase &each) const {
  SharedLocks result{.held = {}, .reading = each.reading};
  std::ranges::copy_if(each.held, std::back_inserter(result.held),
                       [&](LockId lock) { return proof_.locks[lock].readers.has_value(); });
  return result;
}

void ModularChecker::settleSharedLocks(Path &path) {
  program::ExprPool &pool = vocabulary_.pool();
  const ModularCase &from = caseOf(*path.from);
  if (from.alone)
    return;
  path.shared = sharedLocksOf(from);
  const std::vector<MemoryAccess> &memory = path.successor.memory;
  for (LockId lock = 0; lock < proof_.locks.size(); ++lock) {
    const std::optional<StaticCell> &readers = proof_.locks[lock].readers;
    if (!readers)
      continue;
    if (const auto store = path.stores.find(lock); store != path.stores.end())
      moveSharedLock(path, lock, store->second);
    const Expr begin =
        pool.constant(program_.pointers.pointer(readers->object, readers->offset), program_.pointers.width);
    for (std::size_t i = 0; i < memory.size(); ++i)
      if (memory[i].writes && !isUpdate(path, i, *readers) &&
          isPossible(path.premises(), path.successor.state.conditions,
                     {overlap(pool, {begin, readers->bytes, true}, {memory[i].address, memory[i].bytes, true})}))
        reject(from, "a store may end what readers have released", path.successor.span);
  }
}

void ModularChecker::moveSharedLock(Path &path, LockId lock, const LockStore &store) {
  program::ExprPool &pool = vocabulary_.pool();
  const LockWord &word = proof_.locks[lock];
  const std::vector<MemoryAccess> &memory = path.successor.memory;
  const MemoryAccess &access = memory[store.access];
  const Expr before = claims_.content(word.cell, path.from->state);
  const Expr after = claims_.content(word.cell, path.successor.state);
  const auto constant = [&](program::Bits value) { return pool.constant(value, before->width); };
  const Expr writing = constant(support::mask(before->width));
  const auto leads = [&](std::initializer_list<Expr> goals) {
    return store.isExact && follows(path.premises(), path.successor.state.conditions, goals);
  };
  const auto move = [lock](std::vector<LockId> &list) {
    if (std::erase(list, lock) == 0)
      list.insert(std::ranges::lower_bound(list, lock), lock);
  };
  const bool changesByOne = isUpdate(path, store.access, word.cell);
  if (haveCommon(path.shared.reading, {lock})) {
    bool isReleased = false;
    for (std::size_t i = 0; i < memory.size(); ++i)
      isReleased = isReleased ||
                   (memory[i].writes && program::releases(memory[i].how.order) && isUpdate(path, i, *word.readers));
    if (isReleased && changesByOne && leads({pool.eq(after, pool.sub(before, constant(1)))}))
      return move(path.shared.reading);
  } else if (haveCommon(path.shared.held, {lock})) {
    if (program::releases(access.how.order) && leads({pool.eq(after, constant(0))}))
      return move(path.shared.held);
  } else {
    const bool isAcquired = isLoaded(path, store.access, word.cell);
    if (isAcquired && changesByOne && leads({pool.ne(before, writing), pool.eq(after, pool.add(before, constant(1)))}))
      return move(path.shared.reading);
    if (isAcquired && isLoaded(path, memory.size(), *word.readers) &&
        leads({pool.eq(before, constant(0)), pool.eq(after, writing)}))
      return move(path.shared.held);
    if (!program::isAtomic(access.how.order) && leads({pool.eq(before, constant(0)), pool.eq(after, constant(0))}))
      return;
  }
  reject(caseOf(*path.from), "a read-write lock is not used as one", path.successor.span);
}

std::optional<std::vector<Expr>> ModularChecker::goalsOfSharedLocks(const Path &path, const ModularCase *to) {
  program::ExprPool &pool = vocabulary_.pool();
  std::vector<Expr> goals;
  if (to != nullptr && to->alone)
    return goals;
  const SharedLocks after = to != nullptr ? sharedLocksOf(*to) : SharedLocks{};
  if (!caseOf(*path.from).alone)
    return after == path.shared ? std::optional(goals) : std::nullopt;
  for (LockId lock = 0; lock < proof_.locks.size(); ++lock) {
    if (!proof_.locks[lock].readers)
      continue;
    const Expr content = claims_.content(proof_.locks[lock].cell, path.successor.state);
    const program::Bits value = haveCommon(after.reading, {lock}) ? 1
                                : haveCommon(after.held, {lock})  ? support::mask(content->width)
                                                                  : 0;
    goals.push_back(pool.eq(content, pool.constant(value, content->width)));
  }
  return goals;
}

} // namespace heddle::proof
