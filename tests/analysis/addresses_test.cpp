// Possible values and low bits of an address, compared with evaluation.
#include "analysis/addresses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace heddle::analysis {

namespace {

using program::Bits;
using program::Expr;
using program::ExprKind;
using program::ExprPool;

constexpr unsigned width = 16;
constexpr unsigned registers = 2; // of 3 bits each

Expr randomAddress(ExprPool &pool, std::mt19937 &random, unsigned depth) {
  if (depth == 0)
    return random() % 2 == 0 ? pool.constant(random() % 64, width)
                             : pool.zext(pool.reg(static_cast<program::RegisterId>(random() % registers), 3), width);
  const Expr a = randomAddress(pool, random, depth - 1);
  const Expr b = randomAddress(pool, random, depth - 1);
  switch (random() % 6) {
  case 0:
    return pool.add(a, b);
  case 1:
    return pool.sub(a, b);
  case 2:
    return pool.mul(a, pool.constant(random() % 12, width));
  case 3:
    return pool.make(ExprKind::Shl, a, pool.constant(random() % 5, width));
  case 4:
    return pool.ite(pool.eq(pool.reg(0, 3), pool.constant(random() % 8, 3)), a, b);
  default:
    return pool.make(ExprKind::Concat, pool.extract(a, 0, 8), pool.extract(b, 0, 8));
  }
}

} // namespace

TEST(Addresses, ValuesAndLowBitsCoverWhatCanBe) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    std::mt19937 random(seed);
    ExprPool pool;
    const Expr address = randomAddress(pool, random, 3);
    const auto values = possibleValues(address, 64);
    const LowBits low = lowBits(address);
    for (Bits inputs = 0; inputs < 64; ++inputs) {
      const Expr value =
          pool.substitute(address, [&](Expr reg) { return pool.constant((inputs >> (3 * reg->index)) & 7, 3); });
      ASSERT_TRUE(value->isConstant());
      if (values) {
        EXPECT_TRUE(std::binary_search(values->begin(), values->end(), value->value)) << "seed " << seed;
      }
      EXPECT_EQ(static_cast<unsigned>(value->value & support::mask(low.known)), static_cast<unsigned>(low.value))
          << "seed " << seed;
    }
  }
}

TEST(Addresses, AlignedElementsOfAnArrayAreSeenAsSuch) {
  ExprPool pool;
  const Expr index = pool.reg(0, 64);
  const LowBits low = lowBits(pool.add(pool.mul(index, pool.constant(8, 64)), pool.constant(4, 64)));
  EXPECT_EQ(low.known, 3U);
  EXPECT_EQ(static_cast<unsigned>(low.value), 4U);
}

TEST(Addresses, SharedPartsAreVisitedOnce) {
  ExprPool pool;
  Expr pointer = pool.reg(0, 64);
  for (unsigned i = 0; i < 200; ++i) // without sharing, 2^200 parts
    pointer = pool.ite(pool.reg(i + 1, 1), pool.add(pointer, pool.constant(4, 64)), pointer);
  EXPECT_EQ(lowBits(pointer).known, 0U);
  EXPECT_FALSE(possibleValues(pointer, 64).has_value());
}

} // namespace heddle::analysis
