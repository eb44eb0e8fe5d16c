// The command heddle-shrink from outside. A script takes the place of heddle, so that engines can be wrong.
#include "command.hpp"
#include "shrink/long_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace heddle::tests {

namespace {

class ShrinkCommand : public ::testing::Test {
protected:
  ShrinkCommand() { write("long.c", testing::longProgram); }

  std::string path(const std::string &name) const { return directory_.path() / name; }
  void write(const std::string &name, const std::string &text) const { std::ofstream(path(name)) << text; }
  std::string read(const std::string &name) const {
    std::ostringstream text;
    text << std::ifstream(path(name)).rdbuf();
    return text.str();
  }

  CommandResult shrink(const Arguments &options) const {
    Arguments command{HEDDLE_SHRINK, path("long.c"), "-o", path("small.c")};
    command.insert(command.end(), options.begin(), options.end());
    return runCommand(command);
  }

  /// Arguments of the script: verify --quiet --timeout N --engine NAME … FILE
  std::string fakeHeddle(const std::string &body) const {
    write("heddle", "#!/bin/sh\nengine=$6\nfor file; do :; done\n" + body);
    std::filesystem::permissions(path("heddle"), std::filesystem::perms::owner_all);
    return path("heddle");
  }

private:
  TemporaryDirectory directory_;
};

} // namespace

TEST_F(ShrinkCommand, KeepsWhatTheCommandNeeds) {
  const CommandResult result = shrink({"--command", "grep -q 'noise.1. =' {} && grep -q 'void .signal_end' {}"});
  EXPECT_EQ(result.exitCode, 0) << result.output;
  EXPECT_EQ(read("small.c"), "void *signal_end(void *argument) {\n  noise[1] = 0;\n}\n");
}

TEST_F(ShrinkCommand, KeepsTheDisagreementOfEngines) {
  const std::string heddle = fakeHeddle("grep -q 'flag = 1;' $file || exit 3\n[ $engine = bmc ] && exit 0\nexit 1\n");
  const CommandResult result =
      shrink({"--engines", "bmc --depth 3,explore", "--heddle", heddle, "--", "--property", "no-data-race"});
  EXPECT_EQ(result.exitCode, 0) << result.output;
  EXPECT_EQ(read("small.c"), "void *signal_end(void *argument) {\n  flag = 1;\n}\n");
  const std::string task = read("small.yml");
  EXPECT_NE(task.find("no-data-race.prp\n    expected_verdict: false"), std::string::npos) << task;
  EXPECT_NE(task.find("'bmc'"), std::string::npos) << task;
}

TEST_F(ShrinkCommand, KeepsACrash) {
  const std::string heddle =
      fakeHeddle("grep -q transfer $file || exit 0\n[ $engine = lazy ] && kill -SEGV $$\nexit 0\n");
  const CommandResult result = shrink({"--engines", "explore,lazy", "--heddle", heddle});
  EXPECT_EQ(result.exitCode, 0) << result.output;
  EXPECT_NE(read("small.c").find("transfer"), std::string::npos);
  EXPECT_LT(read("small.c").size(), 100U) << read("small.c");
  EXPECT_EQ(read("small.yml").find("    expected_verdict"), std::string::npos) << read("small.yml");
}

TEST_F(ShrinkCommand, RefusesAFileOnWhichEnginesAgree) {
  const CommandResult result = shrink({"--engines", "bmc,explore", "--heddle", fakeHeddle("exit 0\n")});
  EXPECT_EQ(result.exitCode, 1);
  EXPECT_NE(result.output.find("the engines do not disagree"), std::string::npos) << result.output;
}

TEST_F(ShrinkCommand, NeedsAPredicate) { EXPECT_EQ(shrink({}).exitCode, 2); }

TEST_F(ShrinkCommand, StopsAtItsLimit) {
  const CommandResult result = shrink({"--command", "grep -q flag {}", "--tests", "3"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_NE(result.output.find("cut short by the limit"), std::string::npos) << result.output;
  EXPECT_NE(read("small.c").find("flag"), std::string::npos);
}

} // namespace heddle::tests
