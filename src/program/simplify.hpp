// The rewriting rules that are applied on construction, one function per family of operators.
//
// Each function takes the operands of an expression that is about to be built and returns an equal, smaller
// or more regular expression, or nullptr if no rule of its family applies. Operands are already simplified;
// operators with only constant operands are folded before these functions are called, and the operands of
// commutative operators are in normal order (constants on the right, else by id).
#pragma once

#include "program/expression.hpp"

namespace heddle::program::rules {

Expr unary(ExprPool &pool, ExprKind kind, Expr a);           // Not, Neg
Expr bitwise(ExprPool &pool, ExprKind kind, Expr a, Expr b); // And, Or, Xor
Expr shift(ExprPool &pool, ExprKind kind, Expr a, Expr b);   // Shl, LShr, AShr
Expr sum(ExprPool &pool, ExprKind kind, Expr a, Expr b);     // Add, Sub
Expr product(ExprPool &pool, ExprKind kind, Expr a, Expr b); // Mul, divisions, remainders
Expr equality(ExprPool &pool, Expr a, Expr b);
Expr order(ExprPool &pool, ExprKind kind, Expr a, Expr b); // Ult, Ule, Slt, Sle
Expr concat(ExprPool &pool, Expr high, Expr low);
Expr extract(ExprPool &pool, Expr a, unsigned low, unsigned width);
Expr extend(ExprPool &pool, ExprKind kind, Expr a, unsigned width); // ZExt, SExt
Expr choice(ExprPool &pool, Expr condition, Expr a, Expr b);        // Ite

inline bool isZero(Expr e) { return e->isConstant() && e->value == 0; }
inline bool isOne(Expr e) { return e->isConstant() && e->value == 1; }
inline bool isAllOnes(Expr e) { return e->isConstant() && e->value == support::mask(e->width); }
inline bool isPowerOfTwo(Expr e) { return e->isConstant() && e->value != 0 && (e->value & (e->value - 1)) == 0; }

/// The exponent of a power of two.
inline unsigned exponent(Expr e) {
  unsigned k = 0;
  while ((e->value >> k) != 1)
    ++k;
  return k;
}

/// `e` is `kind` applied to something and a constant.
inline bool isWithConstant(Expr e, ExprKind kind) { return e->kind == kind && e->args[1]->isConstant(); }

/// Known to have a clear top bit.
bool isNonNegative(Expr e);
/// Known to be each other's complement.
bool areComplements(Expr a, Expr b);
/// An Ite between two constants: operators with constants move into it.
inline bool isConstantChoice(Expr e) {
  return e->kind == ExprKind::Ite && e->args[1]->isConstant() && e->args[2]->isConstant();
}

} // namespace heddle::program::rules
