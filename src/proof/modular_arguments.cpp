#include "proof/modular_arguments.hpp"

namespace heddle::proof {

using program::CfaId;
using program::ExprKind;

bool hasArgument(const program::Program &program, CfaId cfa) {
  const program::Cfa &function = program.cfas[cfa];
  return cfa != 0 && function.argument != program::noRegister &&
         function.registers[function.argument].width == program.pointers.width;
}

ModularArguments::ModularArguments(const program::Program &program, const ModularProof &proof, Vocabulary &vocabulary)
    : vocabulary_(vocabulary), spacing_(program.cfas.size(), 0) {
  for (const auto &[cfa, spacing] : proof.spacing)
    spacing_[cfa] = spacing;
}

std::vector<Expr> ModularArguments::mayStart(CfaId cfa, Expr argument, Expr greatest) const {
  // Since the one is less than the other, their difference does not wrap around as an unsigned number.
  return {pool().make(ExprKind::Slt, greatest, argument),
          pool().make(ExprKind::Ule, pool().constant(spacing_[cfa], argument->width), pool().sub(argument, greatest))};
}

Expr ModularArguments::areApart(CfaId cfa, Expr argument, Expr other) const {
  if (!isSpaced(cfa))
    return pool().boolean(true);
  const auto isBefore = [&](Expr lower, Expr upper) {
    const std::vector<Expr> parts = mayStart(cfa, upper, lower);
    return pool().conjunction(parts[0], parts[1]);
  };
  return pool().disjunction(isBefore(argument, other), isBefore(other, argument));
}

Expr ModularArguments::isIssued(CfaId cfa, Expr argument, Expr greatest) const {
  return isSpaced(cfa) ? pool().make(ExprKind::Sle, argument, greatest) : pool().boolean(true);
}

} // namespace heddle::proof
