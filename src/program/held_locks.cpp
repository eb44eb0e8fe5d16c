// A forward data-flow analysis of each automaton: by the expression of a lock's address, an upper bound on how often
// the thread holds it. The library models announce what they do by Sync operations.
//
// Invariant: every lock that the thread holds n times has an entry with a count of at least n whose expression
// evaluates to its address, or `unknown` is set. A lock adds one, also if it is only an attempt; an unlock subtracts
// one from the entry with the same expression, which is the same lock, because an entry does not survive an assignment
// to a register in its expression. An unlock without such an entry may concern another thread's lock, and subtracts
// nothing. At joins of paths, the larger count is kept.
//
// Some locks are taken only after they have been seen to be free: a mutex after a wait on a condition variable, which
// has released it completely, and a normal mutex that the thread has tried to lock twice. The thread then holds the
// lock as often as before the wait, which the entry still tells, or once. They are recognised by the load of the lock's
// word and the guard that it is 0, with which their atomic block begins.
#include "program/held_locks.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace heddle::program {

namespace {

constexpr unsigned mostNested = 4; // a larger count is unknown, so that loops have a fixed point

struct Held {
  std::map<Expr, unsigned> counts; // by the address of the lock; none is 0
  RegisterId loaded = noRegister;  // was last loaded, …
  Expr loadedFrom = nullptr;       // …from this address, …
  bool isZero = false;             // …and is 0, in the same atomic block
  bool unknown = false;

  bool operator==(const Held &) const = default;
  bool any() const { return unknown || !counts.empty(); }

  void loseTrack() {
    counts.clear();
    unknown = true;
  }

  void lock(Expr address) {
    unsigned &count = counts[address];
    if (isZero && loadedFrom == address)
      count = std::max(count, 1U);
    else if (++count > mostNested)
      loseTrack();
  }

  void unlock(Expr address) {
    const auto found = counts.find(address);
    if (found != counts.end() && --found->second == 0)
      counts.erase(found);
  }

  static bool uses(Expr expression, RegisterId target) {
    bool result = false;
    forEachRegister(expression, [&](RegisterId reg) { result = result || reg == target; });
    return result;
  }

  void assign(RegisterId target) {
    if (loaded != noRegister && (target == loaded || uses(loadedFrom, target)))
      forgetLoad();
    if (std::any_of(counts.begin(), counts.end(), [&](const auto &entry) { return uses(entry.first, target); }))
      loseTrack();
  }

  void forgetLoad() {
    loaded = noRegister;
    loadedFrom = nullptr;
    isZero = false;
  }

  void guard(Expr condition) {
    if (loaded == noRegister || condition->kind != ExprKind::Eq)
      return;
    for (const unsigned side : {0U, 1U}) {
      const Expr word = condition->args[side];
      const Expr value = condition->args[1 - side];
      if (word->isRegister() && word->index == loaded && value->isConstant() && value->value == 0)
        isZero = true;
    }
  }

  void merge(const Held &other) {
    if (loaded != other.loaded || loadedFrom != other.loadedFrom)
      forgetLoad();
    isZero = isZero && other.isZero;
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
    if (const auto *load = std::get_if<Load>(&operation)) {
      forgetLoad();
      if (!uses(load->address, load->target)) {
        loaded = load->target;
        loadedFrom = load->address;
      }
    } else if (std::holds_alternative<Store>(operation)) {
      forgetLoad();
    } else if (const auto *condition = std::get_if<Guard>(&operation)) {
      guard(condition->condition);
    }
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
      if (!cfa.locations[cfa.actions[id].to].atomic)
        held.forgetLoad(); // another thread may change the word
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
