// The meaning of operators on concrete values: SMT-LIB's for bit-vectors, the host's for floats.
//
// Constant folding and the interpreter share this definition. Bit-vector operators compute on the 128-bit
// carrier and truncate the result; signed division and remainder use magnitudes, as SMT-LIB defines them,
// because signed division of the carrier itself would overflow on its smallest value.
#include "program/expression.hpp"
#include "program/float_arithmetic.hpp"

#include <cassert>

namespace heddle::program {

namespace {

using support::fromSigned;
using support::mask;
using support::signBit;
using support::toSigned;
using support::truncate;

Bits negated(Bits value, unsigned width) { return truncate(~value + 1, width); }

Bits magnitude(Bits value, unsigned width) { return signBit(value, width) ? negated(value, width) : value; }

Bits unsignedQuotient(Bits a, Bits b, unsigned width) { return b == 0 ? mask(width) : a / b; }

Bits unsignedRemainder(Bits a, Bits b) { return b == 0 ? a : a % b; }

Bits signedQuotient(Bits a, Bits b, unsigned width) {
  const Bits quotient = unsignedQuotient(magnitude(a, width), magnitude(b, width), width);
  return signBit(a, width) == signBit(b, width) ? quotient : negated(quotient, width);
}

Bits signedRemainder(Bits a, Bits b, unsigned width) {
  const Bits remainder = unsignedRemainder(magnitude(a, width), magnitude(b, width));
  return signBit(a, width) ? negated(remainder, width) : remainder;
}

Bits shiftedLeft(Bits value, Bits amount, unsigned width) {
  return amount >= width ? 0 : truncate(value << static_cast<unsigned>(amount), width);
}

Bits shiftedRight(Bits value, Bits amount, unsigned width) {
  return amount >= width ? 0 : value >> static_cast<unsigned>(amount);
}

Bits arithmeticallyShiftedRight(Bits value, Bits amount, unsigned width) {
  const bool negative = signBit(value, width);
  if (amount >= width)
    return negative ? mask(width) : 0;
  const Bits shifted = value >> static_cast<unsigned>(amount);
  return negative ? shifted | (mask(width) & ~(mask(width) >> static_cast<unsigned>(amount))) : shifted;
}

} // namespace

Bits apply(ExprKind kind, unsigned width, std::uint32_t index, const std::array<Bits, 3> &values,
           const std::array<unsigned, 3> &widths) {
  const Bits a = values[0];
  const Bits b = values[1];
  const unsigned operandWidth = widths[0];
  switch (kind) {
  case ExprKind::Constant:
  case ExprKind::Register:
    assert(false && "leaves have no operands");
    return 0;
  case ExprKind::Not:
    return truncate(~a, width);
  case ExprKind::Neg:
    return negated(a, width);
  case ExprKind::And:
    return a & b;
  case ExprKind::Or:
    return a | b;
  case ExprKind::Xor:
    return a ^ b;
  case ExprKind::Add:
    return truncate(a + b, width);
  case ExprKind::Sub:
    return truncate(a - b, width);
  case ExprKind::Mul:
    return truncate(a * b, width);
  case ExprKind::UDiv:
    return unsignedQuotient(a, b, width);
  case ExprKind::SDiv:
    return signedQuotient(a, b, width);
  case ExprKind::URem:
    return unsignedRemainder(a, b);
  case ExprKind::SRem:
    return signedRemainder(a, b, width);
  case ExprKind::Shl:
    return shiftedLeft(a, b, width);
  case ExprKind::LShr:
    return shiftedRight(a, b, width);
  case ExprKind::AShr:
    return arithmeticallyShiftedRight(a, b, width);
  case ExprKind::Eq:
    return a == b ? 1 : 0;
  case ExprKind::Ult:
    return a < b ? 1 : 0;
  case ExprKind::Ule:
    return a <= b ? 1 : 0;
  case ExprKind::Slt:
    return toSigned(a, operandWidth) < toSigned(b, operandWidth) ? 1 : 0;
  case ExprKind::Sle:
    return toSigned(a, operandWidth) <= toSigned(b, operandWidth) ? 1 : 0;
  case ExprKind::Concat:
    return (a << widths[1]) | b;
  case ExprKind::Extract:
    return truncate(a >> index, width);
  case ExprKind::ZExt:
    return a;
  case ExprKind::SExt:
    return fromSigned(toSigned(a, operandWidth), width);
  case ExprKind::Ite:
    return a != 0 ? b : values[2];
  default:
    return applyFloat(kind, width, a, b, operandWidth);
  }
}

} // namespace heddle::program
