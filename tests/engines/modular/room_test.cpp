// Sizes of objects in terms of symbols, and differences of symbols.
#include "engines/modular/room.hpp"

#include <gtest/gtest.h>

namespace heddle::engines::modular {

namespace {

const Symbol i = Symbol::ofRegister(1);
const Symbol n = Symbol::ofRegister(2);
const Symbol m = Symbol::ofRegister(3);
constexpr AbstractObject array = 7;

const Room::Bounds unknown = [](const Symbol &) -> std::optional<Distance> { return std::nullopt; };

Linear offset(Symbol symbol, std::int64_t factor, std::int64_t distance) {
  Linear linear = Linear::same(symbol);
  linear.form = Linear::Form::Offset;
  linear.factor = factor;
  linear.low = linear.high = distance;
  return linear;
}

Linear size(Symbol symbol, std::int64_t factor) {
  Linear linear = Linear::same(symbol);
  linear.factor = factor;
  return linear;
}

/// An array of n elements of eight bytes.
Room room() {
  Room result;
  result.allocate(array, true, size(n, 8));
  return result;
}

} // namespace

TEST(Room, ContainsTheElementsBelowTheCount) {
  Room one = room();
  one.learn({i, 1}, {n, 1}, -1);
  EXPECT_TRUE(one.contains(array, offset(i, 8, 0), 8, unknown));
  EXPECT_FALSE(one.contains(array, offset(i, 8, 8), 8, unknown));
  EXPECT_FALSE(one.contains(array, offset(i, 8, 0), 9, unknown));
}

TEST(Room, DoesNotContainTheElementAtTheCount) {
  Room one = room();
  one.learn({i, 1}, {n, 1}, 0);
  EXPECT_FALSE(one.contains(array, offset(i, 8, 0), 8, unknown));
  EXPECT_TRUE(one.contains(array, offset(i, 8, -8), 8, unknown));
}

TEST(Room, CombinesTwoDifferences) {
  Room one = room();
  one.learn({i, 1}, {m, 1}, 0);
  one.learn({m, 1}, {n, 1}, -1);
  EXPECT_EQ(one.mostDifference({i, 1}, {n, 1}, unknown), -1);
  EXPECT_EQ(one.mostDifference({i, 4}, {n, 4}, unknown), -4);
  EXPECT_EQ(one.mostDifference({n, 1}, {i, 1}, unknown), std::nullopt);
}

TEST(Room, DividesBoundsTowardsMinusInfinity) {
  Room one;
  one.learn({i, 4}, {n, 4}, -1);
  EXPECT_EQ(one.mostDifference({i, 1}, {n, 1}, unknown), -1);
  one.learn({i, 1}, {}, 5);
  EXPECT_EQ(one.mostDifference({i, 3}, {}, unknown), 15);
}

TEST(Room, KeepsWhatEveryObjectOfTheNameHas) {
  Room one = room();
  one.allocate(array, false, size(n, 8));
  EXPECT_FALSE(one.isEmpty());
  one.allocate(array, false, size(m, 8));
  EXPECT_TRUE(one.isEmpty());
}

TEST(Room, MergesToTheWeakerFact) {
  Room a = room();
  a.learn({i, 1}, {n, 1}, -1);
  Room b = room();
  b.learn({i, 1}, {n, 1}, -3);
  const auto isAbsent = [](AbstractObject) { return false; };
  const Room both = Room::merge({a, unknown, isAbsent}, {b, unknown, isAbsent}, false);
  EXPECT_EQ(both.mostDifference({i, 1}, {n, 1}, unknown), -1);
  EXPECT_TRUE(
      Room::merge({b, unknown, isAbsent}, {a, unknown, isAbsent}, true).mostDifference({i, 1}, {n, 1}, unknown) ==
      std::nullopt);
  EXPECT_TRUE(Room::merge({a, unknown, isAbsent}, {Room(), unknown, isAbsent}, false).isEmpty());
}

TEST(Room, FollowsSymbolsThatAreRenamed) {
  Room one = room();
  one.learn({i, 1}, {n, 1}, -1);
  // i was m - 2
  one.renameSymbols([](const Symbol &symbol) { return symbol == i; },
                    [](const Linear &) {
                      Linear linear = Linear::same(m);
                      linear.low = linear.high = -2;
                      return std::optional(linear);
                    });
  EXPECT_EQ(one.mostDifference({m, 1}, {n, 1}, unknown), 1);
  EXPECT_EQ(one.mostDifference({i, 1}, {n, 1}, unknown), std::nullopt);
}

} // namespace heddle::engines::modular
