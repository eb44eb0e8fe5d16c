// Whatever modular proves, the explorer, which decides happens-before, must not refute.
#include "engines/campaign.hpp"
#include "engines/modular/modular.hpp"
#include "random_joining.hpp"
#include "random_lists.hpp"
#include "random_locking.hpp"
#include "random_ordering.hpp"
#include "random_ownership.hpp"
#include "random_relations.hpp"
#include "random_sharing.hpp"
#include "random_sizes.hpp"
#include "random_waiting.hpp"

namespace heddle::testing {

namespace {

template <typename Generator> void compare(PropertySet properties, std::uint64_t offset) {
  const std::uint64_t seeds = programCount(200);
  unsigned proved = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const std::string text = Generator(offset + seed).make();
    const Program program = compile(text, properties);
    const Outcome outcome = ask(engines::modular::run, program, {}, 300'000);
    EXPECT_EQ(complaint(program, outcome), "") << "seed " << seed << ":\n" << text;
    if (outcome.verdict() != Verdict::True)
      continue;
    ++proved;
    EXPECT_NE(ask(engines::explore::run, program, {}, 60'000).verdict(), Verdict::False) << "seed " << seed << ":\n"
                                                                                         << text;
  }
  ::testing::Test::RecordProperty("proved", static_cast<int>(proved));
  if (!isInShortMode()) {
    EXPECT_GT(proved, seeds / 20);
  }
}

} // namespace

TEST(ModularRandom, ExplorerFindsNoRaceWhereNoneIsProved) { compare<RandomLocking>({Property::NoDataRace}, 0); }

TEST(ModularRandom, ExplorerFindsNoUndefinedBehaviourWhereNoneIsProved) {
  compare<RandomLocking>({Property::NoDataRace, Property::ValidDeref, Property::LockDiscipline, Property::NoOverflow},
                         1'000'000);
}

TEST(ModularRandom, ExplorerFindsNoDeadlockWhereNoneIsProved) { compare<RandomWaiting>({Property::NoDeadlock}, 0); }

TEST(ModularRandom, ExplorerFindsNoRaceWhereOrderExcludesOne) { compare<RandomOrdering>({Property::NoDataRace}, 0); }

TEST(ModularRandom, ExplorerFindsNoRaceWhereLoopsJoinAllThreads) {
  compare<RandomJoining>({Property::NoDataRace, Property::ValidDeref, Property::LockDiscipline}, 0);
}

TEST(ModularRandom, ExplorerFindsNoFailedAssertionWhereRelationsExcludeOne) {
  compare<RandomRelations>({Property::UnreachCall}, 0);
}

TEST(ModularRandom, ExplorerFindsNoRaceWhereArraysAndObjectsAreShared) {
  compare<RandomSharing>({Property::NoDataRace}, 0);
}

TEST(ModularRandom, ExplorerFindsNoUndefinedBehaviourWhereArraysAndObjectsAreShared) {
  compare<RandomSharing>({Property::NoDataRace, Property::ValidDeref, Property::LockDiscipline}, 1'000'000);
}

TEST(ModularRandom, ExplorerFindsNoUndefinedBehaviourWhereSizesAreInputs) {
  compare<RandomSizes>({Property::NoDataRace, Property::ValidDeref, Property::LockDiscipline}, 0);
}

TEST(ModularRandom, ExplorerFindsNoRaceWhereObjectsAreHandedOver) {
  compare<RandomOwnership>({Property::NoDataRace}, 0);
}

TEST(ModularRandom, ExplorerFindsNoUndefinedBehaviourWhereObjectsAreHandedOver) {
  compare<RandomOwnership>({Property::NoDataRace, Property::ValidDeref, Property::ValidFree, Property::LockDiscipline},
                           1'000'000);
}

TEST(ModularRandom, ExplorerFindsNoRaceWhereListsAreShared) { compare<RandomLists>({Property::NoDataRace}, 0); }

TEST(ModularRandom, ExplorerFindsNoUndefinedBehaviourWhereListsAreShared) {
  compare<RandomLists>({Property::NoDataRace, Property::ValidDeref, Property::ValidFree}, 1'000'000);
}

TEST(ModularRandom, ExplorerFindsNoUndefinedBehaviourWhereOrderExcludesIt) {
  compare<RandomOrdering>({Property::NoDataRace, Property::ValidDeref, Property::LockDiscipline, Property::UnreachCall},
                          1'000'000);
}

} // namespace heddle::testing
