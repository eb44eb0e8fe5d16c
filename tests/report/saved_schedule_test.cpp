#include "report/saved_schedule.hpp"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

SavedSchedule example() {
  SavedSchedule saved;
  saved.schedule.steps = {0, 0, 1};
  saved.origin = Origin{.heddle = "0.1.0",
                        .directory = "/home/me",
                        .command = {"--property=no-data-race", "-DTEXT=\"a b\"", "a.c", "--", "-x"},
                        .fingerprint = "0123",
                        .violation = "assertion `x` fails",
                        .sources = {{"a.c", "4567"}}};
  return saved;
}

TEST(SavedSchedule, IsReadAsItWasWritten) {
  const SavedSchedule before = example();

  const auto after = parseSavedSchedule(toJson(before, program::Program{}));

  ASSERT_TRUE(after) << after.error().message;
  EXPECT_EQ(after->schedule.steps, before.schedule.steps);
  ASSERT_TRUE(after->origin);
  EXPECT_EQ(after->origin->heddle, before.origin->heddle);
  EXPECT_EQ(after->origin->directory, before.origin->directory);
  EXPECT_EQ(after->origin->command, before.origin->command);
  EXPECT_EQ(after->origin->fingerprint, before.origin->fingerprint);
  EXPECT_EQ(after->origin->violation, before.origin->violation);
  ASSERT_EQ(after->origin->sources.size(), 1U);
  EXPECT_EQ(after->origin->sources[0].path, "a.c");
  EXPECT_EQ(after->origin->sources[0].hash, "4567");
}

TEST(SavedSchedule, NeedsNoOrigin) {
  SavedSchedule saved = example();
  saved.origin.reset();

  const auto after = parseSavedSchedule(toJson(saved, program::Program{}));

  ASSERT_TRUE(after) << after.error().message;
  EXPECT_FALSE(after->origin);
}

TEST(SavedSchedule, IsFoundInAReport) {
  const std::string schedule = toJson(example(), program::Program{});

  const auto found = parseSavedSchedule(R"({"verdict": "false", "schedule": )" + schedule + "}");
  const auto proof = parseSavedSchedule(R"({"verdict": "true"})");

  ASSERT_TRUE(found) << found.error().message;
  EXPECT_TRUE(found->origin);
  ASSERT_FALSE(proof);
  EXPECT_EQ(proof.error().message, "it is a report without a violation");
}

TEST(SavedSchedule, RejectsAnOriginThatIsNotOne) {
  for (const char *origin : {"7", "{}", R"({"heddle": 1})",
                             R"({"heddle": "", "directory": "", "fingerprint": "", "violation": "", "sources": [],
                                 "command": [1]})",
                             R"({"heddle": "", "directory": "", "fingerprint": "", "violation": "", "sources": ["a.c"],
                                 "command": []})"}) {
    const auto parsed = parseSavedSchedule(
        std::string(R"({"version": 1, "program": [], "steps": [], "inputs": [], "origin": )") + origin + "}");
    EXPECT_FALSE(parsed) << origin;
  }
}

} // namespace
} // namespace heddle::report
