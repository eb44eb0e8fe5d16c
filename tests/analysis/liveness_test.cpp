#include "analysis/liveness.hpp"

#include "program_builder.hpp"

#include <gtest/gtest.h>

namespace heddle::analysis {
namespace {

using namespace heddle::testing;

class LivenessTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  RegisterId x = main.reg("x", 32);
  RegisterId y = main.reg("y", 32);

  const Cfa &cfa() const { return build.program.cfas[0]; }
  Expr isZero(RegisterId reg) { return build.pool().eq(main.use(reg), build.constant(0, 32)); }
};

TEST_F(LivenessTest, ARegisterLivesFromItsDefinitionToItsLastUse) {
  Line line = main.fromEntry();
  line.assign(x, build.constant(1, 32));
  const LocationId defined = line.here();
  line.assign(y, main.use(x));
  const LocationId used = line.here();
  line.endProgram();
  const Liveness liveness(cfa());
  EXPECT_FALSE(liveness.isLive(main.entry(), x));
  EXPECT_TRUE(liveness.isLive(defined, x));
  EXPECT_FALSE(liveness.isLive(used, x));
  EXPECT_FALSE(liveness.isLive(used, y));
}

TEST_F(LivenessTest, AUseOnOneBranchIsEnough) {
  Line line = main.fromEntry();
  line.assign(x, build.constant(1, 32));
  const LocationId fork = line.here();
  main.from(fork).guard(isZero(y)).endProgram();
  main.from(fork).guard(build.pool().negate(isZero(y))).guard(isZero(x)).endProgram();
  const Liveness liveness(cfa());
  EXPECT_EQ(liveness.at(fork), (std::vector<RegisterId>{x, y}));
  EXPECT_EQ(liveness.at(main.entry()), (std::vector<RegisterId>{y}));
}

TEST_F(LivenessTest, AroundALoopARegisterStaysLive) {
  const LocationId head = main.location();
  main.fromEntry().assign(x, build.constant(0, 32)).jump(head);
  Line body = main.from(head);
  body.guard(isZero(y));
  const LocationId inside = body.here();
  body.assign(x, main.plus(x, 1)).jump(head);
  main.from(head).guard(build.pool().negate(isZero(y))).endProgram();
  const Liveness liveness(cfa());
  EXPECT_TRUE(liveness.isLive(inside, x));
  EXPECT_TRUE(liveness.isLive(head, x));
  EXPECT_FALSE(liveness.isLive(main.entry(), x));
}

TEST_F(LivenessTest, TheOrderOfOperationsWithinAnActionCounts) {
  const LocationId first = main.location();
  const LocationId second = main.location();
  // x is written before it is read, y read before it is written.
  main.fromEntry().jump(first);
  main.from(first).actionTo(second, {Assign{x, build.constant(1, 32)}, Assign{y, main.plus(y, 1)}, Guard{isZero(x)}});
  main.from(second).endProgram();
  const Liveness liveness(cfa());
  EXPECT_FALSE(liveness.isLive(first, x));
  EXPECT_TRUE(liveness.isLive(first, y));
}

TEST_F(LivenessTest, AddressesAndStoredValuesAreUses) {
  const RegisterId p = main.pointer("p");
  main.fromEntry().store(main.use(p), main.use(x)).endProgram();
  const Liveness liveness(cfa());
  EXPECT_EQ(liveness.at(main.entry()), (std::vector<RegisterId>{x, p}));
}

TEST_F(LivenessTest, NothingIsLiveAtTheExit) {
  main.fromEntry().assign(x, main.use(y)).endProgram();
  EXPECT_TRUE(Liveness(cfa()).at(main.exit()).empty());
}

TEST_F(LivenessTest, WithinAnActionTheRemainingInstructionsComeFirst) {
  const LocationId next = main.location();
  const RegisterId z = main.reg("z", 32);
  main.fromEntry().actionTo(
      next, {Assign{x, build.constant(1, 32)}, Assign{x, build.constant(2, 32)}, Assign{y, main.use(x)}});
  main.from(next).store(build.address(build.global("g", 4)), main.use(z)).endProgram();
  const Liveness liveness(cfa());
  const Action &action = cfa().actions[0];
  EXPECT_EQ(liveness.after(action, 0), liveness.at(action.from));
  EXPECT_EQ(liveness.after(action, 1), (RegisterList{z}));
  EXPECT_EQ(liveness.after(action, 2), (RegisterList{x, z}));
  EXPECT_EQ(liveness.after(action, 3), (RegisterList{z}));
}

} // namespace
} // namespace heddle::analysis
