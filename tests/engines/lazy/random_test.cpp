// Random programs: lazy abstraction, in all its configurations, and the explorer must agree.
#include "engines/campaign.hpp"
#include "engines/lazy/lazy.hpp"
#include "engines/random_c_program.hpp"
#include "random_programs.hpp"

namespace heddle::testing {

namespace {

constexpr PropertySet assertions{Property::UnreachCall};
constexpr PropertySet locks{Property::LockDiscipline};
constexpr PropertySet overflows{Property::NoOverflow};
constexpr PropertySet pointers{Property::ValidDeref, Property::ValidFree};

std::vector<Asked> configurationsAndExplorer() {
  Options local;
  local.reduction = Options::Reduction::Local;
  Options unforced;
  unforced.forceCover = false;
  Options facts;
  facts.interpolants = Options::Interpolants::Facts;
  Options breadth;
  breadth.order = Options::Order::Breadth;
  return {{"lazy", engines::lazy::run, {}},
          {"lazy without reduction", engines::lazy::run, local},
          {"lazy without force cover", engines::lazy::run, unforced},
          {"lazy with path facts", engines::lazy::run, facts},
          {"lazy, breadth first", engines::lazy::run, breadth},
          {"explore", engines::explore::run, {}}};
}

void compareOnModels(PropertySet properties, RandomProgramOptions options, std::uint64_t shortSeeds) {
  const std::uint64_t seeds = inLongMode(shortSeeds);
  Campaign campaign(configurationsAndExplorer());
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    campaign.check(RandomProgram(seed, properties, options).make(), "seed " + std::to_string(seed));
  EXPECT_LT(campaign.count("lazy", Verdict::Unknown), seeds / 5);
  EXPECT_GT(campaign.count("lazy", Verdict::True), seeds / 10);
  EXPECT_GT(campaign.count("lazy", Verdict::False), seeds / 20);
}

void compareOnC(PropertySet properties, std::uint64_t shortSeeds) {
  const std::uint64_t seeds = inLongMode(shortSeeds);
  Campaign campaign(configurationsAndExplorer());
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const std::string text = RandomCProgram(seed, properties).make();
    campaign.check(compile(text, properties), "seed " + std::to_string(seed) + ":\n" + text);
  }
  EXPECT_LT(campaign.count("lazy", Verdict::Unknown), seeds / 2);
  EXPECT_GT(campaign.count("lazy", Verdict::True), 0U);
  EXPECT_GT(campaign.count("lazy", Verdict::False), 0U);
}

} // namespace

TEST(LazyRandom, AgreesOnAssertions) { compareOnModels(assertions, {}, 60); }

TEST(LazyRandom, AgreesOnAssertionsBehindLoops) {
  RandomProgramOptions options;
  options.loops = true;
  compareOnModels(assertions, options, 60);
}

TEST(LazyRandom, AgreesOnPointers) { compareOnModels(pointers, {}, 40); }

TEST(LazyRandom, AgreesOnAssertionsInC) { compareOnC(assertions, 40); }

TEST(LazyRandom, AgreesOnLockDisciplineInC) { compareOnC(locks, 20); }

TEST(LazyRandom, AgreesOnPointersInC) { compareOnC(pointers, 20); }

} // namespace heddle::testing
