#include "analysis/loops.hpp"

#include "analysis/control_flow.hpp"
#include "analysis/strong_components.hpp"
#include "program_builder.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace heddle::analysis {
namespace {

using namespace heddle::testing;

class LoopTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  RegisterId i = main.reg("i", 32);
  RegisterId j = main.reg("j", 32);

  const Cfa &cfa() const { return build.program.cfas[0]; }
  Expr k(Bits value) { return build.constant(value, 32); }
  Expr less(Expr a, Expr b) { return build.pool().make(ExprKind::Slt, a, b); }
  Expr negated(Expr e) { return build.pool().negate(e); }

  /// A while loop with its head at `head`; returns the line of the body. The program ends after the loop.
  Line whileLoop(LocationId head, Expr condition) {
    main.from(head).guard(negated(condition)).endProgram();
    Line body = main.from(head);
    body.guard(condition);
    return body;
  }
  /// i = start; while (condition) i += step;
  std::optional<TripCount> countOf(Bits start, Expr condition, Bits step) {
    const LocationId head = main.location();
    main.fromEntry().assign(i, k(start)).jump(head);
    whileLoop(head, condition).assign(i, main.plus(i, static_cast<std::uint64_t>(step))).jump(head);
    const LoopInfo info(cfa());
    EXPECT_EQ(info.loops().size(), 1U);
    return info.loopAt(head)->tripCount;
  }

  static void expectExactly(std::uint64_t trips, std::optional<TripCount> count) {
    ASSERT_TRUE(count.has_value());
    EXPECT_EQ(count->count, trips);
    EXPECT_TRUE(count->exact);
  }
};

TEST_F(LoopTest, StraightLinesHaveNoLoops) {
  main.fromEntry().assign(i, k(1)).endProgram();
  EXPECT_TRUE(LoopInfo(cfa()).loops().empty());
}

TEST_F(LoopTest, AWhileLoopHasHeadBodyEntryAndExit) {
  const LocationId head = main.location();
  main.fromEntry().jump(head);
  Line body = whileLoop(head, less(main.use(i), main.use(j)));
  const LocationId inside = body.here();
  body.jump(head);
  const LoopInfo info(cfa());
  ASSERT_EQ(info.loops().size(), 1U);
  const Loop &loop = info.loops()[0];
  EXPECT_EQ(loop.head, head);
  EXPECT_TRUE(loop.isNatural);
  EXPECT_EQ(loop.body, (std::vector<LocationId>{head, inside}));
  EXPECT_EQ(loop.entries.size(), 1U);
  EXPECT_EQ(loop.exits.size(), 1U);
  EXPECT_EQ(loop.backEdges.size(), 1U);
  EXPECT_TRUE(info.isHead(head));
  EXPECT_FALSE(info.isHead(inside));
}

TEST_F(LoopTest, NestedLoopsAreListedOutsideIn) {
  const LocationId outer = main.location();
  const LocationId inner = main.location();
  main.fromEntry().jump(outer);
  whileLoop(outer, less(main.use(i), k(3))).jump(inner);
  main.from(inner).guard(less(main.use(j), k(3))).jump(inner);
  main.from(inner).guard(negated(less(main.use(j), k(3)))).jump(outer);
  const LoopInfo info(cfa());
  ASSERT_EQ(info.loops().size(), 2U);
  EXPECT_EQ(info.loops()[0].head, outer);
  EXPECT_EQ(info.loops()[1].head, inner);
  EXPECT_TRUE(info.loops()[0].contains(inner));
  EXPECT_FALSE(info.loops()[1].contains(outer));
  EXPECT_EQ(info.innermost(inner), 1U);
  EXPECT_EQ(info.innermost(outer), 0U);
  EXPECT_EQ(info.innermost(main.entry()), LoopInfo::noLoop);
}

TEST_F(LoopTest, ALoopWithTwoEntriesIsNotNatural) {
  const LocationId a = main.location();
  const LocationId b = main.location();
  const Expr choice = less(main.use(i), k(0));
  main.fromEntry().actionTo(a, {Guard{choice}});
  main.fromEntry().actionTo(b, {Guard{negated(choice)}});
  main.from(a).jump(b);
  main.from(b).jump(a);
  const LoopInfo info(cfa());
  ASSERT_EQ(info.loops().size(), 1U);
  EXPECT_FALSE(info.loops()[0].isNatural);
  EXPECT_EQ(info.loops()[0].body, (std::vector<LocationId>{a, b}));
  EXPECT_FALSE(info.loops()[0].tripCount.has_value());
}

/// while (…) { if (…) goto b; a: …; b: if (…) goto a; }
TEST_F(LoopTest, ACycleThatIsEnteredBesideItsHeadIsNestedInTheLoopAroundIt) {
  const LocationId outer = main.location();
  const LocationId a = main.location();
  const LocationId b = main.location();
  const Expr choice = less(main.use(i), k(0));
  main.fromEntry().jump(outer);
  Line body = whileLoop(outer, less(main.use(j), k(3)));
  const LocationId fork = body.here();
  main.from(fork).actionTo(a, {Guard{choice}});
  main.from(fork).actionTo(b, {Guard{negated(choice)}});
  main.from(a).jump(b);
  main.from(b).actionTo(a, {Guard{choice}});
  main.from(b).actionTo(outer, {Guard{negated(choice)}});
  const LoopInfo info(cfa());
  ASSERT_EQ(info.loops().size(), 2U);
  EXPECT_EQ(info.loops()[0].head, outer);
  EXPECT_EQ(info.loops()[0].body, (std::vector<LocationId>{outer, a, b, fork}));
  EXPECT_TRUE(info.loops()[0].isNatural);
  EXPECT_EQ(info.loops()[1].head, a);
  EXPECT_EQ(info.loops()[1].body, (std::vector<LocationId>{a, b}));
  EXPECT_FALSE(info.loops()[1].isNatural);
}

/// The inner cycle is entered at `b` only, and left from its head `a`. The back edge from b to a must not be
/// overlooked.
TEST_F(LoopTest, ALoopAroundACycleThatIsEnteredBesideItsHeadHasNoTripCount) {
  const LocationId outer = main.location();
  const LocationId a = main.location();
  const LocationId b = main.location();
  main.fromEntry().assign(i, k(0)).assign(j, k(1)).jump(outer);
  Line body = whileLoop(outer, less(main.use(i), k(2)));
  const LocationId fork = body.here();
  const Expr never = main.use(j);
  main.from(fork).actionTo(a, {Guard{build.pool().eq(never, k(0))}});
  main.from(fork).actionTo(b, {Guard{build.pool().ne(never, k(0))}});
  main.from(a).guard(less(main.use(i), k(5))).jump(outer);
  main.from(a).guard(negated(less(main.use(i), k(5)))).jump(b);
  main.from(b).assign(i, main.plus(i, 0)).jump(a);
  const LoopInfo info(cfa());
  ASSERT_NE(info.loopAt(outer), nullptr);
  EXPECT_FALSE(info.loopAt(outer)->tripCount.has_value());
}

/// On random automata, the forest is what removing heads from strongly connected components gives: the body of a loop
/// is everything that lies on a cycle with its head once the heads of the loops around it are removed.
TEST(Loops, AreNestedComponentsWhateverTheGotos) {
  std::mt19937_64 random(1);
  unsigned withTwoEntries = 0;
  for (unsigned round = 0; round < 500; ++round) {
    ProgramBuilder build;
    CfaBuilder main = build.cfa("main");
    std::vector<LocationId> locations{main.entry()};
    const std::size_t count = 2 + random() % 9;
    while (locations.size() < count)
      locations.push_back(main.location());
    for (std::size_t i = 0; i + 1 < count; ++i)
      main.from(locations[i]).jump(locations[random() % count]);
    for (std::size_t edges = count / 2 + random() % (2 * count); edges > 0; --edges)
      main.from(locations[random() % count]).jump(locations[random() % count]);
    const Cfa &cfa = build.program.cfas[0];
    const LoopInfo info(cfa);

    std::set<const Action *> backEdges;
    for (const Loop &loop : info.loops())
      for (const ActionId edge : loop.backEdges)
        backEdges.insert(&cfa.actions[edge]);
    const StrongComponents rest(cfa, [&](const Action &action) { return !backEdges.contains(&action); });
    const ControlFlow flow(cfa);
    for (const Action &action : cfa.actions)
      EXPECT_TRUE(!flow.isReachable(action.from) || backEdges.contains(&action) ||
                  rest.of(action.from) != rest.of(action.to))
          << "a cycle without a head, round " << round;

    for (std::size_t index = 0; index < info.loops().size(); ++index) {
      const Loop &loop = info.loops()[index];
      withTwoEntries += loop.isNatural ? 0 : 1;
      EXPECT_EQ(info.innermost(loop.head), index) << "round " << round;
      std::set<LocationId> outerHeads;
      for (const Loop &other : info.loops())
        if (&other != &loop && other.contains(loop.head))
          outerHeads.insert(other.head);
      const StrongComponents inside(cfa, [&](const Action &action) {
        return flow.isReachable(action.from) && !outerHeads.contains(action.from) && !outerHeads.contains(action.to);
      });
      std::vector<LocationId> expected;
      for (LocationId location = 0; location < cfa.locations.size(); ++location)
        if (inside.of(location) == inside.of(loop.head))
          expected.push_back(location);
      EXPECT_EQ(loop.body, expected) << "round " << round;
    }
  }
  EXPECT_GT(withTwoEntries, 50U);
}

TEST_F(LoopTest, UnreachableCyclesAreNoLoops) {
  const LocationId dead = main.location();
  main.fromEntry().endProgram();
  main.from(dead).jump(dead);
  EXPECT_TRUE(LoopInfo(cfa()).loops().empty());
}

TEST_F(LoopTest, ACounterGivesTheTripCount) {
  const auto count = countOf(0, less(main.use(i), k(10)), 1);
  ASSERT_TRUE(count.has_value());
  EXPECT_EQ(count->count, 10U);
  EXPECT_TRUE(count->exact);
}

TEST_F(LoopTest, AStepOfThreeRoundsUp) {
  const auto count = countOf(0, less(main.use(i), k(10)), 3);
  ASSERT_TRUE(count.has_value());
  EXPECT_EQ(count->count, 4U);
}

TEST_F(LoopTest, CountingDownThroughTheSign) {
  const auto count = countOf(5, less(k(0xfffffffe), main.use(i)), 0xffffffff); // i > -2; i--
  ASSERT_TRUE(count.has_value());
  EXPECT_EQ(count->count, 7U);
}

TEST_F(LoopTest, AnUnsignedCounterMayWrapAround) {
  const auto count = countOf(0xfffffffd, build.pool().ne(main.use(i), k(2)), 1);
  ASSERT_TRUE(count.has_value());
  EXPECT_EQ(count->count, 5U);
}

TEST_F(LoopTest, ALoopThatIsNeverEnteredHasNoTrips) {
  const auto count = countOf(7, less(main.use(i), k(3)), 1);
  ASSERT_TRUE(count.has_value());
  EXPECT_EQ(count->count, 0U);
  EXPECT_TRUE(count->exact);
}

TEST_F(LoopTest, ALoopForEverHasNoTripCount) { EXPECT_FALSE(countOf(0, build.pool().boolean(true), 1).has_value()); }

TEST_F(LoopTest, ALoopThatRepeatsAStateHasNoTripCount) {
  EXPECT_FALSE(countOf(0, less(main.use(i), k(10)), 0).has_value());
}

TEST_F(LoopTest, AnUnknownBoundGivesNoTripCount) {
  EXPECT_FALSE(countOf(0, less(main.use(i), main.use(j)), 1).has_value());
}

TEST_F(LoopTest, MoreThanAMillionTripsAreNotCounted) {
  EXPECT_FALSE(countOf(0, less(main.use(i), k(2'000'000)), 1).has_value());
}

TEST_F(LoopTest, ManyTripsAreCounted) { expectExactly(300'000, countOf(0, less(main.use(i), k(300'000)), 1)); }

TEST_F(LoopTest, ManyTripsDownwardsAreCounted) {
  expectExactly(100'000, countOf(100'000, less(k(0), main.use(i)), ~std::uint64_t{0}));
}

TEST_F(LoopTest, ManyTripsUntilACounterWrapsAroundAreCounted) {
  const Expr low = build.pool().extract(main.use(i), 0, 16);
  expectExactly(65'535, countOf(1, negated(build.pool().eq(low, build.constant(0, 16))), 1));
}

TEST_F(LoopTest, TripsUntilASquareIsLargeAreCounted) {
  const Expr square = build.pool().make(ExprKind::Mul, main.use(i), main.use(i));
  expectExactly(20'000, countOf(0, less(square, k(400'000'000)), 1));
}

TEST_F(LoopTest, AnUnknownConditionBoundsNothingBesideOneThatIsFarFromChanging) {
  const Expr isFar = build.pool().make(ExprKind::Ult, main.use(i), k(4'000'000'000));
  EXPECT_FALSE(countOf(0, build.pool().conjunction(isFar, less(main.use(j), k(5))), 1).has_value());
}

TEST_F(LoopTest, AStartThatDependsOnTheBranchTakenIsNotKnown) {
  const LocationId head = main.location();
  const Expr choice = less(main.use(j), k(0));
  main.fromEntry().guard(choice).actionTo(head, {Assign{i, k(0)}});
  main.fromEntry().guard(negated(choice)).actionTo(head, {Assign{i, k(5)}});
  whileLoop(head, less(main.use(i), k(10))).assign(i, main.plus(i, 1)).jump(head);
  EXPECT_FALSE(LoopInfo(cfa()).loopAt(head)->tripCount.has_value());
}

TEST_F(LoopTest, AStartThatIsTheSameOnBothBranchesIsKnown) {
  const LocationId head = main.location();
  const Expr choice = less(main.use(j), k(0));
  main.fromEntry().guard(choice).actionTo(head, {Assign{i, k(8)}});
  main.fromEntry().guard(negated(choice)).actionTo(head, {Assign{i, k(8)}});
  whileLoop(head, less(main.use(i), k(10))).assign(i, main.plus(i, 1)).jump(head);
  const auto count = LoopInfo(cfa()).loopAt(head)->tripCount;
  ASSERT_TRUE(count.has_value());
  EXPECT_EQ(count->count, 2U);
}

TEST_F(LoopTest, TheBoundMayComeFromAnotherRegister) {
  const LocationId head = main.location();
  main.fromEntry().assign(j, k(2)).assign(i, main.use(j)).assign(j, main.plus(j, 4)).jump(head);
  whileLoop(head, less(main.use(i), main.use(j))).assign(i, main.plus(i, 1)).jump(head);
  const auto count = LoopInfo(cfa()).loopAt(head)->tripCount;
  ASSERT_TRUE(count.has_value());
  EXPECT_EQ(count->count, 4U);
}

TEST_F(LoopTest, ABreakOnAnUnknownConditionMakesTheCountABound) {
  const LocationId head = main.location();
  main.fromEntry().assign(i, k(0)).jump(head);
  Line body = whileLoop(head, less(main.use(i), k(10)));
  body.havoc(j);
  const LocationId middle = body.here();
  main.from(middle).guard(build.pool().eq(main.use(j), k(0))).endProgram();
  main.from(middle).guard(build.pool().ne(main.use(j), k(0))).assign(i, main.plus(i, 1)).jump(head);
  const auto count = LoopInfo(cfa()).loopAt(head)->tripCount;
  ASSERT_TRUE(count.has_value());
  EXPECT_EQ(count->count, 10U);
  EXPECT_FALSE(count->exact);
}

TEST_F(LoopTest, BranchesOfTheBodyThatAgreeOnTheCounterDoNotDisturb) {
  const LocationId head = main.location();
  const LocationId join = main.location();
  main.fromEntry().assign(i, k(0)).jump(head);
  Line body = whileLoop(head, less(main.use(i), k(6)));
  body.havoc(j);
  main.from(body.here()).guard(build.pool().eq(main.use(j), k(0))).actionTo(join, {Assign{i, main.plus(i, 2)}});
  main.from(body.here()).guard(build.pool().ne(main.use(j), k(0))).actionTo(join, {Assign{i, main.plus(i, 2)}});
  main.from(join).jump(head);
  const auto count = LoopInfo(cfa()).loopAt(head)->tripCount;
  ASSERT_TRUE(count.has_value());
  EXPECT_EQ(count->count, 3U);
  EXPECT_TRUE(count->exact);
}

TEST_F(LoopTest, BranchesOfTheBodyThatDisagreeOnTheCounterMakeItUnknown) {
  const LocationId head = main.location();
  const LocationId join = main.location();
  main.fromEntry().assign(i, k(0)).jump(head);
  Line body = whileLoop(head, less(main.use(i), k(6)));
  body.havoc(j);
  main.from(body.here()).guard(build.pool().eq(main.use(j), k(0))).actionTo(join, {Assign{i, main.plus(i, 1)}});
  main.from(body.here()).guard(build.pool().ne(main.use(j), k(0))).actionTo(join, {Assign{i, main.plus(i, 2)}});
  main.from(join).jump(head);
  EXPECT_FALSE(LoopInfo(cfa()).loopAt(head)->tripCount.has_value());
}

TEST_F(LoopTest, BothLoopsOfANestAreCounted) {
  const LocationId outer = main.location();
  const LocationId inner = main.location();
  main.fromEntry().assign(i, k(0)).jump(outer);
  whileLoop(outer, less(main.use(i), k(3))).actionTo(inner, {Assign{j, k(0)}});
  main.from(inner).guard(less(main.use(j), k(5))).actionTo(inner, {Assign{j, main.plus(j, 1)}});
  main.from(inner).guard(negated(less(main.use(j), k(5)))).actionTo(outer, {Assign{i, main.plus(i, 1)}});
  const LoopInfo info(cfa());
  ASSERT_TRUE(info.loopAt(outer)->tripCount.has_value());
  EXPECT_EQ(info.loopAt(outer)->tripCount->count, 3U);
  ASSERT_TRUE(info.loopAt(inner)->tripCount.has_value());
  EXPECT_EQ(info.loopAt(inner)->tripCount->count, 5U);
}

TEST_F(LoopTest, AnInnerLoopThatWritesTheOuterCounterMakesItUnknown) {
  const LocationId outer = main.location();
  const LocationId inner = main.location();
  main.fromEntry().assign(i, k(0)).jump(outer);
  whileLoop(outer, less(main.use(i), k(3))).havoc(j).jump(inner);
  main.from(inner)
      .guard(less(main.use(j), k(5)))
      .actionTo(inner, {Assign{i, k(0)}, Havoc{j, 0, 9, InputKind::Nondet, ""}});
  main.from(inner).guard(negated(less(main.use(j), k(5)))).actionTo(outer, {Assign{i, main.plus(i, 1)}});
  EXPECT_FALSE(LoopInfo(cfa()).loopAt(outer)->tripCount.has_value());
}

TEST_F(LoopTest, AnActionThatLeavesAnInnerLoopMayCountTheOuterOne) {
  const LocationId outer = main.location();
  const LocationId inner = main.location();
  main.fromEntry().assign(i, k(0)).jump(outer);
  whileLoop(outer, less(main.use(i), k(3))).havoc(j).jump(inner);
  main.from(inner).guard(less(main.use(j), k(5))).actionTo(inner, {Havoc{j, 0, 9, InputKind::Nondet, ""}});
  main.from(inner).guard(negated(less(main.use(j), k(5)))).actionTo(outer, {Assign{i, main.plus(i, 1)}});
  const std::optional<TripCount> trips = LoopInfo(cfa()).loopAt(outer)->tripCount;
  ASSERT_TRUE(trips.has_value());
  EXPECT_EQ(trips->count, 3U);
}

TEST_F(LoopTest, ACounterThatIsLoadedFromMemoryIsNotKnown) {
  const ObjectId shared = build.global("shared", 4);
  const LocationId head = main.location();
  main.fromEntry().assign(i, k(0)).jump(head);
  whileLoop(head, less(main.use(i), k(3))).load(i, build.address(shared)).jump(head);
  EXPECT_FALSE(LoopInfo(cfa()).loopAt(head)->tripCount.has_value());
}

TEST_F(LoopTest, ADoWhileLoopTakesItsBackEdgeOnceLess) {
  const LocationId head = main.location();
  main.fromEntry().assign(i, k(0)).jump(head);
  Line body = main.from(head);
  body.assign(i, main.plus(i, 1));
  main.from(body.here()).actionTo(head, {Guard{less(main.use(i), k(4))}});
  main.from(body.here()).guard(negated(less(main.use(i), k(4)))).endProgram();
  const auto count = LoopInfo(cfa()).loopAt(head)->tripCount;
  ASSERT_TRUE(count.has_value());
  EXPECT_EQ(count->count, 3U);
}

} // namespace
} // namespace heddle::analysis
