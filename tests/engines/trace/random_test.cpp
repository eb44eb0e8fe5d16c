// Random programs: the engine trace, with and without pruning and in all reductions, and the explorer must agree.
#include "branchy_program.hpp"
#include "configurations.hpp"
#include "engines/random_atomics.hpp"
#include "engines/random_campaign.hpp"
#include "properties.hpp"

namespace heddle::testing {

namespace {

std::vector<Asked> configurationsAndExplorer() {
  const std::vector<TraceConfiguration> configurations = traceConfigurations();
  std::vector<Asked> result(configurations.begin(), configurations.end());
  result.push_back({"explore", engines::explore::run, {}});
  return result;
}

/// For properties for which pruning is of little use.
RandomProgramOptions shorter() {
  RandomProgramOptions options;
  options.statements = 2;
  return options;
}

void compareOnModels(PropertySet properties, RandomProgramOptions options, std::uint64_t shortSeeds) {
  testing::compareOnModels("trace", configurationsAndExplorer(), properties, options, shortSeeds);
}

void compareOnC(PropertySet properties, std::uint64_t shortSeeds, bool gotos = false) {
  testing::compareOnC("trace", configurationsAndExplorer(), properties, shortSeeds, gotos);
}

} // namespace

/// As compareOnC, on programs that are mostly branches.
TEST(TraceRandom, AgreesOnBranches) {
  const std::uint64_t seeds = programCount(60);
  Campaign campaign(configurationsAndExplorer());
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    campaign.checkC(BranchyProgram(seed).make(), assertions, "seed " + std::to_string(seed));
  if (isInShortMode())
    return;
  EXPECT_LT(campaign.count("trace", Verdict::Unknown), seeds / 4);
  EXPECT_GT(campaign.count("trace", Verdict::True), seeds / 5);
  EXPECT_GT(campaign.count("trace", Verdict::False), seeds / 5);
}

TEST(TraceRandom, AgreesOnAtomicsOfAllOrders) {
  const std::uint64_t seeds = programCount(20);
  Campaign campaign(configurationsAndExplorer());
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    campaign.checkC(RandomAtomicsProgram(seed).make(), races, "seed " + std::to_string(seed));
  if (isInShortMode())
    return;
  EXPECT_LT(campaign.count("trace", Verdict::Unknown), seeds / 4);
  EXPECT_GT(campaign.count("trace", Verdict::True), seeds / 10);
  EXPECT_GT(campaign.count("trace", Verdict::False), seeds / 10);
}

TEST(TraceRandom, AgreesOnAssertions) { compareOnModels(assertions, {}, 50); }

TEST(TraceRandom, AgreesOnAssertionsAfterLoops) {
  RandomProgramOptions options;
  options.loops = true;
  compareOnModels(assertions, options, 25);
}

TEST(TraceRandom, AgreesOnPointers) { compareOnModels(pointers, {}, 15); }

TEST(TraceRandom, AgreesOnRaces) { compareOnModels(races, {}, 10); }

TEST(TraceRandom, AgreesOnDeadlocks) {
  RandomProgramOptions options = shorter();
  options.earlyEnd = false; // main joins all threads, so that a thread that waits for ever is a deadlock
  compareOnModels(deadlocks, options, 10);
}

TEST(TraceRandom, AgreesOnAssertionsInC) { compareOnC(assertions, 40); }

TEST(TraceRandom, AgreesOnRacesInC) { compareOnC(races, 10); }

TEST(TraceRandom, AgreesOnDeadlocksInC) { compareOnC(deadlocks, 10); }

TEST(TraceRandom, AgreesOnLockDisciplineInC) { compareOnC(locks, 10); }

TEST(TraceRandom, AgreesOnLifetimesOfThreads) { compareOnLifetimes("trace", configurationsAndExplorer(), locks, 10); }

TEST(TraceRandom, AgreesOnMemoryInC) { compareOnC(memorySafety, 10); }

TEST(TraceRandom, AgreesOnOverflowInC) { compareOnC(overflows, 10); }

TEST(TraceRandom, AgreesOnGotos) {
  RandomProgramOptions options;
  options.gotos = true;
  options.statements = 3;
  options.cycles = RandomProgramOptions::Cycles::Reading;
  compareOnModels(assertions, options, 20);
}

TEST(TraceRandom, AgreesOnGotosAndLoops) {
  RandomProgramOptions options;
  options.gotos = true;
  options.loops = true;
  options.statements = 3;
  options.cycles = RandomProgramOptions::Cycles::Reading;
  compareOnModels(assertions, options, 15);
}

TEST(TraceRandom, AgreesOnStacksOfOtherThreads) {
  RandomProgramOptions options;
  options.gotos = true;
  options.stacks = true;
  options.statements = 2;
  options.cycles = RandomProgramOptions::Cycles::Bounded;
  compareOnModels(pointers, options, 15);
}

TEST(TraceRandom, AgreesOnUninitialisedMemory) {
  RandomProgramOptions options;
  options.gotos = true;
  options.uninitialised = true;
  options.statements = 3;
  options.cycles = RandomProgramOptions::Cycles::Reading;
  compareOnModels(assertions, options, 10);
}

TEST(TraceRandom, AgreesOnGotosInC) { compareOnC(assertions, 15, true); }

TEST(TraceRandom, AgreesOnBuffers) { compareOnBuffers("trace", configurationsAndExplorer(), assertions, 6); }

TEST(TraceRandom, AgreesOnInvalidAccessesToBuffers) {
  compareOnBuffers("trace", configurationsAndExplorer(), pointers, 6);
}

TEST(TraceRandom, AgreesOnRacesForBuffers) { compareOnBuffers("trace", configurationsAndExplorer(), races, 6); }

} // namespace heddle::testing
