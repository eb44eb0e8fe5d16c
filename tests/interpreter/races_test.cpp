// Data races: which accesses happens-before orders.
#include "interpreter/explorer.hpp"

#include "interpreter/execution.hpp"
#include "interpreter/races.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::interpreter {

using namespace testing;

namespace {

/// Whether some interleaving has a race; the counterexample must replay.
std::optional<std::string> race(const Program &program) {
  EXPECT_EQ(validate(program), std::nullopt);
  support::Cancellation cancellation;
  const Exploration exploration = explore(program, {}, cancellation);
  EXPECT_TRUE(exploration.violation || exploration.complete) << exploration.incompleteReason;
  if (!exploration.violation)
    return std::nullopt;
  const auto trace = replay(program, exploration.schedule);
  EXPECT_TRUE(trace);
  EXPECT_TRUE(trace && trace->violation);
  return trace && trace->violation ? trace->violation->message : "";
}

/// T1: x = 1; flag = 1 (with `storing`). T2: if (flag (with `loading`) == 1) read x.
struct MessagePassing {
  Access storing;
  Access loading;
  bool fences = false;
  bool incrementBetween = false; // a third thread adds one to flag by a relaxed read-modify-write

  Program make() const {
    ThreadedProgram build({Property::NoDataRace});
    const ObjectId x = build.global("x", 4);
    const ObjectId flag = build.global("flag", 4);
    CfaBuilder writer = build.thread("writer");
    Line line = writer.fromEntry().store(build.address(x), build.number(1));
    if (fences)
      line.action({Fence{MemoryOrder::Release}});
    line.store(build.address(flag), build.number(1), storing).endThread();

    CfaBuilder reader = build.thread("reader");
    const RegisterId r = reader.reg("r", 32);
    const RegisterId value = reader.reg("value", 32);
    const LocationId seen = reader.location();
    const LocationId loaded = reader.fromEntry().load(r, build.address(flag), loading).here();
    const Expr ready = build.pool().eq(reader.use(r), build.number(incrementBetween ? 2 : 1));
    reader.from(loaded).guard(build.pool().negate(ready)).endThread();
    reader.from(loaded).guard(ready).jump(seen);
    Line after = reader.from(seen);
    if (fences)
      after.action({Fence{MemoryOrder::Acquire}});
    after.load(value, build.address(x)).endThread();

    std::vector<CfaId> threads{writer.id(), reader.id()};
    if (incrementBetween) {
      CfaBuilder adder = build.thread("adder");
      const RegisterId old = adder.reg("old", 32);
      adder.fromEntry()
          .action(
              {Load{old, build.address(flag), 32, relaxed}, Store{build.address(flag), adder.plus(old, 1), relaxed}})
          .endThread();
      threads.push_back(adder.id());
    }
    build.startAndJoin(threads).endProgram();
    return std::move(build.program);
  }
};

} // namespace

TEST(Races, UnprotectedIncrementsRace) {
  const auto message = race(lostUpdate({Property::NoDataRace}));
  ASSERT_TRUE(message);
  EXPECT_NE(message->find("x is "), std::string::npos);
  EXPECT_NE(message->find("T1"), std::string::npos);
  EXPECT_NE(message->find("T2"), std::string::npos);
}

TEST(Races, ALockOrdersWhatItProtects) { EXPECT_EQ(race(lostUpdate({Property::NoDataRace}, true)), std::nullopt); }

TEST(Races, ReleaseAndAcquirePassMessages) { EXPECT_EQ(race(MessagePassing{release, acquire}.make()), std::nullopt); }

TEST(Races, SequentialConsistencyPassesMessages) {
  EXPECT_EQ(race(MessagePassing{sequential, sequential}.make()), std::nullopt);
}

TEST(Races, RelaxedAccessesDoNotSynchronise) {
  EXPECT_TRUE(race(MessagePassing{relaxed, relaxed}.make()));
  EXPECT_TRUE(race(MessagePassing{release, relaxed}.make()));
  EXPECT_TRUE(race(MessagePassing{relaxed, acquire}.make()));
}

TEST(Races, FencesMakeRelaxedAccessesSynchronise) {
  EXPECT_EQ(race(MessagePassing{relaxed, relaxed, true}.make()), std::nullopt);
}

TEST(Races, PlainFlagsRaceThemselves) { EXPECT_TRUE(race(MessagePassing{{}, {}}.make())); }

TEST(Races, ReadModifyWritesContinueAReleaseSequence) {
  EXPECT_EQ(race(MessagePassing{release, acquire, false, true}.make()), std::nullopt);
}

/// Thread 1 writes data and releases by storing to flag; thread 2 acquires from flag and reads data.
class ReleaseSequence : public ::testing::Test {
protected:
  ReleaseSequence() {
    races.start(0, std::nullopt);
    races.start(1, 0);
    races.start(2, 0);
    races.start(3, 0);
    races.endCreation(0);
    EXPECT_FALSE(races.access({.range = data, .thread = 1, .write = true, .plain = true}));
    races.store(1, flag, MemoryOrder::Release, false);
  }
  bool isRead() {
    races.load(2, flag, MemoryOrder::Acquire);
    return !races.access({.range = data, .thread = 2, .write = false, .plain = true});
  }

  Races races;
  ByteRange flag{1, 0, 4};
  ByteRange data{2, 0, 4};
};

TEST_F(ReleaseSequence, ContinuesInStoresOfTheSameThread) {
  races.store(1, flag, MemoryOrder::Relaxed, false);
  EXPECT_TRUE(isRead());
}

TEST_F(ReleaseSequence, EndsWithAStoreOfAnotherThread) {
  races.store(3, flag, MemoryOrder::Relaxed, false);
  EXPECT_FALSE(isRead());
}

TEST_F(ReleaseSequence, DoesNotBeginAgainAfterItHasEnded) {
  races.store(3, flag, MemoryOrder::Relaxed, false);
  races.store(1, flag, MemoryOrder::Relaxed, false);
  EXPECT_FALSE(isRead());
}

TEST_F(ReleaseSequence, EndsWithAPlainStore) {
  races.store(1, flag, MemoryOrder::Plain, false);
  EXPECT_FALSE(isRead());
}

TEST_F(ReleaseSequence, EndsWithAStoreOfTheNextThreadInTheSameSlot) {
  races.join(0, 1);
  races.start(1, 0);
  races.endCreation(0);
  races.store(1, flag, MemoryOrder::Relaxed, false);
  EXPECT_FALSE(isRead());
}

TEST_F(ReleaseSequence, OfAnEndedThreadContinuesInReadModifyWrites) {
  using Use = Races::SlotUse;
  races.canonicalise({Use::Running, Use::Ended, Use::Running, Use::Running});
  races.store(3, flag, MemoryOrder::Relaxed, true);
  EXPECT_TRUE(isRead());
}

TEST(Races, AnAcquiringLoadComesAfterWhatItSynchronisesWith) {
  // T1: x = 1 (plain); x = 2 (release); flag = 1. T2: if (flag == 1) read x (acquire).
  ThreadedProgram build({Property::NoDataRace});
  const ObjectId x = build.global("x", 4);
  const ObjectId flag = build.global("flag", 4);
  CfaBuilder writer = build.thread("writer");
  writer.fromEntry()
      .store(build.address(x), build.number(1))
      .store(build.address(x), build.number(2), release)
      .store(build.address(flag), build.number(1), relaxed)
      .endThread();
  CfaBuilder reader = build.thread("reader");
  const RegisterId r = reader.reg("r", 32);
  const LocationId loaded = reader.fromEntry().load(r, build.address(flag), relaxed).here();
  const Expr ready = build.pool().eq(reader.use(r), build.number(1));
  reader.from(loaded).guard(build.pool().negate(ready)).endThread();
  reader.from(loaded).guard(ready).load(r, build.address(x), acquire).endThread();
  build.startAndJoin({writer.id(), reader.id()}).endProgram();
  EXPECT_EQ(race(build.program), std::nullopt);
}

TEST(Races, JoinOrdersTheThreadBeforeItsJoiner) {
  // lostUpdate's main reads x after joining both; here with one thread only, so that nothing else races.
  ThreadedProgram build({Property::NoDataRace});
  const ObjectId x = build.global("x", 4);
  CfaBuilder worker = build.thread("worker");
  worker.fromEntry().store(build.address(x), build.number(1)).endThread();
  const RegisterId r = build.main.reg("r", 32);
  build.startAndJoin({worker.id()}).load(r, build.address(x)).endProgram();
  EXPECT_EQ(race(build.program), std::nullopt);
}

TEST(Races, WithoutJoinTheReadRaces) {
  ThreadedProgram build({Property::NoDataRace});
  const ObjectId x = build.global("x", 4);
  CfaBuilder worker = build.thread("worker");
  worker.fromEntry().store(build.address(x), build.number(1)).endThread();
  const RegisterId r = build.main.reg("r", 32);
  const RegisterId handle = build.main.pointer("handle");
  build.main.fromEntry()
      .spawn(handle, worker.id(), build.word(0))
      .load(r, build.address(x))
      .join(build.main.use(handle))
      .endProgram();
  EXPECT_TRUE(race(build.program));
}

/// main: { spawn the worker; x = 1 } in an atomic block if `inBlock`. worker: read x.
Program storeAfterSpawn(bool inBlock) {
  ThreadedProgram build({Property::NoDataRace});
  const ObjectId x = build.global("x", 4);
  CfaBuilder worker = build.thread("worker");
  worker.fromEntry().load(worker.reg("r", 32), build.address(x)).endThread();
  const RegisterId handle = build.main.pointer("handle");
  Line line = build.main.fromEntry();
  if (inBlock)
    line.beginAtomic().insideAtomic();
  line.spawn(handle, worker.id(), build.word(0)).endAtomic().store(build.address(x), build.number(1));
  line.join(build.main.use(handle)).endProgram();
  return std::move(build.program);
}

TEST(Races, TheWholeBlockThatStartsAThreadHappensBeforeIt) { EXPECT_EQ(race(storeAfterSpawn(true)), std::nullopt); }

TEST(Races, WhatFollowsTheStartOfAThreadRaces) { EXPECT_TRUE(race(storeAfterSpawn(false))); }

TEST(Races, NeighbouringBytesDoNotRace) {
  ThreadedProgram build({Property::NoDataRace});
  const ObjectId x = build.global("x", 8);
  std::vector<CfaId> threads;
  for (unsigned i = 0; i < 2; ++i) {
    CfaBuilder worker = build.thread("worker");
    worker.fromEntry().store(build.address(x, i * 4), build.number(1)).endThread();
    threads.push_back(worker.id());
  }
  build.startAndJoin(threads).endProgram();
  EXPECT_EQ(race(build.program), std::nullopt);
}

TEST(Races, ConcurrentReadsDoNotRace) {
  ThreadedProgram build({Property::NoDataRace});
  const ObjectId x = build.global("x", 4);
  std::vector<CfaId> threads;
  for (unsigned i = 0; i < 2; ++i) {
    CfaBuilder worker = build.thread("worker");
    const RegisterId r = worker.reg("r", 32);
    worker.fromEntry().load(r, build.address(x)).endThread();
    threads.push_back(worker.id());
  }
  build.startAndJoin(threads).endProgram();
  EXPECT_EQ(race(build.program), std::nullopt);
}

TEST(Races, AtomicAndPlainAccessesRace) {
  ThreadedProgram build({Property::NoDataRace});
  const ObjectId x = build.global("x", 4);
  CfaBuilder atomic = build.thread("atomic");
  atomic.fromEntry().store(build.address(x), build.number(1), sequential).endThread();
  CfaBuilder plain = build.thread("plain");
  const RegisterId r = plain.reg("r", 32);
  plain.fromEntry().load(r, build.address(x)).endThread();
  build.startAndJoin({atomic.id(), plain.id()}).endProgram();
  EXPECT_TRUE(race(build.program));
}

TEST(Races, FreeingRacesWithAccesses) {
  ThreadedProgram build({Property::NoDataRace});
  const SiteId site = build.site("malloc");
  const ObjectId holder = build.global("holder", 8);
  CfaBuilder worker = build.thread("worker");
  const RegisterId p = worker.pointer("p");
  const RegisterId r = worker.reg("r", 32);
  worker.fromEntry().load(p, build.address(holder)).load(r, worker.use(p)).endThread();
  const RegisterId q = build.main.pointer("q");
  const RegisterId handle = build.main.pointer("handle");
  build.main.fromEntry()
      .allocate(q, site, 4, true)
      .store(build.address(holder), build.main.use(q))
      .spawn(handle, worker.id(), build.word(0))
      .release(build.main.use(q))
      .join(build.main.use(handle))
      .endProgram();
  const auto message = race(build.program);
  ASSERT_TRUE(message);
  EXPECT_NE(message->find("freed by main"), std::string::npos) << *message;
}

TEST(Races, LoopsWithLocksHaveFinitelyManyStates) {
  ThreadedProgram build({Property::NoDataRace});
  const ObjectId x = build.global("x", 4);
  const ObjectId mutex = build.global("mutex", 4);
  std::vector<CfaId> threads;
  for (int i = 0; i < 2; ++i) {
    CfaBuilder worker = build.thread("worker");
    const LocationId head = worker.location();
    worker.fromEntry().jump(head);
    Line line = worker.from(head);
    build.lock(line, worker, mutex);
    line.store(build.address(x), build.number(1));
    build.unlock(line, mutex);
    line.jump(head);
    threads.push_back(worker.id());
  }
  build.startAndJoin(threads).endProgram();
  EXPECT_EQ(race(build.program), std::nullopt);
}

TEST(Races, SlotsOfThreadsWhoseEndIsUnorderedAreNotReused) {
  // Two detached threads write x. They must not share a slot, even if one terminates before the other starts.
  ThreadedProgram build({Property::NoDataRace});
  const ObjectId x = build.global("x", 4);
  CfaBuilder worker = build.thread("worker");
  worker.fromEntry().store(build.address(x), build.number(1)).endThread();
  const RegisterId a = build.main.pointer("a");
  const RegisterId b = build.main.pointer("b");
  build.main.fromEntry()
      .spawn(a, worker.id(), build.word(0))
      .action({Detach{build.main.use(a)}})
      .spawn(b, worker.id(), build.word(0))
      .action({Detach{build.main.use(b)}})
      .endThread();
  EXPECT_TRUE(race(build.program));
  // In particular in the interleaving in which the first has terminated before the second starts.
  Schedule schedule;
  schedule.steps = {0, 1, 0, 2};
  const auto trace = replay(build.program, schedule);
  ASSERT_TRUE(trace) << trace.error().message;
  EXPECT_TRUE(trace->violation.has_value());
}

TEST(RaceRecords, AStoreOfAnotherThreadEndsAReleaseSequence) {
  const ByteRange flag{1, 0, 4};
  const ByteRange data{2, 0, 4};
  for (const bool sameThread : {true, false}) {
    Races races;
    races.start(0, std::nullopt);
    races.start(1, 0);
    races.start(2, 0);
    races.endCreation(0);
    EXPECT_FALSE(races.access({data, 0, true, true, 0, nullptr}));
    races.store(0, flag, MemoryOrder::Release, false);
    races.store(sameThread ? 0 : 2, flag, MemoryOrder::Relaxed, false);
    races.load(1, flag, MemoryOrder::Acquire);
    EXPECT_EQ(races.access({data, 1, false, true, 0, nullptr}).has_value(), !sameThread);
  }
}

TEST(RaceRecords, CanonicalClocksForgetWhatEverybodyKnows) {
  const ByteRange data{1, 0, 4};
  const auto encoded = [&](int rounds) {
    Races races;
    races.start(0, std::nullopt);
    for (int i = 0; i < rounds; ++i) {
      races.start(1, 0);
      races.endCreation(0);
      races.access({data, 1, true, true, 0, nullptr});
      races.join(0, 1);
    }
    races.canonicalise({Races::SlotUse::Running});
    std::vector<std::uint8_t> bytes;
    ByteWriter writer(bytes);
    races.encode(writer);
    return bytes;
  };
  EXPECT_EQ(encoded(1), encoded(3));
}

} // namespace heddle::interpreter
