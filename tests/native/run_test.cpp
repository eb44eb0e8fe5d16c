#include "native/run.hpp"

#include <gtest/gtest.h>

namespace heddle::native {
namespace {

TEST(Report, ViolationHasItsThreadPropertyAndPlaces) {
  const Outcome outcome = parseReport("violation\t2\t1\t17\t9\tread of memory that was freed\n");
  EXPECT_EQ(outcome.kind, Outcome::Kind::Violation);
  EXPECT_EQ(outcome.thread, 2U);
  EXPECT_EQ(outcome.property, 1U);
  EXPECT_EQ(outcome.place, 17U);
  EXPECT_EQ(outcome.other, 9U);
  EXPECT_EQ(outcome.text, "read of memory that was freed");
}

TEST(Report, DeadlockListsWhatWaits) {
  const Outcome outcome = parseReport("waits\t0\t3\t1\nwaits\t1\t4\t-1\ndeadlock\n");
  EXPECT_EQ(outcome.kind, Outcome::Kind::Deadlock);
  ASSERT_EQ(outcome.waiting.size(), 2U);
  EXPECT_EQ(outcome.waiting[0].joins, 1U);
  EXPECT_FALSE(outcome.waiting[1].joins);
}

TEST(Report, FirstEndCounts) {
  const Outcome outcome =
      parseReport("missed\t4\t1\t7\tthe thread waits\ncrash\t1\t5\tSegmentation fault\nfinished\t0\tended\n");
  EXPECT_EQ(outcome.kind, Outcome::Kind::Crash);
  ASSERT_EQ(outcome.missed.size(), 1U);
  EXPECT_EQ(outcome.missed[0].reason, "the thread waits");
}

TEST(Report, DestructorsRunAfterTheEnd) {
  EXPECT_EQ(parseReport("finished\t0\tended\nviolation\t0\t3\t1\t0\tx\n").kind, Outcome::Kind::Violation);
}

TEST(Report, RunWithoutReportHasVanished) { EXPECT_EQ(parseReport("").kind, Outcome::Kind::Vanished); }

} // namespace
} // namespace heddle::native
