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

Expr ModularArguments::isAbove(CfaId cfa, Expr upper, Expr lower) const {
  // Since the one is less than the other, their difference does not wrap around as an unsigned number.
  return pool().conjunction(
      pool().make(ExprKind::Slt, lower, upper),
      pool().make(ExprKind::Ule, pool().constant(spacing_[cfa], upper->width), pool().sub(upper, lower)));
}

Expr ModularArguments::mayStart(CfaId cfa, Expr argument, Expr least, Expr greatest) const {
  return pool().disjunction(isAbove(cfa, argument, greatest), isAbove(cfa, least, argument));
}

Expr ModularArguments::areApart(CfaId cfa, Expr argument, Expr other) const {
  return isSpaced(cfa) ? mayStart(cfa, argument, other, other) : pool().boolean(true);
}

Expr ModularArguments::isIssued(CfaId cfa, Expr argument, Expr least, Expr greatest) const {
  return isSpaced(cfa) ? pool().conjunction(pool().make(ExprKind::Sle, least, argument),
                                            pool().make(ExprKind::Sle, argument, greatest))
                       : pool().boolean(true);
}

} // namespace heddle::proof
