#include "analysis/loop_order.hpp"

#include "program_builder.hpp"

#include <gtest/gtest.h>

namespace heddle::analysis {
namespace {

using namespace heddle::testing;

class LoopOrderTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  RegisterId i = main.reg("i", 32);

  const Cfa &cfa() const { return build.program.cfas[0]; }
  Expr isTrue() { return build.pool().make(ExprKind::Slt, main.use(i), build.constant(9, 32)); }
  Expr isFalse() { return build.pool().negate(isTrue()); }
  LoopOrder order() const {
    const ControlFlow flow(cfa());
    return {cfa(), flow, LoopInfo(cfa())};
  }
  void expectBodyFirst(bool exitIsFirst) {
    const LocationId head = main.location();
    const LocationId after = main.location();
    const LocationId body = main.location();
    main.fromEntry().jump(head);
    if (exitIsFirst)
      main.from(head).guard(isFalse()).jump(after);
    main.from(head).guard(isTrue()).jump(body);
    if (!exitIsFirst)
      main.from(head).guard(isFalse()).jump(after);
    main.from(body).assign(i, main.plus(i, 1)).jump(head);
    main.from(after).endProgram();
    const LoopOrder sorted = order();
    EXPECT_LT(sorted.position(head), sorted.position(body));
    EXPECT_LT(sorted.position(body), sorted.position(after));
  }
};

TEST_F(LoopOrderTest, WhatFollowsALoopComesAfterItsBodyIfTheExitIsTheFirstBranch) { expectBodyFirst(true); }

TEST_F(LoopOrderTest, WhatFollowsALoopComesAfterItsBodyIfTheExitIsTheLastBranch) { expectBodyFirst(false); }

TEST_F(LoopOrderTest, NestedLoopsAreContiguousFromTheirHeads) {
  const LocationId outer = main.location();
  const LocationId inner = main.location();
  const LocationId body = main.location();
  const LocationId rest = main.location();
  const LocationId after = main.location();
  main.fromEntry().jump(outer);
  main.from(outer).guard(isTrue()).jump(inner);
  main.from(outer).guard(isFalse()).jump(after);
  main.from(inner).guard(isTrue()).jump(body);
  main.from(inner).guard(isFalse()).jump(rest);
  main.from(body).guard(isTrue()).jump(inner);
  main.from(body).guard(isFalse()).jump(after); // a break out of both
  main.from(rest).assign(i, main.plus(i, 1)).jump(outer);
  main.from(after).endProgram();
  const LoopOrder sorted = order();
  const LoopInfo loops(cfa());
  ASSERT_EQ(loops.loops().size(), 2U);
  for (const Loop &loop : loops.loops())
    for (const LocationId location : loop.body) {
      EXPECT_GE(sorted.position(location), sorted.position(loop.head));
      EXPECT_LT(sorted.position(location), sorted.position(loop.head) + loop.body.size());
    }
  EXPECT_LT(sorted.position(body), sorted.position(rest));
  EXPECT_LT(sorted.position(rest), sorted.position(after));
}

TEST_F(LoopOrderTest, AllReachableLocationsHaveAPosition) {
  const LocationId unreachable = main.location();
  const LocationId last = main.location();
  main.fromEntry().jump(last);
  main.from(unreachable).jump(last);
  main.from(last).endProgram();
  const LoopOrder sorted = order();
  EXPECT_EQ(sorted.position(unreachable), ControlFlow::unreachable);
  EXPECT_EQ(sorted.order().front(), cfa().entry);
  for (std::uint32_t index = 0; index < sorted.order().size(); ++index)
    EXPECT_EQ(sorted.position(sorted.order()[index]), index);
}

} // namespace
} // namespace heddle::analysis
