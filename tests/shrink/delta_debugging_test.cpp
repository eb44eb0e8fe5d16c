#include "shrink/delta_debugging.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace heddle::shrink {

namespace {

Items upTo(std::size_t count) {
  Items items(count);
  std::iota(items.begin(), items.end(), std::size_t{0});
  return items;
}

bool contains(const Items &items, std::size_t item) {
  return std::find(items.begin(), items.end(), item) != items.end();
}

} // namespace

TEST(MinimiseItems, FindsTheItemsThatMatter) {
  Budget budget(1000);
  const auto both = [](const Items &items) { return contains(items, 17) && contains(items, 60); };
  EXPECT_EQ(minimiseItems(upTo(64), both, budget), (Items{17, 60}));
  EXPECT_LT(budget.spent(), 100U);
}

TEST(MinimiseItems, RemovesEverythingWhereNothingMatters) {
  Budget budget(1000);
  EXPECT_EQ(minimiseItems(upTo(100), [](const Items &) { return true; }, budget), Items{});
  EXPECT_EQ(budget.spent(), 1U);
}

TEST(MinimiseItems, IsOneMinimal) {
  Budget budget(10'000);
  const auto evenNumberOfThem = [](const Items &items) { return items.size() >= 10 && items.size() % 2 == 0; };
  const Items result = minimiseItems(upTo(50), evenNumberOfThem, budget);
  EXPECT_TRUE(evenNumberOfThem(result));
  for (std::size_t i = 0; i < result.size(); ++i) {
    Items smaller = result;
    smaller.erase(smaller.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(evenNumberOfThem(smaller));
  }
}

TEST(MinimiseItems, RemovesUsesTogetherWithTheirDeclarationsInOnePass) {
  Budget budget(1000);
  // Item n needs item n - 1, as a use needs its declaration; only item 2 matters.
  const auto isInteresting = [](const Items &items) {
    return contains(items, 2) && std::all_of(items.begin(), items.end(),
                                             [&](std::size_t item) { return item == 0 || contains(items, item - 1); });
  };
  EXPECT_EQ(minimiseItems(upTo(16), isInteresting, budget), (Items{0, 1, 2}));
}

TEST(MinimiseItems, ReturnsWhatItHasWhenTheBudgetEnds) {
  Budget budget(5);
  const auto both = [](const Items &items) { return contains(items, 17) && contains(items, 60); };
  const Items result = minimiseItems(upTo(64), both, budget);
  EXPECT_TRUE(both(result));
  EXPECT_TRUE(budget.isExhausted());
  EXPECT_EQ(budget.spent(), 5U);
}

TEST(Budget, EndsByTime) {
  Budget budget(1000, std::chrono::milliseconds(0));
  EXPECT_FALSE(budget.spend());
  EXPECT_TRUE(budget.isExhausted());
}

TEST(MinimiseTree, RemovesPiecesWithEverythingBelowThem) {
  // 0 and 1 are roots; 2 and 3 are below 0, 4 and 5 below 1.
  const std::vector<Piece> pieces{{}, {}, {0}, {0}, {1}, {1}};
  Budget budget(1000);
  const auto needsFive = [](const Forms &forms) { return forms[1] == whole && forms[5] == whole; };
  const Forms forms = minimiseTree(pieces, needsFive, budget);
  EXPECT_EQ(forms[0], removed);
  EXPECT_EQ(forms[1], whole);
  EXPECT_EQ(forms[4], removed);
  EXPECT_EQ(forms[5], whole);
}

TEST(MinimiseTree, KeepsPiecesThatCannotBeRemoved) {
  const std::vector<Piece> pieces{{noParent, 0, false}, {0, 0, true}};
  Budget budget(1000);
  EXPECT_EQ(minimiseTree(pieces, [](const Forms &) { return true; }, budget), (Forms{whole, removed}));
}

TEST(MinimiseTree, TakesTheSimplestAlternativeThatIsInteresting) {
  const std::vector<Piece> pieces{{noParent, 3, false}};
  Budget budget(1000);
  EXPECT_EQ(minimiseTree(pieces, [](const Forms &forms) { return forms[0] != 1; }, budget), Forms{2});
}

TEST(MinimiseTree, RemovesWhatAnAlternativeMadeSuperfluous) {
  // Piece 1 can go only once piece 0 has its alternative.
  const std::vector<Piece> pieces{{noParent, 1, false}, {}};
  Budget budget(1000);
  const auto isInteresting = [](const Forms &forms) { return forms[1] == whole || forms[0] == 1; };
  EXPECT_EQ(minimiseTree(pieces, isInteresting, budget), (Forms{1, removed}));
}

} // namespace heddle::shrink
