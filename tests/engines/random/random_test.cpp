#include "engines/random/random.hpp"

#include "interpreter/execution.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::engines {

using namespace testing;

namespace {

Outcome ask(const Program &program) {
  support::Cancellation cancellation;
  Progress progress{cancellation};
  Options options;
  options.runs = 200;
  return random::run(program, options, progress);
}

} // namespace

TEST(RandomEngine, FindsTheLostUpdate) {
  const Program program = lostUpdate();
  const Outcome outcome = ask(program);
  ASSERT_EQ(outcome.verdict, Verdict::False);
  EXPECT_TRUE(interpreter::replay(program, *outcome.schedule));
}

TEST(RandomEngine, FindsCrossedLocks) {
  const Outcome outcome = ask(twoLocks(true));
  ASSERT_EQ(outcome.verdict, Verdict::False);
  EXPECT_EQ(outcome.violation->property, Property::NoDeadlock);
}

TEST(RandomEngine, NeverProves) {
  const Outcome outcome = ask(lostUpdate({Property::UnreachCall}, true));
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_EQ(outcome.reason, "no violation in 200 random executions");
}

TEST(RandomEngine, EqualSeedsGiveEqualAnswers) {
  const Program program = lostUpdate();
  EXPECT_EQ(ask(program).schedule->steps, ask(program).schedule->steps);
}

} // namespace heddle::engines
