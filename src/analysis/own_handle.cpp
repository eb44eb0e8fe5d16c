#include "analysis/own_handle.hpp"

#include <algorithm>

namespace heddle::analysis {

using program::Action;
using program::Expr;
using program::ExprKind;
using program::RegisterId;

OwnHandle::OwnHandle(const program::Program &program, program::CfaId cfa)
    : cfa_(program.cfas[cfa]), definitions_(cfa_.registers.size()), escapes_(cfa_.registers.size()),
      stores_(cfa_.registers.size()) {
  for (const Action &action : cfa_.actions)
    for (const program::Instruction &instruction : action.instructions) {
      if (const RegisterId target = program::writtenRegister(instruction.operation); target != program::noRegister)
        definitions_[target].push_back({&action, &instruction.operation});
      Expr address = nullptr;
      if (const auto *load = std::get_if<program::Load>(&instruction.operation))
        address = load->address;
      if (const auto *free = std::get_if<program::Free>(&instruction.operation))
        address = free->address;
      if (const auto *store = std::get_if<program::Store>(&instruction.operation)) {
        address = store->address;
        if (address->isRegister())
          stores_[address->index].push_back({&action, &instruction.operation});
      }
      program::forEachExpression(instruction.operation, [&](Expr e) {
        if (e != address || !e->isRegister())
          program::forEachRegister(e, [&](RegisterId reg) { escapes_[reg] = true; });
      });
    }
}

bool OwnHandle::isOnEveryPath(const Action &action, program::LocationId to) const {
  std::vector<bool> seen(cfa_.locations.size());
  std::vector<program::LocationId> pending{cfa_.entry};
  seen[cfa_.entry] = true;
  while (!pending.empty()) {
    const program::LocationId at = pending.back();
    pending.pop_back();
    for (const program::ActionId id : cfa_.outgoing[at])
      if (const Action &next = cfa_.actions[id]; &next != &action && !seen[next.to]) {
        seen[next.to] = true;
        pending.push_back(next.to);
      }
  }
  return !seen[to];
}

bool OwnHandle::isNeeded(const Action &action) const {
  return std::any_of(
      action.instructions.begin(), action.instructions.end(), [&](const program::Instruction &instruction) {
        const auto *guard = std::get_if<program::Guard>(&instruction.operation);
        if (guard == nullptr || guard->condition->kind != ExprKind::Eq || cfa_.self == program::noRegister)
          return false;
        const auto isOwn = [this](Expr e) {
          while (e->kind == ExprKind::SExt || e->kind == ExprKind::ZExt)
            e = e->args[0];
          return e->isRegister() && e->index == cfa_.self;
        };
        const Expr a = guard->condition->args[0];
        const Expr b = guard->condition->args[1];
        return (isOwn(a) && isSpawned(b)) || (isOwn(b) && isSpawned(a));
      });
}

bool OwnHandle::isSpawned(Expr value) const {
  if (!value->isRegister() || definitions_[value->index].empty())
    return false;
  const auto &definitions = definitions_[value->index];
  return std::all_of(definitions.begin(), definitions.end(), [&](const Definition &definition) {
    if (std::holds_alternative<program::Spawn>(*definition.operation))
      return true;
    const auto *load = std::get_if<program::Load>(definition.operation);
    return load != nullptr && load->address->isRegister() && load->width == value->width &&
           holdsSpawned(load->address->index, *definition.action);
  });
}

bool OwnHandle::holdsSpawned(RegisterId variable, const Action &loading) const {
  if (escapes_[variable] || definitions_[variable].size() != 1 || stores_[variable].empty())
    return false;
  const Definition &made = definitions_[variable].front();
  const auto *allocate = std::get_if<program::Allocate>(made.operation);
  if (allocate == nullptr || allocate->storage != program::Storage::Stack || !allocate->size->isConstant())
    return false;
  bool isStoredBefore = false;
  for (const Definition &definition : stores_[variable]) {
    const auto &store = std::get<program::Store>(*definition.operation);
    const bool isWhole = store.value->width / 8 == allocate->size->value;
    const bool isSpawn =
        store.value->isRegister() && !definitions_[store.value->index].empty() &&
        std::all_of(definitions_[store.value->index].begin(), definitions_[store.value->index].end(),
                    [](const Definition &d) { return std::holds_alternative<program::Spawn>(*d.operation); });
    if (!isWhole || !isSpawn)
      return false;
    // If the variable were allocated again in between, some path from the entry would miss the store as well.
    isStoredBefore = isStoredBefore || (isOnEveryPath(*made.action, definition.action->from) &&
                                        isOnEveryPath(*definition.action, loading.from));
  }
  return isStoredBefore;
}

} // namespace heddle::analysis
