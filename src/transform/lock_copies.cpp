// A synchronisation object is memory of the program, so a copy of a mutex that is held is a mutex that is held, and may
// be unlocked: what C libraries do then is another matter, and POSIX leaves it undefined. A copy of an object that is
// not in use is harmless in practice (a queue that is returned by value after its mutex has been initialised), and so
// is one that is never used (a snapshot of a struct that contains its own lock). So there is a check only where the
// source is initialised or used as a lock and the copy may get, perhaps by way of other copies, to memory that is used
// (locked, waited for, …; initialisation is not enough).
//
// All models keep their state in the first word: it is 0 unless a thread holds the mutex, spin lock or read-write lock,
// or waits on the condition variable or barrier, or the semaphore has a positive value. The check reads that word, in
// one step with the copy. Where points-to analysis does not know the offset of a copied word, the check compares its
// address with those of the locks; a register notes the outcome from the Load to the Store. Where it does not know the
// offset of a lock (an array of structs), congruences tell it from other members of the elements. What they leave may
// be another word, and it may be uninitialised: the check rules out proofs but is no violation of lock-discipline.
#include "transform/lock_copies.hpp"

#include "analysis/congruence.hpp"
#include "analysis/points_to.hpp"
#include "program/stale_handles.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace heddle::transform {

using namespace program;
using analysis::Region;
using analysis::RegionSet;

namespace {

constexpr std::uint64_t wordBytes = 4;

/// Of an object that the program could copy. Pipes are not in its memory.
bool isUse(SyncKind kind) {
  switch (kind) {
  case SyncKind::Once:
  case SyncKind::Receive:
  case SyncKind::Send:
  case SyncKind::Close:
  case SyncKind::Init:
  case SyncKind::PassOut:
    return false;
  default:
    return true;
  }
}

/// What an access may refer to.
struct Place {
  RegionSet regions;
  CfaId cfa = 0;
  Expr address = nullptr;
  std::uint64_t bytes = 0;
};

/// A Load whose value a Store writes to other memory.
struct Copy {
  CfaId cfa;
  ActionId load;                 // the actions
  std::optional<ActionId> store; // none if both are parts of a memory copy
  Place source;
  Place target;
};

class LockCopies {
public:
  explicit LockCopies(Program &program) : program_(program), pointsTo_(program), congruences_(program, pointsTo_) {
    for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
      collectLocks(cfa);
      collectCopies(cfa);
    }
  }

  void check() {
    std::vector<const Copy *> found;
    for (const Copy &copy : copies_)
      if (mayOverlap(copy.source, sources_) && mayReachLock(copy))
        found.push_back(&copy);
    std::map<std::pair<CfaId, ActionId>, Expr> areLocks; // by Store: some of the words that it may store
    for (const Copy *copy : found) {
      if (!copy->store) {
        checkMemoryCopy(*copy);
        continue;
      }
      Expr &isLock =
          areLocks.try_emplace({copy->cfa, *copy->store}, program_.expressions->boolean(false)).first->second;
      isLock = program_.expressions->disjunction(isLock, noteLock(*copy));
    }
    for (const auto &[store, isLock] : areLocks)
      checkStore(store.first, store.second, isLock);
    for (const Copy &copy : unfollowed_)
      if (mayOverlap(copy.source, sources_))
        refuseProof(program_.cfas[copy.cfa].actions[copy.load]);
  }

private:
  /// The first words of locks.
  struct Locks {
    std::vector<Place> places;
    RegionSet regions; // of all places
  };

  /// A wild pointer is undefined behaviour by itself.
  Place place(CfaId cfa, Expr address, std::uint64_t bytes) const {
    RegionSet regions = pointsTo_.regions(cfa, address, bytes);
    std::erase_if(regions, [](const Region &region) { return region.kind == Region::Kind::Anywhere; });
    return {std::move(regions), cfa, address, bytes};
  }

  bool mayOverlap(const Place &a, const Place &b) {
    return analysis::mayOverlap(a.regions, b.regions) &&
           analysis::mayOverlap(congruences_.of(a.cfa, a.address), a.bytes, congruences_.of(b.cfa, b.address), b.bytes);
  }
  bool mayOverlap(const Place &place, const Locks &locks) {
    return analysis::mayOverlap(place.regions, locks.regions) &&
           std::ranges::any_of(locks.places, [&](const Place &lock) { return mayOverlap(place, lock); });
  }

  static void add(Locks &locks, const Place &place) {
    locks.regions.insert(locks.regions.end(), place.regions.begin(), place.regions.end());
    const auto isSame = [&](const Place &other) { return other.cfa == place.cfa && other.address == place.address; };
    if (std::ranges::none_of(locks.places, isSame))
      locks.places.push_back(place);
  }

  void collectLocks(CfaId cfa) {
    for (const Action &action : program_.cfas[cfa].actions)
      for (const Instruction &instruction : action.instructions)
        if (const auto *sync = std::get_if<Sync>(&instruction.operation);
            sync != nullptr && (isUse(sync->kind) || sync->kind == SyncKind::Init)) {
          const Place word = place(cfa, sync->object, wordBytes);
          add(sources_, word);
          if (isUse(sync->kind))
            add(locks_, word);
        }
    analysis::normalise(locks_.regions);
    analysis::normalise(sources_.regions);
  }

  /// By register: the actions of the user's code whose Loads its value may come from.
  using Origins = std::vector<std::set<ActionId>>;

  bool isOfUser(const Instruction &instruction) const { return !program_.sources.isRuntime(instruction.span.file); }

  /// The instruction that follows in every execution.
  const Operation *next(const Cfa &cfa, const Action &action) const {
    const std::vector<ActionId> &outgoing = cfa.outgoing[action.to];
    return outgoing.size() == 1 && !cfa.actions[outgoing.front()].instructions.empty()
               ? &cfa.actions[outgoing.front()].instructions.front().operation
               : nullptr;
  }

  void collectCopies(CfaId id) {
    const Cfa &cfa = program_.cfas[id];
    Origins origins(cfa.registers.size());
    std::map<ActionId, Place> sources;
    for (ActionId action = 0; action < cfa.actions.size(); ++action)
      for (const Instruction &instruction : cfa.actions[action].instructions) {
        const auto *load = std::get_if<Load>(&instruction.operation);
        if (load == nullptr)
          continue;
        Place source = place(id, load->address, load->width / 8U);
        if (!load->access.copy) {
          if (!isOfUser(instruction))
            continue;
          origins[load->target].insert(action);
          sources[action] = std::move(source);
        } else if (const auto *store = std::get_if<Store>(next(cfa, cfa.actions[action]))) {
          copies_.push_back({id, action, std::nullopt, std::move(source), place(id, store->address, load->width / 8U)});
        } else {
          unfollowed_.push_back({id, action, std::nullopt, std::move(source), {}});
        }
      }
    for (bool isChanged = true; isChanged;) {
      isChanged = false;
      for (const Action &action : cfa.actions)
        for (const Instruction &instruction : action.instructions)
          if (const auto *assign = std::get_if<Assign>(&instruction.operation))
            isChanged = pass(origins, assign->target, assign->value) || isChanged;
    }
    for (ActionId action = 0; action < cfa.actions.size(); ++action)
      for (const Instruction &instruction : cfa.actions[action].instructions)
        if (const auto *store = std::get_if<Store>(&instruction.operation);
            store != nullptr && !store->access.copy && isOfUser(instruction)) {
          const Expr value = withoutConversions(store->value);
          if (!value->isRegister())
            continue;
          for (const ActionId load : origins[value->index])
            copies_.push_back({id, load, action, sources[load], place(id, store->address, store->value->width / 8U)});
        }
  }

  static bool pass(Origins &origins, RegisterId target, Expr assigned) {
    const Expr value = withoutConversions(assigned);
    if (!value->isRegister() || value->index == target)
      return false;
    const std::size_t before = origins[target].size();
    origins[target].insert(origins[value->index].begin(), origins[value->index].end());
    return origins[target].size() != before;
  }

  bool mayReachLock(const Copy &first) {
    std::set<const Copy *> seen{&first};
    std::vector<const Copy *> open{&first};
    while (!open.empty()) {
      const Copy *copy = open.back();
      open.pop_back();
      if (mayOverlap(copy->target, locks_))
        return true;
      for (const Copy &other : copies_)
        if (mayOverlap(copy->target, other.source) && seen.insert(&other).second)
          open.push_back(&other);
    }
    return false;
  }

  Instruction checkThat(Expr condition, SourceSpan span) const {
    return {Check{condition, Property::DefinedBehaviour, "a lock may be copied while it is in use, and the copy used"},
            span};
  }

  Expr isZero(Expr word) const {
    return program_.expressions->eq(word, program_.expressions->constant(0, word->width));
  }

  /// Whether the bytes at the address are part of the first word of a lock, as far as that is known.
  Expr isLock(const Place &source, Expr address, unsigned bytes) {
    ExprPool &pool = *program_.expressions;
    const PointerLayout &layout = program_.pointers;
    RegionSet locks;
    for (const Place &lock : sources_.places)
      if (mayOverlap(source, lock))
        locks.insert(locks.end(), lock.regions.begin(), lock.regions.end());
    analysis::normalise(locks);
    Expr result = pool.boolean(false);
    for (const Region &lock : locks) {
      if (!analysis::mayOverlap(source.regions, {lock}))
        continue;
      if (lock.end == Region::unbounded)
        return pool.boolean(true);
      const std::uint64_t first = lock.begin >= bytes ? lock.begin - bytes + 1 : 0;
      const bool isStatic = lock.kind == Region::Kind::Object;
      const Expr at = isStatic ? address : pool.extract(address, 0, layout.offsetBits);
      const Bits begin = isStatic ? layout.pointer(lock.id, first) : first;
      result = pool.disjunction(result, pool.make(ExprKind::Ult, pool.sub(at, pool.constant(begin, at->width)),
                                                  pool.constant(lock.end - first, at->width)));
    }
    return result;
  }

  /// A register that says, after the Load, whether it has read a lock.
  Expr noteLock(const Copy &copy) {
    const auto [known, isNew] = noted_.try_emplace({copy.cfa, copy.load}, nullptr);
    if (!isNew)
      return known->second;
    Cfa &cfa = program_.cfas[copy.cfa];
    const RegisterId noted = cfa.addRegister({"%isLock", 1, unknownType, false});
    std::vector<Instruction> &instructions = cfa.actions[copy.load].instructions;
    const auto load = std::ranges::find_if(instructions, [](const Instruction &instruction) {
      return std::holds_alternative<Load>(instruction.operation);
    });
    const Load &operation = std::get<Load>(load->operation);
    const Instruction assign{Assign{noted, isLock(copy.source, operation.address, operation.width / 8U)}, load->span};
    instructions.insert(load, assign); // before the Load, which may change the address
    return known->second = program_.expressions->reg(noted, 1);
  }

  void checkStore(CfaId id, ActionId action, Expr isLock) {
    Cfa &cfa = program_.cfas[id];
    const auto *store = firstOf<Store>(cfa.actions[action]);
    if (store == nullptr)
      return refuseProof(cfa.actions[action]);
    const Expr isHarmless =
        program_.expressions->disjunction(program_.expressions->negate(isLock), isZero(store->value));
    insertBefore(cfa, action, {checkThat(isHarmless, cfa.actions[action].instructions.front().span)},
                 cfa.locations[cfa.actions[action].from].atomic);
  }

  void checkMemoryCopy(const Copy &copy) {
    Cfa &cfa = program_.cfas[copy.cfa];
    const auto *load = firstOf<Load>(cfa.actions[copy.load]);
    if (load == nullptr)
      return refuseProof(cfa.actions[copy.load]);
    const SourceSpan span = cfa.actions[copy.load].instructions.front().span;
    Load held = *load;
    held.target = cfa.addRegister({"%held", held.width, unknownType, false});
    held.access.copy = false;
    const Expr word = program_.expressions->reg(held.target, held.width);
    const Expr isHarmless = program_.expressions->disjunction(
        program_.expressions->negate(isLock(copy.source, held.address, held.width / 8U)), isZero(word));
    insertBefore(cfa, copy.load, {{held, span}}, true);
    insertBefore(cfa, copy.load, {checkThat(isHarmless, span)}, true);
  }

  /// The first instruction. The front end makes one action of each access; anything else has been merged with a
  /// condition.
  template <typename Operation> static const Operation *firstOf(const Action &action) {
    return action.instructions.empty() ? nullptr : std::get_if<Operation>(&action.instructions.front().operation);
  }

  /// The instructions become an action before the given one; `isAtomic`: no other thread runs between the two.
  static void insertBefore(Cfa &cfa, ActionId id, std::vector<Instruction> instructions, bool isAtomic) {
    const LocationId from = cfa.actions[id].from;
    const LocationId between = cfa.addLocation({isAtomic, cfa.locations[from].span});
    std::erase(cfa.outgoing[from], id);
    cfa.addAction({from, between, std::move(instructions)});
    cfa.actions[id].from = between;
    cfa.outgoing[between].push_back(id);
  }

  void refuseProof(const Action &action) {
    const SourceSpan span = action.instructions.empty() ? SourceSpan{} : action.instructions.front().span;
    program_.warnings.push_back(
        {"a lock may be copied while it is in use, and the copy used, so no proof can rest on it",
         program_.sources.userSpan(span), true});
  }

  Program &program_;
  analysis::PointsTo pointsTo_;
  analysis::Congruences congruences_;
  Locks locks_;   // objects that are used for synchronisation
  Locks sources_; // … that are used or initialised
  std::vector<Copy> copies_;
  std::vector<Copy> unfollowed_;                     // where the value goes is not known
  std::map<std::pair<CfaId, ActionId>, Expr> noted_; // by action with a Load: the register of noteLock
};

bool usesLocks(const Program &program) {
  return std::ranges::any_of(program.cfas, [](const Cfa &cfa) {
    return std::ranges::any_of(cfa.actions, [](const Action &action) {
      return std::ranges::any_of(action.instructions, [](const Instruction &instruction) {
        const auto *sync = std::get_if<Sync>(&instruction.operation);
        return sync != nullptr && isUse(sync->kind);
      });
    });
  });
}

} // namespace

void checkLockCopies(Program &program) {
  if (usesLocks(program))
    LockCopies(program).check();
}

} // namespace heddle::transform
