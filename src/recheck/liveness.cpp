// A backward fixed point. Of an action, `used` are the registers that it reads before it writes them.
#include "recheck/liveness.hpp"

namespace heddle::recheck {

Liveness::Liveness(const program::Cfa &cfa) {
  const Set none(cfa.registers.size() / bits + 1);
  const auto set = [](Set &target, program::RegisterId reg) { target[reg / bits] |= std::uint64_t{1} << (reg % bits); };
  struct Effect {
    Set used;
    Set written;
  };
  std::vector<Effect> effects(cfa.actions.size(), {none, none});
  for (program::ActionId id = 0; id < cfa.actions.size(); ++id) {
    auto &[used, written] = effects[id];
    for (const program::Instruction &instruction : cfa.actions[id].instructions) {
      program::forEachExpression(instruction.operation, [&](program::Expr expression) {
        program::forEachRegister(expression, [&](program::RegisterId reg) {
          if ((written[reg / bits] >> (reg % bits) & 1) == 0)
            set(used, reg);
        });
      });
      if (const program::RegisterId target = program::writtenRegister(instruction.operation);
          target != program::noRegister)
        set(written, target);
    }
  }
  live_.assign(cfa.locations.size(), none);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t id = cfa.actions.size(); id-- > 0;) {
      const program::Action &action = cfa.actions[id];
      for (std::size_t i = 0; i < none.size(); ++i) {
        std::uint64_t &target = live_[action.from][i];
        const std::uint64_t grown = target | effects[id].used[i] | (live_[action.to][i] & ~effects[id].written[i]);
        changed = changed || grown != target;
        target = grown;
      }
    }
  }
}

} // namespace heddle::recheck
