#include "interpreter/schedule.hpp"

#include <gtest/gtest.h>

namespace heddle::interpreter {

namespace {

std::string errorOf(const std::string &json) {
  const auto schedule = parseSchedule(json);
  return schedule ? "" : schedule.error().message;
}

std::string document(const std::string &steps, const std::string &inputs = "[]") {
  return R"({"version": 1, "program": ["a.c"], "steps": )" + steps + R"(, "inputs": )" + inputs + "}";
}

} // namespace

TEST(Schedule, SurvivesJson) {
  Schedule schedule;
  schedule.steps = {0, 0, 0, 1, 2, 2, 0};
  schedule.inputs = {{{5, 32, "__VERIFIER_nondet_int"}}, {}, {{~program::Bits{0}, 128, "big"}, {0, 1, ""}}};
  schedule.deadlocked = {1, 2};
  const auto parsed = parseSchedule(toJson(schedule, program::Program{}));
  ASSERT_TRUE(parsed) << parsed.error().message;
  EXPECT_EQ(parsed->steps, schedule.steps);
  EXPECT_EQ(parsed->deadlocked, schedule.deadlocked);
  ASSERT_EQ(parsed->inputs.size(), 3U);
  EXPECT_EQ(parsed->inputs[0][0].value, 5U);
  EXPECT_EQ(parsed->inputs[0][0].name, "__VERIFIER_nondet_int");
  EXPECT_TRUE(parsed->inputs[2][0].value == ~program::Bits{0});
  EXPECT_EQ(parsed->inputs[2][1].width, 1U);
}

TEST(Schedule, WritesRunsOfOneThreadAsOneEntry) {
  Schedule schedule;
  schedule.steps = {0, 0, 1};
  EXPECT_NE(toJson(schedule, program::Program{}).find("[[0,2],[1,1]]"), std::string::npos);
}

TEST(Schedule, AcceptsPlainThreadIndices) {
  const auto parsed = parseSchedule(document("[0, 1, [2, 2]]"));
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->steps, (std::vector<unsigned>{0, 1, 2, 2}));
}

TEST(Schedule, RejectsWhatIsNoJson) { EXPECT_EQ(errorOf("int main() {}"), "it is not JSON"); }

TEST(Schedule, RejectsAnotherVersion) {
  EXPECT_EQ(errorOf(R"({"version": 2})"), "its version is 2, and this Heddle reads version 1");
  EXPECT_EQ(errorOf("[]"), "it is JSON, but has no \"version\"");
}

TEST(Schedule, NamesTheMissingField) {
  EXPECT_EQ(errorOf(R"({"version": 1, "program": []})"), "\"steps\" is missing, or is not a list");
  EXPECT_NE(errorOf(R"({"version": 1, "program": [], "steps": []})").find("\"inputs\""), std::string::npos);
}

TEST(Schedule, NamesTheEntryThatIsNotAStep) {
  EXPECT_NE(errorOf(document("[0, [1, 0]]")).find("entry 2 of \"steps\""), std::string::npos);
  EXPECT_NE(errorOf(document("[-1]")).find("entry 1 of \"steps\""), std::string::npos);
  EXPECT_NE(errorOf(document("[70000]")).find("entry 1 of \"steps\""), std::string::npos);
  EXPECT_NE(errorOf(document("[\"main\"]")).find("entry 1 of \"steps\""), std::string::npos);
}

TEST(Schedule, RejectsInputsThatAreNoNumbers) {
  EXPECT_NE(errorOf(document("[]", R"([[{"value": 5, "width": 32}]])")).find("input 1 of thread 0"), std::string::npos);
  EXPECT_NE(errorOf(document("[]", R"([[{"value": "x", "width": 32}]])")).find("decimal"), std::string::npos);
  EXPECT_NE(errorOf(document("[]", R"([[{"value": "5"}]])")).find("width"), std::string::npos);
  EXPECT_NE(errorOf(document("[]", R"([[{"value": "256", "width": 8}]])")).find("8 bits"), std::string::npos);
  EXPECT_NE(errorOf(document("[]", R"([[{"value": "999999999999999999999999999999999999999999", "width": 128}]])")),
            "");
}

} // namespace heddle::interpreter
