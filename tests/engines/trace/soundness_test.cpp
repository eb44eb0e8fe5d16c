// Traps: the programs of tests/programs/trace, most of which break their property only in a branch that the first
// execution does not take. An abstraction that forgets something about such branches proves them.
#include "configurations.hpp"

#include <cctype>

namespace heddle::testing {

namespace {

namespace fs = std::filesystem;

struct Trap {
  Program program;
  bool holds = true;
};

Trap readTrap(const std::string &path) {
  const support::Expected<frontend::Task> task = frontend::parseTask(path);
  if (!task)
    throw std::runtime_error(task.error().message);
  const support::Expected<frontend::PropertySpec> property = frontend::parsePropertyFile(task->properties.front().file);
  if (!property)
    throw std::runtime_error(property.error().message);
  frontend::Options options;
  options.files = task->inputFiles;
  options.properties = property->properties;
  return {prepared(options), task->properties.front().expectedVerdict.value_or(true)};
}

std::vector<std::string> trapFiles() {
  std::vector<std::string> files;
  for (const fs::directory_entry &entry : fs::directory_iterator(HEDDLE_SOURCE_DIR "/tests/programs/trace"))
    if (entry.path().extension() == ".yml")
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

std::string testName(const ::testing::TestParamInfo<std::string> &info) {
  std::string name = fs::path(info.param).stem();
  std::replace_if(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

/// A wait for a condition may end at any time, and then again: the bug is behind too many executions.
bool takesLong(const std::string &file) { return fs::path(file).stem() == "signal_in_branch_wrong"; }

class TraceSoundness : public ::testing::TestWithParam<std::string> {};

} // namespace

TEST_P(TraceSoundness, FindsWhatIsThereAndNothingElse) {
  const Trap trap = readTrap(GetParam());
  for (const Asked &asked : traceConfigurations()) {
    const Outcome outcome = ask(asked.engine, trap.program, asked.options);
    EXPECT_EQ(complaint(trap.program, outcome), "") << asked.name;
    EXPECT_NE(outcome.verdict, trap.holds ? Verdict::False : Verdict::True) << asked.name;
    if (!trap.holds && !takesLong(GetParam()) && asked.options.trace.prune && asked.options.trace.symbolicInputs) {
      EXPECT_EQ(outcome.verdict, Verdict::False) << asked.name << ": " << outcome.reason;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, TraceSoundness, ::testing::ValuesIn(trapFiles()), testName);

} // namespace heddle::testing
