#include "report/summary.hpp"

#include "fixture.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::report {
namespace {

using engines::Verdict;
using program::Property;
using Names = std::vector<std::string>;

TEST(Summary, GivesTheVerdictWithTheReasonForUnknown) {
  EXPECT_EQ(verdictLine(Verdict::True, ""), "VERDICT: true\n");
  EXPECT_EQ(verdictLine(Verdict::False, ""), "VERDICT: false\n");
  EXPECT_EQ(verdictLine(Verdict::Unknown, "interrupted"), "VERDICT: unknown (interrupted)\n");
  EXPECT_EQ(verdictLine(Verdict::Unknown, ""), "VERDICT: unknown\n");
}

TEST(Summary, NamesTheAssumptionsOfAProof) {
  EXPECT_EQ(verdictLine(engines::NoViolation{}), "VERDICT: true\n");
  EXPECT_EQ(verdictLine(engines::NoViolation{.assumptions = {"extern:f=any", "sequential consistency"}}),
            "VERDICT: true (assuming: extern:f=any, sequential consistency)\n");
}

TEST(Summary, AdvisesWhatToTryNext) {
  using engines::Unknown;
  EXPECT_EQ(adviceLine(engines::NoViolation{}), "");
  EXPECT_EQ(adviceLine(engines::Cancelled{support::StopReason::Interrupted, ""}), "");
  EXPECT_NE(adviceLine(engines::Cancelled{support::StopReason::Timeout, ""}).find("--timeout"), std::string::npos);
  EXPECT_NE(adviceLine(Unknown{Unknown::Kind::Undefined, ""}).find("--assume"), std::string::npos);
}

TEST(Summary, ListsWhatTheEngineCouldNotExclude) {
  program::SourceMap sources;
  const program::SourceSpan span{sources.addFile("a.c"), 3, 1, program::noFrame};
  engines::Result result;
  result.engine = "modular";
  result.answer = engines::Unknown{};
  EXPECT_EQ(suspectLines(result, sources), "");
  result.suspects.engine = "modular";
  for (int i = 0; i < 12; ++i)
    result.suspects.list.push_back({engines::Suspicion::Race,
                                    "a data race on x",
                                    {{"write", "main", {"m"}, span}, {"read", "f", {}, span}},
                                    "why"});
  const std::string lines = suspectLines(result, sources);
  EXPECT_EQ(
      lines.find("not excluded, the most suspicious first:\n  a data race on x: write at a.c:3 in main, holding m; "
                 "read at a.c:3 in f, holding no lock; why\n"),
      0U);
  EXPECT_EQ(std::ranges::count(lines, '\n'), 12);
  EXPECT_NE(lines.find("and 2 more"), std::string::npos);
  result.engine = "bmc";
  EXPECT_EQ(suspectLines(result, sources).find("not excluded by engine modular: a data race on x: write at a.c:3"), 0U);
  EXPECT_EQ(std::ranges::count(suspectLines(result, sources), '\n'), 2);
  result.answer = engines::NoViolation{};
  EXPECT_EQ(suspectLines(result, sources), "");
}

TEST(Summary, SummarisesThePartsOfMemorySafetyUnderOneName) {
  EXPECT_EQ(propertyNames({Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack, Property::NoOverflow}),
            (Names{"valid-memsafety", "no-overflow"}));
  EXPECT_EQ(propertyNames({Property::ValidDeref, Property::ValidFree}), (Names{"valid-deref", "valid-free"}));
}

TEST(Summary, SaysWhatIsChecked) {
  const Question question{
      .files = {"a.c", "b.c"}, .dataModel = program::DataModel::ILP32, .properties = {Property::UnreachCall}};
  EXPECT_EQ(questionLine(question), "checking unreach-call in a.c, b.c (ILP32, sequential consistency)\n");
}

TEST(Summary, NamesThePropertyTheLocationAndTheThreadOfAViolation) {
  const LostUpdate example;
  const std::string line = violationLines(*example.trace.violation, example.trace, example.program.sources);
  EXPECT_EQ(line.find("violation of unreach-call: assertion `counter == 2` fails at "), 0U);
  EXPECT_NE(line.find("lost.c:3, in main\n"), std::string::npos);
}

TEST(Summary, GivesEachThreadOfADeadlockALine) {
  LostUpdate example;
  example.trace.violation->property = program::Property::NoDeadlock;
  example.trace.violation->message = "deadlock: T1 waits at a.c:3; T2 waits at a.c:4";
  example.trace.violation->clauses = {"deadlock: T1 waits at a.c:3", "T2 waits at a.c:4"};
  example.trace.violation->span = {example.program.sources.addFile("a.c"), 3, 1, program::noFrame};
  EXPECT_EQ(violationLines(*example.trace.violation, example.trace, example.program.sources),
            "violation of no-deadlock: deadlock: T1 waits at a.c:3;\n  T2 waits at a.c:4\n");
}

TEST(Summary, PrintsEachWarningOnceWithItsLocation) {
  program::SourceMap sources;
  const program::FileId file = sources.addFile("a.c");
  const program::Warning here{"foo has no body", {file, 3, 1, program::noFrame}, false};
  const program::Warning nowhere{"something odd", {}, false};
  EXPECT_EQ(warningLines({here, nowhere, here}, sources), "warning: a.c:3: foo has no body\nwarning: something odd\n");
}

TEST(Summary, SaysHowAnExecutionEnded) {
  LostUpdate example;
  EXPECT_EQ(endingLines(example.trace, example.program.sources).find("ended with a violation of unreach-call"), 0U);
  example.trace.violation.reset();
  example.trace.ending = interpreter::Ending::Finished;
  EXPECT_EQ(endingLines(example.trace, example.program.sources), "ended: the program finished\n");
  example.trace.ending = interpreter::Ending::Deadlock;
  example.trace.endingText = "T1 waits for m at a.c:3";
  EXPECT_EQ(endingLines(example.trace, example.program.sources), "ended in a deadlock: T1 waits for m at a.c:3\n");
}

} // namespace
} // namespace heddle::report
