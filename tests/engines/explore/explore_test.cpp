#include "engines/explore/explore.hpp"

#include "interpreter/execution.hpp"
#include "interpreter/explorer.hpp"
#include "random_programs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::engines {

using namespace testing;

namespace {

Outcome ask(const Program &program) {
  support::Cancellation cancellation;
  return explore::run({.program = program, .cancellation = cancellation}, {});
}

const interpreter::Trace &traceOf(const Outcome &outcome) { return std::get<Counterexample>(outcome.answer).trace; }

const std::string &reasonOf(const Outcome &outcome) { return std::get<Unknown>(outcome.answer).text; }

} // namespace

TEST(ExploreEngine, SaysFalseWithAScheduleThatReplays) {
  const Program program = lostUpdate();
  const Outcome outcome = ask(program);
  ASSERT_EQ(outcome.verdict(), Verdict::False);
  const auto trace = interpreter::replay(program, traceOf(outcome).schedule);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->violation->message, traceOf(outcome).violation->message);
}

TEST(ExploreEngine, SaysTrueAfterVisitingAllStates) {
  EXPECT_EQ(ask(lostUpdate({Property::UnreachCall}, true)).verdict(), Verdict::True);
}

TEST(ExploreEngine, GivesAReasonForUnknown) {
  ProgramBuilder build;
  build.program.properties = {Property::UnreachCall};
  CfaBuilder main = build.cfa("main");
  const RegisterId r = main.reg("r", 32);
  main.fromEntry().havoc(r).check(build.pool().ne(main.use(r), main.plus(r, 1))).endProgram();
  main.fromEntry();
  Program &program = build.program;
  program.cfas[0].actions[1].instructions.clear(); // the check would fold to true; keep only the input
  const Outcome outcome = ask(program);
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
  EXPECT_NE(reasonOf(outcome).find("--nondet-range"), std::string::npos);
}

TEST(ExploreEngine, DoesNotProveIfAWarningBlocksTheProof) {
  Program program = lostUpdate({Property::UnreachCall}, true);
  program.warnings.push_back({"external function `f` gets a pointer", {}, true});
  const Outcome outcome = ask(program);
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
  EXPECT_NE(reasonOf(outcome).find("external function"), std::string::npos);
}

TEST(ExploreEngine, ReportsADeadlockWhileOtherThreadsCanRun) {
  const Program program = twoLocks(true);
  const Outcome outcome = ask(program);
  ASSERT_EQ(outcome.verdict(), Verdict::False);
  EXPECT_EQ(traceOf(outcome).violation->property, Property::NoDeadlock);
  EXPECT_FALSE(traceOf(outcome).schedule.deadlocked.empty());
}

TEST(ExploreEngine, FindsTheSameRacesWithoutRecordingAccessesThatCannotRace) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Program program = RandomProgram(seed, {Property::NoDataRace}).make();
    support::Cancellation cancellation;
    const interpreter::Exploration all = interpreter::explore(program, {}, cancellation);
    ASSERT_TRUE(all.complete);
    EXPECT_EQ(ask(program).verdict(), all.violation ? Verdict::False : Verdict::True) << "seed " << seed;
  }
}

TEST(ExploreEngine, CountsStatesAndTransitions) {
  const Outcome outcome = ask(lostUpdate({Property::UnreachCall}, true));
  const auto has = [&](const char *id) {
    return std::any_of(outcome.statistics.list().begin(), outcome.statistics.list().end(),
                       [&](const Statistic &statistic) { return statistic.id == id; });
  };
  EXPECT_TRUE(has("states"));
  EXPECT_TRUE(has("transitions"));
  EXPECT_TRUE(has("states.rate"));
}

} // namespace heddle::engines
