// What the second exploration decides, and what it leaves undecided.
#include "recheck/recheck.hpp"

#include "sample_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::recheck {

using namespace testing;

namespace {

using Kind = Result::Kind;

Result recheck(const Program &program, const Options &options = {}) {
  support::Cancellation cancellation;
  return explore(program, options, cancellation);
}

/// One thread writes x plainly and then the flag; the other reads the flag and, if it is set, x.
Program messagePassing(Access storing, Access loading, bool fences = false) {
  ThreadedProgram build({Property::NoDataRace});
  const ObjectId x = build.global("x", 4);
  const ObjectId flag = build.global("flag", 4);
  CfaBuilder writer = build.thread("writer");
  Line line = writer.fromEntry();
  line.store(build.address(x), build.number(1));
  if (fences)
    line.action({Fence{MemoryOrder::Release}});
  line.store(build.address(flag), build.number(1), storing).endThread();
  CfaBuilder reader = build.thread("reader");
  const RegisterId seen = reader.reg("seen", 32);
  const RegisterId value = reader.reg("value", 32);
  Line reading = reader.fromEntry();
  reading.load(seen, build.address(flag), loading);
  const LocationId branch = reading.here();
  reading.guard(build.pool().eq(reader.use(seen), build.number(1)));
  if (fences)
    reading.action({Fence{MemoryOrder::Acquire}});
  reading.load(value, build.address(x)).endThread();
  reader.from(branch).guard(build.pool().eq(reader.use(seen), build.number(0))).endThread();
  build.startAndJoin({writer.id(), reader.id()}).endProgram();
  return build.program;
}

Program withInput(std::uint64_t high) {
  ProgramBuilder build;
  build.program.properties = {Property::UnreachCall};
  CfaBuilder main = build.cfa("main");
  const RegisterId input = main.reg("input", 32);
  main.fromEntry()
      .action({Havoc{input, 0, high, InputKind::Nondet, "input"}})
      .check(build.pool().ne(main.use(input), build.constant(7, 32)))
      .endProgram();
  return build.program;
}

} // namespace

TEST(Recheck, DecidesAssertions) {
  EXPECT_EQ(recheck(lostUpdate()).kind, Kind::Refuted);
  const Result safe = recheck(lostUpdate({Property::UnreachCall}, true));
  EXPECT_EQ(safe.kind, Kind::Holds);
  EXPECT_GT(safe.states, 1U);
}

TEST(Recheck, NamesTheViolatedProperty) {
  EXPECT_NE(recheck(lostUpdate()).text.find("violates unreach-call: assertion fails"), std::string::npos);
}

TEST(Recheck, DecidesDeadlocks) {
  EXPECT_EQ(recheck(twoLocks(true)).kind, Kind::Refuted);
  EXPECT_EQ(recheck(twoLocks(false)).kind, Kind::Holds);
}

TEST(Recheck, OrdersAccessesByReleaseAndAcquire) {
  EXPECT_EQ(recheck(messagePassing(release, acquire)).kind, Kind::Holds);
  EXPECT_EQ(recheck(messagePassing(sequential, sequential)).kind, Kind::Holds);
  EXPECT_EQ(recheck(messagePassing(relaxed, acquire)).kind, Kind::Refuted);
  EXPECT_EQ(recheck(messagePassing(release, relaxed)).kind, Kind::Refuted);
}

TEST(Recheck, OrdersRelaxedAccessesByFences) {
  EXPECT_EQ(recheck(messagePassing(relaxed, relaxed, true)).kind, Kind::Holds);
  EXPECT_EQ(recheck(messagePassing(relaxed, relaxed)).kind, Kind::Refuted);
}

TEST(Recheck, TriesEveryValueOfAnInput) {
  EXPECT_EQ(recheck(withInput(6)).kind, Kind::Holds);
  EXPECT_EQ(recheck(withInput(7)).kind, Kind::Refuted);
}

TEST(Recheck, DoesNotDecideIfAnInputHasTooManyValues) {
  const Result result = recheck(withInput(100), {.inputValues = 100});
  EXPECT_EQ(result.kind, Kind::NotModelled);
  EXPECT_NE(result.text.find("too many values"), std::string::npos);
}

TEST(Recheck, RefutesAProofIfAHaltIsReachable) {
  ProgramBuilder build;
  build.program.properties = {Property::UnreachCall};
  CfaBuilder main = build.cfa("main");
  main.fromEntry().actionTo(main.exit(), {Halt{HaltReason::Unsupported, "inline assembly"}});
  const Result result = recheck(build.program);
  EXPECT_EQ(result.kind, Kind::Refuted);
  EXPECT_NE(result.text.find("inline assembly"), std::string::npos);
}

TEST(Recheck, EndsInALoopOfMallocAndFree) {
  ProgramBuilder build;
  build.program.properties = {Property::ValidDeref, Property::ValidFree};
  const SiteId site = build.site("malloc");
  CfaBuilder main = build.cfa("main");
  const RegisterId p = main.pointer("p");
  main.fromEntry()
      .allocate(p, site, 4)
      .store(main.use(p), build.constant(1, 32))
      .release(main.use(p))
      .jump(main.entry());
  EXPECT_EQ(recheck(build.program).kind, Kind::Holds);
}

TEST(Recheck, StopsWhenItIsCancelled) {
  support::Cancellation cancellation;
  cancellation.request(support::StopReason::Timeout);
  EXPECT_EQ(explore(lostUpdate(), {}, cancellation).kind, Kind::Cancelled);
}

} // namespace heddle::recheck
