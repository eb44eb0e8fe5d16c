#include "analysis/dependence.hpp"

#include "program_builder.hpp"

#include <gtest/gtest.h>

#include <random>

namespace heddle::analysis {
namespace {

Footprint reading(Region region) {
  Footprint footprint;
  footprint.reads = {region};
  return footprint;
}

Footprint writing(Region region) {
  Footprint footprint;
  footprint.writes = {region};
  return footprint;
}

Footprint spawning() {
  Footprint footprint;
  footprint.spawns = true;
  return footprint;
}

Footprint joining() {
  Footprint footprint;
  footprint.joins = true;
  return footprint;
}

Footprint endingThread() {
  Footprint footprint;
  footprint.endsThread = true;
  return footprint;
}

Footprint endingExecution() {
  Footprint footprint;
  footprint.endsExecution = true;
  return footprint;
}

TEST(DependenceTest, ReadsCommute) { EXPECT_FALSE(dependent(reading(Region::object(1)), reading(Region::object(1)))); }

TEST(DependenceTest, AWriteDependsOnReadsAndWritesOfItsRegion) {
  EXPECT_TRUE(dependent(writing(Region::object(1)), reading(Region::object(1))));
  EXPECT_TRUE(dependent(writing(Region::object(1)), writing(Region::object(1))));
}

TEST(DependenceTest, DifferentObjectsAreIndependent) {
  EXPECT_FALSE(dependent(writing(Region::object(1)), writing(Region::object(2))));
  EXPECT_FALSE(dependent(writing(Region::object(1)), writing(Region::site(1))));
}

TEST(DependenceTest, DisjointBytesOfOneObjectAreIndependent) {
  EXPECT_FALSE(dependent(writing(Region::object(1, 0, 4)), writing(Region::object(1, 4, 8))));
  EXPECT_TRUE(dependent(writing(Region::object(1, 0, 5)), writing(Region::object(1, 4, 8))));
}

TEST(DependenceTest, AnUnknownAddressMayBeAnything) {
  EXPECT_TRUE(dependent(writing(Region::anywhere()), reading(Region::object(1))));
  EXPECT_TRUE(dependent(writing(Region::object(1)), reading(Region::anywhere())));
}

TEST(DependenceTest, TheEndOfTheExecutionDependsOnEverything) {
  EXPECT_TRUE(dependent(endingExecution(), reading(Region::object(1))));
  EXPECT_TRUE(dependent(endingExecution(), Footprint{}));
  EXPECT_TRUE(dependent(endingExecution(), endingExecution()));
}

TEST(DependenceTest, JoinDependsOnTheEndOfThreadsButNotOnMemory) {
  EXPECT_TRUE(dependent(joining(), endingThread()));
  EXPECT_FALSE(dependent(joining(), writing(Region::anywhere())));
}

TEST(DependenceTest, SpawnDependsOnWhatGivesOutOrFreesHandles) {
  EXPECT_TRUE(dependent(spawning(), spawning()));
  EXPECT_TRUE(dependent(spawning(), joining()));
  EXPECT_TRUE(dependent(spawning(), endingThread()));
  EXPECT_FALSE(dependent(spawning(), writing(Region::anywhere())));
}

TEST(DependenceTest, EndsOfThreadsCommute) { EXPECT_FALSE(dependent(endingThread(), endingThread())); }

TEST(DependenceTest, IsSymmetric) {
  std::mt19937 random(1);
  const auto below = [&random](unsigned bound) { return static_cast<unsigned>(random() % bound); };
  const auto coin = [&below](unsigned odds) { return below(odds) == 0; };
  const auto region = [&]() -> Region {
    const std::uint64_t begin = below(8);
    const std::uint64_t end = coin(4) ? Region::unbounded : begin + 1 + below(4);
    switch (below(8)) {
    case 0:
      return Region::anywhere();
    case 1:
    case 2:
      return Region::site(below(3), begin, end);
    default:
      return Region::object(1 + below(3), begin, end);
    }
  };
  const auto footprint = [&] {
    Footprint result;
    for (unsigned n = below(3); n > 0; --n)
      result.reads.push_back(region());
    for (unsigned n = below(2); n > 0; --n)
      result.writes.push_back(region());
    result.spawns = coin(6);
    result.joins = coin(6);
    result.endsThread = coin(6);
    result.endsExecution = coin(10);
    return result;
  };
  unsigned dependents = 0;
  for (unsigned i = 0; i < 10'000; ++i) {
    const Footprint a = footprint();
    const Footprint b = footprint();
    ASSERT_EQ(dependent(a, b), dependent(b, a));
    dependents += dependent(a, b) ? 1 : 0;
  }
  EXPECT_GT(dependents, 1'000U);
  EXPECT_LT(dependents, 9'000U);
}

/// Addresses are constants.
RegionsOf exactRegions(const program::Program &program) {
  return [&program](program::CfaId, program::Expr address, std::uint64_t bytes) -> RegionSet {
    const std::uint64_t offset = program.pointers.offset(address->value);
    return {Region::object(program.pointers.object(address->value), offset, offset + bytes)};
  };
}

TEST(DependenceTest, NextStepsHaveTheFootprintOfTheirActions) {
  using namespace heddle::testing;
  ProgramBuilder build;
  const ObjectId x = build.global("x", 4);
  const ObjectId y = build.global("y", 4);
  CfaBuilder main = build.cfa("main");
  CfaBuilder worker = build.cfa("worker");
  Line first = main.fromEntry().store(build.address(x), build.constant(1, 32));
  const LocationId end = first.here();
  first.endProgram();
  Line second = worker.fromEntry().store(build.address(x), build.constant(2, 32));
  const LocationId between = second.here();
  second.store(build.address(y), build.constant(2, 32)).endThread();
  const Dependence dependence(build.program, exactRegions(build.program));
  const auto nextStep = [&](CfaId cfa, LocationId at) -> const Footprint & {
    return dependence.nextStep(cfa, at).whole;
  };
  EXPECT_TRUE(dependent(nextStep(0, main.entry()), nextStep(1, worker.entry())));
  EXPECT_FALSE(dependent(nextStep(0, main.entry()), nextStep(1, between)));
  EXPECT_TRUE(dependent(nextStep(0, end), nextStep(1, between)));
}

TEST(DependenceTest, AStepIsTheWholeBlock) {
  using namespace heddle::testing;
  ProgramBuilder build;
  const ObjectId x = build.global("x", 4);
  const ObjectId y = build.global("y", 4);
  CfaBuilder main = build.cfa("main");
  const RegisterId r = main.reg("r", 32);
  Line line = main.fromEntry();
  line.beginAtomic().load(r, build.address(x)).endAtomic().store(build.address(y), main.use(r)).endProgram();
  const Dependence dependence(build.program, exactRegions(build.program));
  const Dependence::NextStep &step = dependence.nextStep(0, main.entry());
  EXPECT_EQ(step.whole.reads, (RegionSet{Region::object(x, 0, 4)}));
  EXPECT_EQ(step.whole.writes, (RegionSet{Region::object(y, 0, 4)}));
  EXPECT_FALSE(step.whole.endsExecution);
  EXPECT_EQ(step.rest.reads, (RegionSet{Region::object(x, 0, 4)})); // the first action only begins the block
  EXPECT_EQ(step.rest.writes, (RegionSet{Region::object(y, 0, 4)}));
}

} // namespace
} // namespace heddle::analysis
