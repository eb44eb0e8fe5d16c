#include "reachability/state_variables.hpp"

namespace heddle::reachability {

using Kind = StateVariable::Kind;

Expr StateVariables::intern(const Key &key, const StateVariable &variable) {
  const auto [entry, isNew] = index_.try_emplace(key, nullptr);
  if (isNew) {
    entry->second = pool_.reg(static_cast<VariableId>(variables_.size()), variable.width);
    variables_.push_back(variable);
  }
  return entry->second;
}

Expr StateVariables::ofRegister(unsigned slot, program::CfaId cfa, program::RegisterId reg, unsigned width) {
  return intern({Kind::Register, slot, cfa, reg, width},
                {.kind = Kind::Register, .width = width, .slot = slot, .cfa = cfa, .reg = reg});
}

Expr StateVariables::ofResult(unsigned slot, unsigned width) {
  return intern({Kind::Result, slot, 0, 0, width}, {.kind = Kind::Result, .width = width, .slot = slot});
}

Expr StateVariables::ofCell(program::ObjectId object, std::uint64_t offset, unsigned bytes) {
  return intern({Kind::Cell, object, offset, 0, bytes},
                {.kind = Kind::Cell, .width = bytes * 8, .object = object, .offset = offset});
}

Expr StateVariables::ofInput(unsigned slot, unsigned number, unsigned width) {
  return intern({Kind::Input, slot, number, 0, width},
                {.kind = Kind::Input, .width = width, .slot = slot, .reg = number});
}

Expr StateVariables::newSymbol(unsigned width) {
  variables_.push_back({.kind = Kind::Symbol, .width = width});
  return pool_.reg(static_cast<VariableId>(variables_.size() - 1), width);
}

} // namespace heddle::reachability
