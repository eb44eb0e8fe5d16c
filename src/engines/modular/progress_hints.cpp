#include "engines/modular/progress_hints.hpp"

#include "analysis/loops.hpp"

#include <algorithm>
#include <set>

namespace heddle::engines::modular {

using program::CfaId;
using program::Expr;
using program::ExprKind;
using program::LocationId;
using program::RegisterId;

std::optional<program::Bits> incrementOf(const program::Assign &assignment) {
  const Expr value = assignment.value;
  if (value->kind != ExprKind::Add)
    return std::nullopt;
  for (const unsigned i : {0U, 1U})
    if (value->args[i]->isRegister() && value->args[i]->index == assignment.target && value->args[1 - i]->isConstant())
      return value->args[1 - i]->value;
  return std::nullopt;
}

namespace {

void addRanks(const program::Cfa &cfa, CfaId id, proof::ModularProof &proof) {
  std::set<std::pair<RegisterId, bool>> found;
  for (const program::Action &action : cfa.actions)
    for (const program::Instruction &instruction : action.instructions)
      if (const auto *assignment = std::get_if<program::Assign>(&instruction.operation))
        if (const std::optional<program::Bits> added = incrementOf(*assignment))
          if (const unsigned width = cfa.registers[assignment->target].width; width <= 64)
            found.emplace(assignment->target, (*added >> (width - 1) & 1) == 0);
  for (const auto &[reg, isRising] : found)
    for (const bool isSigned : {true, false})
      proof.ranks.push_back({id, reg, isRising, isSigned});
}

/// The register with which a condition compares a constant, and the value that makes it true.
struct Test {
  RegisterId reg = program::noRegister;
  std::uint64_t value = 0;
};

std::optional<Test> testOf(const program::Cfa &cfa, const program::Action &action) {
  const auto *guard =
      action.instructions.empty() ? nullptr : std::get_if<program::Guard>(&action.instructions.front().operation);
  if (guard == nullptr)
    return std::nullopt;
  const bool isNegated = guard->condition->kind == ExprKind::Not;
  const Expr e = isNegated ? guard->condition->args[0] : guard->condition;
  const bool isComparison = e->kind == ExprKind::Eq && e->args[1]->isConstant();
  const Expr reg = isComparison ? e->args[0] : e;
  if (!reg->isRegister() || cfa.registers[reg->index].width > 64)
    return std::nullopt;
  const auto value = static_cast<std::uint64_t>(isComparison ? e->args[1]->value : 1);
  return Test{reg->index, isNegated ? value ^ 1 : value};
}

/// Where a test of an input leaves a loop.
void addChoices(const program::Cfa &cfa, CfaId id, proof::ModularProof &proof) {
  const analysis::LoopInfo loops(cfa);
  for (LocationId location = 0; location < cfa.locations.size(); ++location) {
    const std::size_t around = loops.innermost(location);
    if (around == analysis::LoopInfo::noLoop)
      continue;
    for (const program::ActionId action : cfa.outgoing[location])
      if (!loops.loops()[around].contains(cfa.actions[action].to))
        if (const std::optional<Test> test = testOf(cfa, cfa.actions[action])) {
          proof.choices.push_back({id, location, test->reg, test->value});
          break;
        }
  }
}

} // namespace

void addProgressHints(const program::Program &program, proof::ModularProof &proof) {
  for (CfaId id = 0; id < program.cfas.size(); ++id) {
    addRanks(program.cfas[id], id, proof);
    addChoices(program.cfas[id], id, proof);
  }
}

} // namespace heddle::engines::modular
