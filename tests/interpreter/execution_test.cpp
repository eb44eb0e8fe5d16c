#include "interpreter/execution.hpp"

#include "sample_programs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::interpreter {

using namespace testing;

namespace {

void expectSame(const Trace &a, const Trace &b) {
  EXPECT_EQ(a.ending, b.ending);
  EXPECT_EQ(a.endingText, b.endingText);
  EXPECT_EQ(a.schedule.steps, b.schedule.steps);
  ASSERT_EQ(a.events.size(), b.events.size());
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    EXPECT_EQ(a.events[i].text, b.events[i].text);
    EXPECT_EQ(a.events[i].step, b.events[i].step);
    EXPECT_EQ(a.events[i].thread, b.events[i].thread);
  }
  ASSERT_EQ(a.violation.has_value(), b.violation.has_value());
  if (a.violation) {
    EXPECT_EQ(a.violation->message, b.violation->message);
  }
  ASSERT_EQ(a.schedule.inputs.size(), b.schedule.inputs.size());
  for (std::size_t i = 0; i < a.schedule.inputs.size(); ++i)
    EXPECT_EQ(a.schedule.inputs[i].size(), b.schedule.inputs[i].size());
}

bool contains(const Trace &trace, const std::string &text) {
  return std::any_of(trace.events.begin(), trace.events.end(),
                     [&](const TraceEvent &event) { return event.text == text; });
}

/// Two threads with inputs, a lock, and memory of their own.
Program withInputs() {
  ThreadedProgram build({Property::UnreachCall, Property::NoDataRace, Property::ValidMemtrack});
  const ObjectId x = build.global("x", 4);
  const ObjectId mutex = build.global("mutex", 4);
  const SiteId site = build.site("malloc");
  std::vector<CfaId> threads;
  for (int i = 0; i < 2; ++i) {
    CfaBuilder worker = build.thread("worker");
    const RegisterId r = worker.reg("r", 32);
    const RegisterId p = worker.pointer("p");
    Line line = worker.fromEntry().havoc(r).allocate(p, site, 4);
    build.lock(line, worker, mutex);
    line.store(build.address(x), worker.use(r)).load(r, worker.use(p));
    build.unlock(line, mutex);
    line.release(worker.use(p)).endThread();
    threads.push_back(worker.id());
  }
  const RegisterId r = build.main.reg("r", 32);
  build.startAndJoin(threads)
      .load(r, build.address(x))
      .check(build.pool().make(ExprKind::Ult, build.main.use(r), build.number(1000)))
      .endProgram();
  return std::move(build.program);
}

} // namespace

TEST(Execution, EqualSeedsGiveEqualExecutions) {
  const Program program = withInputs();
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    expectSame(runRandom(program, seed, 1000), runRandom(program, seed, 1000));
}

TEST(Execution, ReplayingATraceGivesTheSameTrace) {
  const Program program = withInputs();
  bool violated = false;
  bool finished = false;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (const Strategy strategy : {Strategy::Uniform, Strategy::Sticky, Strategy::Priorities}) {
      const Trace trace = runRandom(program, {.seed = seed, .strategy = strategy});
      violated = violated || trace.ending == Ending::Violation;
      finished = finished || trace.ending == Ending::Finished;
      const auto json = parseSchedule(toJson(trace.schedule, program));
      ASSERT_TRUE(json);
      const auto again = replay(program, *json);
      ASSERT_TRUE(again) << again.error().message;
      expectSame(trace, *again);
    }
  }
  EXPECT_TRUE(violated);
  EXPECT_TRUE(finished);
}

TEST(Execution, SomeSeedLosesAnUpdate) {
  const Program program = lostUpdate();
  bool lost = false;
  bool kept = false;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Trace trace = runRandom(program, seed, 100);
    lost = lost || trace.ending == Ending::Violation;
    kept = kept || trace.ending == Ending::Finished;
  }
  EXPECT_TRUE(lost);
  EXPECT_TRUE(kept);
}

TEST(Execution, TracesTellTheStory) {
  const Program program = lostUpdate({Property::UnreachCall}, true);
  const Trace trace = runRandom(program, 3, 100);
  EXPECT_EQ(trace.ending, Ending::Finished);
  EXPECT_TRUE(contains(trace, "start worker (T1)"));
  EXPECT_TRUE(contains(trace, "lock mutex"));
  EXPECT_TRUE(contains(trace, "read x → 0"));
  EXPECT_TRUE(contains(trace, "x = 2"));
  EXPECT_TRUE(contains(trace, "end of worker"));
  EXPECT_TRUE(contains(trace, "join T2"));
  EXPECT_TRUE(contains(trace, "end of the program"));
  ASSERT_EQ(trace.threads.size(), 3U);
  EXPECT_EQ(trace.threads[0].name, "main");
  EXPECT_EQ(trace.threads[2].name, "worker");
}

TEST(Execution, LibraryModelsAreShownByNameAndAtTheCallersLine) {
  ProgramBuilder build;
  SourceMap &sources = build.program.sources;
  const FileId user = sources.addFile("user.c");
  const FileId model = sources.addFile("mutex.c");
  sources.markRuntime(model);
  const FrameId frame = sources.addFrame({"pthread_mutex_lock", {user, 12, 3, noFrame}});
  const SourceSpan inModel{model, 99, 1, frame};
  const ObjectId mutex = build.global("mutex", 4);
  CfaBuilder main = build.cfa("main");
  main.fromEntry()
      .action({Store{build.address(mutex), build.constant(1, 32), relaxed}, Sync{SyncKind::Lock, build.address(mutex)}})
      .store(build.address(mutex), build.constant(2, 32), relaxed)
      .endProgram();
  for (Action &action : build.program.cfas[0].actions)
    for (Instruction &instruction : action.instructions)
      instruction.span = inModel;
  const Trace trace = runRandom(build.program, 0, 10);
  ASSERT_EQ(trace.events.size(), 3U);
  EXPECT_EQ(trace.events[0].text, "lock mutex");
  EXPECT_EQ(trace.events[0].span.line, 12U);
  // No Sync names the second store, so its access is shown.
  EXPECT_EQ(trace.events[1].text, "mutex = 2");
}

TEST(Execution, ValuesAreShownByTheirTypes) {
  ProgramBuilder build;
  TypeTable &types = build.program.types;
  const TypeId integer = types.add({TypeKind::Signed, "int", 4, unknownType, 0, {}});
  const TypeId boolean = types.add({TypeKind::Bool, "_Bool", 1, unknownType, 0, {}});
  const TypeId pointer = types.add({TypeKind::Pointer, "int *", 8, integer, 0, {}});
  const TypeId real = types.add({TypeKind::Float, "double", 8, unknownType, 0, {}});
  const TypeId record =
      types.add({TypeKind::Struct,
                 "struct s",
                 24,
                 unknownType,
                 0,
                 {{"count", 0, 0, 0, integer}, {"next", 8, 0, 0, pointer}, {"mean", 16, 0, 0, real}}});
  const ObjectId s = build.global("s", 24);
  build.program.objects[s].type = record;
  const ObjectId done = build.global("done", 1);
  build.program.objects[done].type = boolean;
  CfaBuilder main = build.cfa("main");
  main.fromEntry()
      .store(build.address(s), build.constant(0xffffffff, 32))
      .store(build.address(s, 8), build.address(s))
      .store(build.address(s, 8), build.word(0))
      .store(build.address(s, 16), build.word(0x3ff8000000000000))
      .store(build.address(done), build.constant(1, 8))
      .endProgram();
  const Trace trace = runRandom(build.program, 0, 10);
  EXPECT_TRUE(contains(trace, "s.count = -1"));
  EXPECT_TRUE(contains(trace, "s.next = &s"));
  EXPECT_TRUE(contains(trace, "s.next = NULL"));
  EXPECT_TRUE(contains(trace, "s.mean = 1.5"));
  EXPECT_TRUE(contains(trace, "done = true"));
}

TEST(Execution, AThreadThatDoesNotExistIsAnError) {
  const Program program = lostUpdate();
  Schedule schedule;
  schedule.steps = {0, 7};
  const auto trace = replay(program, schedule);
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().message,
            "the schedule does not fit the program: step 2 runs thread 7, but there is no thread 7 at that point");
}

TEST(Execution, StepsAfterTheEndAreAnError) {
  ProgramBuilder build;
  CfaBuilder main = build.cfa("main");
  main.fromEntry().endProgram();
  Schedule schedule;
  schedule.steps = {0, 0};
  EXPECT_FALSE(replay(build.program, schedule));
}

TEST(Execution, ADeadlockIsReportedWithTheWaitingThreads) {
  const Program program = twoLocks(true);
  Schedule schedule;
  schedule.steps = {0, 0, 1, 2};
  // Each has one lock now; the second one is missing.
  const auto trace = replay(program, schedule);
  ASSERT_TRUE(trace) << trace.error().message;
  ASSERT_TRUE(trace->violation);
  EXPECT_EQ(trace->violation->property, Property::NoDeadlock);
  EXPECT_NE(trace->endingText.find("T1 waits at <heddle> to lock b"), std::string::npos) << trace->endingText;
  EXPECT_NE(trace->endingText.find("T2 waits at <heddle> to lock a"), std::string::npos) << trace->endingText;
  EXPECT_NE(trace->endingText.find("main waits at <heddle> for the end of T1"), std::string::npos) << trace->endingText;
}

TEST(Execution, TheStepLimitEndsAnEndlessExecution) {
  ProgramBuilder build;
  const ObjectId x = build.global("x", 4);
  CfaBuilder main = build.cfa("main");
  const LocationId head = main.location();
  main.fromEntry().jump(head);
  main.from(head).store(build.address(x), build.constant(1, 32)).jump(head);
  const Trace trace = runRandom(build.program, 0, 500);
  EXPECT_EQ(trace.ending, Ending::Running);
  EXPECT_EQ(trace.schedule.steps.size(), 500U);
}

} // namespace heddle::interpreter
