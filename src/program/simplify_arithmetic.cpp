// Rules for sums, products, divisions and remainders.
//
// Sums keep their constant outermost, on the right of an Add, so that i + 1 - 1 is i and addresses are
// base + index + constant. Multiplication by a power of two becomes a shift; unsigned division and remainder
// by a power of two become a shift and a mask. Division by zero follows SMT-LIB, so x / x is not 1.
#include "program/simplify.hpp"

#include <utility>

namespace heddle::program::rules {

namespace {

using support::mask;

Bits minus(Bits value) { return ~value + 1; }

Expr simplifyAdd(ExprPool &pool, Expr a, Expr b) {
  const unsigned width = a->width;
  if (width == 1)
    return pool.make(ExprKind::Xor, a, b);
  if (isZero(b))
    return a;
  if (areComplements(a, b))
    return pool.constant(mask(width), width);
  for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
    if (isWithConstant(a, ExprKind::Add)) {
      const Expr c = a->args[1];
      if (b->isConstant())
        return pool.add(a->args[0], pool.constant(c->value + b->value, width));
      return pool.add(pool.add(a->args[0], b), c);
    }
    if (b->kind == ExprKind::Neg)
      return pool.sub(a, b->args[0]);
    if (a->kind == ExprKind::Not && b->isConstant()) // ~x + c = (c - 1) - x
      return pool.sub(pool.constant(b->value - 1, width), a->args[0]);
    if (a->kind != ExprKind::Sub)
      continue;
    if (a->args[1] == b) // (x - y) + y
      return a->args[0];
    if (a->args[0]->isConstant()) { // (c - x) + y
      const Expr c = a->args[0];
      if (b->isConstant())
        return pool.sub(pool.constant(c->value + b->value, width), a->args[1]);
      return pool.add(pool.sub(b, a->args[1]), c);
    }
  }
  return nullptr;
}

Expr simplifySub(ExprPool &pool, Expr a, Expr b) {
  const unsigned width = a->width;
  if (width == 1)
    return pool.make(ExprKind::Xor, a, b);
  if (a == b)
    return pool.constant(0, width);
  if (b->isConstant())
    return pool.add(a, pool.constant(minus(b->value), width));
  if (isZero(a))
    return pool.make(ExprKind::Neg, b);
  if (isAllOnes(a))
    return pool.negate(b);
  if (b->kind == ExprKind::Neg)
    return pool.add(a, b->args[0]);
  if (isWithConstant(a, ExprKind::Add)) // (x + c) - y
    return pool.add(pool.sub(a->args[0], b), a->args[1]);
  if (isWithConstant(b, ExprKind::Add)) { // x - (y + c)
    const Expr negated = pool.constant(minus(b->args[1]->value), width);
    if (a->isConstant())
      return pool.sub(pool.add(a, negated), b->args[0]);
    return pool.add(pool.sub(a, b->args[0]), negated);
  }
  if (a->kind == ExprKind::Add) { // (x + y) - x
    if (a->args[0] == b)
      return a->args[1];
    if (a->args[1] == b)
      return a->args[0];
  }
  if (b->kind == ExprKind::Add) { // x - (x + y)
    if (b->args[0] == a)
      return pool.make(ExprKind::Neg, b->args[1]);
    if (b->args[1] == a)
      return pool.make(ExprKind::Neg, b->args[0]);
  }
  if (a->kind == ExprKind::Sub && a->args[0] == b) // (x - y) - x
    return pool.make(ExprKind::Neg, a->args[1]);
  if (b->kind == ExprKind::Sub) {
    if (b->args[0] == a) // x - (x - y)
      return b->args[1];
    if (b->args[0]->isConstant()) // x - (c - y)
      return pool.sub(pool.add(a, b->args[1]), b->args[0]);
  }
  return nullptr;
}

/// A number as a narrower one: how many bits it has, and which conversion restores it.
struct Narrow {
  unsigned bits;
  ExprKind extension;
};

Narrow narrowed(Expr e) {
  if (e->isConstant()) {
    unsigned bits = 1;
    while (bits < e->width && (e->value >> bits) != 0)
      ++bits;
    return {bits, ExprKind::ZExt};
  }
  const bool isExtended = e->kind == ExprKind::ZExt || e->kind == ExprKind::SExt;
  return {isExtended ? e->args[0]->width : e->width, e->kind == ExprKind::SExt ? ExprKind::SExt : ExprKind::ZExt};
}

/// The exact product of widened numbers, which checks for overflow compute, is that of machine words if it fits into
/// one: (long long)x * y of two ints never overflows. A product of n and m bits has at most n + m bits, with the sign
/// if one of the two is signed.
Expr narrowProduct(ExprPool &pool, Expr a, Expr b) {
  constexpr unsigned word = 64;
  if (a->width <= word)
    return nullptr;
  const Narrow left = narrowed(a);
  const Narrow right = narrowed(b);
  if (left.bits + right.bits > word)
    return nullptr;
  const bool isSigned = left.extension == ExprKind::SExt || right.extension == ExprKind::SExt;
  const Expr product = pool.mul(pool.extract(a, 0, word), pool.extract(b, 0, word));
  return isSigned ? pool.sext(product, a->width) : pool.zext(product, a->width);
}

Expr simplifyMul(ExprPool &pool, Expr a, Expr b) {
  const unsigned width = a->width;
  if (width == 1)
    return pool.conjunction(a, b);
  if (isZero(b))
    return b;
  if (isOne(b))
    return a;
  if (isAllOnes(b))
    return pool.make(ExprKind::Neg, a);
  if (const Expr narrow = narrowProduct(pool, a, b))
    return narrow;
  if (b->isConstant()) {
    if (isWithConstant(a, ExprKind::Mul))
      return pool.mul(a->args[0], pool.constant(a->args[1]->value * b->value, width));
    if (isWithConstant(a, ExprKind::Shl) && a->args[1]->value < width)
      return pool.mul(a->args[0], pool.constant(b->value << static_cast<unsigned>(a->args[1]->value), width));
    if (a->kind == ExprKind::Neg)
      return pool.mul(a->args[0], pool.constant(minus(b->value), width));
    if (isPowerOfTwo(b))
      return pool.make(ExprKind::Shl, a, pool.constant(exponent(b), width));
    return nullptr;
  }
  if (a->kind == ExprKind::Neg && b->kind == ExprKind::Neg)
    return pool.mul(a->args[0], b->args[0]);
  for (int turn = 0; turn < 2; ++turn, std::swap(a, b))
    if (isWithConstant(a, ExprKind::Mul)) // (x * c) * y = (x * y) * c
      return pool.mul(pool.mul(a->args[0], b), a->args[1]);
  return nullptr;
}

/// Unsigned division of a widened value by a constant is done at the narrow width.
Expr narrowDivision(ExprPool &pool, ExprKind kind, Expr a, Expr b) {
  if (a->kind != ExprKind::ZExt || !b->isConstant() || isZero(b))
    return nullptr;
  const Expr inner = a->args[0];
  if (b->value > mask(inner->width))
    return kind == ExprKind::UDiv ? pool.constant(0, a->width) : a;
  return pool.zext(pool.make(kind, inner, pool.constant(b->value, inner->width)), a->width);
}

Expr simplifyUDiv(ExprPool &pool, Expr a, Expr b) {
  const unsigned width = a->width;
  if (isZero(b))
    return pool.constant(mask(width), width);
  if (isOne(b))
    return a;
  if (isPowerOfTwo(b))
    return pool.make(ExprKind::LShr, a, pool.constant(exponent(b), width));
  return narrowDivision(pool, ExprKind::UDiv, a, b);
}

Expr simplifyURem(ExprPool &pool, Expr a, Expr b) {
  const unsigned width = a->width;
  if (isZero(b) || isZero(a))
    return a;
  if (a == b)
    return pool.constant(0, width);
  if (isPowerOfTwo(b))
    return pool.make(ExprKind::And, a, pool.constant(b->value - 1, width));
  return narrowDivision(pool, ExprKind::URem, a, b);
}

Expr simplifySDiv(ExprPool &pool, Expr a, Expr b) {
  const unsigned width = a->width;
  const Expr zero = pool.constant(0, width);
  if (isZero(b)) // -1 for a ≥ 0, otherwise 1
    return pool.ite(pool.make(ExprKind::Slt, a, zero), pool.constant(1, width), pool.constant(mask(width), width));
  if (width > 1 && isOne(b))
    return a;
  if (isAllOnes(b))
    return pool.make(ExprKind::Neg, a);
  if (isNonNegative(a) && isNonNegative(b))
    return pool.make(ExprKind::UDiv, a, b);
  return nullptr;
}

Expr simplifySRem(ExprPool &pool, Expr a, Expr b) {
  const unsigned width = a->width;
  if (isZero(b) || isZero(a))
    return a;
  if (a == b || isOne(b) || isAllOnes(b))
    return pool.constant(0, width);
  if (isNonNegative(a) && isNonNegative(b))
    return pool.make(ExprKind::URem, a, b);
  return nullptr;
}

} // namespace

Expr sum(ExprPool &pool, ExprKind kind, Expr a, Expr b) {
  return kind == ExprKind::Add ? simplifyAdd(pool, a, b) : simplifySub(pool, a, b);
}

Expr product(ExprPool &pool, ExprKind kind, Expr a, Expr b) {
  switch (kind) {
  case ExprKind::Mul:
    return simplifyMul(pool, a, b);
  case ExprKind::UDiv:
    return simplifyUDiv(pool, a, b);
  case ExprKind::SDiv:
    return simplifySDiv(pool, a, b);
  case ExprKind::URem:
    return simplifyURem(pool, a, b);
  default:
    return simplifySRem(pool, a, b);
  }
}

} // namespace heddle::program::rules
