// A forward data-flow analysis of each automaton: by the expression of a lock's address, an upper bound on how often
// the thread holds it. The library models announce what they do by Sync operations.
//
// Invariant: every lock that the thread holds n times has an entry with a count of at least n whose expression
// evaluates to its address, or `unknown` is set. A lock adds one, also if it is only an attempt; an unlock subtracts
// one from the entry with the same expression, which is the same lock, because an entry does not survive an assignment
// to a register in its expression. An unlock without such an entry may concern another thread's lock, and subtracts
// nothing. At joins of paths, the larger count is kept.
//
// A wait on a condition variable releases its mutex completely and locks it again afterwards; only the second is a Sync
// operation with the mutex. The first Lock after a CondWait therefore adds nothing to an entry of one if there is no
// other entry. With other entries it could also be a second lock of one of those, after the wait has failed: unknown.
#include "program/held_locks.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace heddle::program {

namespace {

constexpr unsigned mostNested = 4; // a larger count is unknown, so that loops have a fixed point

struct Held {
  std::map<Expr, unsigned> counts; // by the address of the lock; none is 0
  bool afterWait = false;          // a CondWait has released its mutex, and no Lock has followed yet
  bool unknown = false;

  bool operator==(const Held &) const = default;
  bool any() const { return unknown || !counts.empty(); }

  void loseTrack() {
    counts.clear();
    unknown = true;
  }

  void lock(Expr address) {
    const bool isReturn = afterWait;
    afterWait = false;
    unsigned &count = counts[address];
    if (isReturn && count == 1 && counts.size() == 1)
      return;
    if (isReturn && count != 0)
      return loseTrack();
    if (++count > mostNested)
      loseTrack();
  }

  void unlock(Expr address) {
    const auto found = counts.find(address);
    if (found != counts.end() && --found->second == 0)
      counts.erase(found);
  }

  void assign(RegisterId target) {
    const bool isNamed = std::any_of(counts.begin(), counts.end(), [target](const auto &entry) {
      bool uses = false;
      forEachRegister(entry.first, [&](RegisterId reg) { uses = uses || reg == target; });
      return uses;
    });
    if (isNamed)
      loseTrack();
  }

  void merge(const Held &other) {
    afterWait = afterWait || other.afterWait;
    unknown = unknown || other.unknown;
    for (const auto &[address, count] : other.counts)
      counts[address] = std::max(counts[address], count);
    if (unknown)
      counts.clear();
  }

  void execute(const Operation &operation) {
    if (unknown)
      return;
    if (const RegisterId target = writtenRegister(operation); target != noRegister)
      assign(target);
    const auto *sync = std::get_if<Sync>(&operation);
    if (sync == nullptr)
      return;
    switch (sync->kind) {
    case SyncKind::Lock:
    case SyncKind::TryLock:
    case SyncKind::ReadLock:
    case SyncKind::WriteLock:
      return lock(sync->object);
    case SyncKind::Unlock:
    case SyncKind::RwUnlock:
      return unlock(sync->object);
    case SyncKind::CondWait:
      afterWait = true;
      return;
    default:
      return;
    }
  }
};

bool mayEndWithLocks(const Cfa &cfa) {
  std::vector<std::optional<Held>> at(cfa.locations.size()); // nothing: not reached
  std::vector<LocationId> open{cfa.entry};
  at[cfa.entry].emplace();
  while (!open.empty()) {
    const LocationId location = open.back();
    open.pop_back();
    for (const ActionId id : cfa.outgoing[location]) {
      Held held = *at[location];
      for (const Instruction &instruction : cfa.actions[id].instructions) {
        held.execute(instruction.operation);
        if (std::holds_alternative<EndThread>(instruction.operation) && held.any())
          return true;
      }
      std::optional<Held> &next = at[cfa.actions[id].to];
      if (next) {
        held.merge(*next);
        if (held == *next)
          continue;
      }
      next = std::move(held);
      open.push_back(cfa.actions[id].to);
    }
  }
  return false;
}

bool startsThreads(const Program &program) {
  return std::any_of(program.cfas.begin(), program.cfas.end(), [](const Cfa &cfa) {
    return std::any_of(cfa.actions.begin(), cfa.actions.end(), [](const Action &action) {
      return std::any_of(action.instructions.begin(), action.instructions.end(), [](const Instruction &instruction) {
        return std::holds_alternative<Spawn>(instruction.operation);
      });
    });
  });
}

} // namespace

std::vector<bool> mayEndWithLocks(const Program &program) {
  std::vector<bool> result(program.cfas.size());
  if (!startsThreads(program))
    return result;
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    result[cfa] = mayEndWithLocks(program.cfas[cfa]);
  return result;
}

} // namespace heddle::program
