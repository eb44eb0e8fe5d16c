#include "proof/address_order.hpp"

#include <functional>

namespace heddle::proof {

using program::ExprKind;

namespace {

bool dependsOnOrder(ExprKind kind) {
  switch (kind) {
  case ExprKind::Sub:
  case ExprKind::Ult:
  case ExprKind::Ule:
  case ExprKind::Slt:
  case ExprKind::Sle:
    return true;
  default:
    return false;
  }
}

std::set<Origin> dynamicOrigins(const Targets &targets) {
  std::set<Origin> result;
  for (const Target &target : targets)
    if (target.origin.object == program::nullObject)
      result.insert(target.origin);
  return result;
}

bool allocates(const program::Program &program) {
  for (const program::Cfa &cfa : program.cfas)
    for (const program::Action &action : cfa.actions)
      for (const program::Instruction &instruction : action.instructions)
        if (std::holds_alternative<program::Allocate>(instruction.operation))
          return true;
  return false;
}

} // namespace

std::map<std::pair<program::CfaId, program::ActionId>, std::set<Origin>>
actionsThatOrderAddresses(const program::Program &program, Provenance &provenance) {
  std::map<std::pair<program::CfaId, program::ActionId>, std::set<Origin>> result;
  if (!allocates(program))
    return result;
  for (program::CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
    std::map<program::Expr, std::set<Origin>> known; // what an expression sets in relation
    const std::function<const std::set<Origin> &(program::Expr)> related =
        [&](program::Expr e) -> const std::set<Origin> & {
      if (const auto found = known.find(e); found != known.end())
        return found->second;
      std::set<Origin> all;
      for (const program::Expr arg : e->args)
        if (arg != nullptr)
          all.insert(related(arg).begin(), related(arg).end());
      if (dependsOnOrder(e->kind)) {
        const std::set<Origin> left = dynamicOrigins(provenance.targetsOf(cfa, e->args[0]));
        const std::set<Origin> right = dynamicOrigins(provenance.targetsOf(cfa, e->args[1]));
        if (!left.empty() && !right.empty()) {
          all.insert(left.begin(), left.end());
          all.insert(right.begin(), right.end());
        }
      }
      return known.emplace(e, std::move(all)).first->second;
    };
    for (program::ActionId id = 0; id < program.cfas[cfa].actions.size(); ++id)
      for (const program::Instruction &instruction : program.cfas[cfa].actions[id].instructions)
        program::forEachExpression(instruction.operation, [&](program::Expr e) {
          if (const std::set<Origin> &origins = related(e); !origins.empty())
            result[{cfa, id}].insert(origins.begin(), origins.end());
        });
  }
  return result;
}

} // namespace heddle::proof
