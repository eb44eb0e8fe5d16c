// Traps: the programs of tests/programs/trace, most of which break their property only in a branch that the first
// execution does not take. An abstraction that forgets something about such branches proves them.
#include "campaign_size.hpp"
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

class TraceSoundnessOf : public ::testing::TestWithParam<std::string> {};

} // namespace

TEST_P(TraceSoundnessOf, FindsWhatIsThereAndNothingElse) {
  const Trap trap = readTrap(GetParam());
  for (const TraceConfiguration &asked : traceConfigurations()) {
    const bool mustFind = !trap.holds && asked.options.prunes && asked.options.symbolicInputs;
    // Without pruning, the search of most of these programs does not end.
    const std::uint64_t effort = mustFind || isInLongMode() ? 300'000 : 60'000;
    const Outcome outcome = ask(asked, trap.program, effort);
    EXPECT_EQ(complaint(trap.program, outcome), "") << asked.name;
    EXPECT_NE(outcome.verdict(), trap.holds ? Verdict::False : Verdict::True) << asked.name;
    EXPECT_EQ(reasonOf(outcome).find("could not be found"), std::string::npos)
        << asked.name << ": " << reasonOf(outcome);
    if (mustFind) {
      EXPECT_EQ(outcome.verdict(), Verdict::False) << asked.name << ": " << reasonOf(outcome);
    }
  }
}

namespace {

/// With some input, the object is larger than is followed.
constexpr const char *largeObject = R"(int main(void) {
  unsigned long size = 8 + 5000 * (__VERIFIER_nondet_int() == 12345);
  char *p = malloc(size);
  if (size > 4000) reach_error();
  return 0;
}
)";

} // namespace

TEST(TraceSoundness, WhatIsNotFollowedIsNotProved) {
  const Outcome outcome = askWithoutLimit(engines::trace::run, compile(largeObject));
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
  EXPECT_NE(reasonOf(outcome).find("an object of more than"), std::string::npos) << reasonOf(outcome);
}

/// Nor if its place is not known.
TEST(TraceSoundness, WhatIsNotFollowedInLineZeroIsNotProved) {
  const Outcome outcome = askWithoutLimit(engines::trace::run, compile(std::string("#line 0\n") + largeObject));
  EXPECT_EQ(outcome.verdict(), Verdict::Unknown);
}

TEST(TraceSoundness, AQuestionWithoutAnswerProvesNothing) {
  const Outcome outcome = askWithoutLimit(engines::trace::run, compile(R"(
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), mixed = 0;
  for (int i = 0; i < 20; i++) {
    unsigned long c = __VERIFIER_nondet_uint(), d = __VERIFIER_nondet_uint();
    mixed ^= (c << 32) * (d + c) ^ c * d;
  }
  unsigned long hit = (a * b == 9153552214547054437ul) & (a > 1) & (b > 1) & (mixed != 12345); // 3244611641 * 2821154957
  unsigned long size = 8 + 5000 * hit;
  char *p = malloc(size);
  if (size > 4000) reach_error();
  return 0;
}
)"));
  EXPECT_NE(outcome.verdict(), Verdict::True);
}

INSTANTIATE_TEST_SUITE_P(Programs, TraceSoundnessOf, ::testing::ValuesIn(trapFiles()), testName);

} // namespace heddle::testing
