#include "engines/random/random.hpp"

#include "interpreter/execution.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::engines {

using namespace testing;

namespace {

Outcome ask(const Program &program) {
  support::Cancellation cancellation;
  return random::run({.program = program, .cancellation = cancellation}, {.runs = 200});
}

const interpreter::Trace &traceOf(const Outcome &outcome) { return std::get<Counterexample>(outcome.answer).trace; }

} // namespace

TEST(RandomEngine, FindsTheLostUpdate) {
  const Program program = lostUpdate();
  const Outcome outcome = ask(program);
  ASSERT_EQ(outcome.verdict(), Verdict::False);
  EXPECT_TRUE(interpreter::replay(program, traceOf(outcome).schedule));
}

TEST(RandomEngine, FindsCrossedLocks) {
  const Outcome outcome = ask(twoLocks(true));
  ASSERT_EQ(outcome.verdict(), Verdict::False);
  EXPECT_EQ(traceOf(outcome).violation->property, Property::NoDeadlock);
}

TEST(RandomEngine, NeverProves) {
  const Outcome outcome = ask(lostUpdate({Property::UnreachCall}, true));
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
  EXPECT_EQ(std::get<Unknown>(outcome.answer).text, "no violation in 200 random executions");
}

TEST(RandomEngine, EqualSeedsGiveEqualAnswers) {
  const Program program = lostUpdate();
  EXPECT_EQ(traceOf(ask(program)).schedule.steps, traceOf(ask(program)).schedule.steps);
}

} // namespace heddle::engines
