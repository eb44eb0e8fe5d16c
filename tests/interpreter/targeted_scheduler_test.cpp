#include "interpreter/targeted_scheduler.hpp"

#include "interpreter/execution.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace heddle::interpreter {

using namespace testing;

namespace {

constexpr unsigned rounds = 50;
constexpr unsigned seeds = 60;

/// Two threads that write x: one at its beginning, one at its end.
struct DistantWrites {
  Program program;
  Target target;
};

void repeat(ThreadedProgram &build, Line &line, ObjectId counter) {
  for (unsigned i = 0; i < rounds; ++i)
    line.store(build.address(counter), build.number(i), relaxed);
}

DistantWrites distantWrites(bool sameMemory = true) {
  ThreadedProgram build({Property::UnreachCall});
  const ObjectId x = build.global("x", 4);
  const ObjectId other = build.global("other", 4);
  const ObjectId counter = build.global("counter", 4);
  CfaBuilder early = build.thread("early");
  Line line = early.fromEntry();
  const LocationId beforeEarly = line.here();
  line.store(build.address(x), build.number(1));
  repeat(build, line, counter);
  line.endThread();
  CfaBuilder late = build.thread("late");
  line = late.fromEntry();
  repeat(build, line, counter);
  const LocationId beforeLate = line.here();
  line.store(build.address(sameMemory ? x : other), build.number(2)).endThread();
  build.startAndJoin({early.id(), late.id()}).endProgram();
  DistantWrites result{std::move(build.program), {}};
  const auto addPoint = [&](CfaId cfa, LocationId location, std::uint8_t side) {
    result.target.points[{cfa, location}].push_back(
        {side, result.program.cfas[cfa].outgoing[location].front(), 0, true});
  };
  addPoint(early.id(), beforeEarly, Target::first);
  addPoint(late.id(), beforeLate, Target::second);
  result.target.isRace = true;
  return result;
}

Trace execute(const DistantWrites &writes, unsigned seed, bool hasTarget, Strategy strategy) {
  return runRandom(writes.program,
                   {.seed = seed, .strategy = strategy, .target = hasTarget ? &writes.target : nullptr});
}

bool areAdjacent(const Trace &trace) {
  const auto stepOf = [&](const std::string &text) {
    return std::ranges::find(trace.events, text, &TraceEvent::text)->step;
  };
  const unsigned first = stepOf("x = 1");
  const unsigned second = stepOf("x = 2");
  return first + 1 == second || second + 1 == first;
}

/// In how many executions the writes are adjacent.
unsigned countAdjacent(const DistantWrites &writes, bool hasTarget) {
  unsigned count = 0;
  for (unsigned seed = 0; seed < seeds; ++seed)
    count += areAdjacent(execute(writes, seed, hasTarget, Strategy::Uniform)) ? 1 : 0;
  return count;
}

} // namespace

TEST(TargetedScheduler, BringsTheTwoAccessesTogether) {
  const DistantWrites writes = distantWrites();
  EXPECT_EQ(countAdjacent(writes, false), 0U);
  EXPECT_GE(countAdjacent(writes, true), seeds / 5);
}

TEST(TargetedScheduler, HoldsNoThreadForEver) {
  const DistantWrites writes = distantWrites(false);
  for (const Strategy strategy : {Strategy::Uniform, Strategy::Sticky, Strategy::Priorities})
    for (unsigned seed = 0; seed < seeds; ++seed)
      EXPECT_EQ(execute(writes, seed, true, strategy).ending, Ending::Finished);
}

TEST(TargetedScheduler, EqualSeedsGiveEqualExecutions) {
  const DistantWrites writes = distantWrites();
  for (unsigned seed = 0; seed < 10; ++seed)
    EXPECT_EQ(execute(writes, seed, true, Strategy::Sticky).schedule.steps,
              execute(writes, seed, true, Strategy::Sticky).schedule.steps);
}

TEST(TargetedScheduler, ItsExecutionsAreThoseOfTheProgram) {
  const DistantWrites writes = distantWrites();
  const Trace trace = execute(writes, 3, true, Strategy::Uniform);
  const auto replayed = replay(writes.program, trace.schedule);
  ASSERT_TRUE(replayed);
  EXPECT_EQ(replayed->ending, trace.ending);
}

} // namespace heddle::interpreter
