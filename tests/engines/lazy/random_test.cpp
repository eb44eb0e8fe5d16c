// Random programs: engine lazy in all its configurations must agree with the explorer.
#include "ask_lazy.hpp"
#include "engines/random_campaign.hpp"
#include "properties.hpp"

namespace heddle::testing {

namespace {

std::vector<Asked> configurationsAndExplorer() {
  static const char *const names[] = {"lazy", "lazy without reduction", "lazy without force cover",
                                      "lazy with path facts", "lazy, breadth first"};
  std::vector<Asked> result;
  for (const Options &options : lazyConfigurations())
    result.push_back({names[result.size()], engines::lazy::run, options});
  result.push_back({"explore", engines::explore::run, {}});
  return result;
}

void compareOnModels(PropertySet properties, RandomProgramOptions options, std::uint64_t shortSeeds) {
  testing::compareOnModels("lazy", configurationsAndExplorer(), properties, options, shortSeeds);
}

void compareOnC(PropertySet properties, std::uint64_t shortSeeds, bool gotos = false) {
  testing::compareOnC("lazy", configurationsAndExplorer(), properties, shortSeeds, gotos);
}

} // namespace

TEST(LazyRandom, AgreesOnAssertions) { compareOnModels(assertions, {}, 60); }

TEST(LazyRandom, AgreesOnAssertionsAfterLoops) {
  RandomProgramOptions options;
  options.loops = true;
  compareOnModels(assertions, options, 60);
}

TEST(LazyRandom, AgreesOnPointers) { compareOnModels(pointers, {}, 40); }

TEST(LazyRandom, AgreesOnAssertionsInC) { compareOnC(assertions, 40); }

TEST(LazyRandom, AgreesOnLockDisciplineInC) { compareOnC(locks, 20); }

TEST(LazyRandom, AgreesOnLifetimesOfThreads) { compareOnLifetimes("lazy", configurationsAndExplorer(), locks, 20); }

TEST(LazyRandom, AgreesOnPointersInC) { compareOnC(pointers, 20); }

TEST(LazyRandom, AgreesOnGotos) {
  RandomProgramOptions options;
  options.gotos = true;
  compareOnModels(assertions, options, 40);
}

TEST(LazyRandom, AgreesOnGotosAndLoops) {
  RandomProgramOptions options;
  options.gotos = true;
  options.loops = true;
  options.statements = 3;
  compareOnModels(assertions, options, 30);
}

TEST(LazyRandom, AgreesOnStacksOfOtherThreads) {
  RandomProgramOptions options;
  options.gotos = true;
  options.stacks = true;
  options.statements = 2;
  compareOnModels(pointers, options, 30);
}

TEST(LazyRandom, AgreesOnUninitialisedMemory) {
  RandomProgramOptions options;
  options.gotos = true;
  options.uninitialised = true;
  options.statements = 3;
  compareOnModels(assertions, options, 20);
}

TEST(LazyRandom, AgreesOnGotosInC) { compareOnC(assertions, 30, true); }

TEST(LazyRandom, AgreesOnBuffers) { compareOnBuffers("lazy", configurationsAndExplorer(), assertions, 10); }

TEST(LazyRandom, AgreesOnInvalidAccessesToBuffers) {
  compareOnBuffers("lazy", configurationsAndExplorer(), pointers, 10);
}

} // namespace heddle::testing
