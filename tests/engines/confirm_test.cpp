// The one way from a schedule to a counterexample.
#include "engines/confirm.hpp"

#include "engines/answer.hpp"
#include "interpreter/execution.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::engines {
namespace {

using program::Property;

class Confirm : public ::testing::Test {
protected:
  program::Program program = testing::lostUpdate();
  support::Cancellation cancellation;
  Context context{.program = program, .cancellation = cancellation, .engine = "test"};

  interpreter::Schedule violatingSchedule() const {
    for (std::uint64_t seed = 0;; ++seed)
      if (const interpreter::Trace trace = interpreter::runRandom(program, seed, 1000); trace.violation)
        return trace.schedule;
  }
};

TEST_F(Confirm, KeepsTheTraceOfTheReplay) {
  const interpreter::Schedule schedule = violatingSchedule();
  const Answer answer = confirm(context, schedule, Property::UnreachCall);
  const interpreter::Trace &trace = std::get<Counterexample>(answer).trace;
  EXPECT_EQ(trace.violation->property, Property::UnreachCall);
  EXPECT_EQ(trace.schedule.steps, schedule.steps);
  EXPECT_FALSE(trace.events.empty());
}

TEST_F(Confirm, AViolationOfAnotherPropertyIsAnInternalError) {
  const Answer answer = confirm(context, violatingSchedule(), Property::NoDeadlock);
  EXPECT_EQ(std::get<InternalError>(answer).kind, InternalError::Kind::NoReplay);
}

TEST_F(Confirm, AScheduleWithoutAViolationIsAnInternalErrorThatNamesTheEngine) {
  const Answer answer = confirm(context, {}, Property::UnreachCall);
  const auto &error = std::get<InternalError>(answer);
  EXPECT_EQ(error.kind, InternalError::Kind::NoReplay);
  EXPECT_NE(error.message.find("engine test"), std::string::npos) << error.message;
}

TEST_F(Confirm, AScheduleThatDoesNotFitTheProgramIsAnInternalError) {
  interpreter::Schedule schedule;
  schedule.steps = {17};
  EXPECT_TRUE(std::holds_alternative<InternalError>(confirm(context, schedule, Property::UnreachCall)));
}

TEST(Answer, OnlyNoViolationIsTrueAndOnlyACounterexampleIsFalse) {
  EXPECT_EQ(verdictOf(NoViolation{}), Verdict::True);
  EXPECT_EQ(verdictOf(Counterexample{}), Verdict::False);
  for (const Answer &answer : {Answer{Unknown{}}, Answer{Cancelled{}}, Answer{InternalError{}}})
    EXPECT_EQ(verdictOf(answer), Verdict::Unknown);
}

TEST(Answer, AnInternalErrorIsDefiniteBecauseItsEngineHasNothingToAdd) {
  EXPECT_TRUE(isDefinite(InternalError{}));
  EXPECT_FALSE(isDefinite(Unknown{}));
  EXPECT_FALSE(isDefinite(Cancelled{}));
}

TEST(Answer, AProgramWithAWarningThatRulesOutProofsIsNotProved) {
  program::Program program = testing::lostUpdate({Property::UnreachCall}, true);
  EXPECT_TRUE(std::holds_alternative<NoViolation>(proved(program)));
  program.warnings.push_back({"external function `f` gets a pointer", {}, true});
  EXPECT_EQ(std::get<Unknown>(proved(program)).kind, Unknown::Kind::Incomplete);
}

TEST(Answer, WorkThatStoppedWithoutACancellationIsUnknown) {
  support::Cancellation cancellation;
  EXPECT_TRUE(std::holds_alternative<Unknown>(cancelledOrGivenUp(cancellation)));
  cancellation.request(support::StopReason::Timeout);
  EXPECT_EQ(std::get<Cancelled>(cancelledOrGivenUp(cancellation, "so far")).reason, support::StopReason::Timeout);
}

} // namespace
} // namespace heddle::engines
