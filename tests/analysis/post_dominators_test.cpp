#include "analysis/post_dominators.hpp"

#include "random_programs.hpp"

#include <gtest/gtest.h>

#include <random>

namespace heddle::analysis {
namespace {

using namespace heddle::testing;

class PostDominatorTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder f = build.cfa("f");
  LocationId split = f.entry();
  LocationId left = f.location();
  LocationId right = f.location();
  LocationId join = f.location();

  void SetUp() override {
    f.from(split).jump(left);
    f.from(split).jump(right);
  }
  std::optional<LocationId> immediate(LocationId location) const {
    return PostDominators(build.program.cfas[0]).immediate(location);
  }
};

TEST_F(PostDominatorTest, BranchesMergeWhereTheyMeet) {
  f.from(left).jump(join);
  f.from(right).jump(join);
  f.from(join).endThread();
  EXPECT_EQ(immediate(split), join);
  EXPECT_EQ(immediate(left), join);
  EXPECT_EQ(immediate(join), std::nullopt);
}

TEST_F(PostDominatorTest, BranchesThatEndTheThreadApartDoNotMerge) {
  f.from(left).endThread();
  f.from(right).endThread();
  EXPECT_EQ(immediate(split), std::nullopt);
}

TEST_F(PostDominatorTest, ABranchThatEndsTheProgramTakesNoPart) {
  f.from(left).endProgram();
  f.from(right).jump(join);
  f.from(join).endThread();
  EXPECT_EQ(immediate(split), right);
  EXPECT_EQ(immediate(left), std::nullopt);
}

TEST_F(PostDominatorTest, ABranchThatFailsForSureTakesNoPart) {
  const Expr never = build.pool().boolean(false);
  const LocationId third = f.location();
  f.from(split).jump(third);
  f.from(left).actionTo(join, {Assume{never}});
  f.from(third).actionTo(join, {Check{never, Property::UnreachCall, "", AfterFailure::Stop}});
  f.from(right).endThread();
  EXPECT_EQ(immediate(split), right);
}

TEST_F(PostDominatorTest, ACheckThatOnlyWarnsContinues) {
  f.from(left).actionTo(join, {Check{build.pool().boolean(false), Property::UnreachCall, "", AfterFailure::Continue}});
  f.from(right).jump(join);
  f.from(join).endThread();
  EXPECT_EQ(immediate(split), join);
}

TEST_F(PostDominatorTest, ALoopWithoutEndTakesNoPart) {
  f.from(left).jump(left);
  f.from(right).jump(join);
  f.from(join).endThread();
  EXPECT_EQ(immediate(split), right);
  EXPECT_EQ(immediate(left), std::nullopt);
}

TEST_F(PostDominatorTest, TheReturnOfMainIsItsEnd) {
  f.from(left).jump(join);
  f.from(right).jump(join);
  f.from(join).endProgram();
  EXPECT_EQ(immediate(split), join);
}

TEST_F(PostDominatorTest, AnExitOnTheWayIsNotTheEndOfMain) {
  f.from(left).endProgram();
  const LocationId next = f.from(right).jump(join).assign(f.reg("r", 32), build.constant(0, 32)).here();
  f.from(next).endProgram();
  EXPECT_EQ(immediate(split), right);
  EXPECT_EQ(immediate(join), next);
  EXPECT_EQ(immediate(left), std::nullopt);
}

TEST_F(PostDominatorTest, AnAbortIsNotTheEndOfMain) {
  f.from(right).endProgram();
  f.from(left).actionTo(f.exit(), {EndProgram{true}});
  EXPECT_EQ(immediate(split), right);
}

/// By definition: whether the thread can terminate from there without passing `avoided`.
bool canEnd(const Cfa &cfa, LocationId from, std::optional<LocationId> avoided) {
  std::vector<bool> seen(cfa.locations.size());
  std::vector<LocationId> pending{from};
  while (!pending.empty()) {
    const LocationId location = pending.back();
    pending.pop_back();
    if (seen[location] || location == avoided)
      continue;
    seen[location] = true;
    for (const ActionId id : cfa.outgoing[location]) {
      const Operation *stop = stopOf(cfa.actions[id]);
      if (stop != nullptr && std::holds_alternative<EndThread>(*stop))
        return true;
      if (stop == nullptr)
        pending.push_back(cfa.actions[id].to);
    }
  }
  return false;
}

std::optional<LocationId> immediateByDefinition(const Cfa &cfa, LocationId location) {
  std::vector<LocationId> all;
  if (canEnd(cfa, location, std::nullopt))
    for (LocationId other = 0; other < cfa.locations.size(); ++other)
      if (other != location && other != cfa.exit && !canEnd(cfa, location, other))
        all.push_back(other);
  // The first of them is the one that all others follow.
  const auto first = std::find_if(all.begin(), all.end(), [&](LocationId candidate) {
    return std::all_of(all.begin(), all.end(),
                       [&](LocationId other) { return other == candidate || !canEnd(cfa, candidate, other); });
  });
  return first == all.end() ? std::nullopt : std::optional(*first);
}

void expectDefinition(const Cfa &cfa) {
  const PostDominators postDominators(cfa);
  for (LocationId location = 0; location < cfa.locations.size(); ++location)
    EXPECT_EQ(postDominators.immediate(location), immediateByDefinition(cfa, location)) << "location " << location;
}

TEST(PostDominatorsOfRandomGraphs, AreThoseOfTheDefinition) {
  for (std::uint64_t seed = 0; seed < campaignSize(500); ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    ProgramBuilder build;
    CfaBuilder f = build.cfa("f");
    std::vector<LocationId> locations{f.entry()};
    for (std::uint64_t i = random() % 12; i > 0; --i)
      locations.push_back(f.location());
    const auto some = [&] { return locations[random() % locations.size()]; };
    f.from(some()).endThread();
    for (std::uint64_t i = random() % (2 * locations.size()); i > 0; --i)
      switch (random() % 10) {
      case 0:
        f.from(some()).endThread();
        break;
      case 1:
        f.from(some()).endProgram();
        break;
      case 2:
        f.from(some()).actionTo(some(), {Assume{build.pool().boolean(false)}});
        break;
      default:
        f.from(some()).jump(some());
      }
    expectDefinition(build.program.cfas[0]);
  }
}

TEST(PostDominatorsOfRandomPrograms, AreThoseOfTheDefinition) {
  for (std::uint64_t seed = 0; seed < campaignSize(50); ++seed) {
    SCOPED_TRACE(seed);
    const Program program = RandomProgram(seed, {Property::UnreachCall}, {.loops = true, .statements = 8}).make();
    for (std::size_t cfa = 1; cfa < program.cfas.size(); ++cfa) // main ends the program instead
      expectDefinition(program.cfas[cfa]);
  }
}

} // namespace
} // namespace heddle::analysis
