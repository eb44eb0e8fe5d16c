// Rules for Concat, Extract, the extensions and Ite.
//
// Extract moves toward the leaves, through all operators that only rearrange bits, and through arithmetic if
// that makes the operands narrower. Concat associates to the right and joins adjacent pieces of one value, so
// that a value split into bytes and reassembled is the value itself.
#include "program/simplify.hpp"

#include <algorithm>
#include <utility>

namespace heddle::program::rules {

namespace {

/// The two pieces as one, if they are adjacent in the same value.
Expr glue(ExprPool &pool, Expr high, Expr low) {
  if (high->isConstant() && low->isConstant())
    return pool.make(ExprKind::Concat, high, low);
  if (high->kind != ExprKind::Extract)
    return nullptr;
  const Expr whole = high->args[0];
  // The low piece is the value itself only if it is as wide as the value; here both pieces are Extracts.
  if (low->kind == ExprKind::Extract && low->args[0] == whole && low->index + low->width == high->index)
    return pool.extract(whole, low->index, unsigned{low->width} + high->width);
  return nullptr;
}

Expr extractFromConcat(ExprPool &pool, Expr a, unsigned low, unsigned width) {
  const Expr high = a->args[0];
  const Expr rest = a->args[1];
  if (low >= rest->width)
    return pool.extract(high, low - rest->width, width);
  if (low + width <= rest->width)
    return pool.extract(rest, low, width);
  const unsigned fromRest = rest->width - low;
  return pool.make(ExprKind::Concat, pool.extract(high, 0, width - fromRest), pool.extract(rest, low, fromRest));
}

Expr extractFromExtension(ExprPool &pool, Expr a, unsigned low, unsigned width) {
  const Expr inner = a->args[0];
  const bool isSigned = a->kind == ExprKind::SExt;
  if (low + width <= inner->width)
    return pool.extract(inner, low, width);
  if (low >= inner->width && !isSigned)
    return pool.constant(0, width);
  const unsigned start = std::min<unsigned>(low, inner->width - 1u);
  const Expr piece = pool.extract(inner, start, inner->width - start);
  return isSigned ? pool.sext(piece, width) : pool.zext(piece, width);
}

Expr extractFromShift(ExprPool &pool, Expr a, unsigned low, unsigned width) {
  if (!a->args[1]->isConstant() || a->args[1]->value >= a->width)
    return nullptr;
  const unsigned amount = static_cast<unsigned>(a->args[1]->value);
  if (a->kind == ExprKind::Shl) {
    if (low >= amount)
      return pool.extract(a->args[0], low - amount, width);
    return low + width <= amount ? pool.constant(0, width) : nullptr;
  }
  if (low + amount + width <= a->width)
    return pool.extract(a->args[0], low + amount, width);
  return a->kind == ExprKind::LShr && low + amount >= a->width ? pool.constant(0, width) : nullptr;
}

/// Whether extracting bits of the expression costs nothing, or makes it narrower.
bool isCheapToCut(Expr e) {
  switch (e->kind) {
  case ExprKind::Constant:
  case ExprKind::ZExt:
  case ExprKind::SExt:
  case ExprKind::Extract:
  case ExprKind::Concat:
    return true;
  default:
    return false;
  }
}

Expr extractFromBinary(ExprPool &pool, Expr a, unsigned low, unsigned width) {
  const Expr x = a->args[0];
  const Expr y = a->args[1];
  const bool isBitwise = a->kind == ExprKind::And || a->kind == ExprKind::Or || a->kind == ExprKind::Xor;
  const bool bothCheap = isCheapToCut(x) && isCheapToCut(y);
  const bool maskedLeaf = isBitwise && x->isRegister() && y->isConstant();
  if (!bothCheap && !maskedLeaf)
    return nullptr;
  if (!isBitwise && low != 0) // carries come from below
    return nullptr;
  return pool.make(a->kind, pool.extract(x, low, width), pool.extract(y, low, width));
}

Expr nestedChoice(ExprPool &pool, Expr c, Expr a, Expr b) {
  if (a->kind == ExprKind::Ite) {
    if (a->args[0] == c)
      return pool.ite(c, a->args[1], b);
    if (a->args[2] == b) // c ? (d ? x : y) : y
      return pool.ite(pool.conjunction(c, a->args[0]), a->args[1], b);
    if (a->args[1] == b) // c ? (d ? y : x) : y
      return pool.ite(pool.conjunction(c, pool.negate(a->args[0])), a->args[2], b);
  }
  if (b->kind == ExprKind::Ite) {
    if (b->args[0] == c)
      return pool.ite(c, a, b->args[2]);
    if (b->args[1] == a) // c ? x : (d ? x : y)
      return pool.ite(pool.disjunction(c, b->args[0]), a, b->args[2]);
    if (b->args[2] == a) // c ? x : (d ? y : x)
      return pool.ite(pool.conjunction(pool.negate(c), b->args[0]), b->args[1], a);
  }
  return nullptr;
}

Expr booleanChoice(ExprPool &pool, Expr c, Expr a, Expr b) {
  if (a->isTrue() || a == c)
    return pool.disjunction(c, b);
  if (a->isFalse())
    return pool.conjunction(pool.negate(c), b);
  if (b->isFalse() || b == c)
    return pool.conjunction(c, a);
  if (b->isTrue())
    return pool.disjunction(pool.negate(c), a);
  if (areComplements(a, b)) // c ? a : !a
    return pool.eq(c, a);
  return nestedChoice(pool, c, a, b);
}

/// A choice of constants 0, 1 and all ones is an extension of the condition.
Expr choiceAsExtension(ExprPool &pool, Expr c, Expr a, Expr b) {
  const unsigned width = a->width;
  if (isZero(b) && isOne(a))
    return pool.zext(c, width);
  if (isZero(b) && isAllOnes(a))
    return pool.sext(c, width);
  if (isZero(a) && isOne(b))
    return pool.zext(pool.negate(c), width);
  if (isZero(a) && isAllOnes(b))
    return pool.sext(pool.negate(c), width);
  return nullptr;
}

} // namespace

Expr concat(ExprPool &pool, Expr high, Expr low) {
  const unsigned width = unsigned{high->width} + low->width;
  if (isZero(high))
    return pool.zext(low, width);
  if (high->kind == ExprKind::Concat) // associate to the right
    return pool.make(ExprKind::Concat, high->args[0], pool.make(ExprKind::Concat, high->args[1], low));
  if (high->kind == ExprKind::ZExt)
    return pool.zext(pool.make(ExprKind::Concat, high->args[0], low), width);
  if (high->kind == ExprKind::SExt)
    return pool.sext(pool.make(ExprKind::Concat, high->args[0], low), width);
  if (const Expr glued = glue(pool, high, low))
    return glued;
  if (low->kind == ExprKind::Concat)
    if (const Expr glued = glue(pool, high, low->args[0]))
      return pool.make(ExprKind::Concat, glued, low->args[1]);
  return nullptr;
}

Expr extract(ExprPool &pool, Expr a, unsigned low, unsigned width) {
  if (width == a->width)
    return a;
  switch (a->kind) {
  case ExprKind::Extract:
    return pool.extract(a->args[0], a->index + low, width);
  case ExprKind::Concat:
    return extractFromConcat(pool, a, low, width);
  case ExprKind::ZExt:
  case ExprKind::SExt:
    return extractFromExtension(pool, a, low, width);
  case ExprKind::Shl:
  case ExprKind::LShr:
  case ExprKind::AShr:
    return extractFromShift(pool, a, low, width);
  case ExprKind::Not:
    return isCheapToCut(a->args[0]) ? pool.negate(pool.extract(a->args[0], low, width)) : nullptr;
  case ExprKind::Neg:
    return low == 0 && isCheapToCut(a->args[0]) ? pool.make(ExprKind::Neg, pool.extract(a->args[0], 0, width))
                                                : nullptr;
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Xor:
  case ExprKind::Add:
  case ExprKind::Sub:
  case ExprKind::Mul:
    return extractFromBinary(pool, a, low, width);
  case ExprKind::Ite:
    if (isCheapToCut(a->args[1]) && isCheapToCut(a->args[2]))
      return pool.ite(a->args[0], pool.extract(a->args[1], low, width), pool.extract(a->args[2], low, width));
    return nullptr;
  default:
    return nullptr;
  }
}

Expr extend(ExprPool &pool, ExprKind kind, Expr a, unsigned width) {
  if (kind == ExprKind::ZExt)
    return a->kind == ExprKind::ZExt ? pool.zext(a->args[0], width) : nullptr;
  if (a->kind == ExprKind::SExt)
    return pool.sext(a->args[0], width);
  return isNonNegative(a) ? pool.zext(a, width) : nullptr;
}

Expr choice(ExprPool &pool, Expr c, Expr a, Expr b) {
  if (c->isConstant())
    return c->value != 0 ? a : b;
  if (a == b)
    return a;
  if (c->kind == ExprKind::Not)
    return pool.ite(c->args[0], b, a);
  if (a->width == 1)
    return booleanChoice(pool, c, a, b);
  if (const Expr extension = choiceAsExtension(pool, c, a, b))
    return extension;
  if (c->kind == ExprKind::Eq) {
    const auto [x, y] = std::pair(c->args[0], c->args[1]);
    if ((a == x && b == y) || (a == y && b == x)) // x == y ? x : y
      return b;
  }
  if (const Expr simpler = nestedChoice(pool, c, a, b))
    return simpler;
  const bool sameExtension = (a->kind == ExprKind::ZExt || a->kind == ExprKind::SExt) && a->kind == b->kind &&
                             a->args[0]->width == b->args[0]->width;
  if (!sameExtension)
    return nullptr;
  const Expr inner = pool.ite(c, a->args[0], b->args[0]);
  return a->kind == ExprKind::ZExt ? pool.zext(inner, a->width) : pool.sext(inner, a->width);
}

} // namespace heddle::program::rules
