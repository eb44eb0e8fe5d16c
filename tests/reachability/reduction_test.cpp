// The threads that monotonic reduction skips after a step of another thread.
#include "reachability/reduction.hpp"

#include "path_builder.hpp"
#include "properties.hpp"
#include "sample_programs.hpp"

namespace heddle::testing {

namespace {

/// main starts two threads, in slots 1 and 2, and then reads z.
class TwoThreads : public ThreadedProgram {
public:
  TwoThreads()
      : ThreadedProgram(assertions), x(global("x", 4)), y(global("y", 4)), z(global("z", 4)), first(thread("first")),
        second(thread("second")), begin(main.fromEntry()) {}

  /// To be called when both threads have their actions; main may have actions before it starts them.
  Program make() {
    begin.spawn(main.pointer("h"), first.id(), word(0)).spawn(main.pointer("h"), second.id(), word(0));
    begin.load(main.reg("r", 32), address(z)).endProgram();
    return std::move(program);
  }
  void write(CfaBuilder &cfa, ObjectId object) { cfa.fromEntry().store(address(object), number(1)).endThread(); }
  void read(CfaBuilder &cfa, ObjectId object) { cfa.fromEntry().load(cfa.reg("r", 32), address(object)).endThread(); }

  ObjectId x;
  ObjectId y;
  ObjectId z;
  CfaBuilder first;
  CfaBuilder second;
  Line begin;
};

/// Whether `slot` is skipped after the steps of these threads.
bool trySkip(PathBuilder &paths, const std::vector<unsigned> &steps, unsigned slot) {
  MonotonicReduction reduction(paths.semantics, paths.tree, *paths.labels);
  return reduction.trySkip(paths.steps(paths.root, steps), slot);
}

bool trySkip(TwoThreads &build, const std::vector<unsigned> &steps, unsigned slot) {
  PathBuilder paths(build.make());
  return trySkip(paths, steps, slot);
}

TEST(MonotonicReduction, SkipsNoThreadAtTheRoot) {
  TwoThreads build;
  build.write(build.first, build.x);
  build.write(build.second, build.y);
  EXPECT_FALSE(trySkip(build, {}, 0));
}

TEST(MonotonicReduction, SkipsALowerThreadAfterAnIndependentStep) {
  TwoThreads build;
  build.write(build.first, build.x);
  build.write(build.second, build.y);
  EXPECT_TRUE(trySkip(build, {0, 0, 2}, 1));
}

TEST(MonotonicReduction, DoesNotSkipAHigherThread) {
  TwoThreads build;
  build.write(build.first, build.x);
  build.write(build.second, build.y);
  EXPECT_FALSE(trySkip(build, {0, 0, 1}, 2));
}

TEST(MonotonicReduction, DoesNotSkipTheThreadThatMadeTheStep) {
  TwoThreads build;
  build.write(build.first, build.x);
  build.second.fromEntry()
      .store(build.address(build.y), build.number(1))
      .store(build.address(build.y), build.number(2))
      .endThread();
  EXPECT_FALSE(trySkip(build, {0, 0, 2}, 2));
}

TEST(MonotonicReduction, DoesNotSkipAfterAWriteOfWhatIsWritten) {
  TwoThreads build;
  build.write(build.first, build.x);
  build.write(build.second, build.x);
  EXPECT_FALSE(trySkip(build, {0, 0, 2}, 1));
}

TEST(MonotonicReduction, DoesNotSkipAfterAReadOfWhatIsWritten) {
  TwoThreads build;
  build.write(build.first, build.x);
  build.read(build.second, build.x);
  EXPECT_FALSE(trySkip(build, {0, 0, 2}, 1));
}

TEST(MonotonicReduction, DoesNotSkipAfterAWriteOfWhatIsRead) {
  TwoThreads build;
  build.read(build.first, build.x);
  build.write(build.second, build.x);
  EXPECT_FALSE(trySkip(build, {0, 0, 2}, 1));
}

TEST(MonotonicReduction, SkipsAfterAReadOfWhatIsRead) {
  TwoThreads build;
  build.read(build.first, build.x);
  build.read(build.second, build.x);
  EXPECT_TRUE(trySkip(build, {0, 0, 2}, 1));
}

TEST(MonotonicReduction, LooksAtWholeAtomicBlocks) {
  TwoThreads build;
  build.first.fromEntry()
      .beginAtomic()
      .store(build.address(build.x), build.number(1))
      .endAtomic()
      .store(build.address(build.y), build.number(1))
      .endThread();
  build.write(build.second, build.y);
  EXPECT_FALSE(trySkip(build, {0, 0, 2}, 1));
}

/// No step follows the end of the program, so no behaviour is missed: the other thread's step has been explored.
TEST(MonotonicReduction, SkipsTheEndOfTheProgram) {
  ThreadedProgram build(assertions);
  const ObjectId x = build.global("x", 4);
  CfaBuilder worker = build.thread("worker");
  worker.fromEntry().store(build.address(x), build.number(1)).endThread();
  build.main.fromEntry().spawn(build.main.pointer("h"), worker.id(), build.word(0)).endProgram();
  PathBuilder paths(std::move(build.program));
  EXPECT_TRUE(trySkip(paths, {0, 1}, 0));
}

TEST(MonotonicReduction, DoesNotSkipAThreadThatTheStepHasStarted) {
  ThreadedProgram build(assertions);
  const ObjectId x = build.global("x", 4);
  const ObjectId y = build.global("y", 4);
  CfaBuilder first = build.thread("first");
  first.fromEntry().store(build.address(x), build.number(1)).endThread();
  CfaBuilder started = build.thread("started");
  started.fromEntry().store(build.address(x), build.number(2)).store(build.address(x), build.number(3)).endThread();
  CfaBuilder starting = build.thread("starting");
  starting.fromEntry()
      .spawn(starting.pointer("h"), started.id(), build.word(0))
      .store(build.address(y), build.number(1))
      .endThread();
  const RegisterId handle = build.main.pointer("h");
  build.main.fromEntry()
      .spawn(handle, first.id(), build.word(0))
      .spawn(build.main.pointer("h"), starting.id(), build.word(0))
      .join(build.main.use(handle))
      .endProgram();
  PathBuilder paths(std::move(build.program));
  // main starts both; the first terminates and is joined, and the thread that the second starts gets its slot.
  const NodeId node = paths.steps(paths.root, {0, 0, 1, 0, 2});
  ASSERT_TRUE(paths.control(node).threads[1].isActive());
  MonotonicReduction reduction(paths.semantics, paths.tree, *paths.labels);
  EXPECT_FALSE(reduction.trySkip(node, 1));
}

TEST(MonotonicReduction, DoesNotSkipAfterAStepThatClosesALoop) {
  TwoThreads build;
  build.write(build.first, build.x);
  const LocationId head = build.second.entry();
  build.second.fromEntry().load(build.second.reg("r", 32), build.address(build.y)).jump(head);
  EXPECT_FALSE(trySkip(build, {0, 0, 2}, 1));
}

/// Both threads load a pointer to x or y and write through it. main provides the pointers: equal (`same`) or different.
class TwoPointers : public TwoThreads {
public:
  explicit TwoPointers(bool same) : p(global("p", 8)), q(global("q", 8)) {
    const RegisterId choice = main.reg("choice", 1);
    begin.havoc(choice);
    const Expr one = pool().ite(main.use(choice), address(x), address(y));
    const Expr other = pool().ite(main.use(choice), address(y), address(x));
    begin.store(address(p), one).store(address(q), same ? one : other);
    for (CfaBuilder *cfa : {&first, &second}) {
      const RegisterId pointer = cfa->pointer("pointer");
      cfa->fromEntry().load(pointer, address(cfa == &first ? p : q)).store(cfa->use(pointer), number(1)).endThread();
    }
  }
  ObjectId p;
  ObjectId q;
};

/// main writes the pointers and starts the threads, which load their pointers; then the second thread writes.
const std::vector<unsigned> untilTheWrite{0, 0, 0, 0, 0, 1, 2, 2};

TEST(MonotonicReduction, ProvesThatPointersDiffer) {
  TwoPointers build(false);
  PathBuilder paths(build.make());
  const NodeId node = paths.steps(paths.root, untilTheWrite);
  const NodeId before = paths.tree[node].stepStart;
  MonotonicReduction reduction(paths.semantics, paths.tree, *paths.labels);

  EXPECT_TRUE(reduction.trySkip(node, 1));

  EXPECT_EQ(reduction.conditional(), 1U);
  ASSERT_EQ(paths.tree[before].label.size(), 1U);
  const auto pointerOf = [&](unsigned slot) {
    const ThreadControl &thread = paths.control(before).threads[slot];
    return paths.variables.ofRegister(slot, thread.cfa, 0, 64);
  };
  const Expr areEqual = paths.pool.eq(pointerOf(1), pointerOf(2));
  const std::vector<Expr> premises{paths.tree[before].label.front(), areEqual};
  EXPECT_TRUE(paths.entailment.check(premises, paths.pool.boolean(false))) << "the label says that they differ";
  EXPECT_EQ(paths.complaintAbout(before), "");
}

TEST(MonotonicReduction, DoesNotSkipIfPointersMayBeEqual) {
  TwoPointers build(true);
  PathBuilder paths(build.make());
  const NodeId node = paths.steps(paths.root, untilTheWrite);
  MonotonicReduction reduction(paths.semantics, paths.tree, *paths.labels);

  EXPECT_FALSE(reduction.trySkip(node, 1));

  EXPECT_EQ(reduction.conditional(), 0U);
  EXPECT_TRUE(paths.tree[paths.tree[node].stepStart].label.empty());
}

TEST(MonotonicReduction, ProvesNothingAboutAccessesAfterTheFirstAction) {
  TwoThreads build;
  const ObjectId p = build.global("p", 8);
  const RegisterId choice = build.main.reg("choice", 1);
  build.begin.havoc(choice).store(
      build.address(p), build.pool().ite(build.main.use(choice), build.address(build.x), build.address(build.y)));
  // The first thread writes to the place that the second writes to, but only in the second action of its block.
  build.first.fromEntry()
      .insideAtomic()
      .store(build.address(build.z), build.number(1))
      .endAtomic()
      .store(build.address(build.x), build.number(1))
      .endThread();
  const RegisterId pointer = build.second.pointer("pointer");
  build.second.fromEntry()
      .load(pointer, build.address(p))
      .store(build.second.use(pointer), build.number(2))
      .endThread();
  EXPECT_FALSE(trySkip(build, {0, 0, 0, 0, 2, 2}, 1));
}

TEST(Overlap, IsAboutCommonBytes) {
  ExprPool pool;
  const auto access = [&pool](std::uint64_t address, unsigned bytes) {
    MemoryAccess result;
    result.address = pool.constant(address, 64);
    result.bytes = bytes;
    return result;
  };
  EXPECT_TRUE(overlap(pool, access(100, 4), access(100, 4))->isTrue());
  EXPECT_TRUE(overlap(pool, access(100, 4), access(103, 1))->isTrue());
  EXPECT_TRUE(overlap(pool, access(103, 1), access(100, 4))->isTrue());
  EXPECT_TRUE(overlap(pool, access(100, 4), access(104, 4))->isFalse());
  EXPECT_TRUE(overlap(pool, access(104, 4), access(100, 4))->isFalse());
}

} // namespace

} // namespace heddle::testing
