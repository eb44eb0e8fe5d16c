// Campaigns over random programs: in each, one engine must also say something most of the time.
#pragma once

#include "engines/campaign.hpp"
#include "engines/random_c_program.hpp"
#include "random_programs.hpp"

namespace heddle::testing {

inline void compareOnModels(const std::string &engine, std::vector<Asked> engines, PropertySet properties,
                            RandomProgramOptions options, std::uint64_t shortSeeds) {
  const std::uint64_t seeds = inLongMode(shortSeeds);
  Campaign campaign(std::move(engines));
  for (std::uint64_t seed = 0; seed < seeds; ++seed)
    campaign.check(RandomProgram(seed, properties, options).make(), "seed " + std::to_string(seed));
  EXPECT_LT(campaign.count(engine, Verdict::Unknown), seeds / 5);
  EXPECT_GT(campaign.count(engine, Verdict::True), seeds / 10);
  EXPECT_GT(campaign.count(engine, Verdict::False), seeds / 20);
  EXPECT_GE(10 * campaign.count(engine, Verdict::False), 9 * campaign.count("explore", Verdict::False));
}

inline void compareOnC(const std::string &engine, std::vector<Asked> engines, PropertySet properties,
                       std::uint64_t shortSeeds) {
  const std::uint64_t seeds = inLongMode(shortSeeds);
  Campaign campaign(std::move(engines));
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const std::string text = RandomCProgram(seed, properties).make();
    campaign.check(compile(text, properties), "seed " + std::to_string(seed) + ":\n" + text);
  }
  EXPECT_LT(campaign.count(engine, Verdict::Unknown), seeds / 2);
  EXPECT_GT(campaign.count(engine, Verdict::True), 0U);
  EXPECT_GT(campaign.count(engine, Verdict::False), 0U);
}

} // namespace heddle::testing
