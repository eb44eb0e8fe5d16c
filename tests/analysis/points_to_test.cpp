#include "analysis/points_to.hpp"
#include "program_builder.hpp"

#include <gtest/gtest.h>

namespace heddle::analysis {
namespace {

using namespace heddle::testing;

class PointsToTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");

  RegionSet regionsOf(RegisterId reg, std::uint64_t size = 4) {
    return PointsTo(build.program).regions(main.id(), main.use(reg), size);
  }
};

TEST_F(PointsToTest, ConstantAddressIsItsObjectAndOffset) {
  const ObjectId x = build.global("x", 16);
  const PointsTo pointsTo(build.program);
  EXPECT_EQ(pointsTo.regions(0, build.address(x, 8), 4), (RegionSet{Region::object(x, 8, 12)}));
}

TEST_F(PointsToTest, NegativeConstantOffsetIsStillThatObject) {
  build.global("w", 8);
  const ObjectId x = build.global("x", 16);
  const PointsTo pointsTo(build.program);
  const Expr before = build.constant(build.program.pointers.pointer(x) - 4, 64);
  EXPECT_EQ(pointsTo.regions(0, before, 4), (RegionSet{Region::object(x)}));
}

TEST_F(PointsToTest, AssignedRegisterPointsToBothAlternatives) {
  const ObjectId x = build.global("x", 4);
  const ObjectId y = build.global("y", 4);
  const RegisterId p = main.pointer("p");
  main.fromEntry().assign(p, build.address(x)).assign(p, build.address(y)).endProgram();
  EXPECT_EQ(regionsOf(p), (RegionSet{Region::object(x, 0, 4), Region::object(y, 0, 4)}));
}

TEST_F(PointsToTest, ConstantOffsetIsAdded) {
  const ObjectId x = build.global("x", 32);
  const RegisterId p = main.pointer("p");
  const RegisterId q = main.pointer("q");
  main.fromEntry().assign(p, build.address(x, 8)).assign(q, main.plus(p, 4)).endProgram();
  EXPECT_EQ(regionsOf(q), (RegionSet{Region::object(x, 12, 16)}));
}

TEST_F(PointsToTest, OffsetThatIsNotConstantMeansTheWholeObject) {
  const ObjectId x = build.global("x", 32);
  const RegisterId i = main.reg("i", 64);
  const PointsTo pointsTo(build.program);
  const Expr element = build.pool().add(build.address(x), build.pool().mul(main.use(i), build.word(12)));
  EXPECT_EQ(pointsTo.regions(0, element, 4), (RegionSet{Region::object(x)}));
}

TEST_F(PointsToTest, PointerThatWalksInALoopMeansTheWholeObject) {
  const ObjectId x = build.global("x", 4000);
  const RegisterId p = main.pointer("p");
  Line line = main.fromEntry();
  line.assign(p, build.address(x));
  main.from(line.here()).actionTo(line.here(), {Assign{p, main.plus(p, 4)}});
  EXPECT_EQ(regionsOf(p), (RegionSet{Region::object(x)}));
}

TEST_F(PointsToTest, PointersHideInIntegerArithmetic) {
  const ObjectId x = build.global("x", 4);
  const ObjectId y = build.global("y", 4);
  const RegisterId mixed = main.pointer("mixed");
  const RegisterId p = main.pointer("p");
  const RegisterId q = main.pointer("q");
  const Expr both = build.pool().make(ExprKind::Xor, main.use(p), main.use(q));
  main.fromEntry().assign(p, build.address(x)).assign(q, build.address(y)).assign(mixed, both).endProgram();
  EXPECT_EQ(regionsOf(mixed), (RegionSet{Region::object(x), Region::object(y)}));
}

TEST_F(PointsToTest, HalvesOfAPointerCarryIt) {
  const ObjectId x = build.global("x", 4);
  const RegisterId high = main.reg("high", 32);
  const RegisterId p = main.pointer("p");
  const RegisterId q = main.pointer("q");
  main.fromEntry()
      .assign(p, build.address(x))
      .assign(high, build.pool().extract(main.use(p), 32, 32))
      .assign(q, build.pool().make(ExprKind::Concat, main.use(high), build.constant(0, 32)))
      .endProgram();
  EXPECT_EQ(regionsOf(q), (RegionSet{Region::object(x)}));
}

TEST_F(PointsToTest, ComparisonsCarryNothing) {
  const ObjectId x = build.global("x", 4);
  const RegisterId p = main.pointer("p");
  const RegisterId flag = main.reg("flag", 64);
  const Expr isX = build.pool().zext(build.pool().eq(main.use(p), build.address(x)), 64);
  main.fromEntry().assign(flag, isX).endProgram();
  EXPECT_EQ(regionsOf(flag), (RegionSet{Region::anywhere()}));
}

TEST_F(PointsToTest, PointerGoesThroughMemory) {
  const ObjectId x = build.global("x", 4);
  const ObjectId cell = build.global("cell", 8);
  const RegisterId p = main.pointer("p");
  main.fromEntry().store(build.address(cell), build.address(x)).load(p, build.address(cell)).endProgram();
  EXPECT_EQ(regionsOf(p), (RegionSet{Region::object(x, 0, 4)}));
}

TEST_F(PointsToTest, FieldsOfOneObjectAreToldApart) {
  const ObjectId x = build.global("x", 4);
  const ObjectId y = build.global("y", 4);
  const ObjectId pair = build.global("pair", 16);
  const RegisterId p = main.pointer("p");
  main.fromEntry()
      .store(build.address(pair), build.address(x))
      .store(build.address(pair, 8), build.address(y))
      .load(p, build.address(pair, 8))
      .endProgram();
  EXPECT_EQ(regionsOf(p), (RegionSet{Region::object(y, 0, 4)}));
}

TEST_F(PointsToTest, StoreAtUnknownOffsetReachesEveryField) {
  const ObjectId x = build.global("x", 4);
  const ObjectId pair = build.global("pair", 16);
  const RegisterId p = main.pointer("p");
  const RegisterId i = main.reg("i", 64);
  main.fromEntry()
      .store(build.pool().add(build.address(pair), main.use(i)), build.address(x))
      .load(p, build.address(pair, 8))
      .endProgram();
  EXPECT_EQ(regionsOf(p), (RegionSet{Region::object(x, 0, 4)}));
}

TEST_F(PointsToTest, LoadAtUnknownOffsetSeesEveryField) {
  const ObjectId x = build.global("x", 4);
  const ObjectId pair = build.global("pair", 16);
  const RegisterId p = main.pointer("p");
  const RegisterId i = main.reg("i", 64);
  main.fromEntry()
      .load(p, build.pool().add(build.address(pair), main.use(i)))
      .store(build.address(pair, 8), build.address(x))
      .endProgram();
  EXPECT_EQ(regionsOf(p), (RegionSet{Region::object(x, 0, 4)}));
}

TEST_F(PointsToTest, BytewiseCopyCarriesThePointer) {
  const ObjectId x = build.global("x", 4);
  const ObjectId from = build.globalPointer("from", x);
  const ObjectId to = build.global("to", 8);
  const RegisterId byte = main.reg("byte", 8);
  const RegisterId p = main.pointer("p");
  main.fromEntry()
      .load(byte, build.address(from, 5))
      .store(build.address(to, 5), main.use(byte))
      .load(p, build.address(to))
      .endProgram();
  EXPECT_EQ(regionsOf(p), (RegionSet{Region::object(x)}));
}

TEST_F(PointsToTest, IntegerWrittenIntoAPointersLowHalfForgetsItsOffset) {
  const ObjectId x = build.global("x", 100);
  const ObjectId cell = build.globalPointer("cell", x, 4);
  const RegisterId p = main.pointer("p");
  main.fromEntry().load(p, build.address(cell)).store(build.address(cell), build.constant(8, 32)).endProgram();
  EXPECT_EQ(regionsOf(p), (RegionSet{Region::object(x)}));
}

TEST_F(PointsToTest, InitialBytesHoldPointers) {
  const ObjectId x = build.global("x", 100);
  const ObjectId cell = build.globalPointer("cell", x, 40);
  const RegisterId p = main.pointer("p");
  main.fromEntry().load(p, build.address(cell)).endProgram();
  EXPECT_EQ(regionsOf(p), (RegionSet{Region::object(x, 40, 44)}));
}

TEST_F(PointsToTest, TypedArrayOfSmallIntegersHoldsNoPointers) {
  const TypeId integer = build.program.types.add({TypeKind::Signed, "int", 4, unknownType, 0, {}});
  const TypeId array = build.program.types.add({TypeKind::Array, "int[2]", 8, integer, 2, {}});
  const ObjectId numbers = build.global("numbers", {0, 0, 0, 0, 1, 0, 0, 0});
  build.program.objects[numbers].type = array;
  const RegisterId p = main.pointer("p");
  main.fromEntry().load(p, build.address(numbers)).endProgram();
  EXPECT_EQ(regionsOf(p), (RegionSet{Region::anywhere()}));
}

TEST_F(PointsToTest, PackedFieldOfInitialiserHoldsAPointer) {
  const ObjectId x = build.global("x", 4);
  std::vector<std::uint8_t> bytes(9);
  bytes[5] = static_cast<std::uint8_t>(x); // the pointer is in the bytes 1 … 8, its id in 5 … 8
  const ObjectId packed = build.global("packed", bytes);
  const RegisterId p = main.pointer("p");
  main.fromEntry().load(p, build.address(packed, 1)).endProgram();
  EXPECT_EQ(regionsOf(p), (RegionSet{Region::object(x)}));
}

TEST_F(PointsToTest, AllocationIsItsSite) {
  const SiteId site = build.site("malloc");
  const RegisterId p = main.pointer("p");
  main.fromEntry().allocate(p, site, 16).endProgram();
  EXPECT_EQ(regionsOf(p), (RegionSet{Region::site(site, 0, 4)}));
}

TEST_F(PointsToTest, OneSiteInTwoThreadFunctionsIsTwoObjects) {
  const SiteId site = build.site("malloc");
  CfaBuilder worker = build.cfa("worker");
  const RegisterId p = main.pointer("p");
  const RegisterId q = worker.pointer("q");
  main.fromEntry().allocate(p, site, 16).endProgram();
  worker.fromEntry().allocate(q, site, 16).endThread();
  const PointsTo pointsTo(build.program);
  const TargetSet mine = pointsTo.targets(main.id(), main.use(p));
  const TargetSet theirs = pointsTo.targets(worker.id(), worker.use(q));
  ASSERT_EQ(mine.size(), 1U);
  ASSERT_EQ(theirs.size(), 1U);
  EXPECT_NE(mine[0].object, theirs[0].object);
  EXPECT_EQ(pointsTo.creatorOf(theirs[0].object), worker.id());
}

TEST_F(PointsToTest, SpawnPassesItsArgument) {
  const ObjectId x = build.global("x", 4);
  CfaBuilder worker = build.cfa("worker");
  const RegisterId argument = worker.argument();
  main.fromEntry().spawn(main.reg("t", 64), worker.id(), build.address(x)).endProgram();
  worker.fromEntry().endThread();
  const PointsTo pointsTo(build.program);
  EXPECT_EQ(pointsTo.regions(worker.id(), worker.use(argument), 4), (RegionSet{Region::object(x, 0, 4)}));
}

TEST_F(PointsToTest, JoinGetsTheResultsOfThreads) {
  const ObjectId x = build.global("x", 4);
  CfaBuilder worker = build.cfa("worker");
  const RegisterId t = main.reg("t", 64);
  const RegisterId p = main.pointer("p");
  main.fromEntry().spawn(t, worker.id(), build.word(0)).join(main.use(t), p).endProgram();
  worker.fromEntry().endThread(build.address(x));
  EXPECT_EQ(regionsOf(p), (RegionSet{Region::object(x, 0, 4)}));
}

TEST_F(PointsToTest, InputsAreWild) {
  build.global("x", 4);
  const RegisterId p = main.pointer("p");
  main.fromEntry().havoc(p).endProgram();
  EXPECT_EQ(regionsOf(p), (RegionSet{Region::anywhere()}));
  EXPECT_TRUE(PointsTo(build.program).targets(main.id(), main.use(p)).empty());
}

TEST_F(PointsToTest, StoreThroughAPointerToVeryManyObjectsReachesEachOfThem) {
  const ObjectId x = build.global("x", 4);
  const RegisterId p = main.pointer("p");
  const RegisterId q = main.pointer("q");
  const RegisterId r = main.pointer("r");
  Line line = main.fromEntry();
  ObjectId cell = 0;
  for (int i = 0; i < 100; ++i) {
    cell = build.global("cell", 8);
    line.assign(p, build.address(cell));
  }
  line.store(main.use(p), build.address(x)).load(q, build.address(cell)).load(r, main.use(p)).endProgram();
  EXPECT_EQ(regionsOf(q), (RegionSet{Region::object(x, 0, 4)}));
  EXPECT_EQ(regionsOf(r), (RegionSet{Region::object(x, 0, 4)}));
  EXPECT_EQ(regionsOf(p).size(), 100U);
}

TEST_F(PointsToTest, ManyOffsetsIntoOneObjectBecomeTheWhole) {
  const ObjectId x = build.global("x", 100);
  const RegisterId p = main.pointer("p");
  Line line = main.fromEntry();
  for (unsigned offset = 0; offset < 9; ++offset)
    line.assign(p, build.address(x, offset));
  EXPECT_EQ(regionsOf(p), (RegionSet{Region::object(x)}));
}

TEST_F(PointsToTest, LinkedListNodesReachEachOther) {
  const SiteId site = build.site("malloc");
  const ObjectId head = build.global("head", 8);
  const RegisterId node = main.pointer("node");
  const RegisterId next = main.pointer("next");
  main.fromEntry()
      .allocate(node, site, 16)
      .load(next, build.address(head))
      .store(main.plus(node, 8), main.use(next))
      .store(build.address(head), main.use(node))
      .load(next, main.plus(next, 8))
      .endProgram();
  EXPECT_EQ(regionsOf(next), (RegionSet{Region::site(site, 0, 4)}));
}

} // namespace
} // namespace heddle::analysis
