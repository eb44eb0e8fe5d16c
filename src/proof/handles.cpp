#include "proof/handles.hpp"

#include <algorithm>

namespace heddle::proof {

using program::CfaId;

namespace {

bool keepsHandle(const program::Cfa &cfa) {
  if (cfa.self == program::noRegister || cfa.registers[cfa.self].width < Handles::leastWidth)
    return false;
  return std::none_of(cfa.actions.begin(), cfa.actions.end(), [&](const program::Action &action) {
    return std::any_of(action.instructions.begin(), action.instructions.end(), [&](const program::Instruction &i) {
      return program::writtenRegister(i.operation) == cfa.self;
    });
  });
}

} // namespace

Handles::Handles(const program::Program &program) : program_(program) {
  for (const program::Cfa &cfa : program.cfas)
    isKept_.push_back(keepsHandle(cfa));
}

/// Zero, or the thread's own handle.
bool Handles::isHandle(CfaId cfa, program::Expr value) const {
  if (value->isConstant())
    return value->value == 0;
  if (value->kind == program::ExprKind::Ite)
    return isHandle(cfa, value->args[1]) && isHandle(cfa, value->args[2]);
  if (value->kind == program::ExprKind::ZExt)
    return isHandle(cfa, value->args[0]);
  return value->isRegister() && isKept_[cfa] && value->index == program_.cfas[cfa].self;
}

bool Handles::isInitiallyZero(const StaticCell &cell) const {
  const auto &initial = program_.objects[cell.object].initial;
  if (!initial)
    return false;
  const auto begin = initial->begin() + static_cast<std::ptrdiff_t>(cell.offset);
  return std::all_of(begin, begin + cell.bytes, [](std::uint8_t byte) { return byte == 0; });
}

bool Handles::areAllStoredIn(const StaticCell &cell, Provenance &provenance) const {
  if (program_.objects[cell.object].kind != program::StaticObject::Kind::Variable)
    return false;
  for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
    for (const program::Action &action : program_.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions) {
        const auto *store = std::get_if<program::Store>(&instruction.operation);
        if (store == nullptr)
          continue;
        const std::uint64_t bytes = store->value->width / 8U;
        for (const Target &target : provenance.targetsOf(cfa, store->address)) {
          if (target.origin.object != cell.object)
            continue;
          if (target.offset == Target::anywhere)
            return false;
          const auto at = static_cast<std::uint64_t>(target.offset);
          const bool overlaps = at < cell.offset + cell.bytes && cell.offset < at + bytes;
          if (overlaps && (at != cell.offset || bytes != cell.bytes || !isHandle(cfa, store->value)))
            return false;
        }
      }
  return true;
}

} // namespace heddle::proof
