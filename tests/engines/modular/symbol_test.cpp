// Relations to symbols, and the bytes that accesses with such relations may go to.
#include "engines/modular/pattern.hpp"
#include "engines/modular/symbol.hpp"

#include <gtest/gtest.h>

namespace heddle::engines::modular {

namespace {

const Linear counter = Linear::same(Symbol::ofRegister(1));

} // namespace

TEST(ModularSymbol, JoinedDistancesHaveACommonStep) {
  const std::optional<Linear> low = shifted(counter, Distance::exactly(4));
  const std::optional<Linear> high = shifted(counter, Distance::exactly(12));
  const std::optional<Linear> both = join(low, high);
  ASSERT_TRUE(both);
  EXPECT_EQ(both->low, 4);
  EXPECT_EQ(both->high, 12);
  EXPECT_EQ(both->step, 8U);
}

TEST(ModularSymbol, RelationsToDifferentSymbolsHaveNothingInCommon) {
  EXPECT_FALSE(join(counter, Linear::same(Symbol::ofRegister(2))));
}

TEST(ModularSymbol, DistanceAtTheLimitIsNotExact) {
  EXPECT_FALSE(shifted(counter, Distance::exactly(Linear::farAway)));
  EXPECT_FALSE(shifted(counter, Distance::exactly(-Linear::farAway)));
  const std::optional<Linear> half = shifted(counter, Distance::exactly(Linear::farAway / 2));
  ASSERT_TRUE(half);
  EXPECT_FALSE(shifted(*half, Distance::exactly(Linear::farAway / 2)));
  EXPECT_FALSE(scaled(*half, 2));
}

TEST(ModularSymbol, DistanceWithoutABoundKeepsItsStep) {
  const std::optional<Linear> sum = shifted(counter, {.low = 3, .high = Linear::farAway, .step = 6});
  ASSERT_TRUE(sum);
  EXPECT_FALSE(sum->isExact());
  EXPECT_EQ(sum->low, 3);
  EXPECT_EQ(sum->step, 6U);
}

TEST(ModularSymbol, RestrictedDistancesBeginAtOneOfTheRightResidue) {
  const std::optional<Linear> all = shifted(counter, {.low = 1, .high = 21, .step = 4});
  ASSERT_TRUE(all);
  const std::optional<Linear> some = between(*all, 2, 14);
  ASSERT_TRUE(some);
  EXPECT_EQ(some->low, 5);
  EXPECT_FALSE(between(*all, 22, 30));
}

TEST(ModularPattern, ElementsOfDifferentResiduesAreApart) {
  const Pattern even{.low = 0, .high = 96, .step = 8, .bytes = 4};
  const Pattern odd{.low = 4, .high = 100, .step = 8, .bytes = 4};
  EXPECT_FALSE(mayOverlap(even, odd));
  EXPECT_TRUE(mayOverlap(even, {.low = 4, .high = 100, .step = 8, .bytes = 5}));
  EXPECT_TRUE(mayOverlap(even, {.low = 4, .high = 100, .step = 4, .bytes = 4}));
  EXPECT_FALSE(mayOverlap(even, {.low = 100, .high = 200, .step = 4, .bytes = 4}));
}

TEST(ModularPattern, OnePlaceIsComparedWithTheStepOfTheOther) {
  const Pattern even{.low = 0, .high = 96, .step = 8, .bytes = 4};
  EXPECT_TRUE(mayOverlap(even, {.low = 16, .high = 16, .step = 0, .bytes = 4}));
  EXPECT_FALSE(mayOverlap(even, {.low = 20, .high = 20, .step = 0, .bytes = 4}));
}

} // namespace heddle::engines::modular
