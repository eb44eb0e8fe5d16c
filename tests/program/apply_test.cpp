// Corner cases of operators: SMT-LIB's total division and shifts, and floats as on x86.
#include "program/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace heddle::program {
namespace {

using support::mask;

Bits unary(ExprKind kind, unsigned width, Bits a) { return apply(kind, width, 0, {a, 0, 0}, {width, 0, 0}); }

Bits binary(ExprKind kind, unsigned width, Bits a, Bits b) {
  return apply(kind, width, 0, {a, b, 0}, {width, width, 0});
}

Bits compare(ExprKind kind, unsigned width, Bits a, Bits b) { return apply(kind, 1, 0, {a, b, 0}, {width, width, 0}); }

class ApplyAtWidth : public testing::TestWithParam<unsigned> {
protected:
  unsigned width = GetParam();
  Bits ones = mask(width);
  Bits smallest = Bits{1} << (width - 1);
};

TEST_P(ApplyAtWidth, UnsignedDivisionByZeroIsAllOnes) {
  EXPECT_TRUE(binary(ExprKind::UDiv, width, 1, 0) == ones);
  EXPECT_TRUE(binary(ExprKind::UDiv, width, 0, 0) == ones);
}

TEST_P(ApplyAtWidth, RemainderByZeroIsTheDividend) {
  EXPECT_TRUE(binary(ExprKind::URem, width, smallest, 0) == smallest);
  EXPECT_TRUE(binary(ExprKind::SRem, width, smallest, 0) == smallest);
}

TEST_P(ApplyAtWidth, SignedDivisionByZeroIsMinusOneOrOne) {
  EXPECT_TRUE(binary(ExprKind::SDiv, width, 0, 0) == ones);
  EXPECT_TRUE(binary(ExprKind::SDiv, width, smallest, 0) == 1);
}

TEST_P(ApplyAtWidth, TheSmallestDividedByMinusOneWraps) {
  EXPECT_TRUE(binary(ExprKind::SDiv, width, smallest, ones) == smallest);
  EXPECT_TRUE(binary(ExprKind::SRem, width, smallest, ones) == 0);
}

TEST_P(ApplyAtWidth, NegationOfTheSmallestWraps) { EXPECT_TRUE(unary(ExprKind::Neg, width, smallest) == smallest); }

TEST_P(ApplyAtWidth, ShiftsByTheWidthOrMoreShiftEverythingOut) {
  for (const Bits amount : {Bits{width}, ones}) {
    if (amount < width || amount > ones)
      continue; // the amount does not fit into small widths, or is not large there
    EXPECT_TRUE(binary(ExprKind::Shl, width, ones, amount) == 0);
    EXPECT_TRUE(binary(ExprKind::LShr, width, ones, amount) == 0);
    EXPECT_TRUE(binary(ExprKind::AShr, width, smallest, amount) == ones);
    EXPECT_TRUE(binary(ExprKind::AShr, width, smallest - 1, amount) == 0);
  }
}

TEST_P(ApplyAtWidth, ShiftsByZeroDoNothing) {
  for (const ExprKind kind : {ExprKind::Shl, ExprKind::LShr, ExprKind::AShr})
    EXPECT_TRUE(binary(kind, width, smallest, 0) == smallest);
}

TEST_P(ApplyAtWidth, SumsWrap) {
  EXPECT_TRUE(binary(ExprKind::Add, width, ones, 1) == 0);
  EXPECT_TRUE(binary(ExprKind::Sub, width, 0, 1) == ones);
  EXPECT_TRUE(binary(ExprKind::Mul, width, ones, ones) == 1);
}

TEST_P(ApplyAtWidth, OrdersDisagreeAboutTheSign) {
  EXPECT_TRUE(compare(ExprKind::Slt, width, smallest, 0) == 1);
  EXPECT_TRUE(compare(ExprKind::Ult, width, smallest, 0) == 0);
  EXPECT_TRUE(compare(ExprKind::Sle, width, 0, ones) == 0);
  EXPECT_TRUE(compare(ExprKind::Ule, width, 0, ones) == 1);
}

INSTANTIATE_TEST_SUITE_P(Widths, ApplyAtWidth, testing::Values(1, 3, 8, 16, 32, 33, 64, 80, 128),
                         [](const auto &parameter) { return "w" + std::to_string(parameter.param); });

TEST(Apply, SignedDivisionRoundsTowardZero) {
  EXPECT_TRUE(binary(ExprKind::SDiv, 8, 0xf9 /* -7 */, 2) == 0xfd /* -3 */);
  EXPECT_TRUE(binary(ExprKind::SRem, 8, 0xf9 /* -7 */, 2) == 0xff /* -1 */);
  EXPECT_TRUE(binary(ExprKind::SRem, 8, 7, 0xfe /* -2 */) == 1);
}

TEST(Apply, SignExtensionOfOneBit) {
  EXPECT_TRUE(apply(ExprKind::SExt, 128, 0, {1, 0, 0}, {1, 0, 0}) == ~Bits{0});
  EXPECT_TRUE(apply(ExprKind::ZExt, 128, 0, {1, 0, 0}, {1, 0, 0}) == 1);
}

TEST(Apply, ConcatPutsTheFirstOperandHigh) {
  EXPECT_TRUE(apply(ExprKind::Concat, 12, 0, {0xa, 0xbc, 0}, {4, 8, 0}) == 0xabc);
}

TEST(Apply, ExtractCountsFromTheLowestBit) {
  EXPECT_TRUE(apply(ExprKind::Extract, 4, 8, {0xabc, 0, 0}, {12, 0, 0}) == 0xa);
}

template <typename Float> Bits pattern(Float value) {
  Bits bits = 0;
  std::memcpy(&bits, &value, sizeof(Float) == 16 ? 10 : sizeof(Float));
  return bits;
}

TEST(ApplyFloat, ArithmeticRoundsOnceInItsOwnFormat) {
  EXPECT_TRUE(binary(ExprKind::FAdd, 32, pattern(0.1F), pattern(0.2F)) == pattern(0.1F + 0.2F));
  EXPECT_TRUE(binary(ExprKind::FDiv, 64, pattern(1.0), pattern(3.0)) == pattern(1.0 / 3.0));
  EXPECT_TRUE(binary(ExprKind::FMul, 80, pattern(0.1L), pattern(3.0L)) == pattern(0.1L * 3.0L));
  EXPECT_TRUE(binary(ExprKind::FRem, 64, pattern(-7.5), pattern(2.0)) == pattern(-1.5));
  EXPECT_TRUE(unary(ExprKind::FSqrt, 32, pattern(2.0F)) == pattern(std::sqrt(2.0F)));
}

TEST(ApplyFloat, NanIsUnorderedAndUnequal) {
  const Bits nan = pattern(std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(compare(ExprKind::FEq, 64, nan, nan) == 0);
  EXPECT_TRUE(compare(ExprKind::FLt, 64, nan, pattern(1.0)) == 0);
  EXPECT_TRUE(compare(ExprKind::FLe, 64, nan, nan) == 0);
  EXPECT_TRUE(compare(ExprKind::FUnordered, 64, nan, pattern(1.0)) == 1);
  EXPECT_TRUE(compare(ExprKind::FUnordered, 64, pattern(2.0), pattern(1.0)) == 0);
}

TEST(ApplyFloat, ZeroesOfBothSignsAreEqual) {
  EXPECT_TRUE(compare(ExprKind::FEq, 32, pattern(0.0F), pattern(-0.0F)) == 1);
}

Bits convert(ExprKind kind, unsigned width, Bits a, unsigned from) {
  return apply(kind, width, 0, {a, 0, 0}, {from, 0, 0});
}

TEST(ApplyFloat, ConversionsBetweenFormatsRound) {
  EXPECT_TRUE(convert(ExprKind::FToF, 32, pattern(0.1), 64) == pattern(0.1F));
  EXPECT_TRUE(convert(ExprKind::FToF, 80, pattern(0.1), 64) == pattern(static_cast<long double>(0.1)));
  EXPECT_TRUE(convert(ExprKind::FToF, 32, pattern(1e300), 64) == pattern(std::numeric_limits<float>::infinity()));
}

TEST(ApplyFloat, ConversionToIntegersCutsTheFraction) {
  EXPECT_TRUE(convert(ExprKind::FToSInt, 32, pattern(-1.9), 64) == 0xffffffff);
  EXPECT_TRUE(convert(ExprKind::FToUInt, 8, pattern(255.9F), 32) == 255);
  EXPECT_TRUE(convert(ExprKind::FToUInt, 8, pattern(-0.9F), 32) == 0);
  EXPECT_TRUE(convert(ExprKind::FToSInt, 64, pattern(-9223372036854775808.0), 64) == Bits{1} << 63);
}

TEST(ApplyFloat, SignedConversionOutOfRangeIsTheSmallestInteger) {
  EXPECT_TRUE(convert(ExprKind::FToSInt, 32, pattern(2147483648.0), 64) == 0x80000000);
  EXPECT_TRUE(convert(ExprKind::FToSInt, 32, pattern(std::nan("")), 64) == 0x80000000);
  EXPECT_TRUE(convert(ExprKind::FToSInt, 128, pattern(HUGE_VALL), 80) == Bits{1} << 127);
}

TEST(ApplyFloat, UnsignedConversionOutOfRangeIsAllOnes) {
  EXPECT_TRUE(convert(ExprKind::FToUInt, 32, pattern(-1.0), 64) == 0xffffffff);
  EXPECT_TRUE(convert(ExprKind::FToUInt, 32, pattern(4294967296.0), 64) == 0xffffffff);
  EXPECT_TRUE(convert(ExprKind::FToUInt, 64, pattern(std::nan("")), 64) == mask(64));
}

TEST(ApplyFloat, IntegersConvertWithOneRounding) {
  EXPECT_TRUE(convert(ExprKind::SIntToF, 32, 0xffffffff, 32) == pattern(-1.0F));
  EXPECT_TRUE(convert(ExprKind::UIntToF, 32, 16777217, 32) == pattern(16777216.0F));
  EXPECT_TRUE(convert(ExprKind::UIntToF, 64, mask(64), 64) == pattern(18446744073709551616.0));
  EXPECT_TRUE(convert(ExprKind::SIntToF, 64, Bits{1} << 127, 128) == pattern(-std::ldexp(1.0, 127)));
}

} // namespace
} // namespace heddle::program
