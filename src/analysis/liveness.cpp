// Liveness, one register at a time.
//
// A register is live at a location if some path from there reads it before any operation on the path
// writes it; within an action the order of operations counts. Instead of iterating over sets of all
// registers, the analysis takes each register in turn, starts at the actions that read it before writing
// it, and walks backward until actions that write it: the work is the total length of all live ranges, and
// so is the result. Inlined programs have hundreds of thousands of registers, nearly all of them alive for
// a few actions only; bit-sets per location would need gigabytes for them.
//
// Invariant: registers are visited in ascending order, so the last entry of a location's list tells
// whether the current register was there before, and the lists come out sorted.
#include "analysis/liveness.hpp"

#include <algorithm>
#include <utility>

namespace heddle::analysis {

namespace {

using program::Action;
using program::ActionId;
using program::Cfa;
using program::LocationId;
using program::RegisterId;

/// What an action does to registers as a whole, each list sorted and without duplicates.
struct Effect {
  std::vector<RegisterId> reads; // before it writes them
  std::vector<RegisterId> writes;
};

void insert(std::vector<RegisterId> &sorted, RegisterId reg) {
  const auto place = std::lower_bound(sorted.begin(), sorted.end(), reg);
  if (place == sorted.end() || *place != reg)
    sorted.insert(place, reg);
}

bool contains(const std::vector<RegisterId> &sorted, RegisterId reg) {
  return std::binary_search(sorted.begin(), sorted.end(), reg);
}

Effect effectOf(const Action &action) {
  Effect effect;
  for (const program::Instruction &instruction : action.instructions) {
    program::forEachExpression(instruction.operation, [&effect](program::Expr e) {
      program::forEachRegister(e, [&effect](RegisterId reg) {
        if (!contains(effect.writes, reg))
          insert(effect.reads, reg);
      });
    });
    const RegisterId written = program::writtenRegister(instruction.operation);
    if (written != program::noRegister)
      insert(effect.writes, written);
  }
  return effect;
}

bool reads(const program::Operation &operation, RegisterId reg) {
  bool found = false;
  program::forEachExpression(operation, [&found, reg](program::Expr e) {
    program::forEachRegister(e, [&found, reg](RegisterId other) { found |= other == reg; });
  });
  return found;
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
    const auto reach = [this, reg, &pending](LocationId location) {
      if (!live_[location].empty() && live_[location].back() == reg)
        return;
      live_[location].push_back(reg);
      pending.push_back(location);
    };
    for (const ActionId reader : readers[reg])
      reach(cfa.actions[reader].from);
    while (!pending.empty()) {
      const LocationId location = pending.back();
      pending.pop_back();
      for (const ActionId id : incoming[location])
        if (!contains(effects[id].writes, reg))
          reach(cfa.actions[id].from);
    }
  }
}

bool Liveness::isLive(LocationId location, RegisterId reg) const { return contains(live_[location], reg); }

bool Liveness::isLiveBehind(const Action &action, std::size_t step, RegisterId reg) const {
  for (std::size_t i = step + 1; i < action.instructions.size(); ++i) {
    if (reads(action.instructions[i].operation, reg))
      return true;
    if (program::writtenRegister(action.instructions[i].operation) == reg)
      return false;
  }
  return isLive(action.to, reg);
}

} // namespace heddle::analysis
