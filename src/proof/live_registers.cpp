#include "proof/live_registers.hpp"

namespace heddle::proof {

using program::Expr;

std::vector<std::vector<bool>> liveRegisters(const program::Cfa &cfa) {
  std::vector<std::vector<bool>> live(cfa.locations.size(), std::vector<bool>(cfa.registers.size()));
  for (bool changed = true; changed;) {
    changed = false;
    for (const program::Action &action : cfa.actions) {
      std::vector<bool> now = live[action.to];
      for (auto instruction = action.instructions.rbegin(); instruction != action.instructions.rend(); ++instruction) {
        if (const program::RegisterId written = program::writtenRegister(instruction->operation);
            written != program::noRegister)
          now[written] = false;
        program::forEachExpression(instruction->operation, [&now](Expr e) {
          program::forEachRegister(e, [&now](program::RegisterId id) { now[id] = true; });
        });
      }
      for (std::size_t i = 0; i < now.size(); ++i)
        if (now[i] && !live[action.from][i])
          live[action.from][i] = changed = true;
    }
  }
  return live;
}

} // namespace heddle::proof
