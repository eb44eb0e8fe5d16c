#include "batch/tool.hpp"

#include "source_directory.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace heddle::batch {

namespace {

namespace fs = std::filesystem;

class ToolFile : public ::testing::Test {
protected:
  support::Expected<Tool> read(const std::string &text) {
    std::ofstream(path_) << text;
    return readTool(path_);
  }
  void TearDown() override { fs::remove(path_); }

  std::string path_ = (fs::temp_directory_path() / ("heddle-tool-" + std::to_string(getpid()) + ".yml")).string();
};

constexpr const char *minimal = "name: x\n"
                                "command: [x, '{property}', '{data-model}', '--limit={timeout}s', '{files}']\n"
                                "properties: {no-data-race: [--races, on]}\n"
                                "data-model: {ILP32: ['--32']}\n"
                                "verdicts: [{match: '^OK', verdict: true}, {match: BAD, verdict: false}]\n";

} // namespace

TEST_F(ToolFile, BecomesACommandLine) {
  const support::Expected<Tool> tool = read(minimal);
  ASSERT_TRUE(tool) << tool.error().message;
  BatchTask task;
  task.property = "no-data-race";
  task.dataModel = program::DataModel::ILP32;
  EXPECT_EQ(expand(*tool, task, {"a.c", "b c.c"}, {std::chrono::seconds(7), std::nullopt, std::nullopt}),
            (Arguments{"x", "--races", "on", "--32", "--limit=7s", "a.c", "b c.c"}));
  EXPECT_TRUE(tool->checks("no-data-race"));
  EXPECT_FALSE(tool->checks("unreach-call"));
}

TEST_F(ToolFile, NamesThePlaceOfAMistake) {
  const auto messageOf = [&](const std::string &text) {
    const support::Expected<Tool> tool = read(text);
    return tool ? std::string() : tool.error().message;
  };
  EXPECT_EQ(messageOf(std::string(minimal) + "verdict: []\n"), path_ + ":6: unknown key 'verdict'");
  EXPECT_EQ(messageOf("name: x\ncommand: x\n"), path_ + ":2: a list of words is expected, such as [cbmc, --version]");
  EXPECT_EQ(messageOf("name: x\ncommand: [x]\nproperties: {termination: []}\nverdicts: []\n"),
            path_ + ":3: 'termination' is no property that Heddle knows");
  EXPECT_EQ(messageOf("name: x\ncommand: [x]\nproperties: {}\nverdicts: [{match: '(', verdict: true}]\n")
                .find(path_ + ":4: not a regular expression"),
            0U);
  EXPECT_EQ(messageOf("name: [\n").find(path_ + ":"), 0U);
}

TEST(Tools, ThatComeAlongAreDescribedWell) {
  std::size_t count = 0;
  for (const fs::directory_entry &entry : fs::directory_iterator(HEDDLE_SOURCE_DIR "/contrib/tools")) {
    const support::Expected<Tool> tool = readTool(entry.path());
    EXPECT_TRUE(tool) << tool.error().message;
    ++count;
  }
  EXPECT_EQ(count, 8U);
}

TEST(Tools, AFailedAssertionCountsBeforeTheBoundOfALoop) {
  const support::Expected<Tool> cbmc = readTool(HEDDLE_SOURCE_DIR "/contrib/tools/cbmc.yml");
  ASSERT_TRUE(cbmc) << cbmc.error().message;
  const auto verdictOf = [&](const std::string &output) {
    for (const VerdictPattern &pattern : cbmc->verdicts)
      if (std::regex_search(output, pattern.pattern))
        return pattern.verdict;
    return Verdict::Error;
  };
  const std::string bound = "[main.unwind.0] line 7 unwinding assertion loop 0: FAILURE\n";
  const std::string assertion = "[reach_error.assertion.1] line 3 reach_error: ";
  EXPECT_EQ(verdictOf(bound + assertion + "FAILURE\nVERIFICATION FAILED\n"), Verdict::False);
  EXPECT_EQ(verdictOf(bound + assertion + "SUCCESS\nVERIFICATION FAILED\n"), Verdict::Unknown);
  EXPECT_EQ(verdictOf("[f.pointer_dereference.1] line 4 pointer NULL: FAILURE\nVERIFICATION FAILED\n"),
            Verdict::Unknown);
  EXPECT_EQ(verdictOf(assertion + "SUCCESS\nVERIFICATION SUCCESSFUL\n"), Verdict::True);
}

TEST(Tools, HeddleGetsTheTaskDefinition) {
  const Tool tool = heddleAsTool("/bin/heddle", "heddle bmc", {"--engine", "bmc"});
  BatchTask task;
  task.property = "unreach-call";
  task.definition = "a.yml";
  const Arguments words = expand(tool, task, {}, {std::chrono::seconds(2), std::nullopt, 1000});
  EXPECT_EQ(words, (Arguments{"/bin/heddle", "verify", "--engine", "bmc", "--format", "json", "--timeout", "2000ms",
                              "--memory-limit", "1000", "--property", "unreach-call", "a.yml"}));
}

} // namespace heddle::batch
