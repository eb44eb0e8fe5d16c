#include "program_builder.hpp"
#include "transform/large_block.hpp"

#include <gtest/gtest.h>

namespace heddle::transform {
namespace {

using namespace heddle::testing;

class LargeBlockTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  ObjectId x = build.global("x", 4);
  ObjectId y = build.global("y", 4);
  RegisterId a = main.reg("a", 32);
  RegisterId b = main.reg("b", 32);

  static constexpr Access local{MemoryOrder::Plain, false, false, false};

  Expr number(unsigned value) { return build.constant(value, 32); }
  Expr isZero(RegisterId reg) { return build.pool().eq(main.use(reg), number(0)); }
  Expr isNotZero(RegisterId reg) { return build.pool().ne(main.use(reg), number(0)); }

  static std::string letter(const Operation &operation) {
    static constexpr std::string_view letters = "=?LSFBGAC+-#TJDeE!s"; // in the order of the variant
    static_assert(letters.size() == std::variant_size_v<Operation>, "an operation without a letter");
    return std::string(1, letters[operation.index()]);
  }

  /// Main's actions after merging, each as a word with one letter per operation.
  std::vector<std::string> merged(const LargeBlockOptions &options = {}) {
    mergeLargeBlocks(build.program, options);
    EXPECT_EQ(validate(build.program), std::nullopt);
    std::vector<std::string> words;
    for (const Action &action : build.program.cfas[0].actions) {
      words.emplace_back();
      for (const Instruction &instruction : action.instructions)
        words.back() += letter(instruction.operation);
    }
    return words;
  }
  using Words = std::vector<std::string>;
};

TEST_F(LargeBlockTest, LocalSequenceBecomesOneAction) {
  main.fromEntry().assign(a, number(1)).store(build.address(x), main.use(a), local).check(isZero(a)).endThread();
  EXPECT_EQ(merged(), (Words{"=SCe"}));
}

TEST_F(LargeBlockTest, TwoVisibleOperationsStaySeparate) {
  main.fromEntry().load(a, build.address(x)).store(build.address(y), main.use(a)).endThread();
  EXPECT_EQ(merged(), (Words{"L", "Se"}));
}

TEST_F(LargeBlockTest, LocalWorkFollowsAVisibleLoad) {
  main.fromEntry()
      .load(a, build.address(x))
      .assign(b, main.plus(a, 1))
      .check(isZero(b))
      .assume(isZero(b))
      .store(build.address(y), main.use(b), local)
      .endThread();
  EXPECT_EQ(merged(), (Words{"L=CASe"}));
}

TEST_F(LargeBlockTest, EndOfTheThreadFollowsAVisibleStore) {
  main.fromEntry().store(build.address(x), number(1)).endThread();
  EXPECT_EQ(merged(), (Words{"Se"}));
}

TEST_F(LargeBlockTest, OnlyAssignmentsFollowAVisibleStore) {
  main.fromEntry().store(build.address(x), number(1)).assign(a, number(2)).assume(isZero(b)).endThread();
  EXPECT_EQ(merged(), (Words{"S=", "Ae"}));
}

TEST_F(LargeBlockTest, AssignmentsGoBeforeAVisibleOperation) {
  main.fromEntry().assign(a, number(1)).store(build.address(x), main.use(a)).endThread();
  EXPECT_EQ(merged(), (Words{"=Se"}));
}

TEST_F(LargeBlockTest, WhatCanFailDoesNotGoBeforeAVisibleOperation) {
  main.fromEntry().check(isZero(a)).store(build.address(x), number(1)).endThread();
  EXPECT_EQ(merged(), (Words{"C", "Se"}));
}

TEST_F(LargeBlockTest, InputDoesNotGoBeforeAVisibleOperation) {
  main.fromEntry().havoc(a).store(build.address(x), main.use(a)).endThread();
  EXPECT_EQ(merged(), (Words{"?", "Se"}));
}

TEST_F(LargeBlockTest, BranchIsCopiedAfterTheLoadItDependsOn) {
  Line line = main.fromEntry().load(a, build.address(x));
  main.from(line.here()).guard(isZero(a)).endThread();
  main.from(line.here()).guard(isNotZero(a)).assign(b, number(1)).endThread();
  EXPECT_EQ(merged(), (Words{"LGe", "LG=e"}));
}

TEST_F(LargeBlockTest, ChoiceOfManyIsExhaustiveIfTheDefaultExcludesTheOthers) {
  Line line = main.fromEntry().load(a, build.address(x));
  const Expr one = build.pool().eq(main.use(a), number(1));
  const Expr two = build.pool().eq(main.use(a), number(2));
  main.from(line.here()).guard(one).endThread();
  main.from(line.here()).guard(two).endThread();
  main.from(line.here())
      .guard(build.pool().conjunction(build.pool().negate(one), build.pool().negate(two)))
      .endThread();
  EXPECT_EQ(merged(), (Words{"LGe", "LGe", "LGe"}));
}

TEST_F(LargeBlockTest, ChoiceWithSharedTargetsIsExhaustiveToo) {
  Line line = main.fromEntry().load(a, build.address(x));
  const Expr one = build.pool().eq(main.use(a), number(1));
  const Expr two = build.pool().eq(main.use(a), number(5));
  main.from(line.here()).guard(build.pool().disjunction(one, two)).endThread();
  main.from(line.here())
      .guard(build.pool().conjunction(build.pool().negate(one), build.pool().negate(two)))
      .endThread();
  EXPECT_EQ(merged(), (Words{"LGe", "LGe"}));
}

TEST_F(LargeBlockTest, VisibleLoadIsNotRepeatedByAWaitAfterIt) {
  // The thread must wait with the value that it read, not read again.
  main.fromEntry().load(a, build.address(x)).guard(isZero(a)).endThread();
  EXPECT_EQ(merged(), (Words{"L", "Ge"}));
}

TEST_F(LargeBlockTest, ComputationMayPrecedeAWait) {
  main.fromEntry().assign(a, number(1)).action({Load{b, build.address(x), 32, {}}, Guard{isZero(b)}}).endThread();
  EXPECT_EQ(merged(), (Words{"=LGe"}));
}

TEST_F(LargeBlockTest, LocalLoadOfAGlobalMayPrecedeAWait) {
  main.fromEntry()
      .load(a, build.address(y), local)
      .action({Load{b, build.address(x), 32, {}}, Guard{isZero(b)}})
      .endThread();
  EXPECT_EQ(merged(), (Words{"LLGe"}));
}

TEST_F(LargeBlockTest, LocalLoadThatMayBeInvalidDoesNotGoBeforeAWait) {
  const RegisterId p = main.pointer("p");
  main.fromEntry()
      .load(a, main.use(p), local)
      .action({Load{b, build.address(x), 32, {}}, Guard{isZero(b)}})
      .endThread();
  EXPECT_EQ(merged(), (Words{"L", "LGe"}));
}

TEST_F(LargeBlockTest, InputIsNotFollowedByABranch) {
  Line line = main.fromEntry().havoc(a);
  main.from(line.here()).guard(isZero(a)).endThread();
  main.from(line.here()).guard(isNotZero(a)).endThread();
  EXPECT_EQ(merged(), (Words{"?", "Ge", "Ge"}));
}

TEST_F(LargeBlockTest, LoadOfUninitialisedMemoryIsNotFollowedByABranch) {
  const RegisterId p = main.pointer("p");
  Line line = main.fromEntry().allocate(p, build.site("local", Storage::Stack), 4).load(a, main.use(p), local);
  main.from(line.here()).guard(isZero(a)).endThread();
  main.from(line.here()).guard(isNotZero(a)).endThread();
  EXPECT_EQ(merged(), (Words{"+L", "Ge", "Ge"}));
}

TEST_F(LargeBlockTest, LoadOfZeroedMemoryIsFollowedByABranch) {
  const RegisterId p = main.pointer("p");
  Line line = main.fromEntry().allocate(p, build.site("calloc"), 4, true);
  const LocationId loop = main.location(); // the allocation itself is an effect: start after it
  line.jump(loop);
  main.from(loop).actionTo(loop, {Guard{isZero(b)}});
  Line rest = main.from(loop).guard(isNotZero(b)).load(a, main.use(p), local);
  main.from(rest.here()).guard(isZero(a)).endThread();
  main.from(rest.here()).guard(isNotZero(a)).endThread();
  EXPECT_EQ(merged(), (Words{"+", "G", "GLGe", "GLGe"}));
}

TEST_F(LargeBlockTest, LocalStoreIsNotFollowedByABranch) {
  Line line = main.fromEntry().store(build.address(x), number(1), local);
  main.from(line.here()).guard(isZero(a)).endThread();
  main.from(line.here()).guard(isNotZero(a)).endThread();
  EXPECT_EQ(merged(), (Words{"S", "Ge", "Ge"}));
}

TEST_F(LargeBlockTest, CheckIsNotFollowedByABranch) {
  Line line = main.fromEntry().check(isZero(b));
  main.from(line.here()).guard(isZero(a)).endThread();
  main.from(line.here()).guard(isNotZero(a)).endThread();
  EXPECT_EQ(merged(), (Words{"C", "Ge", "Ge"}));
}

TEST_F(LargeBlockTest, JoinIsNotMergedAfterWhatCanFail) {
  main.fromEntry().check(isZero(a)).join(build.word(2)).endThread();
  EXPECT_EQ(merged(), (Words{"C", "Je"}));
}

TEST_F(LargeBlockTest, LoopHeadStays) {
  const LocationId head = main.location();
  main.fromEntry().assign(a, number(0)).jump(head);
  main.from(head).guard(isZero(a)).actionTo(head, {Assign{a, main.plus(a, 1)}});
  main.from(head).guard(isNotZero(a)).endThread();
  EXPECT_EQ(merged(), (Words{"=", "G=", "Ge"}));
}

TEST_F(LargeBlockTest, SelfLoopStays) {
  main.fromEntry().actionTo(main.entry(), {Assign{a, main.plus(a, 1)}});
  EXPECT_EQ(merged(), (Words{"="}));
}

TEST_F(LargeBlockTest, MeetingPointStaysOutsideOfBlocks) {
  const LocationId meet = main.location();
  main.fromEntry().guard(isZero(a)).actionTo(meet, {Assign{b, number(1)}});
  main.fromEntry().guard(isNotZero(a)).actionTo(meet, {Assign{b, number(2)}});
  main.from(meet).store(build.address(x), main.use(b)).endThread();
  EXPECT_EQ(merged(), (Words{"G=", "G=", "Se"}));
}

TEST_F(LargeBlockTest, JumpsAreFollowedThroughMeetingPoints) {
  const LocationId meet = main.location();
  main.fromEntry().guard(isZero(a)).jump(meet);
  main.fromEntry().guard(isNotZero(a)).jump(meet);
  main.from(meet).jump(main.location()).endThread();
  EXPECT_EQ(merged(), (Words{"G", "G", "e"}));
}

TEST_F(LargeBlockTest, AtomicBlockIsOneAction) {
  main.fromEntry()
      .beginAtomic()
      .load(a, build.address(x))
      .store(build.address(x), main.plus(a, 1))
      .load(b, build.address(y))
      .endAtomic()
      .store(build.address(y), main.plus(b, 1))
      .endThread();
  EXPECT_EQ(merged(), (Words{"BLSLSe"}));
}

TEST_F(LargeBlockTest, ReadModifyWriteIsOneAction) {
  main.fromEntry()
      .insideAtomic()
      .load(a, build.address(x))
      .endAtomic()
      .store(build.address(x), main.plus(a, 1))
      .load(b, build.address(y))
      .endThread();
  EXPECT_EQ(merged(), (Words{"BLS", "Le"}));
}

TEST_F(LargeBlockTest, NothingThatCanFailFollowsABlock) {
  main.fromEntry()
      .beginAtomic()
      .endAtomic()
      .load(a, build.address(x))
      .assign(b, number(1))
      .assume(isZero(a))
      .endThread();
  EXPECT_EQ(merged(), (Words{"BL=", "Ae"}));
}

TEST_F(LargeBlockTest, BlockThatBeginsWithAWaitIsMarked) {
  main.fromEntry()
      .assign(b, number(1))
      .insideAtomic()
      .action({Load{a, build.address(x), 32, {}}, Guard{isZero(a)}})
      .assume(isZero(b))
      .endAtomic()
      .store(build.address(x), number(1))
      .endThread();
  EXPECT_EQ(merged(), (Words{"=BLGASe"}));
}

TEST_F(LargeBlockTest, BlockWithBranchesIsOneActionForEachPath) {
  const LocationId begin = main.location(true);
  const LocationId meet = main.location(true);
  main.fromEntry().actionTo(begin, {AtomicBegin{}});
  Line line = main.from(begin).insideAtomic().load(a, build.address(x));
  main.from(line.here()).actionTo(meet, {Guard{isZero(a)}});
  main.from(line.here()).insideAtomic().guard(isNotZero(a)).actionTo(meet, {Load{b, build.address(y), 32, {}}});
  main.from(meet).store(build.address(x), number(1)).endThread();
  EXPECT_EQ(merged(), (Words{"BLGS", "BLGLS", "e"}));
}

TEST_F(LargeBlockTest, BlockIsSplitBeforeAGuardAfterAnEffect) {
  Line line = main.fromEntry().beginAtomic().store(build.address(x), number(1)).load(a, build.address(y));
  main.from(line.here()).guard(isZero(a)).endThread();
  main.from(line.here()).guard(isNotZero(a)).endThread();
  EXPECT_EQ(merged(), (Words{"BSL", "Ge", "Ge"}));
  EXPECT_TRUE(build.program.cfas[0].locations[build.program.cfas[0].actions[0].to].atomic);
}

TEST_F(LargeBlockTest, BlockIsSplitBeforeAWaitAfterALoad) {
  main.fromEntry()
      .beginAtomic()
      .load(a, build.address(y))
      .action({Load{b, build.address(x), 32, {}}, Guard{isZero(b)}})
      .endAtomic()
      .store(build.address(x), number(1))
      .endThread();
  EXPECT_EQ(merged(), (Words{"BL", "LGSe"}));
}

TEST_F(LargeBlockTest, NothingThatCanFailIsMergedAfterABlockThatWrites) {
  main.fromEntry()
      .beginAtomic()
      .store(build.address(x), number(1))
      .endAtomic()
      .store(build.address(y), number(1))
      .assign(a, number(0))
      .assume(isZero(b))
      .endThread();
  EXPECT_EQ(merged(), (Words{"BSS=", "Ae"}));
}

TEST_F(LargeBlockTest, LineThatStartsInsideABlockDoesNotRunIntoTheNextVisibleOperation) {
  Line line = main.fromEntry().beginAtomic().store(build.address(x), number(1));
  main.from(line.here()).endAtomic().guard(isZero(a)).store(build.address(y), number(1)).endThread();
  main.from(line.here()).endAtomic().guard(isNotZero(a)).assume(isZero(b)).endThread();
  EXPECT_EQ(merged(), (Words{"BS", "G", "G", "Se", "Ae"}));
}

TEST_F(LargeBlockTest, WhatCanFailDoesNotGoBeforeABlock) {
  main.fromEntry().check(isZero(a)).beginAtomic().endAtomic().store(build.address(x), number(1)).endThread();
  EXPECT_EQ(merged(), (Words{"C", "BSe"}));
}

TEST_F(LargeBlockTest, BlockWithTooManyPathsStaysSplit) {
  LocationId at = main.location(true);
  main.fromEntry().actionTo(at, {AtomicBegin{}});
  for (int i = 0; i < 20; ++i) {
    const LocationId next = main.location(i != 19);
    main.from(at).actionTo(next, {Guard{isZero(a)}});
    main.from(at).actionTo(next, {Guard{isNotZero(a)}});
    at = next;
  }
  main.from(at).endThread();
  const Words words = merged();
  EXPECT_LE(words.size(), 64U * 21U);
  EXPECT_GE(words.size(), 20U);
}

TEST_F(LargeBlockTest, AssignedValuesAreSubstituted) {
  main.fromEntry().assign(a, number(7)).store(build.address(x), main.plus(a, 1)).endThread();
  merged();
  const auto &store = std::get<Store>(build.program.cfas[0].actions[0].instructions[1].operation);
  EXPECT_EQ(store.value, number(8));
}

TEST_F(LargeBlockTest, OverwrittenRegistersAreNotSubstituted) {
  main.fromEntry().assign(a, main.plus(b, 1)).assign(b, number(5)).store(build.address(x), main.use(a)).endThread();
  merged();
  const auto &store = std::get<Store>(build.program.cfas[0].actions[0].instructions[2].operation);
  EXPECT_EQ(store.value, main.use(a));
}

TEST_F(LargeBlockTest, SwapThroughATemporaryKeepsItsMeaning) {
  const RegisterId c = main.reg("c", 32);
  main.fromEntry().assign(c, main.use(a)).assign(a, main.use(b)).assign(b, main.use(c)).endThread();
  merged();
  const std::vector<Instruction> &steps = build.program.cfas[0].actions[0].instructions;
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_EQ(std::get<Assign>(steps[1].operation).value, main.use(b));
  EXPECT_EQ(std::get<Assign>(steps[2].operation).value, main.use(c));
}

TEST_F(LargeBlockTest, PathWhoseGuardIsKnownToFailIsDropped) {
  Line line = main.fromEntry().assign(a, number(0));
  main.from(line.here()).guard(isZero(a)).endThread();
  main.from(line.here()).guard(isNotZero(a)).check(build.pool().boolean(false)).endThread();
  EXPECT_EQ(merged(), (Words{"=e"}));
}

TEST_F(LargeBlockTest, GuardThatAnEarlierOneDecidesIsDropped) {
  const LocationId begin = main.location();
  main.fromEntry().actionTo(begin, {Guard{isNotZero(a)}});
  main.from(begin).guard(isZero(a)).check(build.pool().boolean(false)).endThread();
  main.from(begin).guard(isNotZero(a)).assign(b, number(1)).endThread();
  EXPECT_EQ(merged(), (Words{"G=e"}));
}

TEST_F(LargeBlockTest, GuardThatIsDecidedForAnOverwrittenRegisterStays) {
  Line line = main.fromEntry().guard(isNotZero(a)).assign(a, main.plus(b, 1));
  main.from(line.here()).guard(isZero(a)).endThread();
  main.from(line.here()).guard(isNotZero(a)).endThread();
  EXPECT_EQ(merged(), (Words{"G=Ge", "G=Ge"}));
}

TEST_F(LargeBlockTest, RegisterThatAGuardComparesWithAConstantIsThatConstant) {
  main.fromEntry().guard(build.pool().eq(main.use(a), number(3))).store(build.address(x), main.plus(a, 1)).endThread();
  merged();
  EXPECT_EQ(std::get<Store>(build.program.cfas[0].actions[0].instructions[1].operation).value, number(4));
}

TEST_F(LargeBlockTest, CopyingLoadAndStoreKeepTheirRegister) {
  const Access copy{MemoryOrder::Plain, false, true, false};
  main.fromEntry()
      .assign(a, number(3))
      .load(a, build.address(x), copy)
      .store(build.address(y), main.use(a), copy)
      .endThread();
  EXPECT_EQ(merged(), (Words{"=LSe"}));
}

TEST_F(LargeBlockTest, SpansStayWithTheirOperations) {
  build.program.sources.addFile("a.c");
  main.fromEntry().assign(a, number(1)).check(isZero(b)).endThread();
  build.program.cfas[0].actions[1].instructions[0].span.line = 17;
  merged();
  EXPECT_EQ(build.program.cfas[0].actions[0].instructions[1].span.line, 17U);
}

} // namespace
} // namespace heddle::transform
