// Rules for equality and the four orders.
//
// Equalities move constants to one side and cancel what both sides share. Orders with a constant are made
// strict, and become equalities at the ends of the range. Extensions on both sides, or on one side of a
// constant, are removed, which makes most comparisons of C's narrow types narrow again.
#include "program/simplify.hpp"

#include <utility>

namespace heddle::program::rules {

namespace {

using support::mask;
using support::SignedBits;
using support::toSigned;

bool isExtension(Expr e) { return e->kind == ExprKind::ZExt || e->kind == ExprKind::SExt; }

/// Two values extended in the same way, at the wider of their original widths: the comparison has the same result.
struct Narrowed {
  Expr a;
  Expr b;
};
Narrowed commonWidth(ExprPool &pool, ExprKind extension, Expr a, Expr b) {
  a = a->args[0];
  b = b->args[0];
  const unsigned width = std::max(a->width, b->width);
  if (extension == ExprKind::ZExt)
    return {pool.zext(a, width), pool.zext(b, width)};
  return {pool.sext(a, width), pool.sext(b, width)};
}

Expr equalsConstant(ExprPool &pool, Expr a, Expr b) {
  const unsigned width = a->width;
  const Bits value = b->value;
  const auto equals = [&pool](Expr e, Bits v) { return pool.eq(e, pool.constant(v, e->width)); };
  const bool withConstant = a->args[1] != nullptr && a->args[1]->isConstant();
  switch (a->kind) {
  case ExprKind::Not:
    return equals(a->args[0], ~value);
  case ExprKind::Neg:
    return equals(a->args[0], ~value + 1);
  case ExprKind::Add:
    return withConstant ? equals(a->args[0], value - a->args[1]->value) : nullptr;
  case ExprKind::Sub:
    if (value == 0)
      return pool.eq(a->args[0], a->args[1]);
    return a->args[0]->isConstant() ? equals(a->args[1], a->args[0]->value - value) : nullptr;
  case ExprKind::Xor:
    if (value == 0)
      return pool.eq(a->args[0], a->args[1]);
    return withConstant ? equals(a->args[0], value ^ a->args[1]->value) : nullptr;
  case ExprKind::And:
    return withConstant && (value & ~a->args[1]->value) != 0 ? pool.boolean(false) : nullptr;
  case ExprKind::Or:
    return withConstant && (a->args[1]->value & ~value) != 0 ? pool.boolean(false) : nullptr;
  case ExprKind::ZExt:
    return value > mask(a->args[0]->width) ? pool.boolean(false) : equals(a->args[0], value);
  case ExprKind::SExt: {
    const Expr inner = a->args[0];
    const Bits low = support::truncate(value, inner->width);
    const bool isReachable = support::fromSigned(toSigned(low, inner->width), width) == value;
    return isReachable ? equals(inner, low) : pool.boolean(false);
  }
  case ExprKind::Concat:
    return pool.conjunction(equals(a->args[0], value >> a->args[1]->width), equals(a->args[1], value));
  case ExprKind::Ite:
    if (a->args[1]->isConstant())
      return a->args[1]->value == value ? pool.disjunction(a->args[0], pool.eq(a->args[2], b))
                                        : pool.conjunction(pool.negate(a->args[0]), pool.eq(a->args[2], b));
    if (a->args[2]->isConstant())
      return a->args[2]->value == value ? pool.disjunction(pool.negate(a->args[0]), pool.eq(a->args[1], b))
                                        : pool.conjunction(a->args[0], pool.eq(a->args[1], b));
    return nullptr;
  default:
    return nullptr;
  }
}

/// `a` is a sum or Xor, whose operands can be cancelled against `b` or the operands of `b`.
Expr cancel(ExprPool &pool, Expr a, Expr b) {
  for (unsigned i = 0; i < 2; ++i) {
    const Expr shared = a->args[i];
    const Expr rest = a->args[1 - i];
    if (shared == b)
      return pool.eq(rest, pool.constant(0, a->width));
    if (b->kind != a->kind)
      continue;
    if (b->args[0] == shared)
      return pool.eq(rest, b->args[1]);
    if (b->args[1] == shared)
      return pool.eq(rest, b->args[0]);
  }
  return nullptr;
}

Expr equalsExpression(ExprPool &pool, Expr a, Expr b) {
  if (a->kind == ExprKind::Add || a->kind == ExprKind::Xor)
    if (const Expr simpler = cancel(pool, a, b))
      return simpler;
  if (a->kind == ExprKind::Sub && a->args[0] == b) // x - y = x
    return pool.eq(a->args[1], pool.constant(0, a->width));
  if (a->kind == ExprKind::Ite && a->args[1] == b)
    return pool.disjunction(a->args[0], pool.eq(a->args[2], b));
  if (a->kind == ExprKind::Ite && a->args[2] == b)
    return pool.disjunction(pool.negate(a->args[0]), pool.eq(a->args[1], b));
  if (a->width == 1 && a->kind == ExprKind::Not)
    return pool.negate(pool.eq(a->args[0], b));
  return nullptr;
}

Expr simplifyExtendedEquality(ExprPool &pool, Expr a, Expr b) {
  if (!isExtension(a) || a->kind != b->kind)
    return nullptr;
  const Narrowed narrow = commonWidth(pool, a->kind, a, b);
  return pool.eq(narrow.a, narrow.b);
}

Expr simplifyBooleanOrder(ExprPool &pool, ExprKind kind, Expr a, Expr b) {
  switch (kind) {
  case ExprKind::Ult:
    return pool.conjunction(pool.negate(a), b);
  case ExprKind::Ule:
    return pool.disjunction(pool.negate(a), b);
  case ExprKind::Slt: // 1 is -1
    return pool.conjunction(a, pool.negate(b));
  default:
    return pool.disjunction(a, pool.negate(b));
  }
}

/// The smallest and the greatest value of an order, as bit patterns, and the way to compare with them.
struct Range {
  bool isSigned;
  unsigned width;

  Bits least() const { return isSigned ? Bits{1} << (width - 1) : 0; }
  Bits greatest() const { return isSigned ? mask(width) >> 1 : mask(width); }
  bool less(Bits a, Bits b) const { return isSigned ? toSigned(a, width) < toSigned(b, width) : a < b; }
};

/// a < c for an extension a: decided by the range of the narrow value, or turned into a narrow comparison.
Expr narrowStrict(ExprPool &pool, Expr extension, Expr constant, bool constantIsGreater, bool isSigned) {
  const Expr inner = extension->args[0];
  const unsigned width = extension->width;
  const bool innerSigned = extension->kind == ExprKind::SExt;
  if (innerSigned && !isSigned)
    return nullptr; // the image of the extension is not an interval of the unsigned order
  const Range narrow{innerSigned, inner->width};
  const Range wide{isSigned, width};
  const auto widen = [&](Bits value) {
    return innerSigned ? support::fromSigned(toSigned(value, inner->width), width) : value;
  };
  const Bits least = widen(narrow.least());
  const Bits greatest = widen(narrow.greatest());
  const Bits value = constant->value;
  const ExprKind kind = innerSigned ? ExprKind::Slt : ExprKind::Ult;
  if (constantIsGreater) {
    if (wide.less(greatest, value))
      return pool.boolean(true);
    if (!wide.less(least, value))
      return pool.boolean(false);
    return pool.make(kind, inner, pool.constant(value, inner->width));
  }
  if (wide.less(value, least))
    return pool.boolean(true);
  if (!wide.less(value, greatest))
    return pool.boolean(false);
  return pool.make(kind, pool.constant(value, inner->width), inner);
}

/// a < c
Expr belowConstant(ExprPool &pool, Expr a, Expr c, Range range) {
  const auto constant = [&pool, &range](Bits value) { return pool.constant(value, range.width); };
  if (c->value == range.least())
    return pool.boolean(false);
  if (c->value == support::truncate(range.least() + 1, range.width))
    return pool.eq(a, constant(range.least()));
  if (c->value == range.greatest())
    return pool.ne(a, constant(range.greatest()));
  return isExtension(a) ? narrowStrict(pool, a, c, true, range.isSigned) : nullptr;
}

/// c < a
Expr aboveConstant(ExprPool &pool, Expr c, Expr a, Range range) {
  const auto constant = [&pool, &range](Bits value) { return pool.constant(value, range.width); };
  if (c->value == range.greatest())
    return pool.boolean(false);
  if (c->value == support::truncate(range.greatest() - 1, range.width))
    return pool.eq(a, constant(range.greatest()));
  if (c->value == range.least())
    return pool.ne(a, constant(range.least()));
  return isExtension(a) ? narrowStrict(pool, a, c, false, range.isSigned) : nullptr;
}

} // namespace

Expr equality(ExprPool &pool, Expr a, Expr b) {
  if (a == b)
    return pool.boolean(true);
  if (areComplements(a, b))
    return pool.boolean(false);
  if (a->width == 1 && b->isConstant())
    return b->value == 1 ? a : pool.negate(a);
  if (b->isConstant())
    return equalsConstant(pool, a, b);
  if (a->kind == ExprKind::Not && b->kind == ExprKind::Not)
    return pool.eq(a->args[0], b->args[0]);
  if (a->kind == ExprKind::Neg && b->kind == ExprKind::Neg)
    return pool.eq(a->args[0], b->args[0]);
  if (a->kind == ExprKind::Concat && b->kind == ExprKind::Concat && a->args[0]->width == b->args[0]->width) {
    if (a->args[0] == b->args[0])
      return pool.eq(a->args[1], b->args[1]);
    if (a->args[1] == b->args[1])
      return pool.eq(a->args[0], b->args[0]);
  }
  if (const Expr simpler = simplifyExtendedEquality(pool, a, b))
    return simpler;
  if (const Expr simpler = equalsExpression(pool, a, b))
    return simpler;
  return equalsExpression(pool, b, a);
}

Expr order(ExprPool &pool, ExprKind kind, Expr a, Expr b) {
  const bool isStrict = kind == ExprKind::Ult || kind == ExprKind::Slt;
  const bool isSigned = kind == ExprKind::Slt || kind == ExprKind::Sle;
  const ExprKind strict = isSigned ? ExprKind::Slt : ExprKind::Ult;
  const Range range{isSigned, a->width};
  if (a == b)
    return pool.boolean(!isStrict);
  if (a->width == 1)
    return simplifyBooleanOrder(pool, kind, a, b);
  if (!isStrict && b->isConstant()) {
    if (b->value == range.greatest())
      return pool.boolean(true);
    return pool.make(strict, a, pool.constant(b->value + 1, a->width));
  }
  if (!isStrict && a->isConstant()) {
    if (a->value == range.least())
      return pool.boolean(true);
    return pool.make(strict, pool.constant(a->value - 1, a->width), b);
  }
  if (b->isConstant())
    return belowConstant(pool, a, b, range);
  if (a->isConstant())
    return aboveConstant(pool, a, b, range);
  if (isExtension(a) && a->kind == b->kind) {
    const Narrowed narrow = commonWidth(pool, a->kind, a, b);
    // Zero-extended values are not negative; sign extension keeps both orders.
    const bool narrowSigned = isSigned && a->kind == ExprKind::SExt;
    if (isStrict)
      return pool.make(narrowSigned ? ExprKind::Slt : ExprKind::Ult, narrow.a, narrow.b);
    return pool.make(narrowSigned ? ExprKind::Sle : ExprKind::Ule, narrow.a, narrow.b);
  }
  if (isSigned && isNonNegative(a) && isNonNegative(b))
    return pool.make(isStrict ? ExprKind::Ult : ExprKind::Ule, a, b);
  return nullptr;
}

} // namespace heddle::program::rules
