#include "portfolio/portfolio.hpp"

#include "program_builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::portfolio {
namespace {

using engines::Verdict;
using testing::CfaBuilder;
using testing::ProgramBuilder;

/// main reads an 8-bit input and checks that it is not `bad` (256: whatever it is, it is fine).
program::Program inputChecker(unsigned bad, unsigned width = 8) {
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  const auto input = main.reg("input", width);
  const auto isBad = build.pool().eq(main.use(input), build.constant(bad, width));
  main.fromEntry().havoc(input).check(bad < 256 ? build.pool().negate(isBad) : build.pool().boolean(true)).endProgram();
  build.program.properties = {program::Property::UnreachCall};
  return build.program;
}

Answer ask(const program::Program &program, Choice choice, const engines::Options &options = {}) {
  support::Cancellation cancellation;
  engines::Progress progress{.cancellation = cancellation, .report = [](const std::string &) {}};
  return verify(program, choice, options, progress);
}

bool hasStatisticOf(const Answer &answer, const std::string &engine) {
  const auto &statistics = answer.outcome.statistics;
  return std::any_of(statistics.begin(), statistics.end(),
                     [&](const engines::Statistic &s) { return s.name.rfind(engine + ": ", 0) == 0; });
}

TEST(Portfolio, KnowsItsEnginesByName) {
  EXPECT_EQ(parseChoice("auto"), Choice::Auto);
  EXPECT_EQ(parseChoice("explore"), Choice::Explore);
  EXPECT_EQ(parseChoice("random"), Choice::Random);
  EXPECT_EQ(parseChoice("magic"), std::nullopt);
}

TEST(Portfolio, ProvesByExplorationWhatRandomExecutionsCannot) {
  const Answer answer = ask(inputChecker(256), Choice::Auto);
  EXPECT_EQ(answer.outcome.verdict, Verdict::True);
  EXPECT_EQ(answer.engine, "explore");
}

TEST(Portfolio, GathersTheStatisticsOfAllEnginesThatRan) {
  const Answer answer = ask(inputChecker(256), Choice::Auto);
  EXPECT_TRUE(hasStatisticOf(answer, "random"));
  EXPECT_TRUE(hasStatisticOf(answer, "explore"));
}

TEST(Portfolio, FindsWithEveryChoiceWhatIsWrong) {
  for (const Choice choice : {Choice::Auto, Choice::Explore, Choice::Random}) {
    const Answer answer = ask(inputChecker(0), choice);
    EXPECT_EQ(answer.outcome.verdict, Verdict::False);
    EXPECT_TRUE(answer.outcome.schedule.has_value());
  }
}

TEST(Portfolio, NeverProvesByRandomExecutions) {
  EXPECT_EQ(ask(inputChecker(256), Choice::Random).outcome.verdict, Verdict::Unknown);
}

TEST(Portfolio, ProvesWhatHasTooManyInputsForTheExplorer) {
  const program::Program program = inputChecker(256, 32);
  EXPECT_EQ(ask(program, Choice::Explore).outcome.verdict, Verdict::Unknown);
  const Answer answer = ask(program, Choice::Auto);
  EXPECT_EQ(answer.outcome.verdict, Verdict::True);
  EXPECT_TRUE(answer.engine == "bmc" || answer.engine == "lazy") << answer.engine;
}

TEST(Portfolio, StartsNoFurtherEngineOnceItIsCancelled) {
  support::Cancellation cancellation;
  cancellation.request(support::StopReason::Interrupted);
  engines::Progress progress{.cancellation = cancellation, .report = [](const std::string &) {}};
  const Answer answer = verify(inputChecker(256), Choice::Auto, {}, progress);
  EXPECT_EQ(answer.outcome.verdict, Verdict::Unknown);
  EXPECT_FALSE(hasStatisticOf(answer, "explore"));
}

} // namespace
} // namespace heddle::portfolio
