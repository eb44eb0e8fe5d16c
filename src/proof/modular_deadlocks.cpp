// Deadlocks: no thread waits for ever.
//
// A thread is deadlocked if it waits, and no continuation lets it run or ends the program. There is none if
//   1. wherever a thread may wait, it can run whenever a certain lock is free, or it is main, which joins a thread;
//   2. a lock that is requested anywhere and is not free is held by a thread, whose case says so: it is free, or main
//      holds it, from some time on before main starts the first thread or waits; a thread that ceases to hold it has
//      set it free; and no thread changes it otherwise without holding it from then on;
//   3. threads cannot wait for each other in a cycle (wait_cycles.hpp). A thread of a function that is joined holds its
//      own end. Two threads are not at their points at the same time if they hold a common lock, or if start and join
//      order them;
//   4. a thread that holds a lock while another one may request it leaves the situations in which that is so, and a
//      thread of a function that is joined ends, if it gets what it waits for (modular_progress.cpp).
// Proof. Let t0 wait in a reachable state. It waits for a lock that t1 holds (1, 2), or for the end of t1; if t1 waits,
// too, there is a t2, and so on. The resources in this chain differ, for otherwise the threads between two uses of one
// would be a cycle (3); so the chain is not longer than the number of locks and functions, and ends in a thread that
// can run. Let it run. By 4 it has a measure, which depends on its own registers only, decreases with each of its
// steps, and is not changed by other threads, until it sets free what the thread before it waits for. If it comes to
// wait itself, the chain becomes longer. So each step decreases the sequence of the measures of t1, t2, …
// lexicographically, where a missing thread counts as infinity, and the length is bounded. In the end t1 has given up
// what t0 waits for, and t0 can run. All states on the way are reachable, so that 1 to 4 hold in them.
//
// Waits for anything but a lock or the end of a thread make the check inconclusive.
#include "proof/modular_checker.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

namespace {

using Kind = WaitedFor::Kind;

bool isHeld(const ModularCase &each, LockId lock) {
  return std::binary_search(each.held.begin(), each.held.end(), lock);
}

} // namespace

/// The lock that lets the thread run as soon as it is free.
void ModularChecker::findWait(Situation &at, Expr isEnabled, const std::vector<Expr> &inputRanges) {
  program::ExprPool &pool = vocabulary_.pool();
  const ModularCase &each = caseOf(at);
  std::set<Expr> names;
  const auto collect = [&](Expr formula, std::set<Expr> &into) {
    pool.substitute(formula, [&](Expr name) {
      into.insert(name);
      return name;
    });
  };
  collect(isEnabled, names);
  for (LockId lock = 0; lock < proof_.locks.size(); ++lock) {
    const Expr isFree = claims_.isFree(lock, at.state);
    std::set<Expr> ofLock;
    collect(isFree, ofLock);
    if (std::ranges::none_of(ofLock, [&](Expr name) { return names.contains(name); }) ||
        isPossible(at.premises, inputRanges, {pool.negate(isEnabled), isFree}))
      continue;
    at.wanted = lock;
    return;
  }
  leaveOpen(describe(each, "the thread may wait for something that is not a lock of the proof", {}));
}

bool ModularChecker::areTogether(const ModularCase &a, const ModularCase &b) const {
  return threads_.mayBeTogether(a, b) && std::ranges::none_of(a.held, [&](LockId lock) { return isHeld(b, lock); });
}

std::vector<WaitingThread> ModularChecker::waitingThreads() const {
  std::map<CaseId, WaitingThread> byCase;
  std::set<program::CfaId> joined;
  for (const Situation &situation : situations_)
    if (situation.wanted)
      byCase[situation.caseId].requests.insert({Kind::Lock, *situation.wanted});
  for (const Path &path : paths_)
    for (const program::CfaId cfa : path.joined) {
      joined.insert(cfa);
      byCase[path.from->caseId].requests.insert({Kind::End, cfa});
    }
  // Cases that hold and request the same, with the same threads, are alike.
  using Key = std::tuple<program::CfaId, std::vector<LockId>, std::vector<StartId>, std::set<WaitedFor>>;
  std::set<Key> known;
  std::vector<WaitingThread> result;
  for (auto &[id, thread] : byCase) {
    const ModularCase &each = proof_.cases[id];
    if (!known.emplace(each.cfa, each.held, each.open, thread.requests).second)
      continue;
    thread.caseId = id;
    for (const LockId lock : each.held)
      thread.holds.insert({Kind::Lock, lock});
    if (joined.contains(each.cfa))
      thread.holds.insert({Kind::End, each.cfa});
    result.push_back(std::move(thread));
  }
  return result;
}

bool ModularChecker::isHeldWhileRequested(const ModularCase &holder, const std::vector<WaitingThread> &requests) {
  return !holder.alone && std::ranges::any_of(holder.held, [&](LockId lock) {
    return std::ranges::any_of(requests, [&](const WaitingThread &thread) {
      return thread.requests.contains({Kind::Lock, lock}) && areTogether(holder, proof_.cases[thread.caseId]);
    });
  });
}

/// Whether the lock is free after the edge, or held by a thread, if that is so before.
bool ModularChecker::keepsWord(const Edge &edge, LockId lock, bool isKnownBefore) {
  program::ExprPool &pool = vocabulary_.pool();
  const Path &path = paths_[edge.path];
  const bool isHeldBefore = isHeld(caseOf(*path.from), lock);
  if (edge.to != nullptr && isHeld(caseOf(*edge.to), lock))
    return true;
  if (isKnownBefore && !path.stores.contains(lock) && !isHeldBefore)
    return true;
  Expr goal = claims_.isFree(lock, path.successor.state);
  if (isKnownBefore && !isHeldBefore) // if it is not free, another thread holds it
    goal = pool.disjunction(goal, pool.negate(claims_.isFree(lock, path.from->state)));
  return follows(path.premises, edge.conditions, {goal});
}

/// Wherever threads run or main may wait, the lock is free or a thread holds it. Before, main may not have initialised
/// it yet.
void ModularChecker::checkWord(LockId lock) {
  std::map<const Situation *, std::vector<const Edge *>> outgoing;
  for (const Edge &edge : edges_)
    outgoing[paths_[edge.path].from].push_back(&edge);
  std::set<const Situation *> unknown;
  std::vector<const Situation *> pending;
  const auto addUnknown = [&](const Situation *to, const Path *path) {
    if (to == nullptr || !caseOf(*to).alone || to->wanted == lock)
      reject(path != nullptr ? caseOf(*path->from) : caseOf(*to),
             "a lock that other threads request may stay locked although no thread holds it",
             path != nullptr ? path->successor.span : program::SourceSpan{});
    if (unknown.insert(to).second)
      pending.push_back(to);
  };
  const Situation &first = situations_.front();
  if (!follows({}, {}, {claims_.isFree(lock, SymbolicState::initial(vocabulary_, {}))}))
    addUnknown(&first, nullptr);
  const auto follow = [&](const Situation *from, bool isKnown) {
    for (const Edge *edge : outgoing[from]) {
      const Path &path = paths_[edge->path];
      const bool isLast = edge->to == nullptr && caseOf(*from).alone && path.threads.started.empty();
      if (!isLast && !keepsWord(*edge, lock, isKnown))
        addUnknown(edge->to, &path);
    }
  };
  for (const Situation &situation : situations_)
    follow(&situation, true);
  while (!pending.empty()) {
    const Situation *next = pending.back();
    pending.pop_back();
    follow(next, false);
  }
}

void ModularChecker::checkDeadlocks() {
  for (const Path &path : paths_)
    if (path.joins && path.joined.empty())
      reject(caseOf(*path.from), "main may join a thread although none can run", path.successor.span);
  const std::vector<WaitingThread> threads = waitingThreads();
  const WaitCycle cycle = findWaitCycle(threads, [&](std::size_t i, std::size_t j) {
    return areTogether(proof_.cases[threads[i].caseId], proof_.cases[threads[j].caseId]);
  });
  if (cycle.kind == WaitCycle::Kind::NotDecided)
    leaveOpen("the threads may wait for each other in too many ways to be checked");
  if (cycle.kind == WaitCycle::Kind::Found)
    reject(proof_.cases[threads[cycle.threads.front()].caseId],
           cycle.threads.size() == 1 ? "the thread may wait for what it holds itself"
                                     : fmt::format("{} threads may wait for each other", cycle.threads.size()));
  std::set<LockId> requested;
  std::set<program::CfaId> joined;
  for (const WaitingThread &thread : threads)
    for (const WaitedFor &each : thread.requests)
      each.kind == Kind::Lock ? requested.insert(each.id) : joined.insert(each.id);
  for (const LockId lock : requested)
    checkWord(lock);
  std::set<const Situation *> holding;
  std::set<const Situation *> running;
  for (const Situation &situation : situations_) {
    if (isHeldWhileRequested(caseOf(situation), threads))
      holding.insert(&situation);
    if (joined.contains(caseOf(situation).cfa))
      running.insert(&situation);
  }
  checkProgress(holding, "the thread may not release a lock that another one requests");
  checkProgress(running, "the thread, which is joined, may not end");
}

} // namespace heddle::proof
