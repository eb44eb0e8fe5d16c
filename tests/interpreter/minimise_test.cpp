#include "interpreter/minimise.hpp"

#include "interpreter/execution.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::interpreter {

using namespace testing;

namespace {

/// The first random execution, with many context switches, that ends in a violation.
Trace someViolation(const Program &program) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Trace trace = runRandom(program, seed, 1000);
    if (trace.violation)
      return trace;
  }
  ADD_FAILURE() << "no violation";
  return {};
}

Trace replayed(const Program &program, const Schedule &schedule) {
  const auto trace = replay(program, schedule);
  EXPECT_TRUE(trace) << trace.error().message;
  return trace ? *trace : Trace{};
}

Schedule minimised(const Program &program, const Schedule &schedule, const MinimiseOptions &options = {}) {
  support::Cancellation cancellation;
  return minimise(program, schedule, cancellation, options);
}

/// Two threads that each count to `rounds`; the first one then sets a flag that main must not see.
Program spinning(unsigned rounds) {
  ThreadedProgram build({Property::UnreachCall});
  const ObjectId noise = build.global("noise", 4);
  const ObjectId flag = build.global("flag", 4);
  std::vector<CfaId> threads;
  for (int i = 0; i < 2; ++i) {
    CfaBuilder worker = build.thread("worker");
    Line line = worker.fromEntry();
    for (unsigned round = 0; round < rounds; ++round)
      line.store(build.address(noise), build.number(round));
    if (i == 0)
      line.store(build.address(flag), build.number(1));
    line.endThread();
    threads.push_back(worker.id());
  }
  const RegisterId first = build.main.pointer("first");
  const RegisterId second = build.main.pointer("second");
  const RegisterId r = build.main.reg("r", 32);
  build.main.fromEntry()
      .spawn(first, threads[0], build.word(0))
      .spawn(second, threads[1], build.word(0))
      .load(r, build.address(flag))
      .check(build.pool().eq(build.main.use(r), build.number(0)))
      .endProgram();
  return std::move(build.program);
}

} // namespace

TEST(Minimise, CountsContextSwitches) {
  EXPECT_EQ(contextSwitches({}), 0U);
  EXPECT_EQ(contextSwitches({0, 0}), 0U);
  EXPECT_EQ(contextSwitches({0, 1, 1, 0}), 2U);
}

TEST(Minimise, FindsTheFewestSwitchesOfALostUpdate) {
  const Program program = lostUpdate();
  const Trace trace = someViolation(program);
  const Trace shorter = replayed(program, minimised(program, trace.schedule));
  ASSERT_TRUE(shorter.violation);
  EXPECT_EQ(shorter.violation->message, trace.violation->message);
  // main starts both; one reads, the other reads and writes, the first writes; main checks.
  EXPECT_EQ(contextSwitches(shorter.schedule.steps), 4U);
  EXPECT_EQ(shorter.schedule.steps.size(), 9U);
}

TEST(Minimise, LeavesOutStepsOfThreadsThatDoNotMatter) {
  const Program program = spinning(6);
  const Trace trace = someViolation(program);
  for (const std::size_t states : {std::size_t{0}, std::size_t{20'000}}) { // without and with the exploration
    const Schedule schedule = minimised(program, trace.schedule, {.exploredStates = states});
    EXPECT_TRUE(replayed(program, schedule).violation);
    EXPECT_EQ(contextSwitches(schedule.steps), 2U);
    EXPECT_EQ(schedule.steps.size(), 1U + 7U + 2U); // start; 6 rounds and the flag; start and check
  }
}

/// Successful attempts change the number of blocks while parts of them are being left out.
TEST(Minimise, ShortensEverySchedule) {
  for (const Program &program : {lostUpdate(), lostUpdate({Property::NoDataRace}), twoLocks(true), spinning(3)})
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const Trace trace = runRandom(program, seed, 1000);
      if (!trace.violation)
        continue;
      const Schedule schedule = minimised(program, trace.schedule, {.exploredStates = 0});
      const Trace shorter = replayed(program, schedule);
      ASSERT_TRUE(shorter.violation);
      EXPECT_EQ(shorter.violation->property, trace.violation->property);
      EXPECT_LE(contextSwitches(schedule.steps), contextSwitches(trace.schedule.steps));
    }
}

TEST(Minimise, KeepsADeadlockADeadlock) {
  const Program program = twoLocks(true);
  const Trace trace = someViolation(program);
  const Trace shorter = replayed(program, minimised(program, trace.schedule));
  ASSERT_TRUE(shorter.violation);
  EXPECT_EQ(shorter.violation->property, Property::NoDeadlock);
  EXPECT_EQ(shorter.schedule.steps.size(), 4U);
  EXPECT_EQ(contextSwitches(shorter.schedule.steps), 2U);
}

TEST(Minimise, MovesInputsTowardsZero) {
  ThreadedProgram build({Property::UnreachCall});
  const RegisterId large = build.main.reg("large", 32);
  const RegisterId any = build.main.reg("any", 32);
  build.main.fromEntry()
      .havoc(large)
      .havoc(any)
      .check(build.pool().make(ExprKind::Ult, build.main.use(large), build.number(100)))
      .endProgram();
  Schedule schedule;
  schedule.inputs = {{{.value = 5000, .width = 32, .name = {}}, {.value = 77, .width = 32, .name = {}}}};
  const Schedule shorter = minimised(build.program, schedule);
  ASSERT_TRUE(replayed(build.program, shorter).violation);
  EXPECT_EQ(shorter.inputs[0][0].value, 156U); // 5000, halved while it is at least 100
  EXPECT_EQ(shorter.inputs[0][1].value, 0U);
}

TEST(Minimise, DoesNotTurnOneViolationIntoAnother) {
  // The first check fails for odd inputs, the second for those above 10; the execution found is 12.
  ThreadedProgram build({Property::UnreachCall});
  const RegisterId r = build.main.reg("r", 32);
  const auto named = [](Expr condition, const char *message) {
    return Check{condition, Property::UnreachCall, message, AfterFailure::Stop};
  };
  const Expr isEven = build.pool().eq(build.pool().extract(build.main.use(r), 0, 1), build.pool().constant(0, 1));
  const Expr isSmall = build.pool().make(ExprKind::Ult, build.main.use(r), build.number(10));
  build.main.fromEntry().havoc(r).action({named(isEven, "odd")}).action({named(isSmall, "large")}).endProgram();
  Schedule schedule;
  schedule.inputs = {{{.value = 28, .width = 32, .name = {}}}};
  const Trace shorter = replayed(build.program, minimised(build.program, schedule));
  ASSERT_TRUE(shorter.violation);
  EXPECT_EQ(shorter.violation->message, "large");
  EXPECT_EQ(shorter.schedule.inputs[0][0].value, 14U); // 7 would be odd
}

TEST(Minimise, IsDeterministic) {
  const Program program = spinning(4);
  const Trace trace = someViolation(program);
  EXPECT_EQ(minimised(program, trace.schedule).steps, minimised(program, trace.schedule).steps);
}

TEST(Minimise, StopsWhenCancelled) {
  const Program program = spinning(4);
  const Trace trace = someViolation(program);
  support::Cancellation cancellation;
  cancellation.request(support::StopReason::Interrupted);
  EXPECT_EQ(minimise(program, trace.schedule, cancellation).steps, trace.schedule.steps);
}

TEST(Minimise, KeepsAScheduleWithoutAViolation) {
  Schedule schedule;
  schedule.steps = {0};
  EXPECT_EQ(minimised(lostUpdate(), schedule).steps, schedule.steps);
}

} // namespace heddle::interpreter
