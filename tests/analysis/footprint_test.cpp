#include "analysis/footprint.hpp"

#include "program_builder.hpp"

#include <gtest/gtest.h>

namespace heddle::analysis {
namespace {

using namespace heddle::testing;

/// Constant addresses are exact; pointers in registers may point anywhere.
RegionsOf exactRegions(const Program &program) {
  return [&program](CfaId, Expr address, std::uint64_t bytes) -> RegionSet {
    if (!address->isConstant())
      return {Region::anywhere()};
    const std::uint64_t offset = program.pointers.offset(address->value);
    return {Region::object(program.pointers.object(address->value), offset, offset + bytes)};
  };
}

class FootprintTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  ObjectId x = build.global("x", 8);
  CfaBuilder main = build.cfa("main");
  RegisterId r = main.reg("r", 32);
  RegisterId p = main.pointer("p");

  Footprint of(const Operation &operation, Accesses accesses = Accesses::Shared) {
    Action action{main.entry(), main.exit(), {{operation, {}}}};
    return footprintOf(build.program, 0, action, exactRegions(build.program), accesses);
  }
  static Access local() { return {MemoryOrder::Plain, false, false, false}; }
};

TEST_F(FootprintTest, ALoadReadsItsBytes) {
  const Footprint footprint = of(Load{r, build.address(x, 4), 32, {}});
  EXPECT_EQ(footprint.reads, (RegionSet{Region::object(x, 4, 8)}));
  EXPECT_TRUE(footprint.writes.empty());
}

TEST_F(FootprintTest, AStoreWritesItsBytes) {
  const Footprint footprint = of(Store{build.address(x), main.use(r), {}});
  EXPECT_EQ(footprint.writes, (RegionSet{Region::object(x, 0, 4)}));
  EXPECT_TRUE(footprint.reads.empty());
}

TEST_F(FootprintTest, AFreeWritesTheWholeObject) {
  EXPECT_EQ(of(Free{build.address(x), Storage::Stack, {}}).writes, (RegionSet{Region::object(x)}));
}

TEST_F(FootprintTest, AskingForTheSizeReadsTheWholeObject) {
  EXPECT_EQ(of(ObjectSize{p, build.address(x)}).reads, (RegionSet{Region::object(x)}));
}

TEST_F(FootprintTest, LocalAccessesCountOnlyOnRequest) {
  const Operation store = Store{build.address(x), main.use(r), local()};
  EXPECT_TRUE(of(store).isEmpty());
  EXPECT_EQ(of(store, Accesses::All).writes.size(), 1U);
}

TEST_F(FootprintTest, RegistersLeaveNoFootprint) {
  EXPECT_TRUE(of(Assign{r, main.use(r)}).isEmpty());
  EXPECT_TRUE(of(Guard{build.pool().boolean(true)}).isEmpty());
  EXPECT_TRUE(of(Assume{build.pool().eq(main.use(r), build.constant(0, 32))}).isEmpty());
}

TEST_F(FootprintTest, ThreadStructureIsNoted) {
  EXPECT_TRUE(of(Spawn{r, 0, build.word(0)}).spawns);
  EXPECT_TRUE(of(Join{main.use(p), noRegister}).joins);
  EXPECT_TRUE(of(EndThread{build.word(0)}).endsThread);
  EXPECT_TRUE(of(EndProgram{}).endsExecution);
  EXPECT_TRUE(of(Halt{HaltReason::Unsupported, "asm"}).endsExecution);
}

TEST_F(FootprintTest, EqualRegionsAreListedOnce) {
  Action action{main.entry(), main.exit(), {}};
  for (int i = 0; i < 2; ++i)
    action.instructions.push_back({Load{r, build.address(x), 32, {}}, {}});
  EXPECT_EQ(footprintOf(build.program, 0, action, exactRegions(build.program)).reads.size(), 1U);
}

class AtomicFootprintTest : public FootprintTest {
protected:
  Footprint ofBlock(const Operation &operation) {
    const LocationId inside = main.location(true);
    const LocationId after = main.location();
    Action action{inside, after, {{operation, {}}}};
    return footprintOf(build.program, 0, action, exactRegions(build.program));
  }
  Expr unknown() { return build.pool().eq(main.use(r), build.constant(0, 32)); }
};

TEST_F(AtomicFootprintTest, AFailingAssumptionDiscardsTheExecution) {
  EXPECT_TRUE(ofBlock(Assume{unknown()}).endsExecution);
  EXPECT_FALSE(ofBlock(Assume{build.pool().boolean(true)}).endsExecution);
}

TEST_F(AtomicFootprintTest, AnUncheckedCheckThatStopsDiscardsTheExecution) {
  EXPECT_TRUE(ofBlock(Check{unknown(), Property::NoOverflow, "", AfterFailure::Stop}).endsExecution);
  EXPECT_FALSE(ofBlock(Check{unknown(), Property::NoOverflow, "", AfterFailure::Continue}).endsExecution);
  build.program.properties.insert(Property::NoOverflow);
  EXPECT_FALSE(ofBlock(Check{unknown(), Property::NoOverflow, "", AfterFailure::Stop}).endsExecution);
}

TEST_F(AtomicFootprintTest, AnAccessThatMayBeInvalidDiscardsTheExecution) {
  EXPECT_TRUE(ofBlock(Load{r, main.use(p), 32, {}}).endsExecution);
  EXPECT_TRUE(ofBlock(Load{r, build.address(x, 6), 32, {}}).endsExecution);
  EXPECT_FALSE(ofBlock(Load{r, build.address(x, 4), 32, {}}).endsExecution);
}

} // namespace
} // namespace heddle::analysis
