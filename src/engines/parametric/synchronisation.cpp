#include "engines/parametric/synchronisation.hpp"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>

namespace heddle::engines::parametric {

using analysis::Region;
using analysis::RegionSet;
using program::CfaId;
using program::Instruction;
using program::SyncKind;

namespace {

/// Whether both are parts of the same static objects.
bool haveSameObjects(const RegionSet &a, const RegionSet &b) {
  const auto objectsOf = [](const RegionSet &regions) -> std::optional<std::set<std::uint32_t>> {
    std::set<std::uint32_t> result;
    for (const Region &region : regions) {
      if (region.kind != Region::Kind::Object)
        return std::nullopt;
      result.insert(region.id);
    }
    return result;
  };
  const auto first = objectsOf(a);
  return first && !first->empty() && first == objectsOf(b);
}

} // namespace

Synchronisation::Synchronisation(const program::Program &program, const analysis::PointsTo &pointsTo)
    : program_(program), pointsTo_(pointsTo) {
  for (CfaId id = 0; id < program.cfas.size(); ++id) {
    for (const program::Action &action : program.cfas[id].actions)
      for (const Instruction &instruction : action.instructions)
        if (const auto *store = std::get_if<program::Store>(&instruction.operation);
            store != nullptr && store->access.shared && program::isAtomic(store->access.order))
          writes_.push_back({pointsTo.regions(id, store->address, store->value->width / 8U),
                             program::releases(store->access.order), store->value});
    readWriteLocksAreHeld_ = readWriteLocksAreHeld_ && unlocksOnlyHeldLocks(id);
  }
}

/// Whether every unlock of a read-write lock, on every path, follows a lock that it ends. Only locks at constant
/// addresses, taken by operations that wait, are known to be held.
bool Synchronisation::unlocksOnlyHeldLocks(CfaId id) const {
  const program::Cfa &cfa = program_.cfas[id];
  struct State {
    bool isReached = false;
    std::set<program::Bits> held;         // addresses
    std::set<program::ObjectId> acquired; // in this step
    bool operator==(const State &) const = default;
  };
  const auto objectOf = [&](program::Expr address) { return program_.pointers.object(address->value); };
  bool isFine = true;
  const auto apply = [&](State &state, const Instruction &instruction) {
    if (const auto *load = std::get_if<program::Load>(&instruction.operation)) {
      if (load->address->isConstant() && program::acquires(load->access.order))
        state.acquired.insert(objectOf(load->address));
      return;
    }
    const auto *sync = std::get_if<program::Sync>(&instruction.operation);
    if (sync == nullptr)
      return;
    const bool isConstant = sync->object->isConstant();
    if ((sync->kind == SyncKind::ReadLock || sync->kind == SyncKind::WriteLock) && isConstant &&
        state.acquired.contains(objectOf(sync->object)))
      state.held.insert(sync->object->value);
    if (sync->kind == SyncKind::RwUnlock && (!isConstant || state.held.erase(sync->object->value) == 0))
      isFine = false;
  };
  std::vector<State> states(cfa.locations.size());
  states[cfa.entry].isReached = true;
  std::deque<program::LocationId> pending{cfa.entry};
  while (!pending.empty()) {
    const program::LocationId at = pending.front();
    pending.pop_front();
    for (const program::ActionId action : cfa.outgoing[at]) {
      const program::LocationId to = cfa.actions[action].to;
      State after = states[at];
      for (const Instruction &instruction : cfa.actions[action].instructions)
        apply(after, instruction);
      if (!cfa.locations[to].atomic)
        after.acquired.clear();
      State &target = states[to];
      if (target.isReached) {
        std::erase_if(after.held, [&](program::Bits address) { return !target.held.contains(address); });
        std::erase_if(after.acquired, [&](program::ObjectId object) { return !target.acquired.contains(object); });
      }
      if (target == after)
        continue;
      target = std::move(after);
      pending.push_back(to);
    }
  }
  // The states only shrink on the way, so an unlock that was wrong on the way is wrong at the end as well.
  return isFine;
}

std::vector<Synchronisation::Model> Synchronisation::modelsOn(CfaId cfa,
                                                              std::span<const Instruction *const> path) const {
  std::vector<Model> result;
  for (const Instruction *instruction : path)
    if (const auto *sync = std::get_if<program::Sync>(&instruction->operation))
      result.push_back({sync->kind, pointsTo_.regions(cfa, sync->object, 1), false, false, false});
  for (const Instruction *instruction : path) {
    const auto *load = std::get_if<program::Load>(&instruction->operation);
    const auto *store = std::get_if<program::Store>(&instruction->operation);
    if (load == nullptr && store == nullptr)
      continue;
    const RegionSet regions = load != nullptr ? pointsTo_.regions(cfa, load->address, load->width / 8U)
                                              : pointsTo_.regions(cfa, store->address, store->value->width / 8U);
    const program::MemoryOrder order = load != nullptr ? load->access.order : store->access.order;
    for (Model &model : result) {
      if (!haveSameObjects(model.object, regions))
        continue;
      model.acquires = model.acquires || (load != nullptr && program::acquires(order));
      model.writes = model.writes || store != nullptr;
      // The models use weaker orders, but all accesses in atomic blocks of the program are sequentially consistent.
      model.isOfUser = model.isOfUser || order == program::MemoryOrder::SequentiallyConsistent;
    }
  }
  return result;
}

/// Whether the read belongs to an operation of a model that does not depend on reads that do not synchronise.
bool Synchronisation::isTrusted(const std::vector<Model> &models, const RegionSet &read) const {
  return std::any_of(models.begin(), models.end(), [&](const Model &model) {
    if (model.isOfUser)
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
      return model.acquires && haveSameObjects(model.object, read);
    case SyncKind::Unlock:
      return model.writes && haveSameObjects(model.object, read);
    case SyncKind::RwUnlock:
      return model.writes && readWriteLocksAreHeld_ && haveSameObjects(model.object, read);
    case SyncKind::CondSignal:
    case SyncKind::CondBroadcast:
    case SyncKind::SemPost:
      return haveSameObjects(model.object, read);
    case SyncKind::CondWait: // also accesses the mutex
    case SyncKind::Receive:
    case SyncKind::Send:
    case SyncKind::Close:
    case SyncKind::Init:
    case SyncKind::Destroy:
    case SyncKind::PassOut:
      return false;
    }
    return false;
  });
}

std::vector<Synchronisation::WeakRead> Synchronisation::weakReads(CfaId cfa, std::span<const Instruction *const> path,
                                                                  bool isBeginning) const {
  std::vector<WeakRead> result;
  const std::vector<Model> models = modelsOn(cfa, path);
  // A wait on a condition variable releases the mutex, which its thread holds: it reads what it has written itself.
  const bool waits =
      std::any_of(models.begin(), models.end(),
                  [](const Model &model) { return model.kind == SyncKind::CondWait && !model.isOfUser; }) &&
      std::any_of(path.begin(), path.end(), [](const Instruction *instruction) {
        const auto *store = std::get_if<program::Store>(&instruction->operation);
        return store != nullptr && store->access.order == program::MemoryOrder::Release;
      });
  bool hasReleased = !isBeginning;
  for (const Instruction *instruction : path) {
    if (std::holds_alternative<program::Spawn>(instruction->operation))
      hasReleased = true;
    if (const auto *store = std::get_if<program::Store>(&instruction->operation))
      hasReleased = hasReleased || program::releases(store->access.order);
    const auto *load = std::get_if<program::Load>(&instruction->operation);
    if (load == nullptr || !load->access.shared || !program::isAtomic(load->access.order))
      continue;
    RegionSet regions = pointsTo_.regions(cfa, load->address, load->width / 8U);
    WeakRead weak{{}, instruction->span, {}};
    bool isWritten = false;
    bool isWeak = hasReleased || !program::acquires(load->access.order);
    bool dependsOnValue = !isWeak;
    for (const Write &write : writes_) {
      if (!analysis::mayOverlap(write.regions, regions))
        continue;
      isWritten = true;
      if (write.releases)
        continue;
      isWeak = true;
      dependsOnValue = dependsOnValue && write.value->isConstant() && write.value->width == load->width &&
                       write.regions.size() == 1 && write.regions == regions;
      if (dependsOnValue)
        weak.values.push_back(write.value->value);
    }
    if (!isWritten || !isWeak || waits || isTrusted(models, regions))
      continue;
    weak.regions = std::move(regions);
    if (!dependsOnValue)
      weak.values.clear();
    result.push_back(std::move(weak));
  }
  return result;
}

} // namespace heddle::engines::parametric
