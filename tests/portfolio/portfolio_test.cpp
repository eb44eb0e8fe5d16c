#include "portfolio/engines.hpp"

#include "program_builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::portfolio {
namespace {

using engines::Result;
using engines::Verdict;
using testing::CfaBuilder;
using testing::ProgramBuilder;

/// main reads an 8-bit input and checks that it is not `bad`; with 256 the check never fails.
program::Program inputChecker(unsigned bad, unsigned width = 8) {
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  const auto input = main.reg("input", width);
  const auto isBad = build.pool().eq(main.use(input), build.constant(bad, width));
  main.fromEntry().havoc(input).check(bad < 256 ? build.pool().negate(isBad) : build.pool().boolean(true)).endProgram();
  build.program.properties = {program::Property::UnreachCall};
  return build.program;
}

Result ask(const program::Program &program, std::string_view engine) {
  support::Cancellation cancellation;
  return findEngine(engine)->configure()->run({.program = program, .cancellation = cancellation});
}

bool hasRun(const Result &result, const std::string &engine) {
  return std::any_of(result.runs.begin(), result.runs.end(),
                     [&](const Result::Run &run) { return run.engine == engine; });
}

std::optional<support::Error> set(engines::OptionList options, const std::string &name, const std::string &value) {
  const auto option =
      std::find_if(options.begin(), options.end(), [&](const engines::Option &o) { return o.name == name; });
  return option != options.end() ? option->set(value) : support::Error{"no such option"};
}

TEST(Portfolio, KnowsItsEnginesByName) {
  for (const std::string &name : engineNames())
    EXPECT_EQ(findEngine(name)->name, name);
  EXPECT_EQ(engineNames().front(), "auto");
  EXPECT_EQ(findEngine("magic"), nullptr);
}

TEST(Portfolio, EveryEngineDescribesItselfAndItsOptions) {
  for (const engines::Engine *candidate : allEngines()) {
    EXPECT_FALSE(candidate->description.empty()) << candidate->name;
    EXPECT_FALSE((candidate->finds | candidate->proves).empty()) << candidate->name;
    const auto configuration = candidate->configure();
    for (const engines::Option &option : configuration->options()) {
      EXPECT_TRUE(option.name.starts_with("--")) << option.name;
      EXPECT_FALSE(option.text.empty()) << option.name;
      for (const std::string &choice : option.choices)
        EXPECT_EQ(option.set(choice), std::nullopt) << option.name << " " << choice;
    }
  }
}

TEST(Portfolio, AnEngineRejectsAValueThatIsNotAmongItsChoices) {
  const auto configuration = findEngine("lazy")->configure();
  const auto error = set(configuration->options(), "--reduction", "aware");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "'aware' is not monotonic or local");
}

TEST(Portfolio, AutoPassesAValueToTheEnginesThatAcceptIt) {
  const auto configuration = findEngine("auto")->configure();
  EXPECT_EQ(set(configuration->options(), "--reduction", "local"), std::nullopt); // lazy
  EXPECT_EQ(set(configuration->options(), "--reduction", "sleep"), std::nullopt); // explore
  EXPECT_TRUE(set(configuration->options(), "--reduction", "aware"));             // cegar is not part of the portfolio
}

TEST(Portfolio, ProvesSmallPrograms) {
  const Result result = ask(inputChecker(256), "auto");
  EXPECT_EQ(result.verdict(), Verdict::True);
  EXPECT_TRUE(result.failures.empty());
}

TEST(Portfolio, CollectsTheStatisticsOfTheFirstExecutionsAndOfTheEngineThatAnswers) {
  const Result result = ask(inputChecker(256), "auto");
  EXPECT_TRUE(hasRun(result, "random"));
  EXPECT_TRUE(hasRun(result, result.engine));
}

TEST(Portfolio, DoesNotStartEnginesThatCannotDecideTheProperty) {
  program::Program program = inputChecker(256, 32);
  program.properties = {program::Property::NoDeadlock};
  const Result result = ask(program, "auto");
  EXPECT_EQ(result.verdict(), Verdict::True);
  EXPECT_FALSE(hasRun(result, "lazy"));
}

TEST(Portfolio, FindsTheViolationWithEveryEngine) {
  for (const char *choice : {"auto", "explore", "random"}) {
    const Result result = ask(inputChecker(0), choice);
    EXPECT_EQ(result.verdict(), Verdict::False);
    EXPECT_TRUE(std::holds_alternative<engines::Counterexample>(result.answer));
  }
}

TEST(Portfolio, NeverProvesByRandomExecutions) {
  EXPECT_EQ(ask(inputChecker(256), "random").verdict(), Verdict::Unknown);
}

TEST(Portfolio, ProvesProgramsWithTooManyInputsForTheExplorer) {
  const program::Program program = inputChecker(256, 32);
  EXPECT_EQ(ask(program, "explore").verdict(), Verdict::Unknown);
  const Result result = ask(program, "auto");
  EXPECT_EQ(result.verdict(), Verdict::True);
  EXPECT_NE(result.engine, "explore");
}

Result askWithJobs(const program::Program &program, const std::string &jobs) {
  const auto configuration = findEngine("auto")->configure();
  EXPECT_EQ(set(configuration->options(), "--jobs", jobs), std::nullopt);
  support::Cancellation cancellation;
  return configuration->run({.program = program, .cancellation = cancellation});
}

TEST(Portfolio, HasTheSameVerdictsWithAnyNumberOfJobs) {
  for (const char *jobs : {"1", "2", "4", "9"}) {
    EXPECT_EQ(askWithJobs(inputChecker(256, 32), jobs).verdict(), Verdict::True) << jobs;
    EXPECT_EQ(askWithJobs(inputChecker(0, 32), jobs).verdict(), Verdict::False) << jobs;
  }
}

TEST(Portfolio, RefusesNoJobs) {
  const auto configuration = findEngine("auto")->configure();
  EXPECT_TRUE(set(configuration->options(), "--jobs", "0"));
}

TEST(Portfolio, StartsNoFurtherEngineAfterCancellation) {
  support::Cancellation cancellation;
  cancellation.request(support::StopReason::Interrupted);
  const program::Program program = inputChecker(256);
  const Result result = findEngine("auto")->configure()->run({.program = program, .cancellation = cancellation});
  EXPECT_EQ(result.verdict(), Verdict::Unknown);
  EXPECT_FALSE(hasRun(result, "explore"));
}

} // namespace
} // namespace heddle::portfolio
