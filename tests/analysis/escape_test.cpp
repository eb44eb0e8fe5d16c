#include "analysis/escape.hpp"
#include "program_builder.hpp"

#include <gtest/gtest.h>

namespace heddle::analysis {
namespace {

using namespace heddle::testing;

class EscapeTest : public ::testing::Test {
protected:
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  CfaBuilder worker = build.cfa("worker");
  ObjectId x = build.global("x", 8);
  RegisterId t = main.reg("t", 64);
  RegisterId mine = main.reg("mine", 32);
  RegisterId theirs = worker.reg("theirs", 32);

  /// Marks the program; then, for each Load, Store and Free of the function in order, whether it is shared.
  std::string sharedAccesses(const CfaBuilder &cfa) {
    Program copy = build.program;
    markLocalAccesses(copy);
    std::string result;
    const auto note = [&result](const Access &access) { result += access.shared ? 'S' : '-'; };
    for (const Action &action : copy.cfas[cfa.id()].actions)
      for (const Instruction &instruction : action.instructions) {
        if (const auto *load = std::get_if<Load>(&instruction.operation))
          note(load->access);
        if (const auto *store = std::get_if<Store>(&instruction.operation))
          note(store->access);
        if (const auto *release = std::get_if<Free>(&instruction.operation))
          note(release->access);
      }
    return result;
  }
  Expr number(unsigned value) { return build.constant(value, 32); }
};

TEST_F(EscapeTest, VariableOfTwoWritersIsShared) {
  main.fromEntry().spawn(t, worker.id(), build.word(0)).store(build.address(x), number(1)).endProgram();
  worker.fromEntry().store(build.address(x), number(2)).endThread();
  EXPECT_EQ(sharedAccesses(main), "S");
  EXPECT_EQ(sharedAccesses(worker), "S");
}

TEST_F(EscapeTest, ReaderAndWriterAreShared) {
  main.fromEntry().spawn(t, worker.id(), build.word(0)).load(mine, build.address(x)).endProgram();
  worker.fromEntry().store(build.address(x), number(2)).endThread();
  EXPECT_EQ(sharedAccesses(main), "S");
  EXPECT_EQ(sharedAccesses(worker), "S");
}

TEST_F(EscapeTest, GlobalOfOneThreadIsLocal) {
  main.fromEntry().spawn(t, worker.id(), build.word(0)).endProgram();
  worker.fromEntry().store(build.address(x), number(2)).load(theirs, build.address(x)).endThread();
  EXPECT_EQ(sharedAccesses(worker), "--");
}

TEST_F(EscapeTest, GlobalOfTwoInstancesIsShared) {
  main.fromEntry().spawn(t, worker.id(), build.word(0)).spawn(t, worker.id(), build.word(0)).endProgram();
  worker.fromEntry().store(build.address(x), number(2)).load(theirs, build.address(x)).endThread();
  EXPECT_EQ(sharedAccesses(worker), "SS");
}

TEST_F(EscapeTest, DifferentFieldsDoNotConflict) {
  main.fromEntry().spawn(t, worker.id(), build.word(0)).store(build.address(x), number(1)).endProgram();
  worker.fromEntry().store(build.address(x, 4), number(2)).endThread();
  EXPECT_EQ(sharedAccesses(main), "-");
  EXPECT_EQ(sharedAccesses(worker), "-");
}

TEST_F(EscapeTest, OverlappingFieldsConflict) {
  main.fromEntry().spawn(t, worker.id(), build.word(0)).store(build.address(x), build.constant(1, 64)).endProgram();
  worker.fromEntry().store(build.address(x, 4), number(2)).endThread();
  EXPECT_EQ(sharedAccesses(main), "S");
  EXPECT_EQ(sharedAccesses(worker), "S");
}

TEST_F(EscapeTest, InitialisationBeforeTheFirstThreadIsLocal) {
  main.fromEntry()
      .store(build.address(x), number(1))
      .spawn(t, worker.id(), build.word(0))
      .store(build.address(x), number(2))
      .endProgram();
  worker.fromEntry().load(theirs, build.address(x)).endThread();
  EXPECT_EQ(sharedAccesses(main), "-S");
}

TEST_F(EscapeTest, ReadsOfWhatIsOnlyInitialisedAreLocal) {
  main.fromEntry()
      .store(build.address(x), number(1))
      .spawn(t, worker.id(), build.word(0))
      .spawn(t, worker.id(), build.word(0))
      .load(mine, build.address(x))
      .endProgram();
  worker.fromEntry().load(theirs, build.address(x)).endThread();
  EXPECT_EQ(sharedAccesses(main), "--");
  EXPECT_EQ(sharedAccesses(worker), "-");
}

TEST_F(EscapeTest, AccessesAfterTheLastJoinAreLocal) {
  main.fromEntry()
      .spawn(t, worker.id(), build.word(0))
      .load(mine, build.address(x))
      .join(main.use(t))
      .load(mine, build.address(x))
      .endProgram();
  worker.fromEntry().store(build.address(x), number(1)).endThread();
  EXPECT_EQ(sharedAccesses(main), "S-");
  EXPECT_EQ(sharedAccesses(worker), "S");
}

TEST_F(EscapeTest, ThreadThatWorksBetweenStartAndJoinIsLocal) {
  main.fromEntry()
      .store(build.address(x), number(1))
      .spawn(t, worker.id(), build.word(0))
      .join(main.use(t))
      .load(mine, build.address(x))
      .endProgram();
  worker.fromEntry().store(build.address(x), number(2)).endThread();
  EXPECT_EQ(sharedAccesses(main), "--");
  EXPECT_EQ(sharedAccesses(worker), "-");
}

TEST_F(EscapeTest, HeapObjectThatStaysInItsThreadIsLocalInEveryInstance) {
  const SiteId site = build.site("malloc");
  const RegisterId p = worker.pointer("p");
  main.fromEntry().spawn(t, worker.id(), build.word(0)).spawn(t, worker.id(), build.word(0)).endProgram();
  worker.fromEntry().allocate(p, site, 8).store(worker.use(p), number(1)).release(worker.use(p)).endThread();
  EXPECT_EQ(sharedAccesses(worker), "--");
}

TEST_F(EscapeTest, HeapObjectStoredInAGlobalIsShared) {
  const SiteId site = build.site("malloc");
  const RegisterId p = worker.pointer("p");
  main.fromEntry().spawn(t, worker.id(), build.word(0)).spawn(t, worker.id(), build.word(0)).endProgram();
  worker.fromEntry()
      .allocate(p, site, 8)
      .store(build.address(x), worker.use(p))
      .load(p, build.address(x))
      .store(worker.use(p), number(1))
      .endThread();
  EXPECT_EQ(sharedAccesses(worker), "SSS");
}

TEST_F(EscapeTest, ObjectReachedThroughAnEscapedOneIsShared) {
  const SiteId outerSite = build.site("outer");
  const SiteId innerSite = build.site("inner");
  const RegisterId outer = worker.pointer("outer");
  const RegisterId inner = worker.pointer("inner");
  main.fromEntry().spawn(t, worker.id(), build.word(0)).spawn(t, worker.id(), build.word(0)).endProgram();
  worker.fromEntry()
      .allocate(outer, outerSite, 8)
      .allocate(inner, innerSite, 8)
      .store(worker.use(outer), worker.use(inner))
      .store(build.address(x), worker.use(outer))
      .store(worker.use(inner), number(1))
      .endThread();
  EXPECT_EQ(sharedAccesses(worker), "SSS");
}

TEST_F(EscapeTest, ObjectsThatPointToEachOtherInOneThreadAreLocal) {
  const SiteId outerSite = build.site("outer");
  const SiteId innerSite = build.site("inner");
  const RegisterId outer = worker.pointer("outer");
  const RegisterId inner = worker.pointer("inner");
  main.fromEntry().spawn(t, worker.id(), build.word(0)).spawn(t, worker.id(), build.word(0)).endProgram();
  worker.fromEntry()
      .allocate(outer, outerSite, 8)
      .allocate(inner, innerSite, 8)
      .store(worker.use(outer), worker.use(inner))
      .load(inner, worker.use(outer))
      .store(worker.use(inner), number(1))
      .endThread();
  EXPECT_EQ(sharedAccesses(worker), "---");
}

TEST_F(EscapeTest, ObjectGivenToAThreadIsShared) {
  const SiteId site = build.site("local", Storage::Stack);
  const RegisterId p = main.pointer("p");
  const RegisterId argument = worker.argument();
  main.fromEntry()
      .allocate(p, site, 8)
      .store(main.use(p), number(0))
      .spawn(t, worker.id(), main.use(p))
      .store(main.use(p), number(1))
      .endProgram();
  worker.fromEntry().load(theirs, worker.use(argument)).endThread();
  EXPECT_EQ(sharedAccesses(main), "-S");
  EXPECT_EQ(sharedAccesses(worker), "S");
}

TEST_F(EscapeTest, ObjectHandedBackAsAResultIsSharedWhileItsThreadMayUseIt) {
  const SiteId site = build.site("malloc");
  const RegisterId p = worker.pointer("p");
  const RegisterId result = main.pointer("result");
  main.fromEntry()
      .spawn(t, worker.id(), build.word(0))
      .spawn(t, worker.id(), build.word(0))
      .join(main.use(t), result)
      .store(main.use(result), number(2))
      .endProgram();
  worker.fromEntry().allocate(p, site, 8).store(worker.use(p), number(1)).endThread(worker.use(p));
  EXPECT_EQ(sharedAccesses(main), "S");
  EXPECT_EQ(sharedAccesses(worker), "S");
}

TEST_F(EscapeTest, EndOfScopeConflictsWithAThreadsRead) {
  const SiteId site = build.site("local", Storage::Stack);
  const RegisterId p = main.pointer("p");
  const RegisterId argument = worker.argument();
  main.fromEntry()
      .allocate(p, site, 8)
      .store(main.use(p), number(0))
      .spawn(t, worker.id(), main.use(p))
      .release(main.use(p), Storage::Stack)
      .endThread();
  worker.fromEntry().load(theirs, worker.use(argument)).endThread();
  EXPECT_EQ(sharedAccesses(main), "-S");
  EXPECT_EQ(sharedAccesses(worker), "S");
}

TEST_F(EscapeTest, EndOfScopeAfterTheJoinIsLocal) {
  const SiteId site = build.site("local", Storage::Stack);
  const RegisterId p = main.pointer("p");
  const RegisterId argument = worker.argument();
  main.fromEntry()
      .allocate(p, site, 8)
      .store(main.use(p), number(0))
      .spawn(t, worker.id(), main.use(p))
      .join(main.use(t))
      .release(main.use(p), Storage::Stack)
      .endThread();
  worker.fromEntry().load(theirs, worker.use(argument)).endThread();
  EXPECT_EQ(sharedAccesses(main), "--");
  EXPECT_EQ(sharedAccesses(worker), "-");
}

TEST_F(EscapeTest, EndOfAThreadEndsWhatItLeftOnItsStack) {
  const SiteId site = build.site("local", Storage::Stack);
  const RegisterId p = worker.pointer("p");
  const RegisterId q = main.pointer("q");
  main.fromEntry().spawn(t, worker.id(), build.word(0)).load(q, build.address(x)).load(mine, main.use(q)).endThread();
  worker.fromEntry().allocate(p, site, 4, true).store(build.address(x), worker.use(p)).endThread();
  EXPECT_EQ(sharedAccesses(main), "SS");
}

TEST_F(EscapeTest, AccessToOneOfSeveralObjectsIsLocalOnlyIfAllAre) {
  const ObjectId y = build.global("y", 8);
  const RegisterId p = worker.pointer("p");
  main.fromEntry().spawn(t, worker.id(), build.word(0)).store(build.address(x), number(1)).endProgram();
  worker.fromEntry()
      .assign(p, build.address(x))
      .assign(p, build.address(y))
      .store(worker.use(p), number(1))
      .store(build.address(y), number(1))
      .endThread();
  EXPECT_EQ(sharedAccesses(worker), "S-");
}

TEST_F(EscapeTest, WildAccessStaysShared) {
  const RegisterId p = worker.pointer("p");
  main.fromEntry().spawn(t, worker.id(), build.word(0)).endProgram();
  worker.fromEntry().havoc(p).store(worker.use(p), number(1)).endThread();
  EXPECT_EQ(sharedAccesses(worker), "S");
}

TEST_F(EscapeTest, HeapFreeStaysVisibleWhileLeaksAreChecked) {
  build.program.properties.insert(Property::ValidMemtrack);
  const SiteId site = build.site("malloc");
  const RegisterId p = worker.pointer("p");
  const RegisterId q = main.pointer("q");
  main.fromEntry().allocate(q, site, 8).release(main.use(q)).spawn(t, worker.id(), build.word(0)).endProgram();
  worker.fromEntry().allocate(p, site, 8).store(worker.use(p), number(1)).release(worker.use(p)).endThread();
  EXPECT_EQ(sharedAccesses(main), "-");
  EXPECT_EQ(sharedAccesses(worker), "-S");
}

TEST_F(EscapeTest, EntryOfABlockStaysASchedulingPoint) {
  main.fromEntry()
      .insideAtomic()
      .load(mine, build.address(x))
      .endAtomic()
      .store(build.address(x), number(1))
      .spawn(t, worker.id(), build.word(0))
      .endProgram();
  markLocalAccesses(build.program);
  const Action &entry = build.program.cfas[main.id()].actions[0];
  EXPECT_TRUE(std::holds_alternative<AtomicBegin>(entry.instructions[0].operation));
  EXPECT_TRUE(std::holds_alternative<Load>(entry.instructions[1].operation));
}

TEST_F(EscapeTest, CodeThatNeverRunsDoesNotMakeDataShared) {
  main.fromEntry().store(build.address(x), number(1)).endProgram();
  worker.fromEntry().store(build.address(x), number(2)).endThread();
  EXPECT_EQ(sharedAccesses(main), "-");
}

} // namespace
} // namespace heddle::analysis
