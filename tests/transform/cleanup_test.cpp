#include "program_builder.hpp"
#include "transform/cleanup.hpp"
#include "transform/local_blocks.hpp"
#include "transform/prepare.hpp"

#include <gtest/gtest.h>

namespace heddle::transform {
namespace {

using namespace heddle::testing;

class CleanupTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  ObjectId x = build.global("x", 4);
  RegisterId a = main.reg("a", 32);
  RegisterId b = main.reg("b", 32);

  Expr number(unsigned value) { return build.constant(value, 32); }
  Expr isZero(RegisterId reg) { return build.pool().eq(main.use(reg), number(0)); }
  Expr isNotZero(RegisterId reg) { return build.pool().ne(main.use(reg), number(0)); }

  const Cfa &cleaned() {
    cleanUp(build.program);
    EXPECT_EQ(validate(build.program), std::nullopt);
    return build.program.cfas[0];
  }
  template <typename Wanted> std::size_t count() const {
    std::size_t result = 0;
    for (const Action &action : build.program.cfas[0].actions)
      for (const Instruction &instruction : action.instructions)
        result += std::holds_alternative<Wanted>(instruction.operation) ? 1 : 0;
    return result;
  }
};

TEST_F(CleanupTest, UnreachableLocationsGo) {
  main.fromEntry().endThread();
  main.from(main.location()).assign(a, number(1)).endThread();
  EXPECT_EQ(cleaned().locations.size(), 2U);
  EXPECT_EQ(build.program.cfas[0].actions.size(), 1U);
}

TEST_F(CleanupTest, ActionsThatAreNeverEnabledGoAndConditionsThatHoldAreDropped) {
  main.fromEntry().guard(build.pool().boolean(false)).endThread();
  main.fromEntry().guard(build.pool().boolean(true)).check(build.pool().boolean(true)).endThread();
  cleaned();
  EXPECT_EQ(count<Guard>(), 0U);
  EXPECT_EQ(count<Check>(), 0U);
  EXPECT_EQ(count<EndThread>(), 1U);
}

TEST_F(CleanupTest, FailingCheckStays) {
  main.fromEntry().check(build.pool().boolean(false)).endThread();
  cleaned();
  EXPECT_EQ(count<Check>(), 1U);
}

TEST_F(CleanupTest, UnreadInputIsRemoved) {
  main.fromEntry().havoc(a).endThread();
  cleaned();
  EXPECT_EQ(count<Havoc>(), 0U);
}

TEST_F(CleanupTest, InputThatIsReadStays) {
  main.fromEntry().havoc(a).store(build.address(x), main.use(a)).endThread();
  cleaned();
  EXPECT_EQ(count<Havoc>(), 1U);
}

TEST_F(CleanupTest, InputThatOnlyFeedsUnreadValuesIsRemoved) {
  main.fromEntry().havoc(a).assign(b, main.plus(a, 1)).endThread();
  cleaned();
  EXPECT_EQ(count<Havoc>(), 0U);
  EXPECT_EQ(count<Assign>(), 0U);
}

TEST_F(CleanupTest, CounterThatIsNeverReadIsRemoved) {
  const LocationId head = main.location();
  main.fromEntry().assign(a, number(0)).jump(head);
  main.from(head).action({Assign{a, main.plus(a, 1)}}).load(b, build.address(x)).jump(head);
  cleaned();
  EXPECT_EQ(count<Assign>(), 0U);
  EXPECT_EQ(count<Load>(), 1U);
}

TEST_F(CleanupTest, UnreadLoadStays) {
  main.fromEntry().load(a, build.address(x)).endThread();
  cleaned();
  EXPECT_EQ(count<Load>(), 1U);
}

TEST_F(CleanupTest, ConstantReachesOtherLocationsAndDecidesBranches) {
  Line line = main.fromEntry().assign(a, number(0)).load(b, build.address(x));
  main.from(line.here()).guard(isZero(a)).endThread();
  main.from(line.here()).guard(isNotZero(a)).check(build.pool().boolean(false)).endThread();
  cleaned();
  EXPECT_EQ(count<Check>(), 0U);
  EXPECT_EQ(count<Assign>(), 0U);
}

TEST_F(CleanupTest, RegisterThatMayBeReadBeforeItsAssignmentIsNotConstant) {
  const LocationId meet = main.location();
  main.fromEntry().guard(isZero(b)).actionTo(meet, {Assign{a, number(7)}});
  main.fromEntry().guard(isNotZero(b)).jump(meet);
  main.from(meet).store(build.address(x), main.use(a)).endThread();
  cleaned();
  EXPECT_EQ(count<Assign>(), 1U);
}

TEST_F(CleanupTest, RegisterWithTwoValuesIsNotConstant) {
  main.fromEntry()
      .assign(a, number(1))
      .store(build.address(x), main.use(a))
      .assign(a, number(2))
      .store(build.address(x), main.use(a))
      .endThread();
  cleaned();
  EXPECT_EQ(count<Assign>(), 2U);
}

TEST_F(CleanupTest, ArgumentIsNeverConstant) {
  const RegisterId argument = main.argument();
  main.fromEntry()
      .store(build.address(x), build.pool().extract(main.use(argument), 0, 32))
      .assign(argument, build.word(0))
      .store(build.address(x), build.pool().extract(main.use(argument), 0, 32))
      .endThread();
  const Cfa &cfa = cleaned();
  EXPECT_FALSE(std::get<Store>(cfa.actions[0].instructions[0].operation).value->isConstant());
}

TEST_F(CleanupTest, BranchWithoutEffectIsRemovedWithItsInput) {
  const LocationId meet = main.location();
  Line line = main.fromEntry().havoc(a);
  main.from(line.here()).actionTo(meet, {Guard{isZero(a)}});
  main.from(line.here()).actionTo(meet, {Guard{isNotZero(a)}});
  main.from(meet).endThread();
  cleaned();
  EXPECT_EQ(count<Guard>(), 0U);
  EXPECT_EQ(count<Havoc>(), 0U);
}

TEST_F(CleanupTest, WaitIsNoIdleBranch) {
  const LocationId meet = main.location();
  main.fromEntry().actionTo(meet, {Guard{isZero(a)}});
  main.from(meet).endThread();
  cleaned();
  EXPECT_EQ(count<Guard>(), 1U);
}

class LocalBlocksTest : public CleanupTest {
protected:
  static constexpr Access local{MemoryOrder::Plain, false, false, false};
};

TEST_F(LocalBlocksTest, BlockOfLocalOperationsIsNoScheduling) {
  main.fromEntry().beginAtomic().load(a, build.address(x), local).endAtomic().assume(isZero(a)).endThread();
  dissolveLocalBlocks(build.program);
  EXPECT_EQ(count<AtomicBegin>(), 0U);
  for (const Location &location : build.program.cfas[0].locations)
    EXPECT_FALSE(location.atomic);
}

TEST_F(LocalBlocksTest, BlockWithAVisibleOperationStays) {
  main.fromEntry()
      .beginAtomic()
      .load(a, build.address(x), local)
      .endAtomic()
      .store(build.address(x), main.use(a))
      .endThread();
  dissolveLocalBlocks(build.program);
  EXPECT_EQ(count<AtomicBegin>(), 1U);
}

TEST_F(LocalBlocksTest, BlockThatIsEnteredByAVisibleOperationStays) {
  main.fromEntry().insideAtomic().store(build.address(x), number(1)).endAtomic().assume(isZero(a)).endThread();
  dissolveLocalBlocks(build.program);
  EXPECT_TRUE(build.program.cfas[0].locations[build.program.cfas[0].actions[0].to].atomic);
}

TEST_F(LocalBlocksTest, BlocksAreJudgedOneByOne) {
  main.fromEntry()
      .beginAtomic()
      .endAtomic()
      .load(a, build.address(x), local)
      .beginAtomic()
      .endAtomic()
      .load(a, build.address(x))
      .endThread();
  dissolveLocalBlocks(build.program);
  EXPECT_EQ(count<AtomicBegin>(), 1U);
}

class PrepareTest : public CleanupTest {};

TEST_F(PrepareTest, SequentialProgramBecomesOneActionBeforeItsEnd) {
  main.fromEntry().havoc(b).store(build.address(x), number(1)).load(a, build.address(x)).check(isZero(a)).endProgram();
  prepare(build.program);
  EXPECT_EQ(build.program.cfas[0].actions.size(), 2U);
  EXPECT_EQ(count<Havoc>(), 0U);
}

TEST_F(PrepareTest, PassesCanBeSwitchedOff) {
  main.fromEntry().havoc(b).store(build.address(x), number(1)).endProgram();
  prepare(build.program, {.cleanUp = false, .markLocalAccesses = false, .largeBlocks = false});
  EXPECT_EQ(build.program.cfas[0].actions.size(), 3U);
}

} // namespace
} // namespace heddle::transform
