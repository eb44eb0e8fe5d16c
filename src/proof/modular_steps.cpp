// One action of one thread: what it leads to must be described by a case, and what it does to locks must be allowed.
//
// A store to a lock may either take it or leave it as it is, as a test-and-set does. The two outcomes are followed
// apart if no case covers both.
#include "proof/modular_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

using program::ActionId;

namespace {

template <typename T> bool isListed(const std::vector<T> &list, const T &element) {
  return std::find(list.begin(), list.end(), element) != list.end();
}

template <typename T> bool areListed(const std::vector<T> &part, const std::vector<T> &whole) {
  return std::all_of(part.begin(), part.end(), [&](const T &element) { return isListed(whole, element); });
}

} // namespace

void ModularChecker::follow(const Situation &from, ActionId action, Successor successor) {
  using Kind = Successor::Kind;
  const ModularCase &each = caseOf(from);
  if (!successor.state.conditions.empty() && !isPossible(from.premises, successor.state.conditions))
    return;
  if (!onlyClaims_ && (successor.kind == Kind::Violation || successor.kind == Kind::Halt))
    reject(each, "this is not excluded: " + successor.message, successor.span);
  Path path{.from = &from,
            .successor = std::move(successor),
            .extended = {},
            .threads = {each.alone, each.open, each.joinable, {}},
            .ghosts = claims_.named(),
            .action = action};
  if (each.cfa == 0) {
    path.extended = from.premises;
    settleThreads(path, action);
  }
  path.stores = lockStores(path);
  const LockStores &stores = path.stores;
  if (!each.alone)
    checkLockStores(path, stores);
  settleSharedLocks(path);
  enterChildren(path);
  const Successor &result = path.successor;
  if (result.kind == Kind::Step && result.state.control.threads.front().isActive()) {
    std::vector<LockId> undecided;
    for (const auto &[lock, store] : stores)
      if (!isListed(each.held, lock))
        undecided.push_back(lock);
    continueThread(path, stores, result.state.conditions, undecided);
  } else if (mayBeFollowed(result.kind)) {
    checkEnd(path);
  }
  paths_.push_back(std::move(path));
}

/// What main knows of the other threads after the action, and of their handles.
void ModularChecker::settleThreads(Path &path, ActionId action) {
  program::ExprPool &pool = vocabulary_.pool();
  const std::vector<Expr> &conditions = path.successor.state.conditions;
  const std::vector<StartId> starts = threads_.startsOf(action);
  ThreadsAfter &threads = path.threads;
  std::size_t started = 0;
  std::size_t settled = 0;
  for (const program::Instruction &instruction : program_.cfas[0].actions[action].instructions) {
    if (std::holds_alternative<program::Spawn>(instruction.operation) && started < path.successor.handles.size()) {
      const StartId start = starts[started];
      const Expr handle = path.successor.handles[started++];
      path.extended.push_back(pool.make(program::ExprKind::Slt, pool.constant(1, handle->width), handle));
      if (caseOf(*path.from).alone && !follows(path.premises(), conditions, claims_.haveNoOwners(path.from->state)))
        leaveOpen("a lock may have any value when main starts the first thread");
      for (const Expr content : claims_.owners(path.from->state)) // these threads have not released their slots
        path.extended.push_back(pool.ne(handle, content));
      for (const StartId other : threads.joinable) // these threads exist
        path.extended.push_back(pool.ne(handle, path.ghosts.handles[other]));
      checkHandle(path);
      settleArgument(path, start, static_cast<unsigned>(started));
      threads_.noteStart(threads.open, start);
      if (isListed(threads.open, start)) {
        std::erase(threads.joinable, start);
      } else {
        threads.open.push_back(start);
        threads.joinable.push_back(start);
      }
      threads.started.push_back(start);
      threads.alone = false;
      path.ghosts.handles[start] = handle;
      path.ghosts.count = pool.add(path.ghosts.count, pool.constant(1, path.ghosts.count->width));
    }
    const bool joins = std::holds_alternative<program::Join>(instruction.operation);
    if ((!joins && !std::holds_alternative<program::Detach>(instruction.operation)) ||
        settled >= path.successor.settled.size())
      continue;
    const Expr handle = path.successor.settled[settled++];
    path.joins = path.joins || joins;
    const auto found = std::find_if(threads.joinable.begin(), threads.joinable.end(), [&](StartId start) {
      const Expr known = path.ghosts.handles[start];
      return handle->width >= known->width &&
             follows(path.premises(), conditions, {pool.eq(handle, pool.resize(known, handle->width))});
    });
    if (found != threads.joinable.end()) {
      if (joins) {
        path.joined.insert(threads_.functionOf(*found));
        std::erase(threads.open, *found);
      }
      threads.joinable.erase(found);
    } else {
      if (!course_ && (checks(program::Property::LockDiscipline) || checks(program::Property::NoDeadlock)))
        leaveOpen("that all joins are valid is not confirmed");
      if (joins)
        for (const StartId start : threads.open)
          path.joined.insert(threads_.functionOf(start));
      threads.joinable.clear();
    }
    if (!joins)
      continue;
    addResult(path, std::get<program::Join>(instruction.operation));
    // A thread that had not been joined yet has been joined.
    const Expr one = pool.constant(1, path.ghosts.count->width);
    if (threads_.countsThreads())
      path.extended.push_back(pool.make(program::ExprKind::Sle, one, path.ghosts.count));
    path.ghosts.count = pool.sub(path.ghosts.count, one);
  }
}

/// A new thread gets the lowest free handle. Main has the first one, and each thread that it has started and not joined
/// has another one.
void ModularChecker::checkHandle(const Path &path) {
  program::ExprPool &pool = vocabulary_.pool();
  if (!proof_.mostHandle)
    return;
  const Expr count = path.ghosts.count;
  const Expr most = pool.constant(*proof_.mostHandle, count->width);
  const Expr next = pool.add(count, pool.constant(2, count->width));
  if (!threads_.countsThreads() ||
      !follows(path.premises(), path.successor.state.conditions, {pool.make(program::ExprKind::Sle, next, most)}))
    leaveOpen("the bound of handles is not confirmed");
}

/// The started thread in the slot has another argument than those of its function that may run; see
/// modular_arguments.hpp.
void ModularChecker::settleArgument(Path &path, StartId start, unsigned slot) {
  const program::CfaId cfa = threads_.functionOf(start);
  if (!hasArgument(program_, cfa))
    return;
  program::ExprPool &pool = vocabulary_.pool();
  Expr &least = path.ghosts.least[cfa];
  Expr &greatest = path.ghosts.greatest[cfa];
  const Expr argument = path.successor.state.reg(slot, cfa, program_.cfas[cfa].argument);
  const bool mayRun =
      std::ranges::any_of(path.threads.open, [&](StartId other) { return threads_.functionOf(other) == cfa; });
  if (mayRun && arguments_.isSpaced(cfa) &&
      !follows(path.premises(), path.successor.state.conditions, {arguments_.mayStart(cfa, argument, least, greatest)}))
    arguments_.drop(cfa);
  least = mayRun ? pool.ite(pool.make(program::ExprKind::Slt, argument, least), argument, least) : argument;
  greatest = mayRun ? pool.ite(pool.make(program::ExprKind::Slt, greatest, argument), argument, greatest) : argument;
}

/// The result of the thread that was joined, unless the register has been overwritten since.
void ModularChecker::addResult(Path &path, const program::Join &join) const {
  const std::vector<Expr> &inputs = path.successor.state.inputs;
  if (join.target == program::noRegister || program_.cfas[0].registers[join.target].width != program_.pointers.width)
    return;
  const Expr result = path.successor.state.reg(0, 0, join.target);
  if (std::find(inputs.begin(), inputs.end(), result) == inputs.end())
    return;
  if (const Expr claim = claims_.ofResult(result, path.successor.state))
    path.extended.push_back(claim);
}

bool ModularChecker::isAt(const Path &path, const MemoryAccess &access, const StaticCell &cell) {
  if (access.bytes != cell.bytes)
    return false;
  program::ExprPool &pool = vocabulary_.pool();
  const Expr address = pool.constant(program_.pointers.pointer(cell.object, cell.offset), program_.pointers.width);
  return access.address == address ||
         (!access.address->isConstant() &&
          follows(path.premises(), path.successor.state.conditions, {pool.eq(access.address, address)}));
}

ModularChecker::LockStores ModularChecker::lockStores(const Path &path) {
  program::ExprPool &pool = vocabulary_.pool();
  LockStores result;
  const auto overlapOf = [&](const MemoryAccess &access, LockId lock) {
    const StaticCell &cell = proof_.locks[lock].cell;
    const Expr address = pool.constant(program_.pointers.pointer(cell.object, cell.offset), program_.pointers.width);
    if (access.address->isConstant()) // the most frequent case
      return pool.boolean(access.address->value < address->value + cell.bytes &&
                          address->value < access.address->value + access.bytes);
    return overlap(pool, {address, cell.bytes, true}, {access.address, access.bytes, true});
  };
  const std::vector<MemoryAccess> &memory = path.successor.memory;
  for (std::size_t i = 0; i < memory.size(); ++i) {
    if (!memory[i].writes)
      continue;
    Expr any = pool.boolean(false);
    for (LockId lock = 0; lock < proof_.locks.size(); ++lock)
      any = pool.disjunction(any, overlapOf(memory[i], lock));
    if (any->isFalse() || (!any->isTrue() && !isPossible(path.premises(), path.successor.state.conditions, {any})))
      continue;
    for (LockId lock = 0; lock < proof_.locks.size(); ++lock) {
      const Expr touches = overlapOf(memory[i], lock);
      if (touches->isFalse() ||
          (!touches->isTrue() && !isPossible(path.premises(), path.successor.state.conditions, {touches})))
        continue;
      if (!result.emplace(lock, LockStore{i, isAt(path, memory[i], proof_.locks[lock].cell), touches}).second &&
          !caseOf(*path.from).alone)
        leaveOpen("an action that stores to a lock more than once cannot be checked");
    }
  }
  return result;
}

/// Only the holder of a lock sets it free, with release order, or plainly; or a plain store finds it free.
void ModularChecker::checkLockStores(const Path &path, const LockStores &stores) {
  const ModularCase &each = caseOf(*path.from);
  for (const auto &[lock, store] : stores) {
    if (proof_.locks[lock].readers)
      continue; // see settleSharedLocks
    const MemoryAccess &access = path.successor.memory[store.access];
    const Expr isReset = claims_.isFree(lock, path.successor.state);
    const std::vector<Expr> &conditions = path.successor.state.conditions;
    if (!(store.touches->isTrue() && isReset->isTrue()) &&
        !isPossible(path.premises(), conditions, {store.touches, isReset}))
      continue;
    const bool isPlain = !program::isAtomic(access.how.order);
    if (isListed(each.held, lock) && store.isExact && (isPlain || program::releases(access.how.order)))
      continue;
    std::vector<Expr> resets = conditions;
    resets.push_back(store.touches);
    resets.push_back(isReset);
    if (!isPlain || !follows(path.premises(), resets, {claims_.isFree(lock, path.from->state)}))
      reject(each, "a lock may be reset by a thread that does not hold it, or without release order",
             path.successor.span);
  }
}

bool ModularChecker::isAcquired(const Path &path, LockId lock, std::size_t before) {
  if (isListed(caseOf(*path.from).acquired, lock))
    return true;
  for (std::size_t i = 0; i < before; ++i) {
    const MemoryAccess &access = path.successor.memory[i];
    if (!access.writes && program::acquires(access.how.order) && isAt(path, access, proof_.locks[lock].cell))
      return true;
  }
  return false;
}

/// What must hold so that the thread has the locks of the case; none if it certainly has not.
std::optional<std::vector<Expr>> ModularChecker::goalsOfLocks(const Path &path, const LockStores &stores,
                                                              const ModularCase &to) {
  const ModularCase &each = caseOf(*path.from);
  std::vector<Expr> goals;
  for (const LockId lock : to.acquired)
    if (!isAcquired(path, lock, path.successor.memory.size()))
      return std::nullopt;
  for (const LockId lock : to.held) {
    if (each.alone || isListed(each.held, lock))
      continue;
    const auto store = stores.find(lock);
    if (store == stores.end() || !isAcquired(path, lock, store->second.access))
      return std::nullopt;
    goals.push_back(claims_.isFree(lock, path.from->state));
  }
  return goals;
}

bool ModularChecker::threadsFit(const Path &path, const std::vector<Expr> &conditions, const ModularCase &to) {
  if (!areListed(to.joinable, path.threads.joinable))
    return false;
  if (areListed(path.threads.open, to.open) && (!to.alone || path.threads.open.empty()))
    return true;
  return threads_.countsThreads() && follows(path.premises(), conditions, {claims_.isZero(path.ghosts.count)});
}

std::optional<std::string> ModularChecker::obstacleTo(const Path &path, const LockStores &stores,
                                                      const std::vector<Expr> &conditions, const ModularCase &to) {
  if (to.cfa == 0 && !threadsFit(path, conditions, to))
    return "that no other threads run";
  const std::optional<std::vector<Expr>> taken = goalsOfLocks(path, stores, to);
  const std::optional<std::vector<Expr>> shared = goalsOfSharedLocks(path, &to);
  if (!taken || !shared || !follows(path.premises(), conditions, *taken) ||
      !follows(path.premises(), conditions, *shared))
    return "that it holds its locks";
  std::vector<Claim> claims = claims_.of(to, path.successor.state, 0, path.ghosts);
  if (!to.alone)
    for (const Claim &claim : claims_.global(path.successor.state))
      claims.push_back(claim);
  if (follows(path.premises(), conditions, formulasOf(claims)))
    return std::nullopt;
  for (const Claim &claim : claims)
    if (!follows(path.premises(), conditions, {claim.formula}))
      return fmt::format("what it says of {}", claims_.subjectOf(claim, to.cfa));
  return "all that it says";
}

void ModularChecker::continueThread(const Path &path, const LockStores &stores, const std::vector<Expr> &conditions,
                                    std::vector<LockId> undecided) {
  const ModularCase &each = caseOf(*path.from);
  Control control = path.successor.state.control;
  control.threads.resize(1);
  const program::LocationId location = control.threads.front().location;
  std::string obstacle = "that it can be reached";
  for (const CaseId id : casesAt_[{each.cfa, location}]) {
    const std::optional<std::string> found = obstacleTo(path, stores, conditions, proof_.cases[id]);
    if (!found) {
      objects_.forgetDead(control);
      edges_.push_back({paths_.size(), &situation(id, control.objects), conditions});
      return;
    }
    obstacle = *found;
  }
  if (undecided.empty() && onlyClaims_ && continueWithFewer(path, stores, conditions))
    return;
  if (undecided.empty())
    reject(each, fmt::format("after this, no case at location {} follows: not {}", location, obstacle),
           path.successor.span);
  const Expr isFree = claims_.isFree(undecided.back(), path.from->state);
  undecided.pop_back();
  for (const Expr condition : {isFree, vocabulary_.pool().negate(isFree)}) {
    std::vector<Expr> more = conditions;
    more.push_back(condition);
    if (isPossible(path.premises(), more))
      continueThread(path, stores, more, undecided);
  }
}

void ModularChecker::enterChildren(const Path &path) {
  const SymbolicState &state = path.successor.state;
  for (std::size_t i = 0; i < path.threads.started.size(); ++i) {
    const program::CfaId cfa = threads_.functionOf(path.threads.started[i]);
    const auto slot = static_cast<unsigned>(i + 1);
    Ghosts ghosts = path.ghosts;
    if (hasArgument(program_, cfa))
      ghosts.argument = state.reg(slot, cfa, program_.cfas[cfa].argument);
    bool isFound = false;
    for (const CaseId id : casesAt_[{cfa, program_.cfas[cfa].entry}]) {
      const ModularCase &to = proof_.cases[id];
      if (!to.held.empty() || !to.reading.empty() || !to.acquired.empty())
        continue;
      std::vector<Expr> goals = formulasOf(claims_.of(to, state, slot, ghosts));
      append(goals, claims_.global(state));
      if (!follows(path.premises(), state.conditions, goals))
        continue;
      entries_.emplace_back(paths_.size(), &situation(id, {}));
      isFound = true;
      break;
    }
    if (!isFound && onlyClaims_)
      isFound = enterWithFewer(casesAt_[{cfa, program_.cfas[cfa].entry}], state, slot, ghosts, path.premises());
    if (!isFound)
      reject(caseOf(*path.from),
             fmt::format("the started thread satisfies no case at the entry of {}", program_.cfas[cfa].name),
             path.successor.span);
  }
}

/// For a thread that ends or stops.
void ModularChecker::checkEnd(const Path &path) {
  const ModularCase &each = caseOf(*path.from);
  edges_.push_back({paths_.size(), nullptr, path.successor.state.conditions});
  std::vector<Expr> goals;
  if (!each.alone)
    append(goals, claims_.global(path.successor.state));
  if (path.successor.kind == Successor::Kind::Step)
    if (const Expr claim = claims_.ofResult(path.successor.state.result(0), path.successor.state))
      goals.push_back(claim);
  if (onlyClaims_)
    refuteAtEnd(path);
  else if (!follows(path.premises(), path.successor.state.conditions, goals))
    reject(each, "a global claim does not hold after this", path.successor.span);
  const bool endsAlone = each.alone && path.threads.started.empty();
  if (!endsAlone && (each.alone || path.successor.kind == Successor::Kind::Step))
    if (const auto unlocked = goalsOfSharedLocks(path, nullptr);
        !unlocked || !follows(path.premises(), path.successor.state.conditions, *unlocked))
      leaveOpen("a thread may end while it holds a read-write lock");
  if (path.successor.kind == Successor::Kind::Step && !vocabulary_.keepsSlot(each.cfa) &&
      !follows(path.premises(), path.successor.state.conditions, claims_.ownsNothing(each.cfa, path.successor.state)))
    leaveOpen("a thread may end while a lock has its handle, which another thread may get then");
}

} // namespace heddle::proof
