#include "proof/live_registers.hpp"

namespace heddle::proof {

using program::Expr;

namespace {

/// The registers that are live before the action, given those that are live after it.
std::vector<bool> stepBack(const program::Action &action, std::vector<bool> live) {
  for (auto instruction = action.instructions.rbegin(); instruction != action.instructions.rend(); ++instruction) {
    if (const program::RegisterId written = program::writtenRegister(instruction->operation);
        written != program::noRegister)
      live[written] = false;
    program::forEachExpression(instruction->operation, [&live](Expr e) {
      program::forEachRegister(e, [&live](program::RegisterId id) { live[id] = true; });
    });
  }
  return live;
}

} // namespace

std::vector<std::vector<bool>> liveRegisters(const program::Cfa &cfa) {
  std::vector<std::vector<program::ActionId>> incoming(cfa.locations.size());
  for (program::ActionId id = 0; id < cfa.actions.size(); ++id)
    incoming[cfa.actions[id].to].push_back(id);
  std::vector<std::vector<bool>> live(cfa.locations.size(), std::vector<bool>(cfa.registers.size()));
  std::vector<bool> isPending(cfa.locations.size(), true);
  std::vector<program::LocationId> pending; // the last one is visited next: later locations mostly have higher numbers
  for (program::LocationId location = 0; location < cfa.locations.size(); ++location)
    pending.push_back(location);
  while (!pending.empty()) {
    const program::LocationId at = pending.back();
    pending.pop_back();
    isPending[at] = false;
    for (const program::ActionId id : incoming[at]) {
      const std::vector<bool> before = stepBack(cfa.actions[id], live[at]);
      const program::LocationId from = cfa.actions[id].from;
      bool hasGrown = false;
      for (std::size_t i = 0; i < before.size(); ++i)
        if (before[i] && !live[from][i])
          live[from][i] = hasGrown = true;
      if (!hasGrown || isPending[from])
        continue;
      isPending[from] = true;
      pending.push_back(from);
    }
  }
  return live;
}

} // namespace heddle::proof
