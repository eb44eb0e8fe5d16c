// Floating-point operators on IEEE bit patterns, computed by the host.
//
// The host is x86-64, as is the target: float and double use SSE and long double x87's 80-bit format, so each
// operator rounds once, to nearest-even, exactly as compiled code does. Values are converted between patterns
// and numbers by memcpy. Conversions to integers that C leaves undefined are defined here: signed ones yield
// the smallest integer (x86's "integer indefinite"), unsigned ones all ones (as AVX-512's unsigned conversions).
#include "program/float_arithmetic.hpp"

#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>

namespace heddle::program {

namespace {

using support::mask;
using support::SignedBits;

static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);
static_assert(std::numeric_limits<long double>::digits == 64, "long double must be x87's 80-bit format");

template <typename Float> constexpr unsigned patternWidth = sizeof(Float) * 8;
template <> constexpr unsigned patternWidth<long double> = 80;

template <typename Float> Float fromPattern(Bits pattern) {
  Float value = 0;
  std::memcpy(&value, &pattern, patternWidth<Float> / 8);
  return value;
}

template <typename Float> Bits toPattern(Float value) {
  Bits pattern = 0;
  std::memcpy(&pattern, &value, patternWidth<Float> / 8);
  return pattern;
}

/// Calls `use` with the number that the pattern denotes, in the floating-point type of that width.
template <typename Use> Bits withNumber(Bits pattern, unsigned width, Use use) {
  if (width == 32)
    return use(fromPattern<float>(pattern));
  if (width == 64)
    return use(fromPattern<double>(pattern));
  assert(width == 80 && "floats have 32, 64 or 80 bits");
  return use(fromPattern<long double>(pattern));
}

template <typename Number> Bits roundTo(unsigned width, Number number) {
  if (width == 32)
    return toPattern(static_cast<float>(number));
  if (width == 64)
    return toPattern(static_cast<double>(number));
  assert(width == 80 && "floats have 32, 64 or 80 bits");
  return toPattern(static_cast<long double>(number));
}

Bits toSignedInteger(long double value, unsigned width) {
  const Bits smallest = Bits{1} << (width - 1);
  const long double whole = std::trunc(value);
  const long double limit = std::ldexp(1.0L, static_cast<int>(width) - 1);
  if (!(whole >= -limit && whole < limit))
    return smallest;
  return support::fromSigned(static_cast<SignedBits>(whole), width);
}

Bits toUnsignedInteger(long double value, unsigned width) {
  const long double whole = std::trunc(value);
  if (!(whole >= 0 && whole < std::ldexp(1.0L, static_cast<int>(width))))
    return mask(width);
  return static_cast<Bits>(whole);
}

template <typename Float> Bits applyTo(ExprKind kind, Float a, Float b) {
  switch (kind) {
  case ExprKind::FAdd:
    return toPattern<Float>(a + b);
  case ExprKind::FSub:
    return toPattern<Float>(a - b);
  case ExprKind::FMul:
    return toPattern<Float>(a * b);
  case ExprKind::FDiv:
    return toPattern<Float>(a / b);
  case ExprKind::FRem:
    return toPattern<Float>(std::fmod(a, b));
  case ExprKind::FSqrt:
    return toPattern<Float>(std::sqrt(a));
  case ExprKind::FEq:
    return a == b ? 1 : 0;
  case ExprKind::FLt:
    return a < b ? 1 : 0;
  case ExprKind::FLe:
    return a <= b ? 1 : 0;
  case ExprKind::FUnordered:
    return std::isunordered(a, b) ? 1 : 0;
  default:
    assert(false && "not a floating-point operator");
    return 0;
  }
}

} // namespace

Bits applyFloat(ExprKind kind, unsigned width, Bits a, Bits b, unsigned operandWidth) {
  switch (kind) {
  case ExprKind::FToF:
    return withNumber(a, operandWidth, [width](auto number) { return roundTo(width, number); });
  case ExprKind::FToSInt:
    return withNumber(a, operandWidth, [width](auto number) { return toSignedInteger(number, width); });
  case ExprKind::FToUInt:
    return withNumber(a, operandWidth, [width](auto number) { return toUnsignedInteger(number, width); });
  case ExprKind::SIntToF:
    return roundTo(width, support::toSigned(a, operandWidth));
  case ExprKind::UIntToF:
    return roundTo(width, a);
  default:
    return withNumber(a, operandWidth,
                      [kind, b](auto number) { return applyTo(kind, number, fromPattern<decltype(number)>(b)); });
  }
}

} // namespace heddle::program
