#include "analysis/congruence.hpp"

#include "program_builder.hpp"

#include <gtest/gtest.h>

namespace heddle::analysis {
namespace {

using namespace heddle::testing;

class CongruenceTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  ObjectId table = build.global("table", 96);
  RegisterId i = main.reg("i", 32);

  Congruence of(Expr address) {
    const PointsTo pointsTo(build.program);
    return Congruences(build.program, pointsTo).of(main.id(), address);
  }
  Expr element(Expr index, std::uint64_t size, std::uint64_t offset = 0) {
    return build.pool().add(build.address(table, offset), build.pool().mul(index, build.word(size)));
  }
  Congruence ofAccess(Expr address) {
    main.fromEntry().store(address, build.constant(0, 32)).endProgram();
    return of(address);
  }
  Expr wide(RegisterId index) { return build.pool().sext(main.use(index), 64); }
};

TEST_F(CongruenceTest, ConstantAddressHasItsOffset) { EXPECT_EQ(of(build.address(table, 8)), Congruence::exactly(8)); }

TEST_F(CongruenceTest, ElementIsAMultipleOfTheSizeFromItsMember) {
  EXPECT_EQ(ofAccess(element(wide(i), 48, 8)), (Congruence{48, 8}));
}

TEST_F(CongruenceTest, PointerThatWalksMovesByTheStep) {
  const RegisterId p = main.pointer("p");
  main.fromEntry().assign(p, build.address(table, 40)).assign(p, main.plus(p, 48)).endProgram();
  EXPECT_EQ(of(main.use(p)), (Congruence{48, 40}));
}

TEST_F(CongruenceTest, NarrowProductMayWrapAround) {
  const Expr index = build.pool().sext(build.pool().mul(main.use(i), build.constant(6, 32)), 64);
  EXPECT_EQ(ofAccess(element(index, 4)), (Congruence{8, 0}));
}

TEST_F(CongruenceTest, UninitialisedIndexIsAnyNumber) {
  const RegisterId j = main.reg("j", 64);
  const Expr address = element(main.use(j), 12);
  main.fromEntry().store(address, build.constant(0, 32)).assign(j, build.word(0)).endProgram();
  EXPECT_EQ(of(address), (Congruence{12, 0}));
}

TEST_F(CongruenceTest, PointerInMemoryIsAnyThatIsStoredThere) {
  const ObjectId slot = build.global("slot", 8);
  const RegisterId p = main.pointer("p");
  main.fromEntry()
      .store(build.address(slot), element(wide(i), 48))
      .store(build.address(slot), build.address(table, 24))
      .load(p, build.address(slot))
      .endProgram();
  EXPECT_EQ(of(main.use(p)), (Congruence{24, 0}));
}

TEST_F(CongruenceTest, PointerThatIsCopiedInPartsIsUnknown) {
  const ObjectId slot = build.global("slot", 8);
  const RegisterId p = main.pointer("p");
  main.fromEntry()
      .store(build.address(slot), element(wide(i), 48))
      .store(build.address(slot), build.pool().extract(element(wide(i), 48), 0, 32))
      .load(p, build.address(slot))
      .endProgram();
  EXPECT_EQ(of(main.use(p)), Congruence{});
}

TEST_F(CongruenceTest, SumOfTwoPointersIsUnknown) {
  const RegisterId p = main.pointer("p");
  const RegisterId q = main.pointer("q");
  main.fromEntry().assign(p, build.address(table, 8)).assign(q, build.address(table, 4)).endProgram();
  EXPECT_EQ(of(build.pool().add(main.use(p), main.use(q))), Congruence{});
}

TEST(CongruenceOverlapTest, MembersOfElementsAreDisjoint) {
  EXPECT_FALSE(mayOverlap({48, 0}, 4, {48, 40}, 8));
  EXPECT_FALSE(mayOverlap({48, 40}, 8, {48, 0}, 4));
  EXPECT_TRUE(mayOverlap({48, 40}, 9, {48, 0}, 4));
  EXPECT_TRUE(mayOverlap({48, 2}, 8, {48, 0}, 4));
  EXPECT_TRUE(mayOverlap({32, 16}, 4, {48, 0}, 4));
  EXPECT_TRUE(mayOverlap({1, 0}, 1, {48, 40}, 1));
}

TEST(CongruenceOverlapTest, ExactOffsetsAreCompared) {
  EXPECT_TRUE(mayOverlap({0, 4}, 4, {0, 7}, 1));
  EXPECT_FALSE(mayOverlap({0, 4}, 4, {0, 8}, 1));
  EXPECT_FALSE(mayOverlap({0, 44}, 4, {48, 0}, 4));
  EXPECT_TRUE(mayOverlap({0, 96}, 4, {48, 0}, 4));
}

} // namespace
} // namespace heddle::analysis
