#include "support/bits.hpp"

#include <gtest/gtest.h>

namespace heddle::support {
namespace {

TEST(Bits, MaskCoversExactlyTheWidth) {
  EXPECT_TRUE(mask(1) == 1);
  EXPECT_TRUE(mask(8) == 0xff);
  EXPECT_TRUE(mask(128) == ~Bits{0});
}

TEST(Bits, SignedReadingIsTwosComplement) {
  EXPECT_TRUE(toSigned(0xff, 8) == -1);
  EXPECT_TRUE(toSigned(0x80, 8) == -128);
  EXPECT_TRUE(toSigned(0x7f, 8) == 127);
  EXPECT_TRUE(toSigned(1, 1) == -1);
}

TEST(Bits, SignedRoundTripAtFullWidth) {
  const Bits smallest = Bits{1} << 127;
  EXPECT_TRUE(fromSigned(toSigned(smallest, 128), 128) == smallest);
}

TEST(Bits, DecimalOfZeroIsOneDigit) { EXPECT_EQ(toDecimal(0), "0"); }

TEST(Bits, DecimalPrintsAll128Bits) { EXPECT_EQ(toDecimal(~Bits{0}), "340282366920938463463374607431768211455"); }

TEST(Bits, SignedDecimalOfTheSmallestValue) {
  EXPECT_EQ(toSignedDecimal(0x80, 8), "-128");
  EXPECT_EQ(toSignedDecimal(Bits{1} << 127, 128), "-170141183460469231731687303715884105728");
}

TEST(Bits, SignedDecimalOfAPositiveValue) { EXPECT_EQ(toSignedDecimal(0x7f, 8), "127"); }

TEST(Bits, HexHasAPrefixAndNoLeadingZeroes) {
  EXPECT_EQ(toHex(0), "0x0");
  EXPECT_EQ(toHex(0xbeef), "0xbeef");
  EXPECT_EQ(toHex(Bits{1} << 64), "0x10000000000000000");
}

} // namespace
} // namespace heddle::support
