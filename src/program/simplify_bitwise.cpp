// Rules for Not, Neg, And, Or, Xor and the shifts.
#include "program/simplify.hpp"

#include <algorithm>
#include <utility>

namespace heddle::program::rules {

namespace {

using support::mask;

Expr simplifyNot(ExprPool &pool, Expr a) {
  switch (a->kind) {
  case ExprKind::Not:
    return a->args[0];
  case ExprKind::Neg: // ~(-x) = x - 1
    return pool.add(a->args[0], pool.constant(mask(a->width), a->width));
  case ExprKind::Ult:
    return pool.make(ExprKind::Ule, a->args[1], a->args[0]);
  case ExprKind::Ule:
    return pool.make(ExprKind::Ult, a->args[1], a->args[0]);
  case ExprKind::Slt:
    return pool.make(ExprKind::Sle, a->args[1], a->args[0]);
  case ExprKind::Sle:
    return pool.make(ExprKind::Slt, a->args[1], a->args[0]);
  case ExprKind::SExt:
    return pool.sext(pool.negate(a->args[0]), a->width);
  case ExprKind::Add: // ~(x + c) = -x - c - 1
    if (a->args[1]->isConstant())
      return pool.sub(pool.constant(~a->args[1]->value, a->width), a->args[0]);
    return nullptr;
  case ExprKind::Xor:
    if (a->args[1]->isConstant())
      return pool.make(ExprKind::Xor, a->args[0], pool.constant(~a->args[1]->value, a->width));
    return nullptr;
  default:
    return nullptr;
  }
}

Expr simplifyNeg(ExprPool &pool, Expr a) {
  if (a->width == 1)
    return a;
  switch (a->kind) {
  case ExprKind::Neg:
    return a->args[0];
  case ExprKind::Not: // -(~x) = x + 1
    return pool.add(a->args[0], pool.constant(1, a->width));
  case ExprKind::Sub:
    return pool.sub(a->args[1], a->args[0]);
  case ExprKind::Add: // -(x + c) = -c - x
    if (a->args[1]->isConstant())
      return pool.sub(pool.constant(~a->args[1]->value + 1, a->width), a->args[0]);
    return nullptr;
  case ExprKind::Mul:
    if (a->args[1]->isConstant())
      return pool.mul(a->args[0], pool.constant(~a->args[1]->value + 1, a->width));
    return nullptr;
  default:
    return nullptr;
  }
}

/// And and Or are dual; `absorbing` is 0 for And and all ones for Or, `neutral` the other.
Expr simplifyLattice(ExprPool &pool, ExprKind kind, Expr a, Expr b) {
  const bool isAnd = kind == ExprKind::And;
  const ExprKind dual = isAnd ? ExprKind::Or : ExprKind::And;
  const unsigned width = a->width;
  const Expr absorbing = pool.constant(isAnd ? 0 : mask(width), width);
  const Expr neutral = pool.constant(isAnd ? mask(width) : 0, width);
  if (b == absorbing || areComplements(a, b))
    return absorbing;
  if (b == neutral || a == b)
    return a;
  if (a->kind == dual && b->kind == dual) // (x & y) | (x & ~y) = x: arises where two branches merge
    for (const std::size_t i : {0U, 1U})
      for (const std::size_t j : {0U, 1U})
        if (a->args[i] == b->args[j] && areComplements(a->args[1 - i], b->args[1 - j]))
          return a->args[i];
  // The same rules on the operands of one side, in both roles.
  for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
    const bool hasA = b->args[0] == a || b->args[1] == a;
    if (b->kind == kind) {
      if (hasA)
        return b;
      if (areComplements(b->args[0], a) || areComplements(b->args[1], a))
        return absorbing;
    }
    if (b->kind == dual) {
      if (hasA)
        return a;
      // x & (~x | y) = x & y
      if (areComplements(b->args[0], a))
        return pool.make(kind, a, b->args[1]);
      if (areComplements(b->args[1], a))
        return pool.make(kind, a, b->args[0]);
    }
    if (isWithConstant(a, kind)) { // (x op c) op y = (x op y) op c, which brings constants together
      if (b->isConstant())
        return pool.make(kind, a->args[0], pool.make(kind, a->args[1], b));
      return pool.make(kind, pool.make(kind, a->args[0], b), a->args[1]);
    }
  }
  if (a->kind == ExprKind::ZExt && b->isConstant() && isAnd) {
    const Expr inner = a->args[0];
    return pool.zext(pool.make(kind, inner, pool.constant(b->value, inner->width)), width);
  }
  return nullptr;
}

/// Conjunctions of (in)equalities between one expression and two different constants.
Expr simplifyEqualities(ExprPool &pool, Expr a, Expr b) {
  const auto withConstant = [](Expr e) { return e->kind == ExprKind::Eq && e->args[1]->isConstant(); };
  const auto negated = [](Expr e) { return e->kind == ExprKind::Not ? e->args[0] : e; };
  for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
    const Expr other = negated(b);
    if (!withConstant(a) || !withConstant(other) || a->args[0] != other->args[0] || a == other)
      continue;
    return other == b ? pool.boolean(false) : a;
  }
  return nullptr;
}

Expr simplifyXor(ExprPool &pool, Expr a, Expr b) {
  const unsigned width = a->width;
  if (isZero(b))
    return a;
  if (isAllOnes(b))
    return pool.negate(a);
  if (a == b)
    return pool.constant(0, width);
  if (areComplements(a, b))
    return pool.constant(mask(width), width);
  if (width == 1)
    return pool.ne(a, b);
  for (int turn = 0; turn < 2; ++turn, std::swap(a, b)) {
    if (a->kind == ExprKind::Not) {
      if (b->isConstant())
        return pool.make(ExprKind::Xor, a->args[0], pool.constant(~b->value, width));
      return pool.negate(pool.make(ExprKind::Xor, a->args[0], b));
    }
    if (a->kind != ExprKind::Xor)
      continue;
    if (a->args[0] == b)
      return a->args[1];
    if (a->args[1] == b)
      return a->args[0];
    if (!a->args[1]->isConstant())
      continue;
    if (b->isConstant())
      return pool.make(ExprKind::Xor, a->args[0], pool.constant(a->args[1]->value ^ b->value, width));
    return pool.make(ExprKind::Xor, pool.make(ExprKind::Xor, a->args[0], b), a->args[1]);
  }
  return nullptr;
}

/// A right shift of a left shift extracts a field: this is how bit-fields are read.
Expr simplifyField(ExprPool &pool, ExprKind kind, Expr a, unsigned amount) {
  const unsigned width = a->width;
  if (!isWithConstant(a, ExprKind::Shl) || a->args[1]->value > amount)
    return nullptr;
  const unsigned left = static_cast<unsigned>(a->args[1]->value);
  const Expr field = pool.extract(a->args[0], amount - left, width - amount);
  return kind == ExprKind::LShr ? pool.zext(field, width) : pool.sext(field, width);
}

Expr simplifyShiftByConstant(ExprPool &pool, ExprKind kind, Expr a, Bits distance) {
  const unsigned width = a->width;
  const bool isArithmetic = kind == ExprKind::AShr;
  if (distance >= width) {
    if (!isArithmetic)
      return pool.constant(0, width);
    if (width == 1)
      return a;
    return pool.make(kind, a, pool.constant(width - 1, width));
  }
  if (distance == 0)
    return a;
  const unsigned amount = static_cast<unsigned>(distance);
  if (isWithConstant(a, kind)) {
    // A distance limited to `width` still shifts everything out, and `width` is representable in `width` bits.
    const Bits inner = std::min<Bits>(a->args[1]->value, width);
    const Bits total = std::min<Bits>(inner + amount, isArithmetic ? width - 1 : width);
    if (total >= width)
      return pool.constant(0, width);
    return pool.make(kind, a->args[0], pool.constant(total, width));
  }
  if (isArithmetic && isNonNegative(a))
    return pool.make(ExprKind::LShr, a, pool.constant(amount, width));
  if (kind == ExprKind::Shl)
    return isWithConstant(a, ExprKind::Mul) ? pool.mul(a->args[0], pool.constant(a->args[1]->value << amount, width))
                                            : nullptr;
  if (kind == ExprKind::LShr && a->kind == ExprKind::ZExt) {
    const Expr inner = a->args[0];
    if (amount >= inner->width)
      return pool.constant(0, width);
    return pool.zext(pool.make(kind, inner, pool.constant(amount, inner->width)), width);
  }
  if (kind == ExprKind::LShr && a->kind == ExprKind::Concat && amount >= a->args[1]->width) {
    const Expr high = a->args[0];
    const unsigned skipped = amount - a->args[1]->width;
    return pool.zext(pool.extract(high, skipped, high->width - skipped), width);
  }
  return simplifyField(pool, kind, a, amount);
}

} // namespace

Expr unary(ExprPool &pool, ExprKind kind, Expr a) {
  return kind == ExprKind::Not ? simplifyNot(pool, a) : simplifyNeg(pool, a);
}

Expr bitwise(ExprPool &pool, ExprKind kind, Expr a, Expr b) {
  if (kind == ExprKind::Xor)
    return simplifyXor(pool, a, b);
  if (const Expr simpler = simplifyLattice(pool, kind, a, b))
    return simpler;
  return kind == ExprKind::And && a->width == 1 ? simplifyEqualities(pool, a, b) : nullptr;
}

Expr shift(ExprPool &pool, ExprKind kind, Expr a, Expr b) {
  if (b->isConstant())
    return simplifyShiftByConstant(pool, kind, a, b->value);
  if (isZero(a) || (kind == ExprKind::AShr && isAllOnes(a)))
    return a;
  return nullptr;
}

} // namespace heddle::program::rules
