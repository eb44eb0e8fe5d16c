// Floating-point operators with operands at their boundary cases.
#pragma once

#include "smt/random_expressions.hpp"

namespace heddle::smt {

inline bool isFloatWidth(unsigned width) { return width == 32 || width == 64 || width == 80; }

/// Zeros, subnormal numbers, infinities, NaNs, x87's invalid patterns, and ordinary numbers of any size.
inline Bits floatPattern(unsigned width, Random &random) {
  const unsigned exponentBits = width == 32 ? 8 : width == 64 ? 11 : 15;
  const unsigned fractionBits = width == 32 ? 23 : width == 64 ? 52 : 63;
  const unsigned bias = (1U << (exponentBits - 1)) - 1;
  unsigned exponent = random.below(1U << exponentBits);
  switch (random.below(6)) {
  case 0:
    exponent = random.below(3);
    break;
  case 1:
    exponent = (1U << exponentBits) - 1 - random.below(3);
    break;
  case 2:
  case 3:
  case 4:
    exponent = bias - 5 + random.below(fractionBits + 20);
    break;
  default:
    break;
  }
  Bits pattern = (Bits{random.below(2)} << exponentBits) | exponent;
  if (width == 80) // the integer bit is rarely wrong
    pattern = (pattern << 1) | (random.below(12) == 0 ? random.below(2) : (exponent != 0 ? 1U : 0U));
  Bits fraction = random.value(fractionBits);
  if (random.below(4) == 0)
    fraction = fraction >> (fractionBits / 2) << (fractionBits / 2);
  return (pattern << fractionBits) | fraction;
}

/// Every floating-point operator that solvers support, at all widths.
inline std::vector<Operator> floatOperators() {
  std::vector<Operator> result;
  for (const unsigned width : {32U, 64U, 80U}) {
    for (const ExprKind kind : {ExprKind::FAdd, ExprKind::FSub, ExprKind::FMul, ExprKind::FDiv})
      result.push_back({kind, width, {width, width}});
    result.push_back({ExprKind::FSqrt, width, {width}});
    for (const ExprKind kind : {ExprKind::FEq, ExprKind::FLt, ExprKind::FLe, ExprKind::FUnordered})
      result.push_back({kind, 1, {width, width}});
    for (const unsigned other : {32U, 64U, 80U})
      if (other != width)
        result.push_back({ExprKind::FToF, other, {width}});
    for (const unsigned integer : {1U, 2U, 8U, 16U, 32U, 64U, 65U, 80U, 128U}) {
      result.push_back({ExprKind::FToSInt, integer, {width}});
      result.push_back({ExprKind::FToUInt, integer, {width}});
      result.push_back({ExprKind::SIntToF, width, {integer}});
      result.push_back({ExprKind::UIntToF, width, {integer}});
    }
  }
  return result;
}

/// Sometimes the operands are close to each other, so that sums cancel and quotients are about one.
inline std::vector<Bits> floatOperands(const Operator &op, Random &random) {
  std::vector<Bits> operands;
  const bool areIntegers = op.kind == ExprKind::SIntToF || op.kind == ExprKind::UIntToF;
  for (const unsigned width : op.operandWidths) {
    if (areIntegers)
      operands.push_back(random.value(width));
    else if (!operands.empty() && random.below(4) == 0)
      operands.push_back(operands[0] ^ (random.value(width) >> random.below(width)) ^ random.below(2));
    else
      operands.push_back(floatPattern(width, random));
  }
  return operands;
}

} // namespace heddle::smt
