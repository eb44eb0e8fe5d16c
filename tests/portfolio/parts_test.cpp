// One verification in parts: which parts there are, that cubes leave nothing out, and what follows from their answers.
#include "portfolio/parts.hpp"

#include "portfolio/engines.hpp"
#include "portfolio/message.hpp"
#include "random_programs.hpp"
#include "sample_programs.hpp"
#include "transform/prepare.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::portfolio {
namespace {

using engines::Result;
using engines::Verdict;
using program::Program;
using program::Property;

Result verify(const Program &program, const std::string &engine = "explore") {
  support::Cancellation never;
  return findEngine(engine)->configure()->run({.program = program, .cancellation = never});
}

/// As the process that awaits the answer gets it.
Result transmitted(const Result &result, const Program &whole) {
  support::Cancellation never;
  const engines::Context context{.program = whole, .cancellation = never};
  const support::Expected<Result> decoded = decode(encode(result), context);
  EXPECT_TRUE(decoded);
  return decoded ? *decoded : Result{};
}

Result proof(const std::string &engine = "lazy") { return {engines::NoViolation{}, engine, {}, {}}; }
Result givenUp() { return {engines::Unknown{engines::Unknown::Kind::Bound, "a bound"}, "bmc", {}, {}}; }

bool isCovered(const std::vector<bool> &halves, const std::vector<Cube> &all) {
  return std::ranges::any_of(all,
                             [&](const Cube &cube) { return std::equal(cube.begin(), cube.end(), halves.begin()); });
}

TEST(Cubes, CoverAllChoices) {
  constexpr std::size_t points = 5;
  for (std::size_t count = 1; count <= 40; ++count) {
    const std::vector<Cube> all = cubes(count, points);
    EXPECT_EQ(all.size(), std::min<std::size_t>(count, 1U << points));
    for (unsigned choice = 0; choice < 1U << points; ++choice) {
      std::vector<bool> halves;
      for (std::size_t i = 0; i < points; ++i)
        halves.push_back((choice >> i & 1U) != 0);
      EXPECT_TRUE(isCovered(halves, all)) << choice << " of " << count;
    }
  }
}

/// main reads an input and checks that it is not `value`; in a loop, or once.
Program inputIsNot(std::uint64_t value, bool inLoop) {
  testing::ProgramBuilder build;
  testing::CfaBuilder main = build.cfa("main");
  const auto input = main.reg("input", 32);
  testing::Line line = main.fromEntry();
  const auto begin = line.here();
  line.havoc(input).check(build.pool().ne(main.use(input), build.constant(value, 32)));
  if (inLoop)
    line.jump(begin);
  else
    line.endProgram();
  build.program.properties = {Property::UnreachCall};
  return std::move(build.program);
}

TEST(Cubes, DivideTheRangeOfAnInput) {
  const Program whole = inputIsNot(7, false);
  const std::vector<SplitPoint> points = splitPoints(whole, 4);
  ASSERT_EQ(points.size(), 1U);
  for (const bool half : {false, true}) {
    Program part = whole;
    restrictTo({half}, points, part);
    EXPECT_EQ(verify(part, "bmc").verdict(), half ? Verdict::True : Verdict::False);
  }
}

TEST(Cubes, HaveNoPointsInLoops) { EXPECT_TRUE(splitPoints(inputIsNot(7, true), 4).empty()); }

TEST(Cubes, HaveNoPointsInFunctionsOfSeveralThreads) {
  testing::ThreadedProgram build({Property::UnreachCall});
  const auto x = build.global("x", 4);
  testing::CfaBuilder worker = build.thread("worker");
  const auto r = worker.reg("r", 32);
  worker.fromEntry().load(r, build.address(x)).store(build.address(x), worker.plus(r, 1)).endThread();
  build.startAndJoin({worker.id(), worker.id()}).endProgram();
  EXPECT_TRUE(splitPoints(build.program, 4).empty());
}

TEST(Cubes, DivideByWhatIsReadFirst) {
  const Program whole = testing::lostUpdate();
  const std::vector<SplitPoint> points = splitPoints(whole, 1);
  ASSERT_EQ(points.size(), 1U);
  EXPECT_NE(points.front().cfa, 0U); // a read of a thread
  for (const bool half : {false, true}) {
    Program part = whole;
    restrictTo({half}, points, part);
    EXPECT_FALSE(program::validate(part));
    // An update is lost if the second thread reads the initial value, too.
    EXPECT_EQ(verify(part).verdict(), half ? Verdict::True : Verdict::False);
  }
}

/// The whole program and its cubes agree, and counterexamples of cubes replay on the whole program.
TEST(Cubes, OfRandomProgramsHaveTheVerdictOfTheWhole) {
  const program::PropertySet sets[] = {{Property::UnreachCall}, {Property::NoDataRace}, {Property::NoDeadlock}};
  unsigned divided = 0;
  unsigned violating = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    testing::RandomProgramOptions options;
    options.gotos = seed % 2 == 1;
    options.cycles = testing::RandomProgramOptions::Cycles::Bounded;
    Program whole = testing::RandomProgram(seed, sets[seed % std::size(sets)], options).make();
    if (seed % 3 != 0)
      transform::prepare(whole);
    const std::vector<SplitPoint> points = splitPoints(whole, 3);
    const std::vector<Cube> all = cubes(5, points.size());
    if (all.size() == 1)
      continue;
    const Verdict expected = verify(whole).verdict();
    if (expected == Verdict::Unknown)
      continue;
    ++divided;
    bool isRefuted = false;
    bool isProved = true;
    for (const Cube &cube : all) {
      Program part = whole;
      restrictTo(cube, points, part);
      ASSERT_FALSE(program::validate(part)) << seed;
      const Result found = verify(part);
      isProved = isProved && found.verdict() == Verdict::True;
      if (found.verdict() == Verdict::False)
        isRefuted = isRefuted || transmitted(found, whole).verdict() == Verdict::False;
    }
    EXPECT_EQ(isRefuted, expected == Verdict::False) << "seed " << seed;
    EXPECT_EQ(isProved, expected == Verdict::True) << "seed " << seed;
    violating += isRefuted ? 1 : 0;
  }
  EXPECT_GT(divided, 100U);
  EXPECT_GT(violating, 20U);
}

class PartsOfLostUpdate : public ::testing::Test {
protected:
  const Program program_ = testing::lostUpdate();
  const std::unique_ptr<engines::Configuration> whole_ = findEngine("auto")->configure();
  const std::unique_ptr<engines::Configuration> bmc_ = findEngine("bmc")->configure();
};

TEST_F(PartsOfLostUpdate, AreConfigurationsFirstAndThenCubes) {
  const Parts parts(*whole_, program_, 10);
  ASSERT_EQ(parts.count(), 10U);
  EXPECT_EQ(parts[0].engine, whole_.get());
  EXPECT_EQ(parts[1].name, "trace");
  for (std::size_t i = 0; i < parts.count(); ++i)
    EXPECT_EQ(parts[i].cube.has_value(), i >= 6) << i;
}

TEST_F(PartsOfLostUpdate, AreCubesOnlyIfTheUserHasSelectedAnEngine) {
  const Parts parts(*bmc_, program_, 3);
  ASSERT_EQ(parts.count(), 3U);
  EXPECT_FALSE(parts[0].cube);
  EXPECT_TRUE(parts[1].cube && parts[2].cube);
}

TEST_F(PartsOfLostUpdate, AreOneIfThereIsOneMachine) { EXPECT_EQ(Parts(*whole_, program_, 1).count(), 1U); }

TEST_F(PartsOfLostUpdate, DecideOnlyWithAllCubes) {
  const Parts parts(*bmc_, program_, 3);
  PartAnswers answers(parts, program_);
  answers.add(0, givenUp());
  answers.add(1, proof("bmc"));
  EXPECT_FALSE(answers.isDecided());
  EXPECT_EQ(answers.summary(engines::Cancelled{}).verdict(), Verdict::Unknown);
  answers.add(2, proof("lazy"));
  EXPECT_TRUE(answers.isDecided());
  const Result summary = answers.summary(engines::Cancelled{});
  EXPECT_EQ(summary.verdict(), Verdict::True);
  EXPECT_EQ(summary.engine, "bmc+lazy");
}

TEST_F(PartsOfLostUpdate, DoNotProveIfACubeIsUndecidedOrLost) {
  for (const bool isLost : {false, true}) {
    const Parts parts(*bmc_, program_, 3);
    PartAnswers answers(parts, program_);
    answers.add(0, givenUp());
    answers.add(1, proof());
    if (isLost)
      answers.addLost(2, "its node is gone");
    else
      answers.add(2, givenUp());
    EXPECT_TRUE(answers.isComplete());
    EXPECT_FALSE(answers.isDecided());
    EXPECT_EQ(answers.summary(engines::Cancelled{}).verdict(), Verdict::Unknown);
  }
}

TEST_F(PartsOfLostUpdate, AreProvedByOneWholeConfiguration) {
  const Parts parts(*bmc_, program_, 3);
  PartAnswers answers(parts, program_);
  answers.add(0, proof());
  EXPECT_TRUE(answers.isDecided());
  EXPECT_EQ(answers.summary(engines::Cancelled{}).verdict(), Verdict::True);
}

TEST_F(PartsOfLostUpdate, ThatDisagreeAreAnInternalError) {
  const Parts parts(*bmc_, program_, 3);
  PartAnswers answers(parts, program_);
  answers.add(0, proof());
  answers.add(1, verify(program_));
  EXPECT_TRUE(std::holds_alternative<engines::InternalError>(answers.summary(engines::Cancelled{}).answer));
}

TEST_F(PartsOfLostUpdate, ACounterexampleOfACubeThatDoesNotReplayIsNoVerdict) {
  const Parts parts(*bmc_, program_, 3);
  PartAnswers answers(parts, program_);
  const engines::InternalError error{engines::InternalError::Kind::NoReplay, "does not replay"};
  answers.add(1, {error, "bmc", {}, {}});
  answers.add(0, givenUp());
  const Result summary = answers.summary(engines::Cancelled{});
  EXPECT_EQ(summary.verdict(), Verdict::Unknown);
  EXPECT_TRUE(summary.failures.empty());
}

TEST_F(PartsOfLostUpdate, EachGiveAVerdictByThemselves) {
  const Parts parts(*whole_, program_, 8);
  PartAnswers answers(parts, program_);
  for (std::size_t i = 0; i < parts.count(); ++i) {
    const Program own = parts.programOf(i, program_);
    support::Cancellation never;
    answers.add(i, transmitted(parts[i].engine->run({.program = own, .cancellation = never}), program_));
  }
  EXPECT_TRUE(answers.isComplete());
  EXPECT_EQ(answers.summary(engines::Cancelled{}).verdict(), Verdict::False);
}

} // namespace
} // namespace heddle::portfolio
