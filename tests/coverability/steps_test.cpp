// Configurations, their index, and one step back and forth for every kind of transition.
#include "coverability/configuration_index.hpp"
#include "coverability/covered_set.hpp"
#include "coverability/predecessors.hpp"
#include "random_systems.hpp"
#include "systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace heddle::coverability {

namespace {

/// The cover predecessors of v, in the notation of System::describe, minimal ones only.
std::vector<std::string> before(const std::string &text, const Configuration &v) {
  const System asked = system(text);
  std::vector<Predecessor> found;
  PredecessorIndex(asked).compute(v, found);
  std::vector<std::string> result;
  for (const Predecessor &p : found) {
    const bool minimal = std::none_of(found.begin(), found.end(), [&](const Predecessor &other) {
      return covered(other.configuration, p.configuration) && !(other.configuration == p.configuration);
    });
    if (minimal)
      result.push_back(asked.describe(p.configuration));
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

using Strings = std::vector<std::string>;

} // namespace

TEST(Predecessors, OfAThreadTransition) {
  EXPECT_EQ(before("2 3\n0 0 -> 1 1\n", {1, {{1, 1}, {2, 1}}}), Strings({"(0 | 0, 2)"}));
}

TEST(Predecessors, AnotherThreadMayHaveChangedTheSharedState) {
  EXPECT_EQ(before("2 3\n0 0 -> 1 1\n", {1, {{2, 1}}}), Strings({"(0 | 0, 2)"}));
}

TEST(Predecessors, OfASpawnTransition) {
  EXPECT_EQ(before("2 3\n0 0 +> 1 1\n", {1, {{0, 1}, {1, 1}}}), Strings({"(0 | 0)"}));
}

TEST(Predecessors, OfASignalThatMayBeSilent) {
  EXPECT_EQ(before("2 3\n0 0 !> 1 1\n", {1, {{1, 1}}}), Strings({"(0 | 0)", "(0 | 1)"}));
}

TEST(Predecessors, OfASignalThatCannotBeSilent) {
  EXPECT_EQ(before("2 3\n0 0 !> 1 1\n", {1, {{0, 1}, {2, 1}}}), Strings({"(0 | 0^2, 2)"}));
}

TEST(Predecessors, OfABroadcastAreAllSourcesOfTheThreads) {
  EXPECT_EQ(before("2 3\n0 0 ~> 1 1\n", {1, {{1, 2}}}), Strings({"(0 | 0, 1)", "(0 | 0^2)", "(0 | 1^2)"}));
}

TEST(Predecessors, ABroadcastLeavesNoThreadInItsSource) {
  EXPECT_EQ(before("2 3\n0 0 ~> 1 1\n", {1, {{0, 1}}}), Strings());
}

TEST(Predecessors, BroadcastsOfTheSameSharedStatesHappenTogether) {
  EXPECT_EQ(before("2 3\n0 0 ~> 1 1\n0 0 ~> 1 2\n", {1, {{1, 1}, {2, 1}}}),
            Strings({"(0 | 0, 1)", "(0 | 0, 2)", "(0 | 0^2)", "(0 | 1, 2)"}));
}

TEST(Predecessors, OfAPassiveTransfer) {
  EXPECT_EQ(before("2 3\n0 0 -> 1 1 2 ~> 0\n", {1, {{0, 1}, {1, 1}}}), Strings({"(0 | 0, 2)", "(0 | 0^2)"}));
}

TEST(Predecessors, AreExactlyWhereOneStepLeadsAboveV) {
  // Fires the transitions in every small configuration.
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const System asked = randomSystem(seed);
    const Configuration &v = asked.targets.front();
    std::vector<Predecessor> found;
    PredecessorIndex(asked).compute(v, found);
    std::mt19937_64 random(seed);
    for (int round = 0; round < 50; ++round) {
      Configuration from{static_cast<SharedState>(random() % asked.sharedStates()), {}};
      for (std::uint64_t threads = random() % 5; threads > 0; --threads)
        increase(from.threads, static_cast<LocalState>(random() % asked.localStates()), 1);
      bool leadsAbove = false;
      for (TransitionId id = 0; id < asked.transitions().size() && !leadsAbove; ++id)
        leadsAbove = asked.transition(id).from == from.shared && chooseFiring(asked, id, from, v).has_value();
      const bool known = covered(v, from) || std::any_of(found.begin(), found.end(), [&](const Predecessor &p) {
                           return covered(p.configuration, from);
                         });
      // Configurations above v need not be listed.
      EXPECT_TRUE(!leadsAbove || known) << "seed " << seed << ": " << asked.describe(from);
      EXPECT_TRUE(leadsAbove || !known || covered(v, from)) << "seed " << seed << ": " << asked.describe(from);
    }
  }
}

TEST(Firing, ImpossibleFiringsAreRejected) {
  const System asked = system("2 3\n0 0 -> 1 1 2 ~> 0 2 ~> 1\ntarget 1|1,1\n");
  const Configuration start{0, {{0, 1}, {2, 2}}};
  EXPECT_TRUE(fire(asked, start, {0, {{2, 0, 1}, {2, 1, 1}}}));
  EXPECT_FALSE(fire(asked, start, {0, {{2, 0, 1}}})) << "one thread does not take part";
  EXPECT_FALSE(fire(asked, start, {0, {{2, 0, 1}, {2, 2, 1}}})) << "one thread stays";
  EXPECT_FALSE(fire(asked, start, {0, {{2, 0, 2}, {0, 1, 1}}})) << "a thread moves without a transfer";
  EXPECT_FALSE(fire(asked, {1, start.threads}, {0, {}})) << "another shared state";
  EXPECT_FALSE(fire(asked, {0, {{2, 2}}}, {0, {{2, 0, 2}}})) << "no thread to take";
}

TEST(ConfigurationIndex, AgreesWithALinearSearch) {
  std::mt19937_64 random(7);
  ConfigurationIndex index(2);
  std::vector<Configuration> stored;
  const auto any = [&](std::uint64_t most) {
    Configuration result{static_cast<SharedState>(random() % 2), {}};
    for (std::uint64_t threads = random() % most; threads > 0; --threads)
      increase(result.threads, static_cast<LocalState>(random() % 5), 1);
    return result;
  };
  for (int round = 0; round < 3000; ++round) {
    const Configuration v = any(6);
    if (const auto id = index.find(v); id && random() % 2 == 0) {
      index.erase(v);
      stored[*id].shared = 9;
    } else if (!id) {
      index.insert(v, static_cast<ConfigurationIndex::Id>(stored.size()));
      stored.push_back(v);
    }
    const Configuration w = any(7);
    const bool below = std::any_of(stored.begin(), stored.end(), [&](const auto &u) { return covered(u, w); });
    EXPECT_EQ(index.findBelow(w, [](auto) { return true; }).has_value(), below);
    std::size_t above = 0;
    index.forEachAbove(w, [&](ConfigurationIndex::Id id) { above += covered(w, stored[id]) ? 1 : 1000; });
    EXPECT_EQ(above, static_cast<std::size_t>(
                         std::count_if(stored.begin(), stored.end(), [&](const auto &u) { return covered(w, u); })));
  }
}

TEST(CoveredSet, ContainsEveryConfigurationBelowAMember) {
  std::mt19937_64 random(7);
  const System asked = system("2 5\ninit 1|\n");
  CoveredSet set(asked);
  std::vector<Configuration> members{{1, {}}};
  const auto any = [&] {
    Configuration result{0, {}};
    for (std::uint64_t threads = random() % 6; threads > 0; --threads)
      increase(result.threads, static_cast<LocalState>(random() % 5), random() % 8 == 0 ? omega : 1);
    return result;
  };
  for (int round = 0; round < 3000; ++round) {
    members.push_back(any());
    set.add(members.back(), {});
    const Configuration v = any();
    EXPECT_EQ(set.contains(v), std::any_of(members.begin(), members.end(),
                                           [&](const Configuration &member) { return covered(v, member); }));
  }
}

} // namespace heddle::coverability
