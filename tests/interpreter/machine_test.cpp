// The semantics of operations and steps, on single-threaded programs and given schedules.
#include "interpreter/machine.hpp"

#include "interpreter/execution.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::interpreter {

using namespace testing;

namespace {

Schedule scheduled(std::vector<unsigned> steps, std::vector<std::vector<Input>> inputs = {}) {
  Schedule schedule;
  schedule.steps = std::move(steps);
  schedule.inputs = std::move(inputs);
  return schedule;
}

Trace mustReplay(const Program &program, const Schedule &schedule) {
  EXPECT_EQ(validate(program), std::nullopt);
  auto trace = replay(program, schedule);
  EXPECT_TRUE(trace) << trace.error().message;
  return trace ? *trace : Trace{};
}

/// Runs main alone to its end.
Trace runMain(const Program &program) {
  EXPECT_EQ(validate(program), std::nullopt);
  return runRandom(program, 1, 1000);
}

std::vector<std::string> texts(const Trace &trace) {
  std::vector<std::string> result;
  for (const TraceEvent &event : trace.events)
    result.push_back(event.text);
  return result;
}

const Property allProperties[] = {Property::UnreachCall,   Property::ValidDeref, Property::ValidFree,
                                  Property::ValidMemtrack, Property::NoOverflow, Property::LockDiscipline};

PropertySet everything() {
  PropertySet set;
  for (const Property property : allProperties)
    set.insert(property);
  return set;
}

} // namespace

TEST(Machine, AStepIsOneVisibleActionAndTheLocalWorkAfterIt) {
  ProgramBuilder build;
  const ObjectId x = build.global("x", 4);
  CfaBuilder main = build.cfa("main");
  const RegisterId r = main.reg("r", 32);
  main.fromEntry()
      .assign(r, build.constant(1, 32))
      .store(build.address(x), main.use(r))
      .assign(r, build.constant(2, 32))
      .store(build.address(x), main.use(r))
      .endProgram();
  const Trace trace = mustReplay(build.program, scheduled({0}));
  EXPECT_EQ(texts(trace), (std::vector<std::string>{"r = 1", "x = 1", "r = 2"}));
  EXPECT_EQ(trace.ending, Ending::Running);
}

TEST(Machine, AnAtomicBlockIsOneStep) {
  ProgramBuilder build;
  const ObjectId x = build.global("x", 4);
  CfaBuilder main = build.cfa("main");
  main.fromEntry()
      .beginAtomic()
      .store(build.address(x), build.constant(1, 32))
      .store(build.address(x), build.constant(2, 32))
      .endAtomic()
      .store(build.address(x), build.constant(3, 32))
      .store(build.address(x), build.constant(4, 32))
      .endProgram();
  const Trace trace = mustReplay(build.program, scheduled({0}));
  EXPECT_EQ(texts(trace), (std::vector<std::string>{"x = 1", "x = 2", "x = 3"}));
}

TEST(Machine, FailingCheckIsAViolationOnlyIfItsPropertyIsChecked) {
  for (const bool checked : {true, false}) {
    ProgramBuilder build;
    build.program.properties = checked ? PropertySet{Property::UnreachCall} : PropertySet{Property::NoOverflow};
    CfaBuilder main = build.cfa("main");
    main.fromEntry().check(build.pool().boolean(false)).endProgram();
    const Trace trace = runMain(build.program);
    EXPECT_EQ(trace.ending, checked ? Ending::Violation : Ending::Cut);
    EXPECT_EQ(trace.violation.has_value(), checked);
    EXPECT_EQ(trace.warnings.size(), checked ? 0U : 1U);
  }
}

TEST(Machine, CheckThatContinuesIsIgnoredWhenNotChecked) {
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  main.fromEntry()
      .action({Check{build.pool().boolean(false), Property::LockDiscipline, "bad style", AfterFailure::Continue}})
      .endProgram();
  const Trace trace = runMain(build.program);
  EXPECT_EQ(trace.ending, Ending::Finished);
  EXPECT_TRUE(trace.warnings.empty());
}

TEST(Machine, InvalidAccessesNameWhatIsWrong) {
  ProgramBuilder build;
  build.program.properties = {Property::ValidDeref};
  const ObjectId x = build.global("x", 4);
  CfaBuilder main = build.cfa("main");
  const RegisterId r = main.reg("r", 32);
  main.fromEntry().load(r, build.address(x, 2)).endProgram();
  const Trace trace = runMain(build.program);
  ASSERT_TRUE(trace.violation);
  EXPECT_EQ(trace.violation->property, Property::ValidDeref);
  EXPECT_EQ(trace.violation->message, "read of 4 bytes at &x+2, outside of x (4 bytes)");
}

TEST(Machine, InvalidAccessIsNotFollowedWhenNotChecked) {
  ProgramBuilder build;
  build.program.properties = {Property::UnreachCall};
  CfaBuilder main = build.cfa("main");
  main.fromEntry().store(build.word(0), build.constant(1, 32)).check(build.pool().boolean(false)).endProgram();
  const Trace trace = runMain(build.program);
  EXPECT_EQ(trace.ending, Ending::Cut);
  ASSERT_EQ(trace.warnings.size(), 1U);
  EXPECT_NE(trace.warnings[0].message.find("valid-deref"), std::string::npos);
}

TEST(Machine, UseAfterFreeIsFound) {
  ProgramBuilder build;
  build.program.properties = {Property::ValidDeref};
  const SiteId site = build.site("malloc");
  CfaBuilder main = build.cfa("main");
  const RegisterId p = main.pointer("p");
  main.fromEntry().allocate(p, site, 4).release(main.use(p)).store(main.use(p), build.constant(1, 32)).endProgram();
  const Trace trace = runMain(build.program);
  ASSERT_TRUE(trace.violation);
  EXPECT_NE(trace.violation->message.find("whose lifetime has ended"), std::string::npos);
}

TEST(Machine, BadFreesAreFound) {
  const auto freed = [](auto address) {
    ProgramBuilder build;
    build.program.properties = {Property::ValidFree};
    const ObjectId x = build.global("x", 4);
    const SiteId site = build.site("malloc");
    CfaBuilder main = build.cfa("main");
    const RegisterId p = main.pointer("p");
    main.fromEntry().allocate(p, site, 4).release(address(build, main, p, x)).endProgram();
    return runMain(build.program).violation.has_value();
  };
  EXPECT_FALSE(freed([](auto &, auto &main, auto p, auto) { return main.use(p); }));
  EXPECT_FALSE(freed([](auto &build, auto &, auto, auto) { return build.word(0); }));
  EXPECT_TRUE(freed([](auto &, auto &main, auto p, auto) { return main.plus(p, 1); }));
  EXPECT_TRUE(freed([](auto &build, auto &, auto, auto x) { return build.address(x); }));
}

TEST(Machine, MemoryThatNothingPointsToIsLost) {
  for (const bool kept : {true, false}) {
    ProgramBuilder build;
    build.program.properties = {Property::ValidMemtrack};
    const ObjectId holder = build.global("holder", 8);
    const SiteId site = build.site("malloc");
    CfaBuilder main = build.cfa("main");
    const RegisterId p = main.pointer("p");
    const RegisterId q = main.pointer("q");
    // holder → first → second, by an interior pointer.
    Line line = main.fromEntry().allocate(p, site, 8, true).allocate(q, site, 8, true);
    line.store(main.use(p), main.plus(q, 4));
    if (kept)
      line.store(build.address(holder), main.use(p));
    line.endProgram();
    const Trace trace = runMain(build.program);
    EXPECT_EQ(trace.violation.has_value(), !kept);
  }
}

TEST(Machine, AbortDoesNotCheckForLostMemory) {
  ProgramBuilder build;
  build.program.properties = {Property::ValidMemtrack};
  const SiteId site = build.site("malloc");
  CfaBuilder main = build.cfa("main");
  const RegisterId p = main.pointer("p");
  main.fromEntry().allocate(p, site, 8).actionTo(main.exit(), {EndProgram{true}});
  EXPECT_EQ(runMain(build.program).ending, Ending::Finished);
}

TEST(Machine, MemoryIsAlsoLostWhenTheLastThreadEnds) {
  ProgramBuilder build;
  build.program.properties = {Property::ValidMemtrack};
  const SiteId site = build.site("malloc");
  CfaBuilder main = build.cfa("main");
  const RegisterId p = main.pointer("p");
  main.fromEntry().allocate(p, site, 8).endThread();
  EXPECT_TRUE(runMain(build.program).violation.has_value());
}

TEST(Machine, UninitialisedMemoryIsChosenOnceAndStays) {
  ProgramBuilder build;
  build.program.properties = everything();
  const SiteId site = build.site("malloc");
  CfaBuilder main = build.cfa("main");
  const RegisterId p = main.pointer("p");
  const RegisterId a = main.reg("a", 32);
  const RegisterId b = main.reg("b", 32);
  main.fromEntry()
      .allocate(p, site, 4)
      .load(a, main.use(p))
      .load(b, main.use(p))
      .check(build.pool().eq(main.use(a), main.use(b)))
      .check(build.pool().eq(main.use(a), build.constant(1234, 32)))
      .release(main.use(p))
      .endProgram();
  const Trace trace = mustReplay(build.program, scheduled({0, 0, 0, 0}, {{{1234, 32, ""}}}));
  EXPECT_EQ(trace.ending, Ending::Finished);
  ASSERT_EQ(trace.schedule.inputs[0].size(), 1U);
}

TEST(Machine, PartlyInitialisedMemoryAsksForTheMissingBytesOnly) {
  ProgramBuilder build;
  build.program.properties = {Property::UnreachCall};
  const SiteId site = build.site("malloc");
  CfaBuilder main = build.cfa("main");
  const RegisterId p = main.pointer("p");
  const RegisterId r = main.reg("r", 32);
  main.fromEntry()
      .allocate(p, site, 4)
      .store(main.plus(p, 1), build.constant(0xbb, 8))
      .load(r, main.use(p))
      .check(build.pool().eq(main.use(r), build.constant(0x3322bb11, 32)))
      .endProgram();
  const Trace trace = mustReplay(build.program, scheduled({0, 0, 0}, {{{0x332211, 24, ""}}}));
  EXPECT_EQ(trace.ending, Ending::Finished) << trace.endingText;
}

TEST(Machine, CopiesCarryUninitialisedBytesAlong) {
  ProgramBuilder build;
  build.program.properties = {Property::UnreachCall};
  const ObjectId target = build.global("target", 4);
  const SiteId site = build.site("local", Storage::Stack);
  CfaBuilder main = build.cfa("main");
  const RegisterId p = main.pointer("p");
  const RegisterId r = main.reg("r", 32);
  const RegisterId s = main.reg("s", 32);
  const Access copy{MemoryOrder::Plain, true, true, false};
  main.fromEntry()
      .allocate(p, site, 4)
      .store(main.use(p), build.constant(7, 8))
      .load(r, main.use(p), copy)
      .store(build.address(target), main.use(r), copy)
      .load(s, build.address(target))
      .check(build.pool().eq(main.use(s), build.constant(0x050607, 32)))
      .endProgram();
  // The copy takes no input; the load of the copy takes one of three bytes.
  const Trace trace = mustReplay(build.program, scheduled({0, 0, 0, 0, 0}, {{{0x000506, 24, ""}}}));
  EXPECT_EQ(trace.ending, Ending::Finished) << trace.endingText;
  EXPECT_EQ(trace.schedule.inputs[0].size(), 1U);
}

TEST(Machine, FailingAssumptionStopsOnlyItsThread) {
  ThreadedProgram build({Property::UnreachCall});
  const ObjectId x = build.global("x", 4);
  CfaBuilder worker = build.thread("worker");
  worker.fromEntry()
      .store(build.address(x), build.number(1))
      .assume(build.pool().boolean(false))
      .check(build.pool().boolean(false))
      .endThread();
  const RegisterId handle = build.main.pointer("handle");
  build.main.fromEntry()
      .spawn(handle, worker.id(), build.word(0))
      .store(build.address(x), build.number(2))
      .endProgram();
  const Trace trace = mustReplay(build.program, scheduled({0, 1, 0, 0}));
  EXPECT_EQ(trace.ending, Ending::Finished);
}

TEST(Machine, FailingAssumptionInAnAtomicBlockDiscardsTheExecution) {
  ThreadedProgram build({Property::UnreachCall});
  const ObjectId x = build.global("x", 4);
  CfaBuilder worker = build.thread("worker");
  worker.fromEntry()
      .beginAtomic()
      .store(build.address(x), build.number(1))
      .assume(build.pool().boolean(false))
      .endAtomic()
      .store(build.address(x), build.number(2))
      .endThread();
  build.startAndJoin({worker.id()}).endProgram();
  EXPECT_EQ(mustReplay(build.program, scheduled({0, 1})).ending, Ending::Cut);
}

TEST(Machine, JoinWaitsForTheEndAndBringsTheResult) {
  ThreadedProgram build({Property::UnreachCall});
  const ObjectId x = build.global("x", 4);
  CfaBuilder worker = build.thread("worker");
  worker.fromEntry().store(build.address(x), build.number(1)).endThread(worker.use(worker.argument()));
  const RegisterId handle = build.main.pointer("handle");
  const RegisterId result = build.main.pointer("result");
  build.main.fromEntry()
      .spawn(handle, worker.id(), build.word(77))
      .join(build.main.use(handle), result)
      .check(build.pool().eq(build.main.use(result), build.word(77)))
      .endProgram();
  EXPECT_EQ(mustReplay(build.program, scheduled({0, 1, 0, 0})).ending, Ending::Finished);
  const auto early = replay(build.program, scheduled({0, 0}));
  ASSERT_FALSE(early);
  EXPECT_NE(early.error().message.find("step 2 runs thread 0, but main waits"), std::string::npos)
      << early.error().message;
}

TEST(Machine, BadJoinsAreAMatterOfLockDiscipline) {
  ProgramBuilder build;
  build.program.properties = {Property::LockDiscipline};
  CfaBuilder main = build.cfa("main");
  main.fromEntry().join(build.word(5)).endProgram();
  const Trace trace = runMain(build.program);
  ASSERT_TRUE(trace.violation);
  EXPECT_EQ(trace.violation->property, Property::LockDiscipline);
}

TEST(Machine, AThreadKnowsItsHandle) {
  ThreadedProgram build({Property::UnreachCall});
  CfaBuilder worker = build.thread("worker");
  Cfa &cfa = build.program.cfas[worker.id()];
  cfa.self = cfa.addRegister({"self", 32, unknownType, false});
  worker.fromEntry().check(build.pool().eq(worker.use(cfa.self), build.number(2))).endThread();
  build.startAndJoin({worker.id()}).endProgram();
  EXPECT_EQ(runMain(build.program).ending, Ending::Finished);
}

TEST(Machine, SlotsOfJoinedThreadsAreUsedAgain) {
  ThreadedProgram build({Property::UnreachCall});
  CfaBuilder worker = build.thread("worker");
  worker.fromEntry().endThread();
  const RegisterId a = build.main.pointer("a");
  const RegisterId b = build.main.pointer("b");
  build.main.fromEntry()
      .spawn(a, worker.id(), build.word(0))
      .join(build.main.use(a))
      .spawn(b, worker.id(), build.word(0))
      .check(build.pool().eq(build.main.use(a), build.main.use(b)))
      .endProgram();
  EXPECT_EQ(runMain(build.program).ending, Ending::Finished);
}

TEST(Machine, ALocalLoopThatRepeatsItselfIsRecognised) {
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  const RegisterId r = main.reg("r", 32);
  const LocationId head = main.location();
  main.fromEntry().jump(head);
  main.from(head).assign(r, build.pool().make(ExprKind::Xor, main.use(r), build.constant(1, 32))).jump(head);
  const Trace trace = runMain(build.program);
  EXPECT_EQ(trace.ending, Ending::Running);
  EXPECT_EQ(trace.endingText, "a thread loops for ever");
}

TEST(Machine, HaltEndsTheExecutionWithItsMessage) {
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  main.fromEntry().actionTo(main.exit(), {Halt{HaltReason::Unsupported, "inline assembly"}});
  const Trace trace = runMain(build.program);
  EXPECT_EQ(trace.ending, Ending::Halted);
  EXPECT_EQ(trace.endingText, "inline assembly at <heddle>");
}

TEST(Machine, TooManyThreadsHaltTheExecution) {
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  CfaBuilder worker = build.cfa("worker");
  worker.fromEntry().endThread();
  const RegisterId handle = main.pointer("handle");
  const LocationId head = main.location();
  main.fromEntry().jump(head);
  main.from(head).spawn(handle, worker.id(), build.word(0)).jump(head);
  const Trace trace = runMain(build.program);
  EXPECT_EQ(trace.ending, Ending::Halted);
  EXPECT_NE(trace.endingText.find("more than 64 threads"), std::string::npos);
}

TEST(Machine, AnInputThatAWaitDependsOnIsChosenOnce) {
  // Waiting for an uninitialised word to become 5: with any other value the thread waits for ever.
  ProgramBuilder build;
  build.program.properties = {Property::NoDeadlock};
  const SiteId site = build.site("local", Storage::Stack);
  CfaBuilder main = build.cfa("main");
  const RegisterId p = main.pointer("p");
  const RegisterId r = main.reg("r", 32);
  main.fromEntry()
      .allocate(p, site, 4)
      .action({Load{r, main.use(p), 32, acquire}, Guard{build.pool().eq(main.use(r), build.constant(5, 32))}})
      .endProgram();
  EXPECT_EQ(mustReplay(build.program, scheduled({0, 0}, {{{5, 32, ""}}})).ending, Ending::Finished);
  const Trace waiting = mustReplay(build.program, scheduled({0}, {{{6, 32, ""}}}));
  EXPECT_EQ(waiting.ending, Ending::Violation);
  EXPECT_FALSE(replay(build.program, scheduled({0, 0}, {{{6, 32, ""}}})));
}

TEST(Machine, InputsOutsideTheirRangeAreRefused) {
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  const RegisterId r = main.reg("r", 32);
  main.fromEntry().action({Havoc{r, 3, 9, InputKind::Nondet, "choice"}}).endProgram();
  const auto trace = replay(build.program, scheduled({}, {{{10, 32, ""}}}));
  ASSERT_FALSE(trace);
  EXPECT_NE(trace.error().message.find("input 1 of thread 0 is 10, but must lie between 3 and 9"), std::string::npos);
  EXPECT_TRUE(replay(build.program, scheduled({0}, {{{9, 32, ""}}})));
}

TEST(Machine, EncodingAStateBringsItBack) {
  const Program program = lostUpdate({Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock}, true);
  Machine machine(program, Limits{});
  const Schedule empty;
  ScheduledInputs inputs(empty);
  State state = machine.initialState();
  machine.start(state, inputs);
  State copy = machine.initialState();
  for (const unsigned thread : {0U, 0U, 1U, 1U}) {
    ASSERT_TRUE(machine.enabled(state, thread));
    machine.step(state, thread, inputs);
    std::vector<std::uint8_t> bytes;
    machine.encode(state, bytes);
    machine.decode(bytes.data(), bytes.size(), copy);
    std::vector<std::uint8_t> again;
    machine.encode(copy, again);
    EXPECT_EQ(bytes, again);
  }
}

} // namespace heddle::interpreter
