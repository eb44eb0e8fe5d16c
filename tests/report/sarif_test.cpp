#include "report/sarif.hpp"

#include "fixture.hpp"
#include "sarif_checker.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace heddle::report {
namespace {

using engines::Result;
using nlohmann::json;

const std::vector<std::string> noProblems;

Question questionOn(const LostUpdate &example, program::PropertySet properties = {program::Property::UnreachCall}) {
  const std::filesystem::path file = example.program.sources.path(example.file);
  return {.files = {file},
          .dataModel = program::DataModel::LP64,
          .properties = properties,
          .origin = Origin{.heddle = "0.1.0",
                           .directory = file.parent_path(),
                           .command = {},
                           .fingerprint = {},
                           .violation = {},
                           .sources = {}}};
}

Result counterexample(const LostUpdate &example) {
  return {engines::Counterexample{example.trace}, "random", {}, {{"random", {}}}};
}

TEST(Sarif, AViolationIsAFailureWithAFlowForEachThread) {
  const LostUpdate example;

  const std::string text = toSarif(questionOn(example), counterexample(example), "", example.program);

  EXPECT_EQ(SarifChecker::problemsOf(text), noProblems);
  const json result = json::parse(text)["runs"][0]["results"][0];
  EXPECT_EQ(result["ruleId"], "unreach-call");
  EXPECT_EQ(result["kind"], "fail");
  EXPECT_EQ(result["message"]["text"], "assertion `counter == 2` fails");
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "lost.c");
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
  const json threads = result["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(threads.size(), 3U);
  EXPECT_EQ(threads[1]["id"], "T1 worker");
  EXPECT_EQ(threads[1]["locations"][1]["location"]["message"]["text"], "counter = 1");
  EXPECT_EQ(threads[1]["locations"][1]["executionOrder"], 3);
  EXPECT_EQ(threads[0]["locations"].back()["importance"], "essential");
}

TEST(Sarif, TheExplanationIsRelatedLocations) {
  const LostUpdate example;
  Notes notes;
  notes.explanation.facts = {
      {interpreter::Fact::Role::Access, "T1 writes a[1]", 1, {example.file, 2, 1, program::noFrame}, ", holding m"},
      {interpreter::Fact::Role::Order, "T2 would have to hold m as well", 2, {}}};

  const std::string text = toSarif(questionOn(example), counterexample(example), "", example.program, notes);

  EXPECT_EQ(SarifChecker::problemsOf(text), noProblems);
  const json result = json::parse(text)["runs"][0]["results"][0];
  ASSERT_EQ(result["relatedLocations"].size(), 1U);
  EXPECT_EQ(result["relatedLocations"][0]["message"]["text"], "T1 writes a\\[1\\], holding m"); // else it is a link
  EXPECT_EQ(result["message"]["text"], "assertion `counter == 2` fails\nT2 would have to hold m as well");
}

TEST(Sarif, AProofPassesForEachProperty) {
  const LostUpdate example;
  const Result result{engines::NoViolation{.assumptions = {"extern:f=pure"}}, "lazy", {}, {}};

  const std::string text = toSarif(questionOn(example, {program::Property::NoDataRace, program::Property::NoOverflow}),
                                   result, "", example.program);

  EXPECT_EQ(SarifChecker::problemsOf(text), noProblems);
  const json results = json::parse(text)["runs"][0]["results"];
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[1]["ruleId"], "no-overflow");
  EXPECT_EQ(results[1]["kind"], "pass");
  EXPECT_EQ(results[1]["message"]["text"],
            "no-overflow holds for every interleaving and every input, assuming: extern:f=pure");
}

TEST(Sarif, AnUndecidedPropertyIsOpen) {
  const LostUpdate example;
  Result result;
  result.answer = engines::Cancelled{support::StopReason::Timeout, {}};
  result.warnings = {{"foo has no body", {example.file, 2, 5, program::noFrame}, true}, {"odd", {}, false}};

  const std::string text = toSarif(questionOn(example), result, "time limit of 5 s reached", example.program);

  EXPECT_EQ(SarifChecker::problemsOf(text), noProblems);
  const json run = json::parse(text)["runs"][0];
  EXPECT_EQ(run["results"][0]["kind"], "open");
  EXPECT_EQ(run["results"][0]["message"]["text"], "unreach-call is undecided: time limit of 5 s reached");
  const json notifications = run["invocations"][0]["toolExecutionNotifications"];
  ASSERT_EQ(notifications.size(), 2U);
  EXPECT_EQ(notifications[0]["level"], "warning");
  EXPECT_EQ(notifications[1]["level"], "note");
}

TEST(Sarif, FilesOutsideTheRootAreAbsolute) {
  const LostUpdate example;
  Question asked = questionOn(example);
  asked.origin->directory = "/else where";

  const std::string text = toSarif(asked, counterexample(example), "", example.program);

  EXPECT_EQ(SarifChecker::problemsOf(text), noProblems);
  const json run = json::parse(text)["runs"][0];
  EXPECT_EQ(run["originalUriBaseIds"]["SRCROOT"]["uri"], "file:///else%20where/");
  const std::string uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
  EXPECT_TRUE(uri.starts_with("file:///")) << uri;
}

TEST(Sarif, SeveralPropertiesAreOneRun) {
  const LostUpdate example;
  const Result proved{engines::NoViolation{}, "lazy", {}, {}};
  const std::string violated = toSarif(questionOn(example), counterexample(example), "", example.program);
  const std::string holds = toSarif(questionOn(example, {program::Property::NoDataRace}), proved, "", example.program);

  const std::string text = mergedSarif({violated, holds, unknownAsSarif("interrupted"), "{"});

  EXPECT_EQ(SarifChecker::problemsOf(text), noProblems);
  const json run = json::parse(text)["runs"][0];
  ASSERT_EQ(run["results"].size(), 2U);
  EXPECT_EQ(run["results"][0]["kind"], "fail");
  EXPECT_EQ(run["results"][1]["kind"], "pass");
  EXPECT_EQ(run["invocations"].size(), 3U);
  EXPECT_EQ(SarifChecker::problemsOf(mergedSarif({})), noProblems);
}

} // namespace
} // namespace heddle::report
