// A synchronisation object is memory of the program, so a copy of a mutex that is held is a mutex that is held, and may
// be unlocked: what C libraries do then is another matter, and POSIX leaves it undefined. A copy of an object that is
// not in use is harmless in practice (a queue that is returned by value after its mutex has been initialised), and so
// is one that is never used (a snapshot of a struct that contains its own lock). So there is a check only where the
// source is initialised or used as a lock and the copy may get, perhaps by way of other copies, to memory that is used
// (locked, waited for, …; initialisation is not enough).
//
// All models keep their state in the first word: it is 0 unless a thread holds the mutex, spin lock or read-write lock,
// or waits on the condition variable or barrier, or the semaphore has a positive value. The check reads that word, in
// one step with the copy. Where points-to analysis does not know the offsets, it may be another word, and it may be
// uninitialised: the check rules out proofs but is no violation of lock-discipline.
#include "transform/lock_copies.hpp"

#include "analysis/points_to.hpp"
#include "program/stale_handles.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace heddle::transform {

using namespace program;
using analysis::Region;
using analysis::RegionSet;

namespace {

constexpr std::uint64_t wordBytes = 4;

bool isUse(SyncKind kind) { return kind != SyncKind::Init && kind != SyncKind::Once && kind != SyncKind::PassOut; }

/// A Load whose value a Store writes to other memory.
struct Copy {
  CfaId cfa;
  ActionId action; // with the Load, if it is part of a memory copy; otherwise with the Store
  bool isOfMemory;
  RegionSet source;
  RegionSet target;
};

class LockCopies {
public:
  explicit LockCopies(Program &program) : program_(program), pointsTo_(program) {
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
    for (const Copy *copy : found)
      addCheck(*copy);
    for (const Copy &copy : unfollowed_)
      if (mayOverlap(copy.source, sources_))
        refuseProof(program_.cfas[copy.cfa].actions[copy.action]);
  }

private:
  /// A wild pointer is undefined behaviour by itself.
  RegionSet regions(CfaId cfa, Expr address, std::uint64_t size) const {
    RegionSet result = pointsTo_.regions(cfa, address, size);
    std::erase_if(result, [](const Region &region) { return region.kind == Region::Kind::Anywhere; });
    return result;
  }

  void collectLocks(CfaId cfa) {
    for (const Action &action : program_.cfas[cfa].actions)
      for (const Instruction &instruction : action.instructions)
        if (const auto *sync = std::get_if<Sync>(&instruction.operation);
            sync != nullptr && (isUse(sync->kind) || sync->kind == SyncKind::Init)) {
          const RegionSet words = regions(cfa, sync->object, wordBytes);
          sources_.insert(sources_.end(), words.begin(), words.end());
          if (isUse(sync->kind))
            locks_.insert(locks_.end(), words.begin(), words.end());
        }
    analysis::normalise(locks_);
    analysis::normalise(sources_);
  }

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
    std::vector<RegionSet> origins(cfa.registers.size()); // of the values that the user's code has loaded
    for (ActionId action = 0; action < cfa.actions.size(); ++action)
      for (const Instruction &instruction : cfa.actions[action].instructions) {
        const auto *load = std::get_if<Load>(&instruction.operation);
        if (load == nullptr)
          continue;
        RegionSet source = regions(id, load->address, load->width / 8U);
        if (!load->access.copy) {
          if (isOfUser(instruction))
            origins[load->target].insert(origins[load->target].end(), source.begin(), source.end());
          continue;
        }
        if (const auto *store = std::get_if<Store>(next(cfa, cfa.actions[action])))
          copies_.push_back({id, action, true, std::move(source), regions(id, store->address, load->width / 8U)});
        else
          unfollowed_.push_back({id, action, true, std::move(source), {}});
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
          if (value->isRegister() && !origins[value->index].empty())
            copies_.push_back(
                {id, action, false, origins[value->index], regions(id, store->address, store->value->width / 8U)});
        }
  }

  static bool pass(std::vector<RegionSet> &origins, RegisterId target, Expr assigned) {
    const Expr value = withoutConversions(assigned);
    if (!value->isRegister() || value->index == target)
      return false;
    RegionSet both = origins[target];
    both.insert(both.end(), origins[value->index].begin(), origins[value->index].end());
    analysis::normalise(both);
    analysis::normalise(origins[target]);
    if (both == origins[target])
      return false;
    origins[target] = std::move(both);
    return true;
  }

  bool mayReachLock(const Copy &first) const {
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

  void addCheck(const Copy &copy) {
    Cfa &cfa = program_.cfas[copy.cfa];
    const Action action = cfa.actions[copy.action];
    const auto isIt = [&](const Instruction &instruction) {
      return copy.isOfMemory ? std::holds_alternative<Load>(instruction.operation)
                             : std::holds_alternative<Store>(instruction.operation);
    };
    // The front end makes one action of each access; anything else has been merged with a condition.
    if (action.instructions.empty() || !isIt(action.instructions.front()))
      return refuseProof(action);
    const SourceSpan span = action.instructions.front().span;
    const auto checkThat = [&](Expr word) {
      return Instruction{Check{program_.expressions->eq(word, program_.expressions->constant(0, word->width)),
                               Property::DefinedBehaviour,
                               "a lock may be copied while it is in use, and the copy used"},
                         span};
    };
    if (!copy.isOfMemory)
      return insertBefore(cfa, copy.action, {checkThat(std::get<Store>(action.instructions.front().operation).value)},
                          cfa.locations[action.from].atomic);
    Load held = std::get<Load>(action.instructions.front().operation);
    held.target = cfa.addRegister({"%held", held.width, unknownType, false});
    held.access.copy = false;
    const Expr word = program_.expressions->reg(held.target, held.width);
    insertBefore(cfa, copy.action, {{held, span}}, true);
    insertBefore(cfa, copy.action, {checkThat(word)}, true);
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
  RegionSet locks_;   // the first words of objects that are used for synchronisation
  RegionSet sources_; // … that are used or initialised
  std::vector<Copy> copies_;
  std::vector<Copy> unfollowed_; // where the value goes is not known
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
