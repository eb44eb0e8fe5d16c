#include "engines/modular/selectors.hpp"

#include <set>
#include <utility>

namespace heddle::engines::modular {

using program::RegisterId;

std::vector<bool> selectorsOf(const program::Cfa &cfa) {
  constexpr std::size_t mostConstants = 4;
  std::vector<bool> isSelector(cfa.registers.size(), true);
  std::vector<std::set<program::Bits>> constants(cfa.registers.size());
  std::vector<std::pair<RegisterId, RegisterId>> copies; // and what they are copies of
  for (const program::Action &action : cfa.actions)
    for (const program::Instruction &instruction : action.instructions) {
      const RegisterId reg = program::writtenRegister(instruction.operation);
      if (reg == program::noRegister)
        continue;
      const auto *assign = std::get_if<program::Assign>(&instruction.operation);
      if (assign != nullptr && assign->value->isConstant())
        constants[reg].insert(assign->value->value);
      else if (assign != nullptr && assign->value->width == 1 && !assign->value->isRegister())
        constants[reg].insert({0, 1});
      else if (assign != nullptr && assign->value->isRegister())
        copies.emplace_back(reg, assign->value->index);
      else
        isSelector[reg] = false;
    }
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const auto &[copy, original] : copies) {
      const std::size_t count = constants[copy].size();
      constants[copy].insert(constants[original].begin(), constants[original].end());
      const bool isOne = isSelector[copy] && isSelector[original] && constants[copy].size() <= mostConstants;
      hasChanged = hasChanged || constants[copy].size() != count || isOne != isSelector[copy];
      isSelector[copy] = isOne;
    }
  }
  for (RegisterId reg = 0; reg < cfa.registers.size(); ++reg)
    if (constants[reg].size() < 2 || constants[reg].size() > mostConstants)
      isSelector[reg] = false;
  return isSelector;
}

} // namespace heddle::engines::modular
