#include "report/folding.hpp"

#include "fixture.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

TEST(Folding, LeavesOutNothingOfAShortTrace) {
  const LostUpdate example;
  EXPECT_EQ(shownEvents(example.trace, {.rounds = true}).size(), example.trace.events.size());
  EXPECT_TRUE(foldsOf(example.trace, {}).empty());
}

TEST(Folding, PutsARemarkInPlaceOfStepsThatDoNotMatter) {
  const LostUpdate example;
  const std::vector<Fold> folds = foldsOf(example.trace, {true, false, false, true, true});
  ASSERT_EQ(folds.size(), 1U);
  EXPECT_EQ(folds[0].first, 1U);
  EXPECT_EQ(folds[0].end, 3U);
  EXPECT_EQ(folds[0].text, "2 steps that do not matter");
}

TEST(Folding, FoldsStepsAtTheEnd) {
  const LostUpdate example;
  const std::vector<Fold> folds = foldsOf(example.trace, {true, true, true, true, false});
  ASSERT_EQ(folds.size(), 1U);
  EXPECT_EQ(folds[0].first, 4U);
  EXPECT_EQ(folds[0].end, 5U);
  EXPECT_EQ(folds[0].text, "1 step that does not matter");
}

TEST(Folding, CountsAnEventThatIsRepeated) {
  LostUpdate example;
  for (unsigned step = 5; step < 8; ++step)
    example.add(step, 1, 2, "read counter → 1");
  const std::vector<Fold> folds = foldsOf(example.trace, {});
  ASSERT_EQ(folds.size(), 1U);
  EXPECT_EQ(folds[0].first, 6U);
  EXPECT_EQ(folds[0].end, 8U);
  EXPECT_EQ(folds[0].text, "3 times");
}

TEST(Folding, CountsEqualRoundsOfALoop) {
  LostUpdate example;
  for (unsigned round = 0; round < 4; ++round) {
    example.add(5 + 2 * round, 1, 2, "lock m");
    example.add(6 + 2 * round, 1, 2, "unlock m");
  }
  const std::vector<Fold> folds = foldsOf(example.trace, {});
  ASSERT_EQ(folds.size(), 1U);
  EXPECT_EQ(folds[0].first, 7U);
  EXPECT_EQ(folds[0].end, 13U);
  EXPECT_EQ(folds[0].text, "the last 2 rows: 4 rounds");
}

} // namespace
} // namespace heddle::report
