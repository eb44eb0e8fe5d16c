// Mutants of the engine must be caught: each gives a wrong proof of a program that the explorer refutes. The programs
// are the wrong ones below and random ones, so that the test also says whether the random programs could find such
// defects.
#include "engines/campaign.hpp"
#include "engines/modular/weakening.hpp"
#include "mutants.hpp"
#include "mutation_size.hpp"
#include "random_locking.hpp"
#include "random_ordering.hpp"
#include "random_sharing.hpp"

#include <fmt/format.h>

#include <iostream>

namespace heddle::testing {

namespace {

bool isProved(const Program &program, Mutation mutation) {
  support::Cancellation cancellation;
  cancellation.setEffort(300'000);
  return engines::modular::runMutant({.program = program, .cancellation = cancellation}, {}, mutation).verdict() ==
         Verdict::True;
}

} // namespace

TEST(ModularMutation, EachMutantProvesSomethingWrong) {
  const PropertySet properties{Property::NoDataRace, Property::ValidDeref};
  for (const Mutant &mutant : allMutants()) {
    const Program program = compile(mutant.wrong, properties);
    EXPECT_EQ(ask(engines::explore::run, program, {}, 60'000).verdict(), Verdict::False) << mutant.name;
    EXPECT_FALSE(isProved(program, Mutation::None)) << mutant.name;
    EXPECT_TRUE(isProved(program, mutant.mutation)) << mutant.name << " causes no wrong proof here";
  }
}

TEST(ModularMutation, RandomProgramsRevealMostMutants) {
  const std::uint64_t seeds = mutationSize(200);
  const PropertySet properties{Property::NoDataRace, Property::ValidDeref};
  std::vector<unsigned> wrong(allMutants().size(), 0);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Program program = compile(seed % 3 == 0   ? RandomLocking(seed).make()
                                    : seed % 3 == 1 ? RandomOrdering(seed).make()
                                                    : RandomSharing(seed).make(),
                                    properties);
    std::optional<Verdict> explored;
    for (std::size_t i = 0; i < wrong.size(); ++i) {
      if (!isProved(program, allMutants()[i].mutation))
        continue;
      if (!explored)
        explored = ask(engines::explore::run, program, {}, 60'000).verdict();
      wrong[i] += *explored == Verdict::False ? 1 : 0;
    }
  }
  unsigned revealed = 0;
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    std::cout << fmt::format("{:22} {:4} wrong proofs\n", allMutants()[i].name, wrong[i]);
    revealed += wrong[i] != 0 ? 1 : 0;
  }
  EXPECT_GE(revealed, 12U);
}

} // namespace heddle::testing
