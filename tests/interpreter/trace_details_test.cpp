#include "interpreter/trace_details.hpp"

#include "interpreter/execution.hpp"
#include "sample_programs.hpp"

#include <gtest/gtest.h>

namespace heddle::interpreter {

using namespace testing;

namespace {

/// A thread writes 7 to x; main starts it, joins it, and reads x.
struct WriteThenRead {
  WriteThenRead() {
    ThreadedProgram build({Property::UnreachCall});
    const ObjectId x = build.global("x", 4);
    CfaBuilder writer = build.thread("writer");
    writer.fromEntry().store(build.address(x), build.number(7)).endThread();
    const RegisterId r = build.main.reg("r", 32);
    build.startAndJoin({writer.id()}).load(r, build.address(x)).endProgram();
    program = std::move(build.program);
    trace = runRandom(program, 0, 1000);
    details = traceDetails(program, trace.schedule);
  }

  std::size_t find(const std::string &text) const {
    for (std::size_t i = 0; i < trace.events.size(); ++i)
      if (trace.events[i].text == text)
        return i;
    ADD_FAILURE() << "no event " << text;
    return 0;
  }

  Program program;
  Trace trace;
  std::vector<EventDetails> details;
};

TEST(TraceDetails, BelongToTheEventsOfTheTrace) {
  const WriteThenRead example;
  EXPECT_EQ(example.details.size(), example.trace.events.size());
}

TEST(TraceDetails, NameTheVariableAndItsValue) {
  const WriteThenRead example;
  const EventDetails &write = example.details[example.find("x = 7")];
  ASSERT_EQ(write.accesses.size(), 1U);
  EXPECT_EQ(write.accesses[0].variable, "x");
  EXPECT_EQ(write.accesses[0].value, "7");
  EXPECT_FALSE(write.accesses[0].isRead);
  const EventDetails &read = example.details[example.find("read x → 7")];
  ASSERT_EQ(read.accesses.size(), 1U);
  EXPECT_TRUE(read.accesses[0].isRead);
  EXPECT_TRUE(read.accesses[0].range.overlaps(write.accesses[0].range));
}

TEST(TraceDetails, LeadFromAReadToItsWrite) {
  const WriteThenRead example;
  const EventDetails &read = example.details[example.find("read x → 7")];
  ASSERT_EQ(read.origins.size(), 1U);
  EXPECT_EQ(read.origins[0].kind, EventOrigin::Kind::Write);
  EXPECT_EQ(read.origins[0].event, example.find("x = 7"));
}

TEST(TraceDetails, LeadFromAThreadToItsStartAndFromAJoinToItsEnd) {
  const WriteThenRead example;
  const EventDetails &first = example.details[example.find("x = 7")];
  ASSERT_EQ(first.origins.size(), 1U);
  EXPECT_EQ(first.origins[0].kind, EventOrigin::Kind::Start);
  EXPECT_EQ(first.origins[0].event, example.find("start writer (T1)"));
  const EventDetails &join = example.details[example.find("join T1")];
  ASSERT_EQ(join.origins.size(), 1U);
  EXPECT_EQ(join.origins[0].kind, EventOrigin::Kind::End);
  EXPECT_EQ(join.origins[0].event, example.find("end of writer"));
}

TEST(TraceDetails, AreEmptyForAScheduleThatDoesNotFit) {
  const WriteThenRead example;
  Schedule schedule;
  schedule.steps = {5};
  EXPECT_TRUE(traceDetails(example.program, schedule).empty());
}

} // namespace

} // namespace heddle::interpreter
