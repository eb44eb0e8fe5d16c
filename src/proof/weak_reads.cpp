#include "proof/weak_reads.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace heddle::proof {

using program::CfaId;
using program::Instruction;
using program::SyncKind;

namespace {

std::set<program::ObjectId> objectsOf(const StaticRanges &ranges) {
  std::set<program::ObjectId> result;
  for (const StaticRange &range : ranges)
    result.insert(range.object);
  return result;
}

bool isOfModel(const StaticRanges &object, const StaticRanges &access) {
  return !object.empty() && objectsOf(object) == objectsOf(access);
}

} // namespace

StaticRanges staticRanges(Provenance &provenance, CfaId cfa, program::Expr address, std::uint64_t bytes) {
  StaticRanges result;
  for (const Target &target : provenance.targetsOf(cfa, address))
    if (target.origin.object != program::nullObject)
      result.push_back({target.origin.object, target.offset, bytes});
  return result;
}

bool mayOverlap(const StaticRanges &a, const StaticRanges &b) {
  return std::any_of(a.begin(), a.end(), [&](const StaticRange &x) {
    return std::any_of(b.begin(), b.end(), [&](const StaticRange &y) {
      if (x.object != y.object)
        return false;
      if (x.offset == Target::anywhere || y.offset == Target::anywhere)
        return true;
      return x.offset < y.offset + static_cast<std::int64_t>(y.bytes) &&
             y.offset < x.offset + static_cast<std::int64_t>(x.bytes);
    });
  });
}

WeakReads::WeakReads(const program::Program &program, Provenance &provenance)
    : program_(program), provenance_(provenance) {
  for (CfaId id = 0; id < program.cfas.size(); ++id) {
    for (const program::Action &action : program.cfas[id].actions)
      for (const Instruction &instruction : action.instructions)
        if (const auto *store = std::get_if<program::Store>(&instruction.operation);
            store != nullptr && store->access.shared && program::isAtomic(store->access.order))
          stores_.push_back({staticRanges(provenance, id, store->address, store->value->width / 8U),
                             program::releases(store->access.order), store->value});
    checkReadWriteLocks(program.cfas[id]);
  }
}

/// Looks for an unlock of a read-write lock that the thread may not hold. Locks at constant addresses are known to be
/// held after an operation that acquires them.
void WeakReads::checkReadWriteLocks(const program::Cfa &cfa) {
  struct Held {
    std::set<program::Bits> locks;            // by address
    std::set<program::ObjectId> synchronised; // objects that were read with acquire in this step
  };
  std::map<program::LocationId, Held> known{{cfa.entry, {}}};
  std::vector<program::LocationId> pending{cfa.entry};
  while (!pending.empty() && unlocksOnlyHeldReadWriteLocks_) {
    const program::LocationId at = pending.back();
    pending.pop_back();
    for (const program::ActionId id : cfa.outgoing[at]) {
      Held held = known.at(at);
      for (const Instruction &instruction : cfa.actions[id].instructions) {
        if (const auto *load = std::get_if<program::Load>(&instruction.operation);
            load != nullptr && load->address->isConstant() && program::acquires(load->access.order))
          held.synchronised.insert(program_.pointers.object(load->address->value));
        const auto *sync = std::get_if<program::Sync>(&instruction.operation);
        if (sync == nullptr)
          continue;
        const bool isConstant = sync->object->isConstant();
        const bool locks = sync->kind == SyncKind::ReadLock || sync->kind == SyncKind::WriteLock;
        if (locks && isConstant && held.synchronised.contains(program_.pointers.object(sync->object->value)))
          held.locks.insert(sync->object->value);
        if (sync->kind == SyncKind::RwUnlock && (!isConstant || held.locks.erase(sync->object->value) == 0))
          unlocksOnlyHeldReadWriteLocks_ = false;
      }
      const program::LocationId to = cfa.actions[id].to;
      if (!cfa.locations[to].atomic)
        held.synchronised.clear();
      const auto [entry, isNew] = known.try_emplace(to, held);
      const auto shrink = [](auto &set, const auto &by) {
        return std::erase_if(set, [&](const auto &element) { return !by.contains(element); }) > 0;
      };
      bool hasShrunk = shrink(entry->second.locks, held.locks);
      hasShrunk = shrink(entry->second.synchronised, held.synchronised) || hasShrunk;
      if (isNew || hasShrunk)
        pending.push_back(to);
    }
  }
}

std::vector<WeakReads::Model> WeakReads::modelsOn(CfaId cfa, const Path &path) const {
  std::vector<Model> models;
  for (const Instruction *instruction : path)
    if (const auto *sync = std::get_if<program::Sync>(&instruction->operation))
      models.push_back({.kind = sync->kind, .object = staticRanges(provenance_, cfa, sync->object, 1)});
  if (models.empty())
    return models;
  for (const Instruction *instruction : path) {
    const auto *load = std::get_if<program::Load>(&instruction->operation);
    const auto *store = std::get_if<program::Store>(&instruction->operation);
    if (load == nullptr && store == nullptr)
      continue;
    const StaticRanges ranges = load != nullptr ? staticRanges(provenance_, cfa, load->address, load->width / 8U)
                                                : staticRanges(provenance_, cfa, store->address, 1);
    const program::MemoryOrder order = load != nullptr ? load->access.order : store->access.order;
    for (Model &model : models) {
      if (!isOfModel(model.object, ranges))
        continue;
      model.acquires = model.acquires || (load != nullptr && program::acquires(order));
      model.writes = model.writes || store != nullptr;
      // No model uses this order. In an atomic block of the user, all accesses have it.
      model.isInBlockOfUser = model.isInBlockOfUser || order == program::MemoryOrder::SequentiallyConsistent;
    }
  }
  return models;
}

/// Whether reads of the object of the model, on a path with such accesses, would be as favourable without others.
bool WeakReads::isFavourable(const Model &model) const {
  if (model.isInBlockOfUser)
    return false;
  switch (model.kind) {
  case SyncKind::Lock:
  case SyncKind::TryLock:
  case SyncKind::ReadLock:
  case SyncKind::WriteLock:
  case SyncKind::SemWait:
  case SyncKind::CondWake:
  case SyncKind::BarrierWait:
  case SyncKind::BarrierLeave:
  case SyncKind::Once:
    return model.acquires; // otherwise the operation fails, or leaves the object as it is
  case SyncKind::Unlock:
    return model.writes;
  case SyncKind::RwUnlock:
    return model.writes && unlocksOnlyHeldReadWriteLocks_;
  case SyncKind::CondSignal:
  case SyncKind::CondBroadcast:
  case SyncKind::SemPost:
    return true;
  case SyncKind::CondWait:
  case SyncKind::Receive:
  case SyncKind::Send:
  case SyncKind::Close:
  case SyncKind::Init:
  case SyncKind::Destroy:
  case SyncKind::PassOut:
    return false;
  }
  return false;
}

std::vector<WeakReads::WeakRead> WeakReads::on(CfaId cfa, std::span<const program::ActionId> actions,
                                               bool beginsStep) const {
  Path path;
  for (const program::ActionId id : actions)
    if (id < program_.cfas[cfa].actions.size())
      for (const Instruction &instruction : program_.cfas[cfa].actions[id].instructions)
        path.push_back(&instruction);
  const std::vector<Model> models = modelsOn(cfa, path);
  // The beginning of a wait on a condition variable releases the mutex, which its thread holds.
  const bool beginsWait =
      std::any_of(models.begin(), models.end(),
                  [](const Model &model) { return model.kind == SyncKind::CondWait && !model.isInBlockOfUser; }) &&
      std::any_of(path.begin(), path.end(), [](const Instruction *instruction) {
        const auto *store = std::get_if<program::Store>(&instruction->operation);
        return store != nullptr && store->access.order == program::MemoryOrder::Release;
      });
  std::vector<WeakRead> result;
  if (beginsWait)
    return result;
  bool isAfterRelease = !beginsStep;
  for (const Instruction *instruction : path) {
    if (const auto *store = std::get_if<program::Store>(&instruction->operation))
      isAfterRelease = isAfterRelease || program::releases(store->access.order);
    isAfterRelease = isAfterRelease || std::holds_alternative<program::Spawn>(instruction->operation);
    const auto *load = std::get_if<program::Load>(&instruction->operation);
    if (load == nullptr || !load->access.shared || !program::isAtomic(load->access.order))
      continue;
    WeakRead read{staticRanges(provenance_, cfa, load->address, load->width / 8U), {}};
    const bool isFavourableHere = std::any_of(models.begin(), models.end(), [&](const Model &model) {
      return isOfModel(model.object, read.ranges) && isFavourable(model);
    });
    if (isFavourableHere)
      continue;
    const bool mayBeStrong = program::acquires(load->access.order) && !isAfterRelease;
    bool isStored = false;
    bool isStoredWeakly = false;
    bool valuesAreKnown = read.ranges.size() == 1 && read.ranges.front().offset != Target::anywhere;
    for (const AtomicStore &store : stores_) {
      if (!mayOverlap(store.ranges, read.ranges))
        continue;
      isStored = true;
      if (store.releases)
        continue;
      isStoredWeakly = true;
      valuesAreKnown = valuesAreKnown && store.value->isConstant() && store.ranges == read.ranges;
      if (valuesAreKnown)
        read.values.push_back(store.value->value);
    }
    if (!isStored || (mayBeStrong && !isStoredWeakly))
      continue;
    if (!mayBeStrong || !valuesAreKnown)
      read.values.clear();
    result.push_back(std::move(read));
  }
  return result;
}

} // namespace heddle::proof
