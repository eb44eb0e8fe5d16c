// Random programs: abstraction refinement, in all its configurations, and the explorer must agree.
#include "configurations.hpp"
#include "engines/random_c_program.hpp"
#include "random_programs.hpp"

namespace heddle::testing {

namespace {

constexpr PropertySet assertions{Property::UnreachCall};
constexpr PropertySet locks{Property::LockDiscipline};
constexpr PropertySet pointers{Property::ValidDeref, Property::ValidFree};

std::vector<Asked> configurationsAndExplorer() {
  std::vector<Asked> result = cegarConfigurations();
  result.push_back({"explore", engines::explore::run, {}});
  return result;
}

void compareOnModels(PropertySet properties, RandomProgramOptions options, std::uint64_t shortSeeds) {
  const std::uint64_t seeds = inLongMode(shortSeeds);
  Campaign campaign(configurationsAndExplorer());
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    campaign.check(RandomProgram(seed, properties, options).make(), "seed " + std::to_string(seed));
  EXPECT_LT(campaign.count("cegar", Verdict::Unknown), seeds / 5);
  EXPECT_GT(campaign.count("cegar", Verdict::True), seeds / 10);
  EXPECT_GT(campaign.count("cegar", Verdict::False), seeds / 20);
}

void compareOnC(PropertySet properties, std::uint64_t shortSeeds) {
  const std::uint64_t seeds = inLongMode(shortSeeds);
  Campaign campaign(configurationsAndExplorer());
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const std::string text = RandomCProgram(seed, properties).make();
    campaign.check(compile(text, properties), "seed " + std::to_string(seed) + ":\n" + text);
  }
  EXPECT_LT(campaign.count("cegar", Verdict::Unknown), seeds / 2);
  EXPECT_GT(campaign.count("cegar", Verdict::True), 0U);
  EXPECT_GT(campaign.count("cegar", Verdict::False), 0U);
}

} // namespace

/// With the checker, which takes longer than the engine.
TEST(CegarRandom, LeavesProofsThatPass) {
  const std::uint64_t seeds = inLongMode(15);
  Campaign campaign(cegarWithCheckedProofs());
  for (std::uint64_t seed = 1000; seed < 1000 + seeds; ++seed) {
    campaign.check(RandomProgram(seed, assertions, {}).make(), "seed " + std::to_string(seed));
    campaign.check(RandomProgram(seed, pointers, {}).make(), "pointers, seed " + std::to_string(seed));
    const std::string text = RandomCProgram(seed, pointers).make();
    campaign.check(compile(text, pointers), "seed " + std::to_string(seed) + ":\n" + text);
  }
  EXPECT_GT(campaign.count("cegar, proof", Verdict::True), 0U);
}

TEST(CegarRandom, AgreesOnAssertions) { compareOnModels(assertions, {}, 60); }

TEST(CegarRandom, AgreesOnAssertionsBehindLoops) {
  RandomProgramOptions options;
  options.loops = true;
  compareOnModels(assertions, options, 50);
}

TEST(CegarRandom, AgreesOnPointers) { compareOnModels(pointers, {}, 30); }

TEST(CegarRandom, AgreesOnAssertionsInC) { compareOnC(assertions, 30); }

TEST(CegarRandom, AgreesOnLockDisciplineInC) { compareOnC(locks, 15); }

TEST(CegarRandom, AgreesOnPointersInC) { compareOnC(pointers, 15); }

} // namespace heddle::testing
