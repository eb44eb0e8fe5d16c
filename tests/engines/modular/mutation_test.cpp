// Mutants of the engine must be caught: each gives a wrong proof of a program that the explorer refutes. The programs
// are the wrong ones below and random ones, so that the test also says whether the random programs could find such
// defects.
#include "engines/campaign.hpp"
#include "engines/modular/weakening.hpp"
#include "mutants.hpp"
#include "mutation_size.hpp"
#include "random_lists.hpp"
#include "random_locking.hpp"
#include "random_ordering.hpp"
#include "random_ownership.hpp"
#include "random_relations.hpp"
#include "random_sharing.hpp"
#include "random_sizes.hpp"
#include "random_waiting.hpp"

#include <fmt/format.h>

#include <functional>
#include <iostream>

namespace heddle::testing {

namespace {

bool isProved(const Program &program, Mutation mutation) {
  support::Cancellation cancellation;
  cancellation.setEffort(300'000);
  return engines::modular::runMutant({.program = program, .cancellation = cancellation}, {}, mutation).verdict() ==
         Verdict::True;
}

void expectWrongProofs(const std::vector<Mutant> &mutants, PropertySet properties) {
  for (const Mutant &mutant : mutants) {
    const Program program = compile(mutant.wrong, properties);
    EXPECT_EQ(ask(engines::explore::run, program, {}, 60'000).verdict(), Verdict::False) << mutant.name;
    EXPECT_FALSE(isProved(program, Mutation::None)) << mutant.name;
    EXPECT_TRUE(isProved(program, mutant.mutation)) << mutant.name << " causes no wrong proof here";
  }
}

/// The number of mutants that prove something wrong about the programs of the seeds.
unsigned countRevealed(const std::vector<Mutant> &mutants, PropertySet properties,
                       const std::function<std::string(std::uint64_t)> &make) {
  const std::uint64_t seeds = mutationSize(200);
  std::vector<unsigned> wrong(mutants.size(), 0);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Program program = compile(make(seed), properties);
    std::optional<Verdict> explored;
    for (std::size_t i = 0; i < wrong.size(); ++i) {
      if (!isProved(program, mutants[i].mutation))
        continue;
      if (!explored)
        explored = ask(engines::explore::run, program, {}, 60'000).verdict();
      wrong[i] += *explored == Verdict::False ? 1 : 0;
    }
  }
  unsigned revealed = 0;
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    std::cout << fmt::format("{:22} {:4} wrong proofs\n", mutants[i].name, wrong[i]);
    revealed += wrong[i] != 0 ? 1 : 0;
  }
  return revealed;
}

} // namespace

TEST(ModularMutation, EachMutantProvesSomethingWrong) {
  expectWrongProofs(allMutants(), {Property::NoDataRace, Property::ValidDeref});
}

TEST(ModularMutation, EachMutantOfTheDeadlockCheckProvesSomethingWrong) {
  expectWrongProofs(deadlockMutants(), {Property::NoDeadlock});
}

TEST(ModularMutation, RandomProgramsRevealMostMutants) {
  const auto make = [](std::uint64_t seed) {
    return seed % 2 == 0 ? RandomLocking(seed).make() : RandomOrdering(seed).make();
  };
  EXPECT_GE(countRevealed(allMutants(), {Property::NoDataRace, Property::ValidDeref}, make), 12U);
}

TEST(ModularMutation, EachMutantOfRelationsProvesSomethingWrong) {
  expectWrongProofs(relationMutants(), {Property::UnreachCall});
}

TEST(ModularMutation, RandomProgramsRevealTheMutantsOfRelations) {
  const auto make = [](std::uint64_t seed) { return RandomRelations(seed).make(); };
  EXPECT_GE(countRevealed(relationMutants(), {Property::UnreachCall}, make), 2U);
}

TEST(ModularMutation, EachMutantOfSharingProvesSomethingWrong) {
  expectWrongProofs(sharingMutants(), {Property::NoDataRace, Property::ValidDeref});
}

TEST(ModularMutation, RandomProgramsRevealTheMutantsOfSharing) {
  const auto make = [](std::uint64_t seed) { return RandomSharing(seed).make(); };
  EXPECT_EQ(countRevealed(sharingMutants(), {Property::NoDataRace}, make), sharingMutants().size());
}

TEST(ModularMutation, EachMutantOfSizesProvesSomethingWrong) {
  expectWrongProofs(sizeMutants(), {Property::NoDataRace, Property::ValidDeref});
}

TEST(ModularMutation, RandomProgramsRevealTheMutantsOfSizes) {
  const auto make = [](std::uint64_t seed) { return RandomSizes(seed).make(); };
  EXPECT_EQ(countRevealed(sizeMutants(), {Property::NoDataRace, Property::ValidDeref}, make), sizeMutants().size());
}

TEST(ModularMutation, EachMutantOfOwnershipProvesSomethingWrong) {
  expectWrongProofs(ownershipMutants(), {Property::NoDataRace, Property::ValidDeref});
}

TEST(ModularMutation, RandomProgramsRevealMostMutantsOfOwnership) {
  const auto make = [](std::uint64_t seed) { return RandomOwnership(seed).make(); };
  EXPECT_GE(countRevealed(ownershipMutants(), {Property::NoDataRace, Property::ValidDeref}, make), 5U);
}

TEST(ModularMutation, EachMutantOfResourcesProvesSomethingWrong) {
  expectWrongProofs(resourceMutants(), {Property::NoDataRace, Property::ValidDeref});
}

TEST(ModularMutation, RandomProgramsRevealMostMutantsOfResources) {
  const auto make = [](std::uint64_t seed) { return RandomLists(seed).make(); };
  EXPECT_GE(countRevealed(resourceMutants(), {Property::NoDataRace, Property::ValidDeref}, make), 4U);
}

TEST(ModularMutation, RandomProgramsRevealMostMutantsOfTheDeadlockCheck) {
  const auto make = [](std::uint64_t seed) { return RandomWaiting(seed).make(); };
  EXPECT_GE(countRevealed(deadlockMutants(), {Property::NoDeadlock}, make), 4U);
}

} // namespace heddle::testing
