#include "report/table.hpp"

#include "fixture.hpp"
#include "report/text_layout.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace heddle::report {
namespace {

std::vector<std::string> linesOf(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

TEST(Table, HasOneColumnPerThreadAndTheSourceLineAboveItsEvents) {
  const LostUpdate example;
  EXPECT_EQ(table(example.trace, example.program.sources, {.width = 96}).text,
            R"( step  │ main                        │ T1 worker                   │ T2 worker
───────┼─────────────────────────────┼─────────────────────────────┼─────────────────────────────
       │                             │  2  counter++;              │
     1 │                             │     read counter → 0        │
       │                             │                             │  2  counter++;
     2 │                             │                             │     read counter → 0
       │                             │  2  counter++;              │
     3 │                             │     counter = 1             │
       │                             │                             │  2  counter++;
     4 │                             │                             │     counter = 1
       │  3  assert(counter == 2); … │                             │
     5 │     read counter → 1        │                             │
       │   ✗ assertion `counter ==   │                             │
       │         2` fails            │                             │
)");
}

TEST(Table, ShowsASpinningThreadOnce) {
  LostUpdate example;
  for (unsigned step = 5; step < 12; ++step)
    example.add(step, 1, 2, "read flag → 0");
  const std::string text = table(example.trace, example.program.sources).text;
  EXPECT_NE(text.find("     6 │"), std::string::npos);
  EXPECT_NE(text.find("read flag → 0 (7 times)"), std::string::npos);
  EXPECT_EQ(text.find("     7 │"), std::string::npos);
}

TEST(Table, DoesNotRepeatTheSourceLineWhileAThreadStaysOnIt) {
  LostUpdate example;
  example.trace.violation.reset();
  example.trace.events.clear();
  example.add(0, 1, 2, "read counter → 0");
  example.add(1, 1, 2, "counter = 1");
  const auto lines = linesOf(table(example.trace, example.program.sources).text);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_NE(lines[2].find("counter++;"), std::string::npos);
  EXPECT_EQ(lines[3].substr(0, 6), "     1");
  EXPECT_EQ(lines[4].substr(0, 6), "     2");
}

TEST(Table, ShowsTheNumberOfAStepOnce) {
  LostUpdate example;
  example.trace.violation.reset();
  example.trace.events.clear();
  example.add(0, 1, 2, "lock m");
  example.add(0, 1, 2, "counter = 1");
  const auto lines = linesOf(table(example.trace, example.program.sources).text);
  EXPECT_EQ(lines[3].substr(0, 6), "     1");
  EXPECT_EQ(lines[4].substr(0, 6), "      ");
}

TEST(Table, ShowsLocalWorkOnlyOnRequest) {
  LostUpdate example;
  example.add(4, 0, 3, "result = 1", true);
  EXPECT_EQ(table(example.trace, example.program.sources).text.find("result"), std::string::npos);
  EXPECT_NE(table(example.trace, example.program.sources, {.locals = true}).text.find("result"), std::string::npos);
}

TEST(Table, FitsTheGivenWidth) {
  LostUpdate example;
  example.add(5, 1, 2, "some.very.long.path[12].to.a.cell = 18446744073709551615 (was 18446744073709551614)");
  for (const std::size_t width : {60U, 80U, 100U, 200U}) {
    for (const std::string &line : linesOf(table(example.trace, example.program.sources, {.width = width}).text))
      EXPECT_LE(displayWidth(line), width) << line;
  }
}

TEST(Table, UsesLanesIfColumnsWouldBeTooNarrow) {
  LostUpdate example;
  example.trace.violation.reset();
  example.trace.events.clear();
  for (unsigned thread = 0; thread < 8; ++thread)
    example.add(thread, thread, 2, "counter = 1");
  const auto lines = linesOf(table(example.trace, example.program.sources, {.width = 100}).text);
  EXPECT_NE(lines[2].find("●·······"), std::string::npos);
  EXPECT_NE(lines[2].find("counter++;"), std::string::npos);
  EXPECT_NE(lines[16].find("·······● │ T7"), std::string::npos);
}

TEST(Table, OmitsTheMiddleOfALongExecution) {
  LostUpdate example;
  for (unsigned step = 5; step < 105; ++step)
    example.add(step, 1 + step % 2, 2, "counter = " + std::to_string(step));
  const Table shown = table(example.trace, example.program.sources, {.maxEvents = 30});
  EXPECT_EQ(shown.omittedEvents, 75U);
  EXPECT_NE(shown.text.find("75 events left out"), std::string::npos);
  EXPECT_NE(shown.text.find("read counter → 0"), std::string::npos);
  EXPECT_NE(shown.text.find("counter = 104"), std::string::npos);
  EXPECT_EQ(shown.text.find("counter = 40"), std::string::npos);
}

TEST(Table, NamesTheFileOfALineIfThereAreSeveral) {
  LostUpdate example;
  const program::FileId other = example.program.sources.addFile("other.c");
  example.trace.events.push_back({5, 0, {other, 7, 1, program::noFrame}, "flag = 1", false});
  EXPECT_NE(table(example.trace, example.program.sources).text.find("other.c:7"), std::string::npos);
}

TEST(Table, RemovesEscapeSequencesOfTheSource) {
  const LostUpdate example;
  EXPECT_EQ(table(example.trace, example.program.sources).text.find('\x1b'), std::string::npos);
}

TEST(Table, IsEmptyForAnExecutionWithoutEvents) {
  LostUpdate example;
  example.trace.violation.reset();
  example.trace.events.clear();
  EXPECT_EQ(table(example.trace, example.program.sources).text, "");
}

} // namespace
TEST(Table, FoldsStepsThatDoNotMatter) {
  const LostUpdate example;
  const Table folded =
      table(example.trace, example.program.sources, {.width = 120, .relevant = {true, false, false, true, true}});
  EXPECT_EQ(folded.foldedSteps, 2U);
  EXPECT_NE(folded.text.find("⋮ 2 steps that do not matter\n"), std::string::npos) << folded.text;
  EXPECT_EQ(folded.text.find("\n     2 "), std::string::npos) << folded.text;
  EXPECT_EQ(table(example.trace, example.program.sources).foldedSteps, 0U);
}

TEST(Table, ShowsTheRoundsOfALoopOnce) {
  LostUpdate example;
  example.trace.events.clear();
  for (unsigned step = 0; step < 10; step += 2) {
    example.add(step, 1, 2, "read counter → 0");
    example.add(step + 1, 1, 3, "lock m");
  }
  example.add(10, 1, 2, "read counter → 1");
  const std::string text = table(example.trace, example.program.sources, {.foldRounds = true}).text;
  EXPECT_NE(text.find("⋮ the last 2 rows: 5 rounds\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("lock m"), text.rfind("lock m")) << text;
  EXPECT_NE(text.find("read counter → 1"), std::string::npos) << text;
}

TEST(Table, ShowsTheCallStackAtAContextSwitch) {
  LostUpdate example;
  const program::FrameId worker = example.program.sources.addFrame({"worker", {}});
  const program::FrameId add = example.program.sources.addFrame({"add", {example.file, 3, 1, worker}});
  example.trace.events[1].span.frame = add;
  const std::string text = table(example.trace, example.program.sources).text;
  EXPECT_NE(text.find("in add ← worker:3"), std::string::npos) << text;
}

} // namespace heddle::report
