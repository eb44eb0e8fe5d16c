// Building blocks of floating-point operators: unpacking, rounding, special values.
#pragma once

#include "program/expression.hpp"

namespace heddle::smt {

using program::Expr;
using program::ExprKind;

/// IEEE binary32 and binary64, and x87's extended format, which stores its integer bit.
struct FloatFormat {
  unsigned width;
  unsigned exponentBits;
  unsigned precision; // bits of the significand, the integer bit included
  bool storesIntegerBit;

  unsigned fractionBits() const { return precision - 1; }
  unsigned bias() const { return (1U << (exponentBits - 1)) - 1; }

  static FloatFormat ofWidth(unsigned width);
};

/// An unpacked number. Unless it is special, it is ± significand · 2^(exponent - precision + 1).
struct FloatParts {
  FloatFormat format;
  Expr pattern;
  Expr sign;
  Expr isNan;     // or a pattern that is invalid in x87's format
  Expr isInvalid; // such a pattern
  Expr isInfinite;
  Expr isZero;
  Expr field;       // the stored exponent, but 1 for subnormal numbers, which is their weight
  Expr exponent;    // signed, of the builder's exponent width
  Expr significand; // of the format's precision; the highest bit is 0 in subnormal numbers
  Expr fraction;    // the significand without the integer bit
};

/// A significand whose highest bit weighs 2^exponent.
struct Scaled {
  Expr exponent;
  Expr significand;
};

class FloatBuilder {
public:
  /// The exponent width suffices for products, quotients and normalised subnormal numbers.
  FloatBuilder(program::ExprPool &pool, unsigned exponentBits) : pool_(pool), exponentWidth_(exponentBits + 3) {}

  FloatParts unpack(const FloatFormat &format, Expr pattern);
  /// Shifts left until the highest bit is set; zero stays zero, with any exponent.
  Scaled normalise(const Scaled &number);

  /// Rounding of a number to a format.
  enum class Range { Any, NoUnderflow };
  /// To nearest, ties to even; numbers that are too large become infinite. The number must be normalised or zero; its
  /// lowest bit may be sticky, that is, represent any number of lower bits.
  Expr round(const FloatFormat &format, Expr sign, const Scaled &number, Range range);

  /// The value shifted right; the lowest bit is set if any bit shifted out was.
  Expr shiftRightSticky(Expr value, Expr amount);

  Expr zero(const FloatFormat &format, Expr sign);
  Expr infinity(const FloatFormat &format, Expr sign);
  /// The result of an invalid operation: x86's "real indefinite".
  Expr defaultNan(const FloatFormat &format);
  /// The NaN that results from operands of which one is a NaN, or from an invalid operation on numbers. SSE prefers
  /// that of the first operand.
  Expr nanOf(const FloatParts &a, const FloatParts &b);
  Expr nanOf(const FloatParts &a);
  Expr convertedNan(const FloatParts &a, const FloatFormat &format);
  /// Orders the magnitudes of numbers as unsigned integers.
  Expr magnitudeKey(const FloatParts &number);

  Expr number(int value) { return pool_.constant(support::fromSigned(value, exponentWidth_), exponentWidth_); }
  Expr zeros(unsigned width) { return pool_.constant(0, width); }
  Expr ones(unsigned width) { return pool_.constant(support::mask(width), width); }
  Expr concat(Expr high, Expr low) { return pool_.make(ExprKind::Concat, high, low); }
  Expr bit(Expr value, unsigned index) { return pool_.extract(value, index, 1); }
  Expr isNonZero(Expr value) { return pool_.ne(value, zeros(value->width)); }
  /// Extended by zeros below to at least that width.
  Expr padded(Expr significand, unsigned width);
  unsigned exponentWidth() const { return exponentWidth_; }

private:
  Expr assemble(const FloatFormat &format, Expr sign, Expr fieldAndFraction);
  Expr quieted(const FloatParts &a);

  program::ExprPool &pool_;
  unsigned exponentWidth_;
};

} // namespace heddle::smt
