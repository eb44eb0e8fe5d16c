// The example of the paper, Figure 1, and its families.
#include "configurations.hpp"

namespace heddle::testing {

namespace {

Program figure1(const std::string &name) {
  frontend::Options options;
  options.files = {std::string(HEDDLE_SOURCE_DIR "/tests/programs/trace/") + name + ".c"};
  return prepared(options);
}

/// How many there are does not depend on the time that they take, so there is no limit.
unsigned long executions(const Program &program, const Options &options, Verdict expected) {
  const Outcome outcome = askWithoutLimit(engines::trace::run, program, options);
  EXPECT_EQ(complaint(program, outcome), "");
  EXPECT_EQ(outcome.verdict(), expected) << reasonOf(outcome);
  return number(outcome, "executions");
}

} // namespace

/// From the trace ρ of the paper, ρ' is pruned, and the next one is ρ''.
TEST(TracePaper, Figure1IsRefutedInThreeExecutions) {
  const Program program = figure1("figure1");

  const Outcome outcome = ask(engines::trace::run, program, {});

  EXPECT_EQ(complaint(program, outcome), "");
  EXPECT_EQ(outcome.verdict(), Verdict::False);
  EXPECT_LE(number(outcome, "executions"), 3U);
  EXPECT_GE(number(outcome, "prunings.successful"), 1U);
  EXPECT_GE(number(outcome, "traces.pruned"), 1U);
}

TEST(TracePaper, Figure1WithoutTheBugIsProved) {
  const Program program = figure1("figure1_safe");
  const unsigned long pruned = executions(program, {}, Verdict::True);
  const unsigned long reduced = executions(program, reducedBy(Options::Reduction::Dpor), Verdict::True);
  EXPECT_LT(pruned, reduced);
}

TEST(TracePaper, WithoutPruningNothingIsPruned) {
  const Program program = figure1("figure1_safe");
  const Outcome outcome = ask(engines::trace::run, program, reducedBy(Options::Reduction::Dpor));
  EXPECT_EQ(number(outcome, "prunings.attempted"), 0U);
  EXPECT_EQ(number(outcome, "traces.pruned"), 0U);
}

TEST(TracePaper, ReductionsLeaveOutExecutions) {
  const Program program = figure1("figure1_safe");
  const unsigned long all = executions(program, reducedBy(Options::Reduction::None), Verdict::True);
  const unsigned long awake = executions(program, reducedBy(Options::Reduction::Sleep), Verdict::True);
  const unsigned long dynamic = executions(program, reducedBy(Options::Reduction::Dpor), Verdict::True);
  EXPECT_LE(awake, all);
  EXPECT_LE(dynamic, all);
  EXPECT_LT(std::min(awake, dynamic), all);
}

TEST(TracePaper, BugsOfTwoThreadsTakeThreeExecutionsAtMost) {
  for (const char *name : {"fa02", "pbch4"})
    for (const unsigned parameter : {1U, 5U, 10U, 20U})
      EXPECT_LE(executions(family(name, "N", parameter), {}, Verdict::False), 3U) << name << ' ' << parameter;
}

/// There are 8953 orders of reads and writes that differ, and the reduction has to execute each.
TEST(TracePaper, PruningTakesLessThanATenthOfTheExecutions) {
  const Program program = family("pbch4ok", "N", 5);
  const unsigned long pruned = executions(program, {}, Verdict::True);
  const unsigned long reduced = executions(program, reducedBy(Options::Reduction::Dpor), Verdict::True);
  EXPECT_GE(reduced, 8953U);
  EXPECT_LT(10 * pruned, reduced);
}

TEST(TracePaper, ThreadsThatCreateEachOther) {
  for (const unsigned threads : {2U, 3U})
    executions(family("dynrec", "N", threads), {}, Verdict::False);
}

TEST(TracePaper, TheIndexerHasNoCollisionWithFewThreads) {
  EXPECT_EQ(executions(family("indexer", "THREADS", 3), {}, Verdict::True), 1U);
}

} // namespace heddle::testing
