#include "analysis/parallel.hpp"
#include "program_builder.hpp"

#include <gtest/gtest.h>

namespace heddle::analysis {
namespace {

using namespace heddle::testing;

class ParallelTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  CfaBuilder worker = build.cfa("worker");
  CfaBuilder other = build.cfa("other");
  RegisterId t = main.reg("t", 64);
  RegisterId x = main.reg("x", 32);

  /// The point before the action that was added last to `cfa`.
  ProgramPoint last(const CfaBuilder &cfa) {
    return {cfa.id(), static_cast<ActionId>(build.program.cfas[cfa.id()].actions.size() - 1), 0};
  }
  Operation spawn(const CfaBuilder &cfa) { return Spawn{t, cfa.id(), build.word(0)}; }
  Operation join() { return Join{main.use(t), noRegister}; }
  void nothing(Line &line) { line.assign(x, build.constant(0, 32)); }
};

TEST_F(ParallelTest, MainRunsOnceAndWhatIsNotSpawnedNever) {
  const Parallelism parallelism(build.program);
  EXPECT_EQ(parallelism.instances(main.id()), Instances::One);
  EXPECT_EQ(parallelism.instances(worker.id()), Instances::None);
}

TEST_F(ParallelTest, OneSpawnIsOneInstance) {
  main.fromEntry().action({spawn(worker)}).endProgram();
  EXPECT_EQ(Parallelism(build.program).instances(worker.id()), Instances::One);
}

TEST_F(ParallelTest, TwoSpawnsInARowAreMany) {
  main.fromEntry().action({spawn(worker)}).action({spawn(worker)}).endProgram();
  EXPECT_EQ(Parallelism(build.program).instances(worker.id()), Instances::Many);
}

TEST_F(ParallelTest, SpawnsOnTwoBranchesAreOneInstance) {
  main.fromEntry().action({Guard{build.pool().eq(main.use(x), build.constant(0, 32))}, spawn(worker)});
  main.fromEntry().action({Guard{build.pool().ne(main.use(x), build.constant(0, 32))}, spawn(worker)});
  EXPECT_EQ(Parallelism(build.program).instances(worker.id()), Instances::One);
}

TEST_F(ParallelTest, SpawnInALoopIsMany) {
  const LocationId back = main.location();
  main.fromEntry().actionTo(back, {spawn(worker)}).jump(main.entry());
  EXPECT_EQ(Parallelism(build.program).instances(worker.id()), Instances::Many);
}

TEST_F(ParallelTest, SpawnOnASelfLoopIsMany) {
  main.fromEntry().actionTo(main.entry(), {spawn(worker)});
  EXPECT_EQ(Parallelism(build.program).instances(worker.id()), Instances::Many);
}

TEST_F(ParallelTest, SpawnByManyThreadsIsMany) {
  main.fromEntry().action({spawn(worker)}).action({spawn(worker)}).endProgram();
  worker.fromEntry().action({Spawn{worker.reg("t", 64), other.id(), build.word(0)}}).endThread();
  EXPECT_EQ(Parallelism(build.program).instances(other.id()), Instances::Many);
}

TEST_F(ParallelTest, ThreadThatSpawnsItselfIsMany) {
  main.fromEntry().action({spawn(worker)}).endProgram();
  worker.fromEntry().action({Spawn{worker.reg("t", 64), worker.id(), build.word(0)}}).endThread();
  EXPECT_EQ(Parallelism(build.program).instances(worker.id()), Instances::Many);
}

TEST_F(ParallelTest, MainIsAloneBeforeItsFirstSpawn) {
  Line line = main.fromEntry();
  nothing(line);
  const ProgramPoint before = last(main);
  line.action({spawn(worker)});
  nothing(line);
  const ProgramPoint after = last(main);
  const Parallelism parallelism(build.program);
  EXPECT_TRUE(parallelism.isAloneAt(before));
  EXPECT_FALSE(parallelism.isAloneAt(after));
}

TEST_F(ParallelTest, MainIsNotAloneWhereALoopSpawned) {
  Line line = main.fromEntry();
  nothing(line);
  const ProgramPoint start = last(main);
  line.actionTo(main.entry(), {spawn(worker)});
  EXPECT_FALSE(Parallelism(build.program).isAloneAt(start));
}

TEST_F(ParallelTest, MainIsAloneAfterAsManyJoinsAsSpawns) {
  Line line = main.fromEntry();
  line.action({spawn(worker)}).action({spawn(other)}).action({join()});
  nothing(line);
  const ProgramPoint between = last(main);
  line.action({join()});
  nothing(line);
  const ProgramPoint after = last(main);
  const Parallelism parallelism(build.program);
  EXPECT_FALSE(parallelism.isAloneAt(between));
  EXPECT_TRUE(parallelism.isAloneAt(after));
}

TEST_F(ParallelTest, PlacesInsideOneActionAreToldApart) {
  main.fromEntry().action({Assign{x, build.constant(0, 32)}, spawn(worker), Assign{x, build.constant(1, 32)}});
  const Parallelism parallelism(build.program);
  EXPECT_TRUE(parallelism.isAloneAt({main.id(), 0, 0}));
  EXPECT_FALSE(parallelism.isAloneAt({main.id(), 0, 2}));
}

TEST_F(ParallelTest, JoinOnOneBranchOnlyLeavesTheThreadAlive) {
  Line line = main.fromEntry();
  line.action({spawn(worker)});
  const LocationId branch = line.here();
  const LocationId merge = main.location();
  main.from(branch).actionTo(merge, {join()});
  main.from(branch).jump(merge);
  Line rest = main.from(merge);
  nothing(rest);
  EXPECT_FALSE(Parallelism(build.program).isAloneAt(last(main)));
}

TEST_F(ParallelTest, JoinsInALoopAreNotCounted) {
  Line line = main.fromEntry();
  line.action({spawn(worker)});
  const LocationId head = line.here();
  main.from(head).actionTo(head, {join()});
  nothing(line);
  EXPECT_FALSE(Parallelism(build.program).isAloneAt(last(main)));
}

TEST_F(ParallelTest, AJoinedThreadMayHaveStartedAThread) {
  worker.fromEntry().action({Spawn{worker.reg("t", 64), other.id(), build.word(0)}}).endThread();
  Line line = main.fromEntry();
  line.action({spawn(worker)}).action({join()});
  nothing(line);
  EXPECT_FALSE(Parallelism(build.program).isAloneAt(last(main)));
}

TEST_F(ParallelTest, JoinsByOtherThreadsDoNotMakeMainAlone) {
  worker.fromEntry().action({Join{worker.use(worker.argument()), noRegister}}).endThread();
  Line line = main.fromEntry();
  line.action({spawn(other)}).action({spawn(worker)}).action({join()});
  nothing(line);
  EXPECT_FALSE(Parallelism(build.program).isAloneAt(last(main)));
}

TEST_F(ParallelTest, ThreadThatStartsLaterIsNotParallelYet) {
  worker.fromEntry().endThread();
  other.fromEntry().endThread();
  Line line = main.fromEntry();
  line.action({spawn(worker)});
  nothing(line);
  const ProgramPoint between = last(main);
  line.action({spawn(other)}).endProgram();
  const Parallelism parallelism(build.program);
  EXPECT_TRUE(parallelism.mayHappenInParallel(between, last(worker)));
  EXPECT_FALSE(parallelism.mayHappenInParallel(between, last(other)));
  EXPECT_TRUE(parallelism.mayHappenInParallel(last(worker), last(other)));
  EXPECT_FALSE(parallelism.mayHappenInParallel(last(worker), last(worker)));
}

TEST_F(ParallelTest, GrandchildMayBeAliveOnceTheChildIs) {
  worker.fromEntry().action({Spawn{worker.reg("t", 64), other.id(), build.word(0)}}).endThread();
  other.fromEntry().endThread();
  Line line = main.fromEntry();
  line.action({spawn(worker)});
  nothing(line);
  EXPECT_TRUE(Parallelism(build.program).mayHappenInParallel(last(main), last(other)));
}

TEST_F(ParallelTest, MainThatIsSpawnedAsAThreadIsNeverAlone) {
  worker.fromEntry().action({Spawn{worker.reg("t", 64), main.id(), build.word(0)}}).endThread();
  Line line = main.fromEntry();
  nothing(line);
  const ProgramPoint start = last(main);
  line.action({spawn(worker)}).endProgram();
  EXPECT_FALSE(Parallelism(build.program).isAloneAt(start));
}

} // namespace
} // namespace heddle::analysis
