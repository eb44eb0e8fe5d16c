#include "engines/explore/explore.hpp"

#include "interpreter/execution.hpp"
#include "interpreter/explorer.hpp"
#include "random_programs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::engines {

using namespace testing;

namespace {

Outcome ask(const Program &program, const Options &options = {}) {
  support::Cancellation cancellation;
  Progress progress{cancellation};
  return explore::run(program, options, progress);
}

} // namespace

TEST(ExploreEngine, SaysFalseWithAScheduleThatReplays) {
  const Program program = lostUpdate();
  const Outcome outcome = ask(program);
  ASSERT_EQ(outcome.verdict, Verdict::False);
  const auto trace = interpreter::replay(program, *outcome.schedule);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->violation->message, outcome.violation->message);
}

TEST(ExploreEngine, SaysTrueWhenEverythingWasSeen) {
  EXPECT_EQ(ask(lostUpdate({Property::UnreachCall}, true)).verdict, Verdict::True);
}

TEST(ExploreEngine, SaysUnknownWithTheReason) {
  ProgramBuilder build;
  build.program.properties = {Property::UnreachCall};
  CfaBuilder main = build.cfa("main");
  const RegisterId r = main.reg("r", 32);
  main.fromEntry().havoc(r).check(build.pool().ne(main.use(r), main.plus(r, 1))).endProgram();
  main.fromEntry();
  Program &program = build.program;
  program.cfas[0].actions[1].instructions.clear(); // the check would fold to true; keep only the input
  const Outcome outcome = ask(program);
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_NE(outcome.reason.find("--nondet-range"), std::string::npos);
}

TEST(ExploreEngine, DoesNotProveAgainstAWarning) {
  Program program = lostUpdate({Property::UnreachCall}, true);
  program.warnings.push_back({"external function `f` gets a pointer", {}, true});
  const Outcome outcome = ask(program);
  EXPECT_EQ(outcome.verdict, Verdict::Unknown);
  EXPECT_NE(outcome.reason.find("external function"), std::string::npos);
}

TEST(ExploreEngine, ReportsStuckThreadsThatOthersOutlive) {
  const Program program = twoLocks(true);
  const Outcome outcome = ask(program);
  ASSERT_EQ(outcome.verdict, Verdict::False);
  EXPECT_EQ(outcome.violation->property, Property::NoDeadlock);
  EXPECT_FALSE(outcome.schedule->deadlocked.empty());
}

TEST(ExploreEngine, FindsTheSameRacesWhenItForgetsAccessesThatCannotRace) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Program program = RandomProgram(seed, {Property::NoDataRace}).make();
    support::Cancellation cancellation;
    const interpreter::Exploration all = interpreter::explore(program, {}, cancellation);
    ASSERT_TRUE(all.complete);
    EXPECT_EQ(ask(program).verdict, all.violation ? Verdict::False : Verdict::True) << "seed " << seed;
  }
}

TEST(ExploreEngine, CountsWhatItDid) {
  const Outcome outcome = ask(lostUpdate({Property::UnreachCall}, true));
  const auto has = [&](const char *name) {
    return std::any_of(outcome.statistics.begin(), outcome.statistics.end(),
                       [&](const Statistic &statistic) { return statistic.name == name; });
  };
  EXPECT_TRUE(has("states"));
  EXPECT_TRUE(has("transitions"));
  EXPECT_TRUE(has("states per second"));
}

} // namespace heddle::engines
