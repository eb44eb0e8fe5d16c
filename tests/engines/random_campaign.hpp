// Differential testing on random programs. The engine under test must also give a verdict on most of them.
#pragma once

#include "engines/campaign.hpp"
#include "engines/random_buffers.hpp"
#include "engines/random_c_program.hpp"
#include "engines/random_lifetimes.hpp"
#include "random_programs.hpp"

namespace heddle::testing {

inline void compareOnModels(const std::string &engine, std::vector<Asked> engines, PropertySet properties,
                            RandomProgramOptions options, std::uint64_t shortSeeds) {
  const std::uint64_t seeds = programCount(shortSeeds);
  Campaign campaign(std::move(engines));
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    campaign.checkSketch(RandomProgram(seed, properties, options).sketch(), "seed " + std::to_string(seed));
  if (isInShortMode())
    return;
  EXPECT_LT(campaign.count(engine, Verdict::Unknown), seeds / 5);
  EXPECT_GT(campaign.count(engine, Verdict::True), seeds / 10);
  EXPECT_GT(campaign.count(engine, Verdict::False), seeds / 20);
  EXPECT_GE(10 * campaign.count(engine, Verdict::False), 9 * campaign.count("explore", Verdict::False));
}

/// On the texts that `make` returns for seeds.
template <typename Make>
void compareOnTexts(const std::string &engine, std::vector<Asked> engines, PropertySet properties,
                    std::uint64_t shortSeeds, const Make &make) {
  const std::uint64_t seeds = programCount(shortSeeds);
  Campaign campaign(std::move(engines));
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    campaign.checkC(make(seed), properties, "seed " + std::to_string(seed));
  if (isInShortMode())
    return;
  EXPECT_LT(campaign.count(engine, Verdict::Unknown), seeds / 2);
  EXPECT_GT(campaign.count(engine, Verdict::True), 0U);
  EXPECT_GT(campaign.count(engine, Verdict::False), 0U);
}

inline void compareOnC(const std::string &engine, std::vector<Asked> engines, PropertySet properties,
                       std::uint64_t shortSeeds, bool gotos = false) {
  compareOnTexts(engine, std::move(engines), properties, shortSeeds,
                 [&](std::uint64_t seed) { return RandomCProgram(seed, properties, gotos).make(); });
}

/// Library calls that read and write buffers.
inline void compareOnBuffers(const std::string &engine, std::vector<Asked> engines, PropertySet properties,
                             std::uint64_t shortSeeds) {
  compareOnTexts(engine, std::move(engines), properties, shortSeeds,
                 [&](std::uint64_t seed) { return RandomBuffersProgram(seed, properties).make(); });
}

/// Threads that are joined, detached or detach themselves, and end with locks.
inline void compareOnLifetimes(const std::string &engine, std::vector<Asked> engines, PropertySet properties,
                               std::uint64_t shortSeeds) {
  compareOnTexts(engine, std::move(engines), properties, shortSeeds,
                 [](std::uint64_t seed) { return RandomLifetimesProgram(seed).make(); });
}

} // namespace heddle::testing
