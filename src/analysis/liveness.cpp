// Liveness, one register at a time.
//
// Instead of iterating over sets of registers, the analysis takes each register in turn, starts at the actions
// that read it before writing it, and walks backward up to the actions that write it. Both the work and the
// result are the total length of all live ranges. Inlined programs have hundreds of thousands of registers,
// nearly all of them live across a few actions only; one bit-set per location would take gigabytes.
//
// Invariant: registers are visited in ascending order. Hence the last entry of a location's list tells whether
// the current register is already in it, and the lists are sorted.
#include "analysis/liveness.hpp"

#include <algorithm>

namespace heddle::analysis {

namespace {

using program::Action;
using program::ActionId;
using program::Cfa;
using program::LocationId;
using program::RegisterId;

bool contains(const RegisterList &list, RegisterId reg) { return std::binary_search(list.begin(), list.end(), reg); }

void insert(RegisterList &list, RegisterId reg) {
  const auto position = std::lower_bound(list.begin(), list.end(), reg);
  if (position == list.end() || *position != reg)
    list.insert(position, reg);
}

void erase(RegisterList &list, RegisterId reg) {
  const auto position = std::lower_bound(list.begin(), list.end(), reg);
  if (position != list.end() && *position == reg)
    list.erase(position);
}

/// Turns the registers that are live after the operation into those that are live before it.
void stepBack(RegisterList &live, const program::Operation &operation) {
  if (const RegisterId written = program::writtenRegister(operation); written != program::noRegister)
    erase(live, written);
  program::forEachExpression(operation, [&live](program::Expr e) {
    program::forEachRegister(e, [&live](RegisterId reg) { insert(live, reg); });
  });
}

/// The effect of a whole action on registers.
struct Effect {
  RegisterList reads; // before it writes them
  RegisterList writes;
};

Effect effectOf(const Action &action) {
  Effect effect;
  for (auto instruction = action.instructions.rbegin(); instruction != action.instructions.rend(); ++instruction) {
    stepBack(effect.reads, instruction->operation);
    if (const RegisterId written = program::writtenRegister(instruction->operation); written != program::noRegister)
      insert(effect.writes, written);
  }
  return effect;
}

} // namespace

Liveness::Liveness(const Cfa &cfa) : live_(cfa.locations.size()) {
  std::vector<Effect> effects;
  effects.reserve(cfa.actions.size());
  std::vector<std::vector<ActionId>> incoming(cfa.locations.size());
  std::vector<std::vector<ActionId>> readers(cfa.registers.size());
  for (ActionId id = 0; id < cfa.actions.size(); ++id) {
    effects.push_back(effectOf(cfa.actions[id]));
    incoming[cfa.actions[id].to].push_back(id);
    for (const RegisterId reg : effects[id].reads)
      readers[reg].push_back(id);
  }

  std::vector<LocationId> pending;
  for (RegisterId reg = 0; reg < cfa.registers.size(); ++reg) {
    const auto mark = [this, reg, &pending](LocationId location) {
      if (!live_[location].empty() && live_[location].back() == reg)
        return;
      live_[location].push_back(reg);
      pending.push_back(location);
    };
    for (const ActionId reader : readers[reg])
      mark(cfa.actions[reader].from);
    while (!pending.empty()) {
      const LocationId location = pending.back();
      pending.pop_back();
      for (const ActionId id : incoming[location])
        if (!contains(effects[id].writes, reg))
          mark(cfa.actions[id].from);
    }
  }
}

bool Liveness::isLive(LocationId location, RegisterId reg) const { return contains(live_[location], reg); }

RegisterList Liveness::after(const Action &action, std::size_t count) const {
  RegisterList live = at(action.to);
  for (std::size_t i = action.instructions.size(); i > count; --i)
    stepBack(live, action.instructions[i - 1].operation);
  return live;
}

} // namespace heddle::analysis
