#include "interpreter/explanation.hpp"

#include "interpreter/execution.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::interpreter {

using namespace testing;

namespace {

/// The explanation of the first violation among random executions.
std::vector<Fact> factsOf(const Program &program) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Trace trace = runRandom(program, seed, 1000);
    if (trace.violation)
      return explain(program, trace.schedule).facts;
  }
  ADD_FAILURE() << "no violation";
  return {};
}

std::vector<Fact> factsOf(const Program &program, const std::vector<unsigned> &steps) {
  Schedule schedule;
  schedule.steps = steps;
  const auto trace = replay(program, schedule);
  EXPECT_TRUE(trace && trace->violation) << (trace ? trace->endingText : trace.error().message);
  return explain(program, schedule).facts;
}

std::vector<std::string> textsOf(const std::vector<Fact> &facts, Fact::Role role) {
  std::vector<std::string> texts;
  for (const Fact &fact : facts)
    if (fact.role == role)
      texts.push_back(fact.text + fact.rest);
  return texts;
}

/// `first` and `second` store to x; the second thread holds the mutex.
Program raceWithOneLock(Access access = {}) {
  ThreadedProgram build({Property::NoDataRace});
  const ObjectId x = build.global("x", 4);
  const ObjectId mutex = build.global("mutex", 4);
  CfaBuilder first = build.thread("first");
  first.fromEntry().store(build.address(x), build.number(1), access).endThread();
  CfaBuilder second = build.thread("second");
  Line line = second.fromEntry();
  build.lock(line, second, mutex);
  line.store(build.address(x), build.number(2));
  build.unlock(line, mutex);
  line.endThread();
  build.startAndJoin({first.id(), second.id()}).endProgram();
  return std::move(build.program);
}

} // namespace

TEST(Explanation, OfARaceHasBothAccessesWithTheLocksHeld) {
  const std::vector<Fact> facts = factsOf(raceWithOneLock(), {0, 0, 1, 2, 2});
  EXPECT_EQ(textsOf(facts, Fact::Role::Access),
            (std::vector<std::string>{"T1 writes x, holding no lock", "T2 writes x, holding mutex"}));
  const std::vector<std::string> order = textsOf(facts, Fact::Role::Order);
  ASSERT_EQ(order.size(), 2U);
  EXPECT_TRUE(order[0].starts_with("the two have not synchronised: T1 was started at")) << order[0];
  EXPECT_EQ(order[1], "T1 would have to hold mutex as well");
}

TEST(Explanation, OfARaceSaysWhichAccessIsNotAtomic) {
  const std::vector<Fact> facts = factsOf(raceWithOneLock(relaxed), {0, 0, 1, 2, 2});
  EXPECT_EQ(textsOf(facts, Fact::Role::Access).front(), "T1 writes x atomically, holding no lock");
  EXPECT_EQ(textsOf(facts, Fact::Role::Order).back(),
            "the access of T2 is not atomic, so the one of T1 does not order them");
}

TEST(Explanation, OfARaceWithTheCreatorNamesTheStart) {
  ThreadedProgram build({Property::NoDataRace});
  const ObjectId x = build.global("x", 4);
  CfaBuilder worker = build.thread("worker");
  worker.fromEntry().store(build.address(x), build.number(1)).endThread();
  const RegisterId handle = build.main.pointer("handle");
  build.main.fromEntry()
      .spawn(handle, worker.id(), build.word(0))
      .store(build.address(x), build.number(2))
      .endProgram();
  const std::vector<std::string> order = textsOf(factsOf(build.program, {0, 0, 1}), Fact::Role::Order);
  EXPECT_EQ(order,
            (std::vector<std::string>{"their last common synchronisation: main starts T1",
                                      "a lock that both hold, or a join between them, would order the accesses"}));
}

TEST(Explanation, OfADeadlockShowsTheCycle) {
  const std::vector<Fact> facts = factsOf(twoLocks(true), {0, 0, 1, 2});
  const std::vector<std::string> waiting = textsOf(facts, Fact::Role::Waiting);
  ASSERT_EQ(waiting.size(), 3U);
  EXPECT_EQ(waiting[0], "T1 holds a (taken at <heddle>) and waits to lock b, which T2 holds");
  EXPECT_EQ(waiting[1], "T2 holds b (taken at <heddle>) and waits to lock a, which T1 holds");
  EXPECT_EQ(waiting[2], "main waits for the end of T1");
  EXPECT_EQ(textsOf(facts, Fact::Role::Cycle), std::vector<std::string>{"the cycle: T1 → T2 → T1"});
}

TEST(Explanation, OfAnAssertionHasTheValuesAndTheirLastWrites) {
  const std::vector<Fact> facts = factsOf(lostUpdate(), {0, 0, 1, 2, 1, 2, 0, 0, 0});
  ASSERT_EQ(facts.size(), 1U);
  EXPECT_EQ(facts[0].text, "x is 1, last written by T2");
  EXPECT_EQ(facts[0].thread, 2U);
}

TEST(Explanation, OfAnAssertionNamesInputsAndInitialValues) {
  ThreadedProgram build({Property::UnreachCall});
  const ObjectId x = build.global("x", 4);
  const RegisterId input = build.main.reg("input", 32);
  const RegisterId r = build.main.reg("r", 32);
  build.main.fromEntry()
      .havoc(input)
      .load(r, build.address(x))
      .check(build.pool().ne(build.main.use(r), build.main.use(input)))
      .endProgram();
  EXPECT_EQ(textsOf(factsOf(build.program, {0}), Fact::Role::Value),
            (std::vector<std::string>{"x is 0, its initial value", "an input of main is 0"}));
}

TEST(Explanation, OfAUseAfterFreeHasFreeAndAllocation) {
  ThreadedProgram build({Property::ValidDeref});
  const SiteId site = build.site("malloc");
  const RegisterId p = build.main.pointer("p");
  const RegisterId r = build.main.reg("r", 32);
  const RegisterId handle = build.main.pointer("handle");
  CfaBuilder worker = build.thread("worker");
  worker.fromEntry().release(worker.use(worker.argument())).endThread();
  build.main.fromEntry()
      .allocate(p, site, 4)
      .spawn(handle, worker.id(), build.main.use(p))
      .join(build.main.use(handle))
      .load(r, build.main.use(p))
      .endProgram();
  const std::vector<Fact> facts = factsOf(build.program);
  ASSERT_GE(facts.size(), 3U);
  EXPECT_EQ(facts[0].role, Fact::Role::Access);
  EXPECT_TRUE(facts[0].text.starts_with("main reads malloc@")) << facts[0].text;
  EXPECT_EQ(textsOf(facts, Fact::Role::Release), std::vector<std::string>{"it was freed by T1"});
  EXPECT_EQ(textsOf(facts, Fact::Role::Allocation), std::vector<std::string>{"it was allocated by main"});
}

TEST(Explanation, OfALostObjectSaysWhatBecameOfTheLastPointer) {
  ThreadedProgram build({Property::ValidMemtrack});
  const SiteId site = build.site("malloc");
  const ObjectId head = build.global("head", 8);
  const RegisterId p = build.main.pointer("p");
  build.main.fromEntry()
      .allocate(p, site, 4)
      .store(build.address(head), build.main.use(p))
      .store(build.address(head), build.word(0))
      .endProgram();
  const std::vector<Fact> facts = factsOf(build.program);
  EXPECT_EQ(textsOf(facts, Fact::Role::Allocation), std::vector<std::string>{"it was allocated by main"});
  EXPECT_EQ(textsOf(facts, Fact::Role::Value), std::vector<std::string>{"main stored the last pointer to it in head"});
  EXPECT_EQ(textsOf(facts, Fact::Role::Release), std::vector<std::string>{"main overwrote that pointer with 0"});
}

TEST(Explanation, KnowsWhichStepsCannotMatter) {
  // The worker writes `noise`, which nothing reads, before and after what main asserts; the other thread only that.
  ThreadedProgram build({Property::UnreachCall});
  const ObjectId noise = build.global("noise", 4);
  const ObjectId x = build.global("x", 4);
  CfaBuilder worker = build.thread("worker");
  worker.fromEntry()
      .store(build.address(noise), build.number(1))
      .store(build.address(x), build.number(1))
      .store(build.address(noise), build.number(2))
      .endThread();
  CfaBuilder idle = build.thread("idle");
  idle.fromEntry().store(build.address(noise), build.number(3)).endThread();
  const RegisterId first = build.main.pointer("first");
  const RegisterId second = build.main.pointer("second");
  const RegisterId r = build.main.reg("r", 32);
  build.main.fromEntry()
      .spawn(first, worker.id(), build.word(0))
      .spawn(second, idle.id(), build.word(0))
      .load(r, build.address(x))
      .check(build.pool().eq(build.main.use(r), build.number(0)))
      .endProgram();
  Schedule schedule;
  schedule.steps = {0, 0, 2, 1, 1, 1, 0};
  ASSERT_TRUE(replay(build.program, schedule)->violation);
  EXPECT_EQ(explain(build.program, schedule).relevant,
            (std::vector<bool>{true, false, false, false, true, false, true}));
}

TEST(Explanation, OfADeadlockNeedsAllLocksOfTheWaitingThreads) {
  Schedule schedule;
  schedule.steps = {0, 0, 1, 2};
  EXPECT_EQ(explain(twoLocks(true), schedule).relevant, (std::vector<bool>{true, true, true, true}));
}

TEST(Explanation, IsEmptyWithoutAViolation) {
  EXPECT_TRUE(explain(lostUpdate({Property::UnreachCall}, true), Schedule{}).facts.empty());
  EXPECT_TRUE(explain(twoLocks(false), Schedule{}).facts.empty());
}

} // namespace heddle::interpreter
