// Random programs: bmc with scheduling-constraint refinement, bmc with the monolithic encoding and explore must agree.
// Proofs of bmc are checked.
#include "engines/campaign.hpp"
#include "engines/random_atomics.hpp"
#include "engines/random_campaign.hpp"
#include "properties.hpp"
#include "random_programs.hpp"

namespace heddle::testing {

using engines::bmc::Options;

namespace {

Options checked() {
  Options options;
  options.checkProof = true;
  return options;
}

Options monolithic() {
  Options options = checked();
  options.solving.monolithic = true;
  return options;
}

Options withZ3() {
  Options options;
  options.solving.solver = smt::Backend::Z3;
  return options;
}

std::vector<Asked> bothEncodingsAndExplorer() {
  return {{"bmc", engines::bmc::run, checked()},
          {"monolithic bmc", engines::bmc::run, monolithic()},
          {"explore", engines::explore::run, {}}};
}

/// Programs that are built without a front end. bmc has no verdict on at most one of `mostUnknown`, and both verdicts
/// must occur.
void compareOnModels(PropertySet properties, RandomProgramOptions options, std::uint64_t shortSeeds,
                     std::vector<Asked> engines = bothEncodingsAndExplorer(), std::uint64_t mostUnknown = 5) {
  const std::uint64_t seeds = programCount(shortSeeds);
  Campaign campaign(std::move(engines));
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const ProgramSketch sketch = RandomProgram(seed, properties, options).sketch();
    ASSERT_EQ(validate(buildProgram(sketch)), std::nullopt) << "seed " << seed;
    campaign.checkSketch(sketch, "seed " + std::to_string(seed));
  }
  if (isInShortMode())
    return;
  EXPECT_LT(campaign.count("bmc", Verdict::Unknown), seeds / mostUnknown);
  EXPECT_GT(campaign.count("bmc", Verdict::True), seeds / 10);
  EXPECT_GT(campaign.count("bmc", Verdict::False), seeds / 20);
}

void compareOnC(PropertySet properties, std::uint64_t shortSeeds,
                std::vector<Asked> engines = bothEncodingsAndExplorer(), bool gotos = false) {
  const std::uint64_t seeds = programCount(shortSeeds);
  Campaign campaign(std::move(engines));
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    campaign.checkC(RandomCProgram(seed, properties, gotos).make(), properties, "seed " + std::to_string(seed));
  if (isInShortMode())
    return;
  EXPECT_LT(campaign.count("bmc", Verdict::Unknown), seeds / 2);
  EXPECT_GT(campaign.count("bmc", Verdict::True), 0U);
  EXPECT_GT(campaign.count("bmc", Verdict::False), 0U);
}

} // namespace

TEST(BmcRandom, AgreesOnAssertions) {
  RandomProgramOptions options;
  options.statements = 5;
  compareOnModels(assertions, options, 40);
}

TEST(BmcRandom, AgreesOnAssertionsAfterLoops) {
  RandomProgramOptions options;
  options.loops = true;
  compareOnModels(assertions, options, 40);
}

TEST(BmcRandom, AgreesOnDataRaces) { compareOnModels(races, {}, 40); }

TEST(BmcRandom, AgreesOnDeadlocks) {
  RandomProgramOptions options;
  options.assumptions = false;
  compareOnModels(deadlocks, options, 40);
}

/// bmc cannot tell whether memory that is not freed is still pointed to when the program ends: in 1,360 of the first
/// 5,000 programs.
TEST(BmcRandom, AgreesOnMemory) { compareOnModels(memorySafety, {}, 40, bothEncodingsAndExplorer(), 3); }

TEST(BmcRandom, AgreesOnAssertionsInC) { compareOnC(assertions, 60); }

TEST(BmcRandom, AgreesOnDataRacesInC) { compareOnC(races, 40); }

/// Release sequences and fences: happens-before of the unwinding must be that of the interpreter.
TEST(BmcRandom, AgreesOnAtomicsOfAllOrders) {
  const std::uint64_t seeds = programCount(40);
  Campaign campaign(bothEncodingsAndExplorer());
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    campaign.checkC(RandomAtomicsProgram(seed).make(), races, "seed " + std::to_string(seed));
  if (isInShortMode())
    return;
  EXPECT_LT(campaign.count("bmc", Verdict::Unknown), seeds / 5);
  EXPECT_GT(campaign.count("bmc", Verdict::True), seeds / 10);
  EXPECT_GT(campaign.count("bmc", Verdict::False), seeds / 10);
}

TEST(BmcRandom, AgreesOnDeadlocksInC) { compareOnC(deadlocks, 30); }

TEST(BmcRandom, AgreesOnLockDisciplineInC) { compareOnC(locks, 20); }

TEST(BmcRandom, AgreesOnLifetimesOfThreads) { compareOnLifetimes("bmc", bothEncodingsAndExplorer(), locks, 40); }

TEST(BmcRandom, AgreesOnDeadlocksAfterThreadsHaveEnded) {
  compareOnLifetimes("bmc", bothEncodingsAndExplorer(), deadlocks, 60);
}

TEST(BmcRandom, AgreesOnMemoryInC) { compareOnC(memorySafety, 40); }

TEST(BmcRandom, AgreesOnOverflowInC) { compareOnC(overflows, 20); }

TEST(BmcRandom, SaysTheSameWithZ3) {
  const std::vector<Asked> engines{{"bmc", engines::bmc::run, {}}, {"bmc with Z3", engines::bmc::run, withZ3()}};
  compareOnModels(assertions, {}, 30, engines);
  compareOnC(assertions, 10, engines);
  compareOnC(races, 10, engines);
}

TEST(BmcRandom, AgreesOnGotos) {
  RandomProgramOptions options;
  options.gotos = true;
  options.cycles = RandomProgramOptions::Cycles::Reading;
  compareOnModels(assertions, options, 60);
}

TEST(BmcRandom, AgreesOnGotosAndLoops) {
  RandomProgramOptions options;
  options.gotos = true;
  options.loops = true;
  options.statements = 3;
  options.cycles = RandomProgramOptions::Cycles::Reading;
  compareOnModels(assertions, options, 40);
}

TEST(BmcRandom, AgreesOnRacesAmongGotos) {
  RandomProgramOptions options;
  options.gotos = true;
  options.loops = true;
  options.statements = 3;
  options.cycles = RandomProgramOptions::Cycles::Reading;
  compareOnModels(races, options, 30);
}

TEST(BmcRandom, AgreesOnDeadlocksAmongGotos) {
  RandomProgramOptions options;
  options.gotos = true;
  options.assumptions = false;
  options.statements = 3;
  options.cycles = RandomProgramOptions::Cycles::Bounded;
  compareOnModels(deadlocks, options, 30);
}

TEST(BmcRandom, AgreesOnStacksOfOtherThreads) {
  RandomProgramOptions options;
  options.gotos = true;
  options.stacks = true;
  options.statements = 2;
  options.cycles = RandomProgramOptions::Cycles::Reading;
  compareOnModels(pointers, options, 30);
}

TEST(BmcRandom, AgreesOnUninitialisedMemory) {
  RandomProgramOptions options;
  options.gotos = true;
  options.uninitialised = true;
  options.statements = 3;
  options.cycles = RandomProgramOptions::Cycles::Reading;
  compareOnModels(assertions, options, 20);
}

TEST(BmcRandom, AgreesOnGotosInC) { compareOnC(assertions, 40, bothEncodingsAndExplorer(), true); }

TEST(BmcRandom, AgreesOnRacesAmongGotosInC) { compareOnC(races, 20, bothEncodingsAndExplorer(), true); }

TEST(BmcRandom, AgreesOnBuffers) { compareOnBuffers("bmc", bothEncodingsAndExplorer(), assertions, 20); }

TEST(BmcRandom, AgreesOnInvalidAccessesToBuffers) { compareOnBuffers("bmc", bothEncodingsAndExplorer(), pointers, 20); }

TEST(BmcRandom, AgreesOnRacesForBuffers) { compareOnBuffers("bmc", bothEncodingsAndExplorer(), races, 20); }

} // namespace heddle::testing
