#include "interpreter/explorer.hpp"

#include "interpreter/execution.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::interpreter {

using namespace testing;

namespace {

Exploration explored(const Program &program, const ExplorerOptions &options = {}) {
  EXPECT_EQ(validate(program), std::nullopt);
  support::Cancellation cancellation;
  Exploration exploration = explore(program, options, cancellation);
  if (exploration.violation) {
    const auto trace = replay(program, exploration.schedule);
    EXPECT_TRUE(trace) << trace.error().message;
    EXPECT_TRUE(trace && trace->violation && trace->violation->property == exploration.violation->property);
  }
  return exploration;
}

/// main: r := input in [low, high]; check r != forbidden.
Program oneInput(Bits low, Bits high, Bits forbidden) {
  ProgramBuilder build;
  build.program.properties = {Property::UnreachCall};
  CfaBuilder main = build.cfa("main");
  const RegisterId r = main.reg("r", 32);
  main.fromEntry()
      .action({Havoc{r, low, high, InputKind::Nondet, "__VERIFIER_nondet_int"}})
      .check(build.pool().ne(main.use(r), build.constant(forbidden, 32)))
      .endProgram();
  return std::move(build.program);
}

} // namespace

TEST(Explorer, FindsTheLostUpdate) {
  const Exploration exploration = explored(lostUpdate());
  ASSERT_TRUE(exploration.violation);
  EXPECT_EQ(exploration.violation->property, Property::UnreachCall);
}

TEST(Explorer, ProvesThatALockPreventsIt) {
  const Exploration exploration = explored(lostUpdate({Property::UnreachCall}, true));
  EXPECT_FALSE(exploration.violation);
  EXPECT_TRUE(exploration.complete) << exploration.incompleteReason;
}

TEST(Explorer, DepthFirstFindsTheSame) {
  ExplorerOptions options;
  options.depthFirst = true;
  EXPECT_TRUE(explored(lostUpdate(), options).violation);
  const Exploration breadth = explored(lostUpdate({Property::UnreachCall}, true));
  const Exploration depth = explored(lostUpdate({Property::UnreachCall}, true), options);
  EXPECT_EQ(breadth.states, depth.states);
  EXPECT_EQ(breadth.transitions, depth.transitions);
}

TEST(Explorer, TriesEveryValueOfASmallInput) {
  EXPECT_TRUE(explored(oneInput(0, 255, 200)).violation);
  const Exploration safe = explored(oneInput(0, 255, 256));
  EXPECT_FALSE(safe.violation);
  EXPECT_TRUE(safe.complete);
}

TEST(Explorer, NamesTheInputWithTooManyValues) {
  const Exploration exploration = explored(oneInput(1, 100'000, 0));
  EXPECT_FALSE(exploration.violation);
  EXPECT_FALSE(exploration.complete);
  EXPECT_NE(exploration.incompleteReason.find("__VERIFIER_nondet_int"), std::string::npos);
}

TEST(Explorer, TriesConstantsOfTheProgramForLargeInputs) {
  EXPECT_TRUE(explored(oneInput(0, 0xffffffff, 77'777)).violation);
  EXPECT_TRUE(explored(oneInput(0, 0xffffffff, 0x80000000)).violation);
}

TEST(Explorer, ReportsHaltsAsIncomplete) {
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  main.fromEntry().actionTo(main.exit(), {Halt{HaltReason::Unsupported, "inline assembly"}});
  const Exploration exploration = explored(build.program);
  EXPECT_FALSE(exploration.complete);
  EXPECT_EQ(exploration.incompleteReason, "inline assembly at <heddle>");
}

TEST(Explorer, ChoosesUninitialisedMemory) {
  ProgramBuilder build;
  build.program.properties = {Property::UnreachCall};
  const SiteId site = build.site("local", Storage::Stack);
  CfaBuilder main = build.cfa("main");
  const RegisterId p = main.pointer("p");
  const RegisterId r = main.reg("r", 8);
  main.fromEntry()
      .allocate(p, site, 1)
      .load(r, main.use(p))
      .check(build.pool().ne(main.use(r), build.constant(200, 8)))
      .endProgram();
  EXPECT_TRUE(explored(build.program).violation);
}

TEST(Explorer, TellsCopiedUninitialisedBytesFromZeroes) {
  // A copy may make a global variable uninitialised; that state differs from the one in which it is zero.
  ThreadedProgram build({Property::UnreachCall});
  const ObjectId target = build.global("target", 1);
  const SiteId site = build.site("local", Storage::Stack);
  CfaBuilder worker = build.thread("worker");
  const RegisterId p = worker.pointer("p");
  const RegisterId r = worker.reg("r", 8);
  const Access copy{MemoryOrder::Plain, true, true, false};
  worker.fromEntry()
      .allocate(p, site, 1)
      .load(r, worker.use(p), copy)
      .store(build.address(target), worker.use(r), copy)
      .release(worker.use(p), Storage::Stack)
      .endThread();
  const RegisterId s = build.main.reg("s", 8);
  build.startAndJoin({worker.id()})
      .load(s, build.address(target))
      .check(build.pool().ne(build.main.use(s), build.constant(77, 8)))
      .endProgram();
  EXPECT_TRUE(explored(build.program).violation);
}

TEST(Explorer, EndlessLoopOfVisibleStepsIsFinite) {
  ThreadedProgram build({Property::UnreachCall});
  const ObjectId flag = build.global("flag", 4);
  CfaBuilder worker = build.thread("worker");
  const LocationId head = worker.location();
  const RegisterId r = worker.reg("r", 32);
  worker.fromEntry().jump(head);
  const LocationId read = worker.from(head).load(r, build.address(flag), sequential).here();
  const Expr unset = build.pool().eq(worker.use(r), build.number(0));
  worker.from(read).guard(unset).jump(head);
  worker.from(read).guard(build.pool().negate(unset)).endThread();
  build.startAndJoin({worker.id()}).endProgram();
  const Exploration exploration = explored(build.program);
  EXPECT_TRUE(exploration.complete);
  EXPECT_LT(exploration.states, 10U);
}

TEST(Explorer, LoopsThatAllocateAndFreeAreFinite) {
  ThreadedProgram build({Property::ValidDeref, Property::ValidFree});
  const ObjectId holder = build.global("holder", 8);
  const SiteId site = build.site("malloc");
  CfaBuilder worker = build.thread("worker");
  const LocationId head = worker.location();
  const RegisterId p = worker.pointer("p");
  const RegisterId q = worker.pointer("q");
  worker.fromEntry().jump(head);
  worker.from(head)
      .allocate(p, site, 4, true)
      .store(build.address(holder), worker.use(p))
      .load(q, build.address(holder))
      .release(worker.use(q))
      .jump(head);
  build.startAndJoin({worker.id()}).endProgram();
  const Exploration exploration = explored(build.program);
  EXPECT_TRUE(exploration.complete) << exploration.incompleteReason;
  EXPECT_LT(exploration.states, 30U);
}

TEST(Explorer, DanglingPointersKeepTheirObjectsId) {
  // The id of the freed object is not reused while `stale` points to it, so the access is invalid.
  ProgramBuilder build;
  build.program.properties = {Property::ValidDeref};
  const SiteId site = build.site("malloc");
  CfaBuilder main = build.cfa("main");
  const RegisterId stale = main.pointer("stale");
  const RegisterId fresh = main.pointer("fresh");
  const RegisterId r = main.reg("r", 32);
  main.fromEntry()
      .allocate(stale, site, 4, true)
      .release(main.use(stale))
      .allocate(fresh, site, 4, true)
      .load(r, main.use(fresh))
      .load(r, main.use(stale))
      .endProgram();
  EXPECT_TRUE(explored(build.program).violation);
}

TEST(Explorer, LoopsThatStartThreadsAreFinite) {
  ThreadedProgram build({Property::UnreachCall, Property::NoDataRace});
  const ObjectId x = build.global("x", 4);
  CfaBuilder worker = build.thread("worker");
  worker.fromEntry().store(build.address(x), build.number(1)).endThread();
  const RegisterId handle = build.main.pointer("handle");
  const LocationId head = build.main.location();
  build.main.fromEntry().jump(head);
  build.main.from(head).spawn(handle, worker.id(), build.word(0)).join(build.main.use(handle)).jump(head);
  const Exploration exploration = explored(build.program);
  EXPECT_FALSE(exploration.violation);
  EXPECT_TRUE(exploration.complete) << exploration.incompleteReason;
  EXPECT_LT(exploration.states, 10U);
}

TEST(Explorer, AllocationOrderOfThreadsDoesNotMultiplyStates) {
  ThreadedProgram build({Property::UnreachCall});
  const ObjectId x = build.global("x", 4);
  const SiteId site = build.site("local", Storage::Stack);
  std::vector<CfaId> threads;
  for (int i = 0; i < 2; ++i) {
    CfaBuilder worker = build.thread("worker");
    const RegisterId p = worker.pointer("p");
    const Access local{MemoryOrder::Plain, false, false, false};
    worker.fromEntry()
        .store(build.address(x), build.number(1))
        .allocate(p, site, 4, true)
        .store(build.address(x), build.number(1))
        .store(worker.use(p), build.number(1), local)
        .endThread();
    threads.push_back(worker.id());
  }
  build.startAndJoin(threads).endProgram();
  const Exploration exploration = explored(build.program);
  EXPECT_TRUE(exploration.complete);
  // Three locations for each of two threads once both run, and the states before and after that.
  EXPECT_LT(exploration.states, 20U);
}

TEST(Explorer, TooMuchLocalWorkIsIncomplete) {
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  const RegisterId r = main.reg("r", 64);
  const LocationId head = main.location();
  main.fromEntry().jump(head);
  main.from(head).assign(r, main.plus(r, 1)).jump(head);
  ExplorerOptions options;
  options.limits.localWork = 10'000;
  const Exploration exploration = explored(build.program, options);
  EXPECT_FALSE(exploration.complete);
  EXPECT_NE(exploration.incompleteReason.find("10000 actions"), std::string::npos);
}

TEST(Explorer, UndefinedBehaviourThatIsNotCheckedIsAWarning) {
  ProgramBuilder build;
  build.program.properties = {Property::UnreachCall};
  CfaBuilder main = build.cfa("main");
  main.fromEntry().store(build.word(0), build.constant(1, 32)).check(build.pool().boolean(false)).endProgram();
  const Exploration exploration = explored(build.program);
  EXPECT_TRUE(exploration.complete);
  EXPECT_FALSE(exploration.violation);
  EXPECT_EQ(exploration.warnings.size(), 1U);
}

TEST(Explorer, StopsWhenAsked) {
  support::Cancellation cancellation;
  cancellation.request(support::StopReason::Interrupted);
  const Program program = lostUpdate();
  const Exploration exploration = explore(program, {}, cancellation);
  EXPECT_FALSE(exploration.complete);
}

} // namespace heddle::interpreter
