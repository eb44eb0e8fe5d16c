// Random programs: engine cegar in all its configurations must agree with the explorer.
#include "configurations.hpp"
#include "engines/random_campaign.hpp"
#include "properties.hpp"

namespace heddle::testing {

namespace {

std::vector<Asked> configurationsAndExplorer() {
  std::vector<Asked> result = cegarConfigurations();
  result.push_back({"explore", engines::explore::run, {}});
  return result;
}

void compareOnModels(PropertySet properties, RandomProgramOptions options, std::uint64_t shortSeeds) {
  testing::compareOnModels("cegar", configurationsAndExplorer(), properties, options, shortSeeds);
}

void compareOnC(PropertySet properties, std::uint64_t shortSeeds, bool gotos = false) {
  testing::compareOnC("cegar", configurationsAndExplorer(), properties, shortSeeds, gotos);
}

} // namespace

/// With the proof checker, which takes longer than the engine. The checker over-approximates dependence and may
/// therefore fail to check a valid proof; on programs like these it succeeds.
TEST(CegarRandom, MakesProofsThatPassTheirCheck) {
  unsigned passed = 0;
  const auto check = [&](const Program &program, const std::string &description) {
    for (const Asked &asked : cegarWithCheckedProofs()) {
      const Outcome outcome = ask(asked, program);
      EXPECT_EQ(complaint(program, outcome), "") << asked.name << " on " << description;
      EXPECT_EQ(reasonOf(outcome).find("a proof was found, but"), std::string::npos)
          << asked.name << ": " << reasonOf(outcome) << " on " << description;
      passed += proofOf(outcome).check.empty() ? 0 : 1;
    }
  };
  const std::uint64_t seeds = campaignSize(15);
  for (std::uint64_t seed = 1000; seed < 1000 + seeds; ++seed) {
    check(RandomProgram(seed, assertions, {}).make(), "seed " + std::to_string(seed));
    check(RandomProgram(seed, pointers, {}).make(), "pointers, seed " + std::to_string(seed));
    const std::string text = RandomCProgram(seed, pointers).make();
    check(compile(text, pointers), "seed " + std::to_string(seed) + ":\n" + text);
  }
  EXPECT_GT(passed, seeds);
}

TEST(CegarRandom, AgreesOnAssertions) { compareOnModels(assertions, {}, 60); }

TEST(CegarRandom, AgreesOnAssertionsAfterLoops) {
  RandomProgramOptions options;
  options.loops = true;
  compareOnModels(assertions, options, 50);
}

TEST(CegarRandom, AgreesOnPointers) { compareOnModels(pointers, {}, 30); }

TEST(CegarRandom, AgreesOnAssertionsInC) { compareOnC(assertions, 30); }

TEST(CegarRandom, AgreesOnLockDisciplineInC) { compareOnC(locks, 15); }

TEST(CegarRandom, AgreesOnLifetimesOfThreads) { compareOnLifetimes("cegar", configurationsAndExplorer(), locks, 15); }

TEST(CegarRandom, AgreesOnPointersInC) { compareOnC(pointers, 15); }

TEST(CegarRandom, AgreesOnGotos) {
  RandomProgramOptions options;
  options.gotos = true;
  options.statements = 3;
  compareOnModels(assertions, options, 25);
}

TEST(CegarRandom, AgreesOnGotosAndLoops) {
  RandomProgramOptions options;
  options.gotos = true;
  options.loops = true;
  options.statements = 3;
  compareOnModels(assertions, options, 25);
}

TEST(CegarRandom, AgreesOnStacksOfOtherThreads) {
  RandomProgramOptions options;
  options.gotos = true;
  options.stacks = true;
  options.statements = 2;
  compareOnModels(pointers, options, 25);
}

TEST(CegarRandom, AgreesOnUninitialisedMemory) {
  RandomProgramOptions options;
  options.gotos = true;
  options.uninitialised = true;
  options.statements = 3;
  compareOnModels(assertions, options, 20);
}

TEST(CegarRandom, AgreesOnGotosInC) { compareOnC(assertions, 30, true); }

TEST(CegarRandom, AgreesOnBuffers) { compareOnBuffers("cegar", configurationsAndExplorer(), assertions, 8); }

TEST(CegarRandom, AgreesOnInvalidAccessesToBuffers) {
  compareOnBuffers("cegar", configurationsAndExplorer(), pointers, 8);
}

} // namespace heddle::testing
