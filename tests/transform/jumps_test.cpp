#include "transform/jumps.hpp"

#include "program_builder.hpp"

#include <gtest/gtest.h>

namespace heddle::transform {
namespace {

using namespace heddle::testing;

class JumpsTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  RegisterId a = main.reg("a", 32);

  Expr one() { return build.constant(1, 32); }
  Expr isOne() { return build.pool().eq(main.use(a), one()); }

  const Cfa &withoutJumps() {
    removeJumps(build.program);
    EXPECT_EQ(validate(build.program), std::nullopt);
    return build.program.cfas[0];
  }
};

TEST_F(JumpsTest, ActionsLeadToTheEndOfAChainOfJumps) {
  const LocationId first = main.location();
  const LocationId second = main.location();
  const LocationId last = main.location();
  main.fromEntry().actionTo(first, {Assign{a, one()}});
  main.from(first).jump(second);
  main.from(second).jump(last);
  main.from(last).endThread();
  const Cfa &cfa = withoutJumps();
  EXPECT_EQ(cfa.locations.size(), 3U);
  EXPECT_EQ(cfa.actions.size(), 2U);
}

TEST_F(JumpsTest, BranchesThatMeetAfterJumpsLeadToOneLocation) {
  const LocationId then = main.location();
  const LocationId otherwise = main.location();
  const LocationId join = main.location();
  main.fromEntry().actionTo(then, {Guard{isOne()}});
  main.fromEntry().actionTo(otherwise, {Guard{build.pool().negate(isOne())}});
  main.from(then).jump(join);
  main.from(otherwise).jump(join);
  main.from(join).endThread();
  const Cfa &cfa = withoutJumps();
  ASSERT_EQ(cfa.actions.size(), 3U);
  EXPECT_EQ(cfa.actions[0].to, cfa.actions[1].to);
}

TEST_F(JumpsTest, HeadsOfLoopsStay) {
  const LocationId head = main.location();
  const LocationId body = main.location();
  main.fromEntry().jump(head);
  main.from(head).jump(body);
  main.from(body).actionTo(head, {Assign{a, one()}});
  EXPECT_EQ(withoutJumps().actions.size(), 3U);
}

TEST_F(JumpsTest, AnEndlessLoopOfJumpsStays) {
  const LocationId head = main.location();
  const LocationId body = main.location();
  main.fromEntry().assign(a, one()).jump(head);
  main.from(head).jump(body);
  main.from(body).jump(head);
  const Cfa &cfa = withoutJumps();
  EXPECT_EQ(cfa.outgoing[cfa.actions[cfa.outgoing[cfa.entry].front()].to].size(), 1U);
}

TEST_F(JumpsTest, JumpsOutOfAnAtomicBlockStay) {
  const LocationId inside = main.location(true);
  const LocationId after = main.location();
  main.fromEntry().actionTo(inside, {AtomicBegin{}, Assign{a, one()}});
  main.from(inside).jump(after);
  main.from(after).endThread();
  EXPECT_EQ(withoutJumps().actions.size(), 3U);
}

} // namespace
} // namespace heddle::transform
