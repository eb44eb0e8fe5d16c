#include "support/cancellation.hpp"

#include <gtest/gtest.h>

namespace heddle::support {
namespace {

TEST(Cancellation, WithoutLimitsNothingStops) {
  Cancellation cancellation;
  for (int i = 0; i < 1000; ++i)
    ASSERT_FALSE(cancellation.poll());
  EXPECT_EQ(cancellation.reason(), StopReason::None);
}

TEST(Cancellation, ARequestStopsAtTheNextPoll) {
  Cancellation cancellation;
  EXPECT_FALSE(cancellation.poll());
  cancellation.request(StopReason::Interrupted);
  EXPECT_TRUE(cancellation.poll());
  EXPECT_EQ(cancellation.reason(), StopReason::Interrupted);
}

TEST(Cancellation, TheFirstReasonIsKept) {
  Cancellation cancellation;
  cancellation.request(StopReason::Interrupted);
  cancellation.request(StopReason::Memory);
  EXPECT_EQ(cancellation.reason(), StopReason::Interrupted);
}

TEST(Cancellation, ADeadlineInThePastStopsAtTheFirstPoll) {
  Cancellation cancellation;
  cancellation.setDeadline(Cancellation::Clock::time_point::min());
  EXPECT_TRUE(cancellation.poll());
  EXPECT_EQ(cancellation.reason(), StopReason::Timeout);
}

TEST(Cancellation, ADeadlineThatPassesIsNoticedWithinAFewPolls) {
  Cancellation cancellation;
  EXPECT_FALSE(cancellation.poll());
  cancellation.setDeadline(Cancellation::Clock::time_point::min());
  bool stopped = false;
  for (int i = 0; i < 100 && !stopped; ++i)
    stopped = cancellation.poll();
  EXPECT_TRUE(stopped);
}

TEST(Cancellation, ADeadlineFarAwayDoesNotStop) {
  Cancellation cancellation;
  cancellation.setDeadline(Cancellation::Clock::time_point::max());
  EXPECT_FALSE(cancellation.poll());
}

TEST(Cancellation, StopsWhenTheEffortIsSpent) {
  Cancellation cancellation;
  EXPECT_FALSE(cancellation.poll(7));
  cancellation.setEffort(10);
  EXPECT_FALSE(cancellation.poll(4));
  EXPECT_FALSE(cancellation.poll(6));
  EXPECT_TRUE(cancellation.poll());
  EXPECT_EQ(cancellation.reason(), StopReason::Effort);
}

TEST(Cancellation, TheEffortOfAChildCountsForItsParent) {
  Cancellation parent;
  parent.setEffort(1000);
  Cancellation child(&parent);
  std::uint64_t effort = 0;
  while (!child.poll(3))
    effort += 3;
  EXPECT_EQ(parent.reason(), StopReason::Effort);
  EXPECT_GE(effort, 990U);
  EXPECT_LE(effort, 1100U);
}

TEST(Cancellation, MoreMemoryThanTheLimitStops) {
  Cancellation cancellation;
  cancellation.setMemoryLimit(1);
  EXPECT_TRUE(cancellation.poll());
  EXPECT_EQ(cancellation.reason(), StopReason::Memory);
}

TEST(Cancellation, LessMemoryThanTheLimitDoesNotStop) {
  Cancellation cancellation;
  cancellation.setMemoryLimit(UINT64_MAX);
  EXPECT_FALSE(cancellation.poll());
}

TEST(ResidentMemory, IsAtLeastAPage) { EXPECT_GE(residentMemory(), 4096U); }

} // namespace
} // namespace heddle::support
