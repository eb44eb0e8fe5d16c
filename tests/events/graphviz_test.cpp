// What the drawings of unwound programs and event order graphs show.
#include "events/graphviz.hpp"

#include "events/order_graph_builder.hpp"
#include "program_builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::events {

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// main writes x and starts a thread that reads it; then main writes it again.
program::Program writerAndReader() {
  heddle::testing::ProgramBuilder build;
  const program::ObjectId x = build.global("x", 4);
  heddle::testing::CfaBuilder main = build.cfa("main");
  heddle::testing::CfaBuilder reader = build.cfa("reader");
  const program::RegisterId handle = main.reg("handle", 32);
  const program::RegisterId value = reader.reg("value", 32);
  main.fromEntry()
      .spawn(handle, reader.id(), build.word(0))
      .store(build.address(x), build.constant(7, 32))
      .endProgram();
  const program::Expr isZero = build.pool().eq(reader.use(value), build.constant(0, 32));
  reader.fromEntry().load(value, build.address(x)).check(isZero).endThread();
  build.program.properties.insert(program::Property::UnreachCall);
  return build.program;
}

std::string drawingOf(const program::Program &program, const GraphvizLimits &limits = {}) {
  support::Cancellation cancellation;
  const support::Expected<std::string> text = unwoundToGraphviz(program, 1, cancellation, limits);
  return text ? *text : text.error().message;
}

TEST(UnwoundGraphviz, ShowsThreadsAsClusters) {
  const std::string text = drawingOf(writerAndReader());
  EXPECT_THAT(text, HasSubstr("label=\"thread 1: main\""));
  EXPECT_THAT(text, HasSubstr("label=\"thread 2: reader\""));
}

TEST(UnwoundGraphviz, ShowsEventsWithTheNamesOfTheirCells) {
  const std::string text = drawingOf(writerAndReader());
  EXPECT_THAT(text, HasSubstr("read x\\l"));
  EXPECT_THAT(text, HasSubstr("write x := 7\\l"));
  EXPECT_THAT(text, HasSubstr("violation of unreach-call if "));
}

TEST(UnwoundGraphviz, ShowsTheCandidatesOfAReadAsEdges) {
  const std::string text = drawingOf(writerAndReader());
  const std::string edge = "[xlabel=\"rf x\", style=dashed";
  const std::size_t first = text.find(edge);
  ASSERT_NE(first, std::string::npos) << text;                      // the initial value…
  EXPECT_NE(text.find(edge, first + 1), std::string::npos) << text; // …and the one that main writes
}

TEST(UnwoundGraphviz, SaysThatItIsTruncated) {
  EXPECT_THAT(drawingOf(writerAndReader()), Not(HasSubstr("truncated")));
  EXPECT_THAT(drawingOf(writerAndReader(), {.nodes = 2}), HasSubstr("label=\"truncated: 2 of "));
  EXPECT_THAT(drawingOf(writerAndReader(), {.edges = 1}), HasSubstr("truncated: 1 of 2 read-from candidates"));
}

/// Thread 1 writes the cell twice; thread 2 reads the second value, and then the first.
struct TwoReads {
  TwoReads() {
    const ThreadId writer = sample.program.addThread(0);
    const ThreadId reader = sample.program.addThread(0);
    first = sample.program.addNode(writer);
    second = sample.program.addNode(writer);
    early = sample.program.addNode(reader);
    late = sample.program.addNode(reader);
    firstWrite = sample.write(first, 0);
    secondWrite = sample.write(second, 0);
  }
  std::string draw(const std::vector<NodeId> &schedule = {}, const GraphvizLimits &limits = {}) const {
    return toGraphviz(sample.program, sample.execution, schedule, {.nodes = {}, .cells = {"x"}, .threads = {}}, limits);
  }

  Sample sample{1};
  NodeId first, second, early, late;
  std::uint32_t firstWrite, secondWrite;
};

std::string edge(NodeId before, NodeId after, const std::string &rest) {
  return "n" + std::to_string(before) + " -> n" + std::to_string(after) + " [" + rest;
}

TEST(OrderGraphviz, ShowsReadFromsAndDerivedOrders) {
  TwoReads reads;
  reads.sample.read(reads.early, reads.firstWrite, 1);
  reads.sample.read(reads.late, reads.secondWrite, 2);
  const std::string text = reads.draw();
  EXPECT_THAT(text, HasSubstr(edge(reads.first, reads.second, "weight=10]")));
  EXPECT_THAT(text, HasSubstr(edge(reads.first, reads.early, "xlabel=\"rf x\"")));
  EXPECT_THAT(text, HasSubstr(edge(reads.early, reads.second, "xlabel=\"fr x\", style=dashed")));
  EXPECT_THAT(text, Not(HasSubstr("red")));
}

TEST(OrderGraphviz, HighlightsTheCycle) {
  TwoReads reads;
  reads.sample.read(reads.early, reads.secondWrite, 1);
  reads.sample.read(reads.late, reads.firstWrite, 2);
  const std::string text = reads.draw();
  const std::string red = "color=red, penwidth=2]";
  std::size_t count = 0;
  for (std::size_t at = text.find(red); at != std::string::npos; at = text.find(red, at + 1))
    ++count;
  EXPECT_GE(count, 2U) << text;
  EXPECT_EQ(reads.sample.analyse().kind, OrderAnalysis::Kind::Infeasible);
}

TEST(OrderGraphviz, NumbersTheStepsOfASchedule) {
  TwoReads reads;
  reads.sample.read(reads.early, reads.firstWrite, 1);
  reads.sample.read(reads.late, reads.secondWrite, 2);
  const std::string text = reads.draw(reads.sample.analyse().order);
  EXPECT_THAT(text, HasSubstr("n" + std::to_string(reads.first) + " (step 1)\\lwrite x\\l"));
  EXPECT_THAT(text, HasSubstr("n" + std::to_string(reads.late) + " (step 4)\\lread x\\l"));
}

TEST(OrderGraphviz, SaysThatItIsTruncated) {
  TwoReads reads;
  reads.sample.read(reads.early, reads.firstWrite, 1);
  EXPECT_THAT(reads.draw({}, {.nodes = 2}), HasSubstr("label=\"truncated: 2 of 4 nodes"));
}

} // namespace

} // namespace heddle::events
