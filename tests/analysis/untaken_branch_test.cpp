#include "analysis/untaken_branch.hpp"

#include "analysis/liveness.hpp"
#include "random_programs.hpp"

#include <gtest/gtest.h>

#include <random>

namespace heddle::analysis {
namespace {

using namespace heddle::testing;

/// if (c) … else …; use a and b. Tests fill in the branches.
class UntakenBranchTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder f = build.cfa("f");
  ObjectId x = build.global("x", 8);
  ObjectId y = build.global("y", 4);
  RegisterId c = f.reg("c", 32);
  RegisterId a = f.reg("a", 32);
  RegisterId b = f.reg("b", 32);
  RegisterId unused = f.reg("unused", 32);
  RegisterId p = f.pointer("p");
  LocationId split = f.entry();
  LocationId merge = f.location();

  void SetUp() override {
    build.program.properties = {Property::UnreachCall};
    f.from(merge).assign(a, build.pool().add(f.use(a), f.use(b))).store(build.address(y), f.use(a)).endThread();
  }

  Expr number(unsigned value) { return build.constant(value, 32); }
  Expr holds() { return build.pool().ne(f.use(c), number(0)); }
  Expr fails() { return build.pool().eq(f.use(c), number(0)); }
  Line thenFrom(LocationId location) { return f.from(location).guard(holds()); }
  Line elseFrom(LocationId location) { return f.from(location).guard(fails()); }
  Line thenBranch() { return thenFrom(split); }
  Line elseBranch() { return elseFrom(split); }

  /// The branch of the number `index` out of a location.
  std::optional<UntakenBranch> of(LocationId location, std::size_t index) {
    EXPECT_EQ(validate(build.program), std::nullopt);
    const PointsTo pointsTo(build.program);
    UntakenBranches branches(build.program, pointsTo);
    return branches.of(0, build.program.cfas[0].outgoing[location][index]);
  }
  /// Of `if (c) operation; else {}`.
  std::optional<UntakenBranch> ofThen(std::vector<Operation> operations) {
    thenBranch().actionTo(merge, std::move(operations));
    elseBranch().jump(merge);
    return of(split, 0);
  }
};

using Registers = std::vector<RegisterId>;

TEST_F(UntakenBranchTest, EachBranchHasItsOwnWrites) {
  thenBranch().assign(a, number(1)).jump(merge);
  elseBranch().store(build.address(x, 4), number(2)).jump(merge);
  const auto first = of(split, 0);
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->merge, merge);
  EXPECT_TRUE(first->arrives);
  EXPECT_EQ(first->registers, (Registers{a}));
  EXPECT_TRUE(first->writes.empty());
  const auto second = of(split, 1);
  ASSERT_TRUE(second.has_value());
  EXPECT_TRUE(second->registers.empty());
  EXPECT_EQ(second->writes, (RegionSet{Region::object(x, 4, 8)}));
}

TEST_F(UntakenBranchTest, TheActionItselfCounts) {
  f.from(split).actionTo(merge, {Guard{holds()}, Assign{a, number(1)}});
  f.from(split).actionTo(merge, {Guard{fails()}});
  EXPECT_EQ(of(split, 0)->registers, (Registers{a}));
  EXPECT_TRUE(of(split, 1)->registers.empty());
}

TEST_F(UntakenBranchTest, RegistersThatAreDeadAtTheMergePointAreLeftOut) {
  const auto branch = ofThen({Assign{unused, number(1)}, Assign{b, number(1)}, Assign{a, number(1)}});
  EXPECT_EQ(branch->registers, (Registers{a, b}));
}

TEST_F(UntakenBranchTest, ANestedBranchBelongsToTheOuterOne) {
  const LocationId inner = thenBranch().here();
  const LocationId innerMerge = f.location();
  thenFrom(inner).assign(a, number(1)).jump(innerMerge);
  elseFrom(inner).store(build.address(x), number(1)).jump(innerMerge);
  f.from(innerMerge).jump(merge);
  elseBranch().jump(merge);
  const auto outer = of(split, 0);
  EXPECT_EQ(outer->merge, merge);
  EXPECT_EQ(outer->registers, (Registers{a}));
  EXPECT_EQ(outer->writes, (RegionSet{Region::object(x, 0, 4)}));
  const auto nested = of(inner, 0);
  EXPECT_EQ(nested->merge, innerMerge);
  EXPECT_TRUE(nested->writes.empty());
}

TEST_F(UntakenBranchTest, LeavingALoopDoesNothing) {
  thenBranch().store(build.address(x), number(1)).assign(a, f.plus(a, 1)).jump(split);
  elseBranch().jump(merge);
  const auto leave = of(split, 1);
  ASSERT_TRUE(leave.has_value());
  EXPECT_TRUE(leave->registers.empty());
  EXPECT_TRUE(leave->writes.empty());
  EXPECT_TRUE(leave->arrives);
}

TEST_F(UntakenBranchTest, GoingRoundALoopWritesWhatTheLoopWrites) {
  thenBranch().store(build.address(x), number(1)).assign(a, f.plus(a, 1)).jump(split);
  f.from(split).actionTo(merge, {Guard{fails()}, Assign{b, number(0)}}); // on the way out, after any round
  const auto round = of(split, 0);
  ASSERT_TRUE(round.has_value());
  EXPECT_EQ(round->registers, (Registers{a, b}));
  EXPECT_EQ(round->writes, (RegionSet{Region::object(x, 0, 4)}));
}

TEST_F(UntakenBranchTest, ABreakMergesAfterTheLoop) {
  const LocationId body = f.location();
  f.from(split).actionTo(body, {Guard{holds()}});
  elseBranch().jump(merge);
  thenFrom(body).store(build.address(y), number(1)).jump(merge); // break
  elseFrom(body).store(build.address(x), number(1)).jump(split);
  const auto leave = of(body, 0);
  EXPECT_EQ(leave->merge, merge);
  EXPECT_EQ(leave->writes, (RegionSet{Region::object(y, 0, 4)}));
  EXPECT_EQ(of(body, 1)->writes, (RegionSet{Region::object(x, 0, 4), Region::object(y, 0, 4)}));
}

TEST_F(UntakenBranchTest, AReturnLeavesNoMergePoint) {
  thenBranch().endThread();
  elseBranch().jump(merge);
  EXPECT_FALSE(of(split, 0).has_value());
  EXPECT_FALSE(of(split, 1).has_value());
}

TEST_F(UntakenBranchTest, AReturnToACommonEndMergesThere) {
  const LocationId end = f.location();
  thenBranch().jump(end);
  elseBranch().store(build.address(x), number(1)).jump(end);
  f.from(end).endThread();
  EXPECT_EQ(of(split, 1)->merge, end);
}

TEST_F(UntakenBranchTest, AnAssertionCannotBeSummarised) {
  EXPECT_FALSE(ofThen({Check{fails(), Property::UnreachCall, "", AfterFailure::Stop}}).has_value());
  EXPECT_TRUE(of(split, 1).has_value());
}

TEST_F(UntakenBranchTest, AnAssertionThatAlwaysHoldsDoesNotDisturb) {
  EXPECT_TRUE(ofThen({Check{build.pool().boolean(true), Property::UnreachCall, "", AfterFailure::Stop}}).has_value());
}

TEST_F(UntakenBranchTest, WhatIsNotCheckedDoesNotDisturb) {
  const Check check{fails(), Property::NoOverflow, "", AfterFailure::Stop};
  EXPECT_TRUE(ofThen({check}).has_value());
  build.program.properties.insert(Property::NoOverflow);
  EXPECT_FALSE(of(split, 0).has_value());
}

TEST_F(UntakenBranchTest, AccessesThatAreCheckedCannotBeSummarised) {
  thenBranch().load(a, build.address(x)).jump(merge);
  elseBranch().store(build.address(x), number(1)).jump(merge);
  EXPECT_TRUE(of(split, 0).has_value());
  EXPECT_TRUE(of(split, 1).has_value());
  build.program.properties.insert(Property::ValidDeref);
  EXPECT_FALSE(of(split, 0).has_value());
  EXPECT_FALSE(of(split, 1).has_value());
}

TEST_F(UntakenBranchTest, RacesDeadlocksAndLeaksAllowNoSummaries) {
  thenBranch().jump(merge);
  elseBranch().jump(merge);
  for (const Property property : {Property::NoDataRace, Property::NoDeadlock, Property::ValidMemtrack}) {
    build.program.properties = {property};
    EXPECT_FALSE(of(split, 0).has_value()) << name(property);
  }
  build.program.properties = {Property::LockDiscipline};
  EXPECT_TRUE(of(split, 0).has_value());
}

TEST_F(UntakenBranchTest, AWriteThroughAPointerGoesWhereItMayPoint) {
  const LocationId next = f.location();
  f.from(split).actionTo(next, {Assign{p, build.address(x, 4)}});
  thenFrom(next).store(f.use(p), number(1)).jump(merge);
  elseFrom(next).jump(merge);
  EXPECT_EQ(of(next, 0)->writes, (RegionSet{Region::object(x, 4, 8)}));
}

TEST_F(UntakenBranchTest, AWriteThroughAnUnknownPointerGoesAnywhere) {
  const LocationId next = f.location();
  f.from(split).actionTo(next, {Havoc{p, 0, support::mask(64), InputKind::Nondet, "p"}});
  thenFrom(next).store(f.use(p), number(1)).jump(merge);
  elseFrom(next).jump(merge);
  EXPECT_EQ(of(next, 0)->writes, (RegionSet{Region::anywhere()}));
}

TEST_F(UntakenBranchTest, LocalMemoryCounts) {
  const SiteId local = build.site("local", Storage::Stack);
  const LocationId next = f.from(split).allocate(p, local, 4).here();
  const Access unshared{MemoryOrder::Plain, false};
  thenFrom(next).store(f.use(p), number(1), unshared).jump(merge);
  elseFrom(next).jump(merge);
  EXPECT_EQ(of(next, 0)->writes, (RegionSet{Region::site(local, 0, 4)}));
}

TEST_F(UntakenBranchTest, ACopyOfInitialisedMemoryIsAWrite) {
  const Access copy{MemoryOrder::Plain, true, true};
  const auto branch = ofThen({Load{c, build.address(x), 32, copy}, Store{build.address(y), f.use(c), copy}});
  ASSERT_TRUE(branch.has_value());
  EXPECT_EQ(branch->writes, (RegionSet{Region::object(y, 0, 4)}));
}

TEST_F(UntakenBranchTest, ACopyOfWhatHasNoValueCannotBeSummarised) {
  build.program.objects[x].initial.reset();
  const Access copy{MemoryOrder::Plain, true, true};
  EXPECT_FALSE(ofThen({Load{c, build.address(x), 32, copy}, Store{build.address(y), f.use(c), copy}}).has_value());
}

TEST_F(UntakenBranchTest, ReadingWhatHasNoValueIsAWriteIfPaddingIsReadSomewhere) {
  build.program.objects[x].initial.reset();
  EXPECT_TRUE(ofThen({Load{a, build.address(x), 32, {}}})->writes.empty());
  Access padded;
  padded.padding = 1;
  f.from(f.location()).load(unused, build.address(x), padded);
  EXPECT_EQ(of(split, 0)->writes, (RegionSet{Region::object(x, 0, 4)}));
}

TEST_F(UntakenBranchTest, ObjectsAndThreadsCannotBeSummarised) {
  const SiteId heap = build.site("malloc");
  const Expr pointer = f.use(p);
  const std::vector<Operation> operations{
      Allocate{p, build.word(4), Storage::Heap, false, heap},
      Free{pointer, Storage::Heap, {}},
      Free{pointer, Storage::Stack, {}},
      ObjectSize{p, pointer},
      Spawn{p, 0, build.word(0)},
      Join{pointer, noRegister},
      Detach{pointer},
  };
  elseBranch().jump(merge);
  for (std::size_t i = 0; i < operations.size(); ++i) {
    thenBranch().actionTo(merge, {operations[i]});
    EXPECT_FALSE(of(split, i + 1).has_value()) << "operation " << i;
  }
}

TEST_F(UntakenBranchTest, AHaltCannotBeSummarised) {
  thenBranch().actionTo(f.exit(), {Halt{HaltReason::Unsupported, "asm"}});
  elseBranch().jump(merge);
  EXPECT_FALSE(of(split, 0).has_value());
  EXPECT_TRUE(of(split, 1).has_value());
}

TEST_F(UntakenBranchTest, ExitInABranchNeverArrives) {
  thenBranch().store(build.address(x), number(1)).assign(a, number(1)).endProgram();
  const LocationId after = elseBranch().here();
  f.from(after).jump(merge);
  const auto branch = of(split, 0);
  ASSERT_TRUE(branch.has_value());
  EXPECT_EQ(branch->merge, after);
  EXPECT_FALSE(branch->arrives);
  EXPECT_EQ(branch->writes, (RegionSet{Region::object(x, 0, 4)}));
  EXPECT_TRUE(branch->registers.empty());
  EXPECT_TRUE(of(split, 1)->arrives);
}

TEST_F(UntakenBranchTest, NothingAfterAFailedAssumptionCounts) {
  const auto branch = ofThen({Assume{build.pool().boolean(false)}, Store{build.address(x), number(1), {}}});
  ASSERT_TRUE(branch.has_value());
  EXPECT_TRUE(branch->writes.empty());
  EXPECT_FALSE(branch->arrives);
}

TEST_F(UntakenBranchTest, AnEndlessLoopInABranchNeverArrives) {
  const LocationId loop = f.location();
  thenBranch().jump(loop);
  f.from(loop).store(build.address(x), number(1)).jump(loop);
  elseBranch().jump(merge);
  const auto branch = of(split, 0);
  ASSERT_TRUE(branch.has_value());
  EXPECT_FALSE(branch->arrives);
  EXPECT_EQ(branch->writes, (RegionSet{Region::object(x, 0, 4)}));
}

TEST_F(UntakenBranchTest, BranchesInAnEndlessLoopHaveNoMergePoint) {
  const LocationId loop = f.location();
  const LocationId inner = f.location();
  elseBranch().jump(merge);
  thenBranch().jump(loop);
  thenFrom(loop).jump(inner);
  elseFrom(loop).jump(inner);
  f.from(inner).jump(loop);
  EXPECT_FALSE(of(loop, 0).has_value());
}

TEST_F(UntakenBranchTest, ABranchWithinAnAtomicBlockCannotBeSummarised) {
  const LocationId inside = f.location(true);
  const LocationId innerMerge = f.location(true);
  f.from(split).actionTo(inside, {AtomicBegin{}});
  f.from(inside).actionTo(innerMerge, {Guard{holds()}});
  f.from(inside).actionTo(innerMerge, {Guard{fails()}});
  f.from(innerMerge).jump(merge);
  EXPECT_FALSE(of(inside, 0).has_value());
}

TEST_F(UntakenBranchTest, ABranchOutOfAnAtomicBlockCanBeSummarised) {
  const LocationId inside = f.location(true);
  f.from(split).actionTo(inside, {AtomicBegin{}});
  f.from(inside).actionTo(merge, {Guard{holds()}});
  f.from(inside).actionTo(merge, {Guard{fails()}});
  EXPECT_TRUE(of(inside, 0).has_value());
}

TEST_F(UntakenBranchTest, AnAtomicBlockInABranchCanBeSummarised) {
  thenBranch().beginAtomic().store(build.address(x), number(1)).endAtomic().jump(merge);
  elseBranch().jump(merge);
  EXPECT_EQ(of(split, 0)->writes, (RegionSet{Region::object(x, 0, 4)}));
}

TEST_F(UntakenBranchTest, AHugeBranchCannotBeSummarised) {
  Line line = thenBranch();
  for (int i = 0; i < 10'000; ++i)
    line.assign(a, number(1));
  line.jump(merge);
  elseBranch().jump(merge);
  EXPECT_FALSE(of(split, 0).has_value());
}

/// Follows random paths from the action to the merge point: everything that happens must be allowed.
class RandomWalk {
public:
  RandomWalk(const Program &program, CfaId cfa, const PointsTo &pointsTo, std::mt19937_64 &random)
      : program_(program), cfa_(program.cfas[cfa]), id_(cfa), pointsTo_(pointsTo), liveness_(cfa_), random_(random) {}

  void check(ActionId action, const UntakenBranch &branch) {
    for (int length = 0; length < 100; ++length) {
      for (const Instruction &instruction : cfa_.actions[action].instructions)
        check(instruction.operation, branch);
      const LocationId location = cfa_.actions[action].to;
      if (location == branch.merge) {
        EXPECT_TRUE(branch.arrives);
        return;
      }
      const std::vector<ActionId> &next = cfa_.outgoing[location];
      if (next.empty())
        return;
      action = next[random_() % next.size()];
    }
  }

private:
  void check(const Operation &operation, const UntakenBranch &branch) {
    const RegisterId reg = writtenRegister(operation);
    if (branch.arrives && reg != noRegister && liveness_.isLive(branch.merge, reg)) {
      EXPECT_TRUE(std::binary_search(branch.registers.begin(), branch.registers.end(), reg));
    }
    if (const auto *store = std::get_if<Store>(&operation)) {
      for (const Region &region : pointsTo_.regions(id_, store->address, store->value->width / 8U))
        EXPECT_TRUE(std::binary_search(branch.writes.begin(), branch.writes.end(), region));
    }
    if (const auto *check = std::get_if<Check>(&operation)) {
      EXPECT_FALSE(program_.properties.contains(check->property));
    }
    EXPECT_FALSE(std::holds_alternative<EndThread>(operation));
    EXPECT_FALSE(std::holds_alternative<Spawn>(operation));
    EXPECT_FALSE(std::holds_alternative<Join>(operation));
    EXPECT_FALSE(std::holds_alternative<Free>(operation));
    EXPECT_FALSE(std::holds_alternative<Allocate>(operation));
  }

  const Program &program_;
  const Cfa &cfa_;
  CfaId id_;
  const PointsTo &pointsTo_;
  Liveness liveness_;
  std::mt19937_64 &random_;
};

/// Random threads, with random jumps added to straight lines.
Program withRandomJumps(Program program, std::mt19937_64 &random) {
  for (CfaId id = 1; id < program.cfas.size(); ++id) {
    Cfa &cfa = program.cfas[id];
    for (int jumps = 0; jumps < 4; ++jumps) {
      const auto from = static_cast<LocationId>(random() % cfa.locations.size());
      const auto to = static_cast<LocationId>(random() % cfa.locations.size());
      if (from != cfa.exit && to != cfa.exit)
        cfa.addAction({from, to, {}});
    }
  }
  return program;
}

TEST(UntakenBranchesOfRandomPrograms, AllowEveryPathToTheMergePoint) {
  std::size_t summaries = 0;
  for (std::uint64_t seed = 0; seed < campaignSize(200); ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const Program program =
        withRandomJumps(RandomProgram(seed, {Property::UnreachCall}, {.loops = true, .statements = 8}).make(), random);
    const PointsTo pointsTo(program);
    UntakenBranches branches(program, pointsTo);
    for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
      RandomWalk walk(program, cfa, pointsTo, random);
      for (ActionId action = 0; action < program.cfas[cfa].actions.size(); ++action)
        if (const std::optional<UntakenBranch> &branch = branches.of(cfa, action)) {
          ++summaries;
          for (int i = 0; i < 10; ++i)
            walk.check(action, *branch);
        }
    }
  }
  EXPECT_GT(summaries, 1000U);
}

} // namespace
} // namespace heddle::analysis
