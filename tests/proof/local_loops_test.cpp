// Which local loops are known to terminate.
#include "program_builder.hpp"
#include "proof/local_loops.hpp"

#include <gtest/gtest.h>

namespace heddle::testing {

namespace {

/// main, with registers of 32 bits and a loop at its entry.
struct Loop {
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  RegisterId i = main.reg("i", 32);
  RegisterId n = main.reg("n", 32);
  std::vector<LocationId> paused;

  Expr number(Bits value) { return build.constant(value, 32); }
  Expr less(Expr a, Expr b) { return build.pool().make(ExprKind::Ult, a, b); }
  Expr lessSigned(Expr a, Expr b) { return build.pool().make(ExprKind::Slt, a, b); }

  /// One action from a location to another.
  void act(LocationId from, LocationId to, const std::vector<Operation> &operations) {
    main.from(from).actionTo(to, operations);
  }

  bool mayBeEndless() {
    support::Cancellation cancellation;
    proof::Queries queries(smt::Backend::CaDiCaL, cancellation);
    proof::ReachabilityProof proof;
    proof::Vocabulary vocabulary(build.program, proof);
    std::vector<bool> pauses(build.program.cfas[0].locations.size());
    for (const LocationId location : paused)
      pauses[location] = true;
    const std::vector<bool> endless = proof::endlessActions(0, pauses, vocabulary, queries);
    return std::find(endless.begin(), endless.end(), true) != endless.end();
  }
};

} // namespace

TEST(LocalLoops, ALoopWithoutAnExitIsEndless) {
  Loop loop;
  loop.act(loop.main.entry(), loop.main.entry(), {Assign{loop.i, loop.main.plus(loop.i, 1)}});
  EXPECT_TRUE(loop.mayBeEndless());
}

TEST(LocalLoops, APauseInterruptsALoop) {
  Loop loop;
  loop.paused = {loop.main.entry()};
  loop.act(loop.main.entry(), loop.main.entry(), {Assign{loop.i, loop.main.plus(loop.i, 1)}});
  EXPECT_FALSE(loop.mayBeEndless());
}

TEST(LocalLoops, AVisibleActionInterruptsALoop) {
  Loop loop;
  const ObjectId x = loop.build.global("x", 4);
  loop.act(loop.main.entry(), loop.main.entry(), {Load{loop.i, loop.build.address(x), 32, {}}});
  EXPECT_FALSE(loop.mayBeEndless());
}

TEST(LocalLoops, ALoopInsideAnAtomicBlockDoesNotCount) {
  Loop loop;
  const LocationId inside = loop.main.location(true);
  loop.act(loop.main.entry(), inside, {AtomicBegin{}});
  loop.act(inside, inside, {Assign{loop.i, loop.main.plus(loop.i, 1)}});
  EXPECT_FALSE(loop.mayBeEndless());
}

TEST(LocalLoops, CountingUpToAnUnknownBoundTerminates) {
  Loop loop;
  const LocationId head = loop.main.location();
  loop.act(loop.main.entry(), head, {Havoc{loop.n, 0, support::mask(32), InputKind::Nondet, "n"}});
  loop.act(head, head,
           {Guard{loop.less(loop.main.use(loop.i), loop.main.use(loop.n))}, Assign{loop.i, loop.main.plus(loop.i, 1)}});
  EXPECT_FALSE(loop.mayBeEndless());
}

TEST(LocalLoops, CountingUpToAnUnknownBoundInStepsOfTwoMayWrapAround) {
  Loop loop;
  const LocationId head = loop.main.location();
  loop.act(loop.main.entry(), head, {Havoc{loop.n, 0, support::mask(32), InputKind::Nondet, "n"}});
  loop.act(head, head,
           {Guard{loop.less(loop.main.use(loop.i), loop.main.use(loop.n))}, Assign{loop.i, loop.main.plus(loop.i, 2)}});
  EXPECT_TRUE(loop.mayBeEndless());
}

TEST(LocalLoops, CountingUntilEqualTerminatesAlsoWithManyRounds) {
  Loop loop;
  const LocationId next = loop.main.location();
  const Expr isLast = loop.build.pool().eq(loop.main.use(loop.n), loop.number(1'000'000));
  loop.act(loop.main.entry(), next, {Assign{loop.n, loop.main.plus(loop.i, 1)}});
  loop.act(next, loop.main.entry(), {Guard{loop.build.pool().negate(isLast)}, Assign{loop.i, loop.main.use(loop.n)}});
  EXPECT_FALSE(loop.mayBeEndless());
}

TEST(LocalLoops, ALoopThatABranchDoesNotCountIsEndless) {
  Loop loop;
  const LocationId body = loop.main.location();
  loop.act(loop.main.entry(), body, {Guard{loop.less(loop.main.use(loop.i), loop.number(10))}});
  loop.act(body, loop.main.entry(),
           {Guard{loop.less(loop.main.use(loop.n), loop.number(5))}, Assign{loop.i, loop.main.plus(loop.i, 1)}});
  loop.act(body, loop.main.entry(),
           {Guard{loop.less(loop.number(4), loop.main.use(loop.n))}, Havoc{loop.n, 0, 9, InputKind::Nondet, "n"}});
  EXPECT_TRUE(loop.mayBeEndless());
}

TEST(LocalLoops, NestedLoopsTerminate) {
  Loop loop;
  const LocationId inner = loop.main.location();
  loop.act(loop.main.entry(), inner,
           {Guard{loop.lessSigned(loop.main.use(loop.i), loop.number(50'000))}, Assign{loop.n, loop.number(0)}});
  loop.act(inner, inner,
           {Guard{loop.lessSigned(loop.main.use(loop.n), loop.main.use(loop.i))},
            Assign{loop.n, loop.main.plus(loop.n, 1)}});
  loop.act(inner, loop.main.entry(),
           {Guard{loop.build.pool().negate(loop.lessSigned(loop.main.use(loop.n), loop.main.use(loop.i)))},
            Assign{loop.i, loop.main.plus(loop.i, 1)}});
  EXPECT_FALSE(loop.mayBeEndless());
}

TEST(LocalLoops, AnInnerLoopThatChangesTheOuterCounterIsEndless) {
  Loop loop;
  const LocationId inner = loop.main.location();
  loop.act(loop.main.entry(), inner,
           {Guard{loop.lessSigned(loop.main.use(loop.i), loop.number(50'000))},
            Havoc{loop.n, 0, 9, InputKind::Nondet, "n"}});
  loop.act(inner, inner,
           {Guard{loop.less(loop.main.use(loop.n), loop.number(9))}, Assign{loop.i, loop.number(0)},
            Assign{loop.n, loop.main.plus(loop.n, 1)}});
  loop.act(inner, loop.main.entry(),
           {Guard{loop.less(loop.number(8), loop.main.use(loop.n))}, Assign{loop.i, loop.main.plus(loop.i, 1)}});
  EXPECT_TRUE(loop.mayBeEndless());
}

TEST(LocalLoops, CountersBoundALoopThatNoRankingBounds) {
  Loop loop;
  const LocationId body = loop.main.location();
  loop.act(loop.main.entry(), body, {Assign{loop.i, loop.number(1)}});
  loop.act(body, body,
           {Guard{loop.less(loop.main.use(loop.i), loop.number(1000))},
            Assign{loop.i, loop.build.pool().mul(loop.main.use(loop.i), loop.number(3))}});
  EXPECT_FALSE(loop.mayBeEndless());
}

} // namespace heddle::testing
