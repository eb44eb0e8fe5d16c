#include "report/json.hpp"

#include "fixture.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace heddle::report {
namespace {

using engines::Result;
using nlohmann::json;

const Question question{
    .files = {"lost.c"}, .dataModel = program::DataModel::LP64, .properties = {program::Property::UnreachCall}};

TEST(JsonReport, ContainsTheVerdictTheViolationAndTheExecution) {
  const LostUpdate example;
  Result result{engines::Counterexample{example.trace}, "random", {}, {{"random", {}}}};
  result.runs[0].statistics.count("executions", 7);
  result.runs[0].statistics.time("time", std::chrono::milliseconds(1500));

  const json report = json::parse(toJson(question, result, "", example.program));

  EXPECT_EQ(report["verdict"], "false");
  EXPECT_EQ(report["engine"], "random");
  EXPECT_EQ(report["properties"], json::array({"unreach-call"}));
  EXPECT_EQ(report["violation"]["message"], "assertion `counter == 2` fails");
  EXPECT_EQ(report["violation"]["location"]["line"], 3);
  EXPECT_EQ(report["statistics"][0]["engine"], "random");
  EXPECT_EQ(report["statistics"][0]["values"]["executions"], 7);
  EXPECT_EQ(report["statistics"][0]["values"]["time"], 1.5);
  EXPECT_EQ(report["trace"]["events"].size(), 5U);
  EXPECT_EQ(report["trace"]["events"][0]["source"], "counter++;");
  EXPECT_EQ(report["trace"]["events"][0]["text"], "read counter → 0");
  EXPECT_FALSE(report["schedule"].is_null());
}

TEST(JsonReport, GivesTheReasonForUnknownAndNoExecution) {
  const LostUpdate example;
  Result result;
  result.answer = engines::Cancelled{support::StopReason::Interrupted, {}};

  const json report = json::parse(toJson(question, result, "interrupted", example.program));

  EXPECT_EQ(report["verdict"], "unknown");
  EXPECT_EQ(report["reason"], "interrupted");
  EXPECT_EQ(report["reasonKind"], "interrupted");
  EXPECT_FALSE(report.contains("violation"));
  EXPECT_FALSE(report.contains("trace"));
}

TEST(JsonReport, ListsWhatCouldNotBeExcluded) {
  const LostUpdate example;
  Result result;
  result.answer = engines::Unknown{};
  result.suspects = {"modular",
                     {{engines::Suspicion::Race,
                       "a data race on x",
                       {{"write", "main", {"m"}, {example.file, 2, 5, program::noFrame}}},
                       "no common lock"}}};

  const json report = json::parse(toJson(question, result, "", example.program));

  EXPECT_EQ(report["notExcluded"][0]["kind"], "data-race");
  EXPECT_EQ(report["notExcluded"][0]["places"][0]["location"]["line"], 2);
  EXPECT_EQ(report["notExcluded"][0]["places"][0]["locks"], json::array({"m"}));
  EXPECT_EQ(report["notExcluded"][0]["reason"], "no common lock");
}

TEST(JsonReport, ListsWarningsWithTheirLocationIfKnown) {
  const LostUpdate example;
  Result result;
  result.warnings = {{"foo has no body", {example.file, 2, 5, program::noFrame}, true}, {"odd", {}, false}};

  const json report = json::parse(toJson(question, result, "", example.program));

  EXPECT_EQ(report["warnings"][0]["location"]["line"], 2);
  EXPECT_EQ(report["warnings"][0]["blocksProof"], true);
  EXPECT_TRUE(report["warnings"][1]["location"].is_null());
}

TEST(JsonReport, ListsAWarningOfSeveralEnginesOnce) {
  const LostUpdate example;
  Result result;
  result.warnings = {{"odd", {}, false}, {"odd", {}, false}};

  const json report = json::parse(toJson(question, result, "", example.program));

  EXPECT_EQ(report["warnings"].size(), 1U);
}

TEST(JsonReport, ReplacesInvalidUtf8InSourceLines) {
  LostUpdate example;
  example.trace.events[0].text = "name = \"\xff\xfe\"";
  const json report = json::parse(toJson(example.trace, example.program));
  EXPECT_EQ(report["ending"], "violation");
  EXPECT_EQ(report["events"].size(), 5U);
}

} // namespace
} // namespace heddle::report
