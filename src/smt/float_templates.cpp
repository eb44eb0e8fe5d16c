// Floating-point operators as bit-vector expressions.
//
// The algorithms are those of the textbook (Muller et al., "Handbook of Floating-Point Arithmetic", chapters 7 and 8):
// compute the exact result, or enough of it and one sticky bit for the rest, then round. Quotients and roots are
// computed digit by digit. The templates are written by hand instead of using Z3's fpa2bv for three reasons: they agree
// with program::apply in every bit, including NaNs and conversions out of range; they cover x87's format; and they are
// smaller, because Z3's quotients and conversions use words of more than 128 bits.
//
// FRem has no template: C's fmod is exact, which takes one division step per binade between the operands, 2100 for
// doubles and 32800 for long doubles. Such a circuit is too large to be useful.
#include "smt/float_templates.hpp"

#include "smt/float_builder.hpp"

#include <algorithm>

namespace heddle::smt {

namespace {

class Operators {
public:
  Operators(FloatTemplate &target, ExprKind kind, unsigned width, unsigned operandWidth);
  void build();

private:
  void add(bool isSubtraction);
  void multiply();
  void divide();
  void squareRoot();
  void compare();
  void convertToFloat();
  void convertToInteger();
  void convertFromInteger();

  Expr nanOf(const FloatParts &a, const FloatParts &b);
  /// The first case that applies: NaN, infinity, zero, the finite number.
  void finish(const FloatFormat &format, Expr isNan, Expr isInfinite, Expr isZero, Expr sign, Expr finite);
  Expr anyOf(std::initializer_list<Expr> conditions);
  Expr both(Expr a, Expr b) { return pool_.conjunction(a, b); }
  Scaled scaled(const FloatParts &number) { return {number.exponent, number.significand}; }

  FloatTemplate &target_;
  program::ExprPool &pool_;
  ExprKind kind_;
  unsigned width_;
  unsigned operandWidth_;
  FloatBuilder builder_;
  Expr a_;
  Expr b_;
};

bool isFloatWidth(unsigned width) { return width == 32 || width == 64 || width == 80; }

/// Integers of up to 128 bits need exponents of 8 bits.
unsigned exponentBitsFor(unsigned width, unsigned operandWidth) {
  unsigned bits = 8;
  for (const unsigned candidate : {width, operandWidth})
    if (isFloatWidth(candidate))
      bits = std::max(bits, FloatFormat::ofWidth(candidate).exponentBits);
  return bits;
}

Operators::Operators(FloatTemplate &target, ExprKind kind, unsigned width, unsigned operandWidth)
    : target_(target), pool_(target.pool), kind_(kind), width_(width), operandWidth_(operandWidth),
      builder_(pool_, exponentBitsFor(width, operandWidth)), a_(pool_.reg(0, operandWidth)),
      b_(pool_.reg(1, operandWidth)) {
  target_.operands = {a_, b_};
}

void Operators::build() {
  switch (kind_) {
  case ExprKind::FAdd:
  case ExprKind::FSub:
    return add(kind_ == ExprKind::FSub);
  case ExprKind::FMul:
    return multiply();
  case ExprKind::FDiv:
    return divide();
  case ExprKind::FSqrt:
    return squareRoot();
  case ExprKind::FToF:
    return convertToFloat();
  case ExprKind::FToSInt:
  case ExprKind::FToUInt:
    return convertToInteger();
  case ExprKind::SIntToF:
  case ExprKind::UIntToF:
    return convertFromInteger();
  default:
    return compare();
  }
}

Expr Operators::anyOf(std::initializer_list<Expr> conditions) {
  Expr result = pool_.boolean(false);
  for (const Expr condition : conditions)
    result = pool_.disjunction(result, condition);
  return result;
}

void Operators::finish(const FloatFormat &format, Expr isNan, Expr isInfinite, Expr isZero, Expr sign, Expr finite) {
  const Expr number = pool_.ite(isZero, builder_.zero(format, sign), finite);
  const Expr extended = pool_.ite(isInfinite, builder_.infinity(format, sign), number);
  target_.result = pool_.ite(isNan, target_.nan, extended);
}

/// SSE returns the first of two NaNs, but a compiler may exchange the operands of a sum or a product (and does so,
/// depending on its options), so program::apply determines which one is first.
Expr Operators::nanOf(const FloatParts &a, const FloatParts &b) {
  const auto nan = [&](unsigned payload) {
    const unsigned quietBit = a.format.fractionBits() - 1;
    const program::Bits exponent = support::mask(a.format.exponentBits) << a.format.fractionBits();
    return exponent | (program::Bits{1} << quietBit) | payload;
  };
  if (a.format.storesIntegerBit)
    return builder_.nanOf(a, b);
  const program::Bits chosen = program::apply(kind_, width_, 0, {nan(1), nan(2), 0}, {operandWidth_, operandWidth_, 0});
  return chosen == nan(2) ? builder_.nanOf(b, a) : builder_.nanOf(a, b);
}

void Operators::add(bool isSubtraction) {
  const FloatFormat format = FloatFormat::ofWidth(width_);
  const FloatParts a = builder_.unpack(format, a_);
  FloatParts b = builder_.unpack(format, b_);
  target_.nan = nanOf(a, b); // before the sign changes: a NaN keeps its sign
  if (isSubtraction)
    b.sign = pool_.negate(b.sign);

  const Expr isSwapped = pool_.make(ExprKind::Ult, builder_.magnitudeKey(a), builder_.magnitudeKey(b));
  const auto larger = [&](Expr x, Expr y) { return pool_.ite(isSwapped, y, x); };
  const auto smaller = [&](Expr x, Expr y) { return pool_.ite(isSwapped, x, y); };
  // Guard, round and sticky bit below: enough for a difference, of which at most the first is shifted up.
  const Expr large = builder_.concat(larger(a.significand, b.significand), builder_.zeros(3));
  const Expr distance = pool_.sub(larger(a.field, b.field), smaller(a.field, b.field));
  const Expr small =
      builder_.shiftRightSticky(builder_.concat(smaller(a.significand, b.significand), builder_.zeros(3)), distance);

  // One adder computes sum and difference; an additional lowest bit provides the carry-in.
  const unsigned width = format.precision + 4;
  const Expr isDifference = pool_.make(ExprKind::Xor, a.sign, b.sign);
  const Expr addend = pool_.make(ExprKind::Xor, pool_.zext(small, width), pool_.sext(isDifference, width));
  const Expr sum = pool_.extract(
      pool_.add(builder_.concat(pool_.zext(large, width), builder_.ones(1)), builder_.concat(addend, isDifference)), 1,
      width);
  const Expr isZero = pool_.eq(sum, builder_.zeros(width));
  const Expr exponent = pool_.add(larger(a.exponent, b.exponent), builder_.number(1));
  const Expr sign = pool_.ite(pool_.disjunction(a.isInfinite, pool_.negate(b.isInfinite)),
                              pool_.ite(isZero, both(a.sign, b.sign), larger(a.sign, b.sign)), b.sign);
  const Expr isNan = anyOf({a.isNan, b.isNan, both(isDifference, both(a.isInfinite, b.isInfinite))});
  const Expr isInfinite = pool_.disjunction(a.isInfinite, b.isInfinite);
  const Expr finite = builder_.round(format, sign, builder_.normalise({exponent, sum}), FloatBuilder::Range::Any);
  finish(format, isNan, isInfinite, isZero, sign, finite);
}

void Operators::multiply() {
  const FloatFormat format = FloatFormat::ofWidth(width_);
  const FloatParts a = builder_.unpack(format, a_);
  const FloatParts b = builder_.unpack(format, b_);
  target_.nan = nanOf(a, b);
  const unsigned width = 2 * format.precision;
  const Expr product = pool_.mul(pool_.zext(a.significand, width), pool_.zext(b.significand, width));
  const Expr exponent = pool_.add(pool_.add(a.exponent, b.exponent), builder_.number(1));
  const Expr sign = pool_.make(ExprKind::Xor, a.sign, b.sign);
  const Expr isNan = anyOf({a.isNan, b.isNan, both(a.isInfinite, b.isZero), both(a.isZero, b.isInfinite)});
  const Expr finite = builder_.round(format, sign, builder_.normalise({exponent, product}), FloatBuilder::Range::Any);
  finish(format, isNan, pool_.disjunction(a.isInfinite, b.isInfinite), pool_.disjunction(a.isZero, b.isZero), sign,
         finite);
}

void Operators::divide() {
  const FloatFormat format = FloatFormat::ofWidth(width_);
  const FloatParts a = builder_.unpack(format, a_);
  const FloatParts b = builder_.unpack(format, b_);
  target_.nan = nanOf(a, b);
  const Scaled dividend = builder_.normalise(scaled(a));
  const Scaled divisor = builder_.normalise(scaled(b));

  // Both are in [1, 2), so the partial remainder is always below twice the divisor.
  const unsigned width = format.precision + 1;
  const Expr subtrahend = pool_.zext(divisor.significand, width);
  Expr remainder = pool_.zext(dividend.significand, width);
  Expr quotient = nullptr;
  for (unsigned digit = 0; digit < format.precision + 2; ++digit) {
    const Expr fits = pool_.make(ExprKind::Ule, subtrahend, remainder);
    quotient = quotient == nullptr ? fits : builder_.concat(quotient, fits);
    const Expr rest = pool_.ite(fits, pool_.sub(remainder, subtrahend), remainder);
    remainder = builder_.concat(pool_.extract(rest, 0, width - 1), builder_.zeros(1));
  }
  quotient = builder_.concat(quotient, builder_.isNonZero(remainder));

  // The quotient is in (1/2, 2): one bit normalises it.
  const unsigned top = quotient->width - 1;
  const Expr isWhole = builder_.bit(quotient, top);
  const Expr shifted = builder_.concat(pool_.extract(quotient, 0, top), builder_.zeros(1));
  const Expr exponent = pool_.sub(pool_.sub(dividend.exponent, divisor.exponent),
                                  pool_.zext(pool_.negate(isWhole), builder_.exponentWidth()));
  const Expr sign = pool_.make(ExprKind::Xor, a.sign, b.sign);
  const Expr isNan = anyOf({a.isNan, b.isNan, both(a.isInfinite, b.isInfinite), both(a.isZero, b.isZero)});
  const Expr finite =
      builder_.round(format, sign, {exponent, pool_.ite(isWhole, quotient, shifted)}, FloatBuilder::Range::Any);
  finish(format, isNan, pool_.disjunction(a.isInfinite, b.isZero), pool_.disjunction(a.isZero, b.isInfinite), sign,
         finite);
}

void Operators::squareRoot() {
  const FloatFormat format = FloatFormat::ofWidth(width_);
  const FloatParts a = builder_.unpack(format, a_);
  target_.nan = builder_.nanOf(a);
  const Scaled number = builder_.normalise(scaled(a));

  // With an even exponent, the radicand is in [1, 4): two bits before the point, two more for each digit.
  const Expr isOdd = builder_.bit(number.exponent, 0);
  const unsigned digits = format.precision + 2;
  const Expr once = pool_.zext(number.significand, format.precision + 1);
  const Expr twice = builder_.concat(number.significand, builder_.zeros(1));
  const Expr radicand = pool_.ite(isOdd, twice, once);
  const auto pair = [&](unsigned digit) { // counted from the point, highest first
    const unsigned high = 2 * digit;
    if (high >= radicand->width)
      return builder_.zeros(2);
    const Expr upper = builder_.bit(radicand, radicand->width - 1 - high);
    const bool hasLower = high + 1 < radicand->width;
    return builder_.concat(upper, hasLower ? builder_.bit(radicand, radicand->width - 2 - high) : builder_.zeros(1));
  };
  // The remainder is at most twice the root, so both grow by one bit with each digit.
  Expr root = nullptr;
  Expr remainder = nullptr;
  for (unsigned digit = 0; digit < digits; ++digit) {
    remainder = remainder == nullptr ? pool_.zext(pair(digit), 3) : builder_.concat(remainder, pair(digit));
    const Expr one = pool_.constant(1, 2);
    const Expr trial = pool_.zext(root == nullptr ? one : builder_.concat(root, one), remainder->width);
    const Expr fits = pool_.make(ExprKind::Ule, trial, remainder);
    const Expr rest = pool_.ite(fits, pool_.sub(remainder, trial), remainder);
    root = root == nullptr ? fits : builder_.concat(root, fits);
    remainder = pool_.extract(rest, 0, root->width + 1);
  }
  root = builder_.concat(root, builder_.isNonZero(remainder));

  const Expr exponent = pool_.make(ExprKind::AShr, number.exponent, builder_.number(1));
  const Expr isNan = pool_.disjunction(a.isNan, both(a.sign, pool_.negate(a.isZero)));
  const Expr finite = builder_.round(format, a.sign, {exponent, root}, FloatBuilder::Range::NoUnderflow);
  finish(format, isNan, a.isInfinite, a.isZero, a.sign, finite);
}

void Operators::compare() {
  const FloatFormat format = FloatFormat::ofWidth(operandWidth_);
  const FloatParts a = builder_.unpack(format, a_);
  const FloatParts b = builder_.unpack(format, b_);
  const Expr isUnordered = pool_.disjunction(a.isNan, b.isNan);
  if (kind_ == ExprKind::FUnordered) {
    target_.result = isUnordered;
    return;
  }
  const Expr keyA = builder_.magnitudeKey(a);
  const Expr keyB = builder_.magnitudeKey(b);
  const Expr areZero = both(a.isZero, b.isZero);
  const Expr isEqual = pool_.disjunction(areZero, both(pool_.eq(a.sign, b.sign), pool_.eq(keyA, keyB)));
  const Expr ofPositive = both(pool_.negate(b.sign), pool_.make(ExprKind::Ult, keyA, keyB));
  const Expr ofNegative = both(b.sign, pool_.make(ExprKind::Ult, keyB, keyA));
  const Expr isLess = pool_.ite(a.sign, pool_.disjunction(pool_.negate(b.sign), ofNegative), ofPositive);
  const Expr isStrictlyLess = both(pool_.negate(areZero), isLess);
  const Expr holds = kind_ == ExprKind::FEq   ? isEqual
                     : kind_ == ExprKind::FLt ? isStrictlyLess
                                              : pool_.disjunction(isEqual, isStrictlyLess);
  target_.result = both(pool_.negate(isUnordered), holds);
}

void Operators::convertToFloat() {
  const FloatFormat from = FloatFormat::ofWidth(operandWidth_);
  const FloatFormat to = FloatFormat::ofWidth(width_);
  const FloatParts a = builder_.unpack(from, a_);
  target_.nan = builder_.convertedNan(a, to);
  const auto range = to.exponentBits > from.exponentBits ? FloatBuilder::Range::NoUnderflow : FloatBuilder::Range::Any;
  const Expr finite = builder_.round(to, a.sign, builder_.normalise(scaled(a)), range);
  finish(to, a.isNan, a.isInfinite, a.isZero, a.sign, finite);
}

void Operators::convertToInteger() {
  const bool isSigned = kind_ == ExprKind::FToSInt;
  const FloatParts a = builder_.unpack(FloatFormat::ofWidth(operandWidth_), a_);
  const unsigned width = std::max(width_, a.format.precision);
  const Expr exponent = a.exponent;
  const Expr isFraction = pool_.make(ExprKind::Slt, exponent, builder_.number(0));
  // The smallest signed integer needs no special case: it is also the result for values out of range.
  const int limit = static_cast<int>(width_) - (isSigned ? 1 : 0);
  const Expr isLarge = pool_.make(ExprKind::Sle, builder_.number(limit), exponent);
  const Expr distance = pool_.sub(builder_.number(static_cast<int>(width) - 1), exponent);
  const Expr amount = pool_.resize(distance, width);
  const Expr shifted = pool_.make(ExprKind::LShr, builder_.padded(a.significand, width), amount);
  const Expr magnitude = pool_.extract(shifted, 0, width_);
  Expr isOut = anyOf({a.isNan, a.isInfinite, isLarge});
  if (!isSigned)
    isOut = pool_.disjunction(isOut, both(a.sign, pool_.negate(isFraction)));
  const Expr whole = isSigned ? pool_.ite(a.sign, pool_.make(ExprKind::Neg, magnitude), magnitude) : magnitude;
  const program::Bits outside = isSigned ? program::Bits{1} << (width_ - 1) : support::mask(width_);
  const Expr inside = pool_.ite(isFraction, builder_.zeros(width_), whole);
  target_.result = pool_.ite(isOut, pool_.constant(outside, width_), inside);
}

void Operators::convertFromInteger() {
  const FloatFormat format = FloatFormat::ofWidth(width_);
  const Expr sign = kind_ == ExprKind::SIntToF ? builder_.bit(a_, operandWidth_ - 1) : pool_.boolean(false);
  const Expr magnitude = pool_.ite(sign, pool_.make(ExprKind::Neg, a_), a_);
  const Expr exponent = builder_.number(static_cast<int>(operandWidth_) - 1);
  target_.result =
      builder_.round(format, sign, builder_.normalise({exponent, magnitude}), FloatBuilder::Range::NoUnderflow);
  target_.nan = builder_.defaultNan(format); // never needed
}

} // namespace

bool hasFloatTemplate(ExprKind kind) { return program::isFloatingPoint(kind) && kind != ExprKind::FRem; }

const FloatTemplate *FloatTemplates::find(ExprKind kind, unsigned width, unsigned operandWidth) {
  if (!hasFloatTemplate(kind))
    return nullptr;
  std::unique_ptr<FloatTemplate> &entry = templates_[{static_cast<unsigned>(kind), width, operandWidth}];
  if (entry == nullptr) {
    entry = std::make_unique<FloatTemplate>();
    Operators(*entry, kind, width, operandWidth).build();
  }
  return entry.get();
}

} // namespace heddle::smt
