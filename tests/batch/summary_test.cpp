#include "batch/outputs.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace heddle::batch {

namespace {

Record record(const std::string &task, Verdict verdict, std::optional<bool> expected, double time = 1) {
  Record result;
  result.tool = "x";
  result.task = task;
  result.property = "unreach-call";
  result.verdict = verdict;
  result.expected = expected;
  result.seconds = time;
  return result;
}

} // namespace

TEST(Records, AreJudgedAndScored) {
  EXPECT_EQ(scoreOf(record("a", Verdict::True, true)), 2);
  EXPECT_EQ(scoreOf(record("a", Verdict::False, false)), 1);
  EXPECT_EQ(scoreOf(record("a", Verdict::True, false)), -32);
  EXPECT_EQ(scoreOf(record("a", Verdict::False, true)), -16);
  for (const Record &undecided : {record("a", Verdict::Unknown, true), record("a", Verdict::Error, false),
                                  record("a", Verdict::True, std::nullopt)}) {
    EXPECT_EQ(judge(undecided), Judgement::Undecided);
    EXPECT_EQ(scoreOf(undecided), 0);
  }
}

TEST(Records, AreTheSameAfterJson) {
  Record all = record("a/b", Verdict::Unknown, false, 0.25);
  all.reason = "time limit \"reached\"";
  all.engine = "bmc";
  all.isChecked = true;
  all.processorSeconds = 0.5;
  all.memory = 1'000'000'000'000;
  all.exitCode = 3;
  EXPECT_EQ(recordOf(toJson(all)), all);
  EXPECT_EQ(recordOf(Json{{"tool", "x"}}), std::nullopt);
  EXPECT_EQ(recordOf(Json(7)), std::nullopt);
}

TEST(Summaries, CountEachTool) {
  std::vector<Record> records{record("a", Verdict::True, true, 1),     record("b", Verdict::False, false, 3),
                              record("c", Verdict::True, false, 50),   record("d", Verdict::Error, true, 50),
                              record("e", Verdict::Unknown, true, 50), record("f", Verdict::True, true, 2)};
  records.back().tool = "y";
  const std::vector<Summary> summaries = summarize(records);
  ASSERT_EQ(summaries.size(), 2U);
  EXPECT_EQ(summaries[0].runs, 5U);
  EXPECT_EQ(summaries[0].right(), 2U);
  EXPECT_EQ(summaries[0].wrongTrue, 1U);
  EXPECT_EQ(summaries[0].errors, 1U);
  EXPECT_EQ(summaries[0].unknown, 1U);
  EXPECT_EQ(summaries[0].score, 2 + 1 - 32);
  EXPECT_DOUBLE_EQ(summaries[0].medianSeconds, 2);
  EXPECT_DOUBLE_EQ(summaries[1].totalSeconds, 2);
}

TEST(Comparisons, ListWhatBecameWorseFirst) {
  const std::vector<Record> before{record("better", Verdict::Unknown, true), record("worse", Verdict::True, true),
                                   record("same", Verdict::True, true, 4), record("gone", Verdict::True, true)};
  const std::vector<Record> now{record("better", Verdict::True, true), record("worse", Verdict::False, true),
                                record("same", Verdict::True, true, 2), record("new", Verdict::True, true)};
  const Comparison comparison = compare(before, now);
  EXPECT_EQ(comparison.common, 3U);
  ASSERT_EQ(comparison.differences.size(), 2U);
  EXPECT_EQ(comparison.differences[0].now.task, "worse");
  EXPECT_EQ(comparison.differences[1].now.task, "better");
  EXPECT_EQ(comparison.bothRight, 1U);
  EXPECT_DOUBLE_EQ(comparison.secondsBefore, 4);
  EXPECT_DOUBLE_EQ(comparison.secondsNow, 2);
  EXPECT_EQ(comparison.onlyBefore, 1U) << "gone";
  EXPECT_EQ(comparison.onlyNow, 1U) << "new";
}

TEST(CommonTimes, AreThoseOfTasksThatAllToolsSolve) {
  std::vector<Record> records{record("a", Verdict::True, true, 1), record("b", Verdict::True, true, 2),
                              record("c", Verdict::True, true, 3), record("d", Verdict::True, true, 9)};
  for (std::size_t i = 0; i < 4; ++i) {
    Record other = records[i];
    other.tool = "y";
    other.seconds *= 10;
    if (other.task == "d")
      other.verdict = Verdict::Unknown;
    records.push_back(other);
  }
  const CommonTimes times = commonTimes(records);
  EXPECT_EQ(times.tasks, 3U);
  ASSERT_EQ(times.tools.size(), 2U);
  EXPECT_EQ(times.tools[0].tool, "x");
  EXPECT_DOUBLE_EQ(times.tools[0].medianSeconds, 2);
  EXPECT_DOUBLE_EQ(times.tools[1].totalSeconds, 60);
}

TEST(Outputs, ResultsAreReadAsTheyWereWritten) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("heddle-results-" + std::to_string(getpid()) + ".json")).string();
  BatchResult result;
  result.records = {record("a", Verdict::True, true), record("b", Verdict::Error, std::nullopt)};
  std::ofstream(path) << jsonText(result);
  const support::Expected<std::vector<Record>> records = readRecords(path);
  ASSERT_TRUE(records) << records.error().message;
  EXPECT_EQ(*records, result.records);
  std::ofstream(path) << "{}";
  EXPECT_EQ(readRecords(path).error().message, path + ": not the results of `heddle bench`");
  std::filesystem::remove(path);
}

TEST(Outputs, JUnitEscapesWhatXmlReserves) {
  BatchResult result;
  result.records = {record("a<b>&\"c\"", Verdict::Error, true)};
  result.records.back().reason = "x < y\x01";
  const std::string text = junitText(result);
  EXPECT_NE(text.find("name=\"a&lt;b&gt;&amp;&quot;c&quot;\""), std::string::npos) << text;
  EXPECT_NE(text.find("<error message=\"x &lt; y?\"/>"), std::string::npos) << text;
}

} // namespace heddle::batch
