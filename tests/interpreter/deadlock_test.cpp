// Deadlock: some thread waits, and in every continuation it waits for ever.
#include "interpreter/explorer.hpp"

#include "interpreter/execution.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::interpreter {

using namespace testing;

namespace {

std::optional<Violation> deadlock(const Program &program) {
  EXPECT_EQ(validate(program), std::nullopt);
  support::Cancellation cancellation;
  const Exploration exploration = explore(program, {}, cancellation);
  EXPECT_TRUE(exploration.violation || exploration.complete) << exploration.incompleteReason;
  if (!exploration.violation)
    return std::nullopt;
  const auto trace = replay(program, exploration.schedule);
  EXPECT_TRUE(trace) << trace.error().message;
  return trace ? trace->violation : std::nullopt;
}

/// A thread that takes `locks` in order and releases them; before `release` it does `before`.
template <typename Before> CfaId locker(ThreadedProgram &build, const std::vector<ObjectId> &locks, Before before) {
  CfaBuilder worker = build.thread("worker");
  Line line = worker.fromEntry();
  for (const ObjectId lock : locks)
    build.lock(line, worker, lock);
  before(worker, line);
  for (const ObjectId lock : locks)
    build.unlock(line, lock);
  line.endThread();
  return worker.id();
}

constexpr auto nothing = [](CfaBuilder &, Line &) {};

} // namespace

TEST(Deadlock, CrossedLocksAreOne) {
  const auto found = deadlock(twoLocks(true));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->property, Property::NoDeadlock);
  EXPECT_NE(found->message.find("to lock"), std::string::npos);
}

TEST(Deadlock, OrderedLocksDoNotDeadlock) { EXPECT_FALSE(deadlock(twoLocks(false))); }

TEST(Deadlock, TwoThreadsMayBeStuckWhileAnotherRunsOn) {
  ThreadedProgram build({Property::NoDeadlock});
  const ObjectId a = build.global("a", 4);
  const ObjectId b = build.global("b", 4);
  const ObjectId x = build.global("x", 4);
  const CfaId first = locker(build, {a, b}, nothing);
  const CfaId second = locker(build, {b, a}, nothing);
  CfaBuilder spinner = build.thread("spinner");
  const LocationId head = spinner.location();
  spinner.fromEntry().jump(head);
  spinner.from(head).store(build.address(x), build.number(1)).jump(head);
  build.startAndJoin({first, second, spinner.id()}).endProgram();
  const auto found = deadlock(build.program);
  ASSERT_TRUE(found);
  EXPECT_NE(found->message.find("for ever"), std::string::npos);
}

TEST(Deadlock, SpinningForEverIsNotADeadlock) {
  ThreadedProgram build({Property::NoDeadlock});
  const ObjectId x = build.global("x", 4);
  CfaBuilder spinner = build.thread("spinner");
  const LocationId head = spinner.location();
  spinner.fromEntry().jump(head);
  spinner.from(head).store(build.address(x), build.number(1)).jump(head);
  const RegisterId handle = build.main.pointer("handle");
  build.main.fromEntry().spawn(handle, spinner.id(), build.word(0)).endThread();
  EXPECT_FALSE(deadlock(build.program));
}

TEST(Deadlock, WaitingForAThreadThatSpinsForEverIsOne) {
  ThreadedProgram build({Property::NoDeadlock});
  CfaBuilder spinner = build.thread("spinner");
  const LocationId head = spinner.location();
  spinner.fromEntry().jump(head);
  spinner.from(head).jump(head);
  build.startAndJoin({spinner.id()}).endProgram();
  const auto found = deadlock(build.program);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->thread, 0U);
}

TEST(Deadlock, TheEndOfTheProgramEndsAllWaiting) {
  ThreadedProgram build({Property::NoDeadlock});
  const ObjectId mutex = build.global("mutex", {1, 0, 0, 0});
  const CfaId worker = locker(build, {mutex}, nothing);
  const RegisterId handle = build.main.pointer("handle");
  build.main.fromEntry().spawn(handle, worker, build.word(0)).endProgram();
  EXPECT_FALSE(deadlock(build.program));
}

TEST(Deadlock, WaitingForALockOfAThreadWhoseAssumptionFailsIsNotADeadlock) {
  ThreadedProgram build({Property::NoDeadlock});
  const ObjectId mutex = build.global("mutex", 4);
  const CfaId assuming =
      locker(build, {mutex}, [&](CfaBuilder &, Line &line) { line.assume(build.pool().boolean(false)); });
  const CfaId other = locker(build, {mutex}, nothing);
  build.startAndJoin({assuming, other}).endProgram();
  EXPECT_FALSE(deadlock(build.program));
}

/// No clock is kept for a thread that a failed assumption has stopped.
TEST(Deadlock, AStoppedThreadContinuesWhereRacesAreChecked) {
  ThreadedProgram build({Property::NoDeadlock, Property::NoDataRace});
  const ObjectId mutex = build.global("mutex", 4);
  const ObjectId x = build.global("x", 4);
  const CfaId assuming = locker(build, {mutex}, [&](CfaBuilder &, Line &line) {
    line.assume(build.pool().boolean(false)).store(build.address(x), build.number(1));
  });
  const CfaId other = locker(build, {mutex}, nothing);
  build.startAndJoin({assuming, other}).endProgram();
  EXPECT_FALSE(deadlock(build.program));
}

/// There is no race after a failed assumption, so the race that there would be rescues no thread.
TEST(Deadlock, ARaceAfterAFailedAssumptionRescuesNoThread) {
  ThreadedProgram build({Property::NoDeadlock, Property::NoDataRace});
  const ObjectId a = build.global("a", 4);
  const ObjectId b = build.global("b", 4);
  const ObjectId x = build.global("x", 4);
  CfaBuilder racing = build.thread("racing");
  racing.fromEntry().assume(build.pool().boolean(false)).store(build.address(x), build.number(1)).endThread();
  const CfaId first = locker(build, {a, b}, nothing);
  const CfaId second = locker(build, {b, a}, nothing);
  const RegisterId h1 = build.main.pointer("h1");
  const RegisterId h2 = build.main.pointer("h2");
  const RegisterId h3 = build.main.pointer("h3");
  build.main.fromEntry()
      .spawn(h1, racing.id(), build.word(0))
      .spawn(h2, first, build.word(0))
      .spawn(h3, second, build.word(0))
      .store(build.address(x), build.number(2))
      .endThread();
  const auto found = deadlock(build.program);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->property, Property::NoDeadlock);
}

TEST(Deadlock, TwoThreadsInEachOthersWayAreStuckWhateverAThirdOneAssumes) {
  // The third thread makes the deadlock possible by a store, and then its assumption fails at once.
  ThreadedProgram build({Property::NoDeadlock});
  const ObjectId a = build.global("a", 4);
  const ObjectId b = build.global("b", 4);
  const ObjectId gate = build.global("gate", {1, 0, 0, 0});
  CfaBuilder opener = build.thread("opener");
  opener.fromEntry()
      .store(build.address(gate), build.number(0), release)
      .assume(build.pool().boolean(false))
      .endThread();
  const CfaId first = locker(build, {a, gate, b}, nothing);
  CfaBuilder second = build.thread("second");
  Line line = second.fromEntry();
  build.lock(line, second, b);
  build.lock(line, second, a);
  build.unlock(line, a);
  build.unlock(line, b);
  line.endThread();
  const RegisterId h1 = build.main.pointer("h1");
  const RegisterId h2 = build.main.pointer("h2");
  const RegisterId h3 = build.main.pointer("h3");
  build.main.fromEntry()
      .spawn(h1, opener.id(), build.word(0))
      .spawn(h2, first, build.word(0))
      .spawn(h3, second.id(), build.word(0))
      .endThread();
  EXPECT_TRUE(deadlock(build.program));
}

TEST(Deadlock, AnAssumptionThatDiscardsTheExecutionDoesNotDeadlockWaitingThreads) {
  ThreadedProgram build({Property::NoDeadlock});
  CfaBuilder worker = build.thread("worker");
  worker.fromEntry().beginAtomic().assume(build.pool().boolean(false)).endAtomic().action({}).endThread();
  build.startAndJoin({worker.id()}).endProgram();
  EXPECT_FALSE(deadlock(build.program));
}

TEST(Deadlock, AnAssumptionThatOnlySelectsInputsHidesNoDeadlock) {
  // Releases lock 1 or 2 (never both) by an input that an assumption selects; another thread waits for both.
  ThreadedProgram build({Property::NoDeadlock});
  const ObjectId a = build.global("a", {1, 0, 0, 0});
  const ObjectId b = build.global("b", {1, 0, 0, 0});
  CfaBuilder opener = build.thread("opener");
  const RegisterId r = opener.reg("r", 32);
  const LocationId chosen = opener.fromEntry()
                                .beginAtomic()
                                .action({Havoc{r, 0, 9, InputKind::Scheduling, "which"}})
                                .assume(build.pool().make(ExprKind::Ult, opener.use(r), build.number(2)))
                                .here();
  const Expr first = build.pool().eq(opener.use(r), build.number(0));
  opener.from(chosen).action({Guard{first}, Store{build.address(a), build.number(0), release}}).endThread();
  opener.from(chosen)
      .action({Guard{build.pool().negate(first)}, Store{build.address(b), build.number(0), release}})
      .endThread();
  const CfaId waiter = locker(build, {a, b}, nothing);
  build.startAndJoin({opener.id(), waiter}).endProgram();
  EXPECT_TRUE(deadlock(build.program));
}

TEST(Deadlock, UndefinedBehaviourMayDoAnything) {
  ThreadedProgram build({Property::NoDeadlock});
  const ObjectId mutex = build.global("mutex", 4);
  const CfaId wild =
      locker(build, {mutex}, [&](CfaBuilder &, Line &line) { line.store(build.word(0), build.number(1)); });
  const CfaId other = locker(build, {mutex}, nothing);
  build.startAndJoin({wild, other}).endProgram();
  EXPECT_FALSE(deadlock(build.program));
}

} // namespace heddle::interpreter
