// Campaigns in which one engine is wrong on purpose.
#include "engines/campaign.hpp"
#include "properties.hpp"
#include "random_programs.hpp"
#include "shrink/long_program.hpp"

#include <gtest/gtest-spi.h>

#include <sstream>

namespace heddle::testing {

namespace {

/// Says true of every program that starts a thread.
Outcome overlookThreads(const Context &context, const engines::explore::Options &options) {
  bool startsThread = false;
  for (const Action &action : context.program.cfas[0].actions)
    for (const Instruction &instruction : action.instructions)
      startsThread = startsThread || std::holds_alternative<Spawn>(instruction.operation);
  if (!startsThread)
    return engines::explore::run(context, options);
  return {engines::NoViolation{}};
}

std::vector<Asked> wrongAndRight() { return {{"wrong", overlookThreads, {}}, {"explore", engines::explore::run, {}}}; }

std::string read(const std::string &file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::string shrunk(const std::string &name) { return std::string(HEDDLE_SHRUNK_DIRECTORY "/") + name; }

long lines(const std::string &text) { return std::count(text.begin(), text.end(), '\n'); }

/// The verdicts of both engines on a C file.
std::pair<Verdict, Verdict> verdicts(const std::string &text) {
  const std::optional<Program> program = compileFile(text, assertions);
  if (!program)
    return {Verdict::Unknown, Verdict::Unknown};
  return {ask(overlookThreads, *program, {}).verdict(), ask(engines::explore::run, *program, {}).verdict()};
}

constexpr std::pair<Verdict, Verdict> disagreement{Verdict::True, Verdict::False};

} // namespace

TEST(ShrinkingCampaign, ShowsAndSavesASmallCFile) {
  const std::string file = shrunk("shrinkingcampaign_showsandsavesasmallcfile_program_1");
  std::filesystem::remove(file + ".c");
  Campaign campaign(wrongAndRight());
  ::testing::TestPartResultArray results;
  {
    const ::testing::ScopedFakeTestPartResultReporter reporter(
        ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    campaign.checkC(longProgram, assertions, "program 1");
  }
  ASSERT_EQ(results.size(), 1);
  const std::string message = results.GetTestPartResult(0).message();
  EXPECT_NE(message.find("wrong says true, explore says false on program 1, which shrinks to"), std::string::npos)
      << message;
  EXPECT_NE(message.find(file + ".c"), std::string::npos) << message;

  const std::string text = read(file + ".c");
  EXPECT_EQ(verdicts(text), disagreement) << text;
  EXPECT_LE(lines(text), 12) << text;
  EXPECT_NE(message.find(text), std::string::npos) << message;
  const std::string task = read(file + ".yml");
  EXPECT_NE(task.find("expected_verdict: false"), std::string::npos) << task;
  EXPECT_NE(task.find("../properties/unreach-call.prp"), std::string::npos) << task;
  EXPECT_NE(task.find("_program_1.c'"), std::string::npos) << task;
}

TEST(ShrinkingCampaign, ShrinksProgramsThatAreBuiltWithoutAFrontEnd) {
  Campaign campaign(wrongAndRight());
  ::testing::TestPartResultArray results;
  std::uint64_t seed = 0;
  {
    const ::testing::ScopedFakeTestPartResultReporter reporter(
        ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    for (; results.size() == 0; ++seed)
      campaign.checkSketch(RandomProgram(seed, assertions, {.statements = 8}).sketch(), "the first");
  }
  const std::string text = read(shrunk("shrinkingcampaign_shrinksprogramsthatarebuiltwithoutafrontend_the_first.c"));
  EXPECT_EQ(verdicts(text), disagreement) << results.GetTestPartResult(0).message();
  EXPECT_LE(lines(text), 12) << text;
}

TEST(ShrinkingCampaign, SaysNothingAboutEnginesThatAgree) {
  Campaign campaign({{"explore", engines::explore::run, {}}, {"again", engines::explore::run, {}}});
  campaign.checkC(longProgram, assertions, "the long program");
  EXPECT_EQ(campaign.count("again", Verdict::False), 1U);
}

TEST(ShrinkSketch, RemovesThreadsAndStatementsAndSimplifiesTheRest) {
  using Kind = SketchStatement::Kind;
  const auto isInteresting = [](const ProgramSketch &sketch) {
    for (const std::vector<SketchStatement> &thread : sketch.threads)
      for (const SketchStatement &statement : thread)
        if (statement.kind == Kind::CriticalSection && statement.nested)
          return true;
    return false;
  };
  std::uint64_t seed = 0;
  const auto make = [&] { return RandomProgram(seed, {Property::NoDeadlock}, {.statements = 30}).sketch(); };
  while (!isInteresting(make()))
    ++seed;
  shrink::Budget budget(1000);
  const ProgramSketch small = shrink::shrinkSketch(make(), isInteresting, budget);
  ASSERT_EQ(small.threads.size(), 1U);
  EXPECT_EQ(small.threads[0], std::vector{(SketchStatement{.kind = Kind::CriticalSection, .nested = true})});
}

/// The C file of a sketch means the same: explore gives the same verdict on both.
TEST(SketchAsC, HasTheVerdictOfTheSketch) {
  for (const PropertySet properties : {assertions, PropertySet{Property::NoDeadlock}, memorySafety}) {
    for (std::uint64_t seed = 0; seed < 15; ++seed) {
      const ProgramSketch sketch = RandomProgram(seed, properties, {.loops = true}).sketch();
      const std::optional<Program> program = compileFile(toC(sketch), properties);
      ASSERT_TRUE(program) << toC(sketch);
      EXPECT_EQ(ask(engines::explore::run, *program, {}).verdict(),
                ask(engines::explore::run, buildProgram(sketch), {}).verdict())
          << "seed " << seed << '\n'
          << toC(sketch);
    }
  }
}

} // namespace heddle::testing
