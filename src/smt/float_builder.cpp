// IEEE formats as bit-vectors.
//
// Rounding adds its increment to the exponent field and the fraction as one integer, so that a carry out of the
// fraction yields the next binade, the smallest normal number, or infinity, without a special case for any of them.
// x87's format is handled as if its integer bit were implicit; the bit is restored at the end.
//
// The bit patterns of NaNs matter: program::apply computes on the host, so they follow the host.
// SSE (32 and 64 bits) returns the first operand that is a NaN, made quiet. x87 (80 bits) returns the one
// with the larger significand or, if these are equal, the positive one; a pattern with a wrong integer bit is an
// invalid operand, whatever the other operand is.
#include "smt/float_builder.hpp"

#include <cassert>

namespace heddle::smt {

FloatFormat FloatFormat::ofWidth(unsigned width) {
  if (width == 32)
    return {32, 8, 24, false};
  if (width == 64)
    return {64, 11, 53, false};
  assert(width == 80 && "a float must have 32, 64 or 80 bits");
  return {80, 15, 64, true};
}

Expr FloatBuilder::padded(Expr significand, unsigned width) {
  return significand->width >= width ? significand : concat(significand, zeros(width - significand->width));
}

FloatParts FloatBuilder::unpack(const FloatFormat &format, Expr pattern) {
  FloatParts parts{};
  parts.format = format;
  parts.pattern = pattern;
  parts.sign = bit(pattern, format.width - 1);
  const Expr field = pool_.extract(pattern, format.width - 1 - format.exponentBits, format.exponentBits);
  const Expr hasField = isNonZero(field);
  const Expr integerBit = format.storesIntegerBit ? bit(pattern, format.precision - 1) : hasField;
  parts.fraction = pool_.extract(pattern, 0, format.fractionBits());
  parts.significand = concat(integerBit, parts.fraction);
  parts.isInvalid = pool_.conjunction(hasField, pool_.negate(integerBit));
  const Expr isSpecial = pool_.eq(field, ones(format.exponentBits));
  const Expr hasFraction = isNonZero(parts.fraction);
  parts.isNan = pool_.disjunction(parts.isInvalid, pool_.conjunction(isSpecial, hasFraction));
  parts.isInfinite = pool_.conjunction(pool_.conjunction(isSpecial, integerBit), pool_.negate(hasFraction));
  parts.isZero = pool_.negate(pool_.disjunction(hasField, isNonZero(parts.significand)));
  parts.field = pool_.make(ExprKind::Or, field, pool_.zext(pool_.negate(hasField), format.exponentBits));
  parts.exponent = pool_.sub(pool_.zext(parts.field, exponentWidth_), number(static_cast<int>(format.bias())));
  return parts;
}

Scaled FloatBuilder::normalise(const Scaled &number) {
  const unsigned width = number.significand->width;
  unsigned stages = 0;
  while ((2U << stages) < width)
    ++stages;
  Expr value = number.significand;
  Expr count = nullptr;
  for (unsigned stage = stages + 1; stage-- > 0;) {
    const unsigned distance = 1U << stage;
    if (distance >= width)
      continue;
    const Expr isClear = pool_.eq(pool_.extract(value, width - distance, distance), zeros(distance));
    const Expr shifted = concat(pool_.extract(value, 0, width - distance), zeros(distance));
    value = pool_.ite(isClear, shifted, value);
    count = count == nullptr ? isClear : concat(count, isClear);
  }
  if (count == nullptr)
    return number;
  return {pool_.sub(number.exponent, pool_.zext(count, exponentWidth_)), value};
}

Expr FloatBuilder::shiftRightSticky(Expr value, Expr amount) {
  const unsigned width = value->width;
  for (unsigned stage = 0; stage < amount->width; ++stage) {
    const unsigned distance = stage < 8 ? 1U << stage : width;
    const unsigned lost = distance < width ? distance : width;
    const Expr sticky = pool_.zext(isNonZero(pool_.extract(value, 0, lost)), width);
    Expr shifted = sticky;
    if (distance < width)
      shifted = pool_.make(ExprKind::Or, pool_.zext(pool_.extract(value, distance, width - distance), width), sticky);
    value = pool_.ite(bit(amount, stage), shifted, value);
  }
  return value;
}

Expr FloatBuilder::round(const FloatFormat &format, Expr sign, const Scaled &number, Range range) {
  const int bias = static_cast<int>(format.bias());
  Expr value = padded(number.significand, format.precision + 2);
  const unsigned width = value->width;
  if (range == Range::Any) {
    const Expr smallest = this->number(1 - bias);
    const Expr isSmall = pool_.make(ExprKind::Slt, number.exponent, smallest);
    const Expr distance = pool_.sub(smallest, number.exponent);
    value = shiftRightSticky(value, pool_.ite(isSmall, distance, zeros(exponentWidth_)));
  }
  const Expr isNormal = bit(value, width - 1);
  const Expr biased = pool_.extract(pool_.add(number.exponent, this->number(bias)), 0, format.exponentBits);
  const Expr field = pool_.ite(isNormal, biased, zeros(format.exponentBits));

  const unsigned cut = width - format.precision; // bits below the result's
  const Expr fraction = pool_.extract(value, cut, format.fractionBits());
  const Expr half = bit(value, cut - 1);
  const Expr isAboveHalf = isNonZero(pool_.extract(value, 0, cut - 1));
  const Expr isUp = pool_.conjunction(half, pool_.disjunction(isAboveHalf, bit(value, cut)));
  const unsigned packedWidth = format.exponentBits + format.fractionBits();
  const Expr packed = pool_.add(concat(field, fraction), pool_.zext(isUp, packedWidth));

  const Expr isLarge = pool_.make(ExprKind::Slt, this->number(bias), number.exponent);
  const Expr largest = concat(ones(format.exponentBits), zeros(format.fractionBits()));
  return assemble(format, sign, pool_.ite(pool_.conjunction(isNormal, isLarge), largest, packed));
}

Expr FloatBuilder::assemble(const FloatFormat &format, Expr sign, Expr fieldAndFraction) {
  if (!format.storesIntegerBit)
    return concat(sign, fieldAndFraction);
  const Expr field = pool_.extract(fieldAndFraction, format.fractionBits(), format.exponentBits);
  const Expr fraction = pool_.extract(fieldAndFraction, 0, format.fractionBits());
  return concat(concat(sign, field), concat(isNonZero(field), fraction));
}

Expr FloatBuilder::zero(const FloatFormat &format, Expr sign) { return concat(sign, zeros(format.width - 1)); }

Expr FloatBuilder::infinity(const FloatFormat &format, Expr sign) {
  return assemble(format, sign, concat(ones(format.exponentBits), zeros(format.fractionBits())));
}

Expr FloatBuilder::defaultNan(const FloatFormat &format) {
  const Expr fraction = concat(ones(1), zeros(format.fractionBits() - 1));
  return assemble(format, ones(1), concat(ones(format.exponentBits), fraction));
}

Expr FloatBuilder::quieted(const FloatParts &a) {
  const unsigned quietBit = a.format.fractionBits() - 1;
  const Expr mask = pool_.constant(program::Bits{1} << quietBit, a.format.width);
  return pool_.make(ExprKind::Or, a.pattern, mask);
}

Expr FloatBuilder::nanOf(const FloatParts &a) {
  const Expr isProper = pool_.conjunction(a.isNan, pool_.negate(a.isInvalid));
  return pool_.ite(isProper, quieted(a), defaultNan(a.format));
}

Expr FloatBuilder::nanOf(const FloatParts &a, const FloatParts &b) {
  if (!a.format.storesIntegerBit)
    return pool_.ite(a.isNan, quieted(a), nanOf(b));
  const Expr isLarger = pool_.make(ExprKind::Ult, b.fraction, a.fraction);
  const Expr isTie = pool_.conjunction(pool_.eq(a.fraction, b.fraction), pool_.negate(a.sign));
  const Expr isBefore = pool_.disjunction(pool_.negate(b.isNan), pool_.disjunction(isLarger, isTie));
  const Expr picked = pool_.ite(pool_.conjunction(a.isNan, isBefore), quieted(a), nanOf(b));
  return pool_.ite(pool_.disjunction(a.isInvalid, b.isInvalid), defaultNan(a.format), picked);
}

Expr FloatBuilder::convertedNan(const FloatParts &a, const FloatFormat &format) {
  const Expr payload = pool_.extract(
      padded(a.fraction, format.fractionBits()),
      a.format.fractionBits() > format.fractionBits() ? a.format.fractionBits() - format.fractionBits() : 0,
      format.fractionBits());
  const Expr quiet = concat(ones(1), pool_.extract(payload, 0, format.fractionBits() - 1));
  const Expr proper = assemble(format, a.sign, concat(ones(format.exponentBits), quiet));
  return pool_.ite(a.isInvalid, defaultNan(format), proper);
}

Expr FloatBuilder::magnitudeKey(const FloatParts &number) {
  // In x87's format a number may have two representations, with exponent 0 and with exponent 1.
  if (number.format.storesIntegerBit)
    return concat(number.field, number.significand);
  return pool_.extract(number.pattern, 0, number.format.width - 1);
}

} // namespace heddle::smt
