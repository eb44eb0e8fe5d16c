// The examples of the Yogar-CBMC paper, and each kind of requirement on its own.
#include "order_graph_builder.hpp"

#include "events/order_graph_closure.hpp"

#include <gtest/gtest.h>

namespace heddle::events {
namespace {

using Kind = OrderAnalysis::Kind;

std::set<Reason> asSet(const std::vector<Reason> &reasons) { return {reasons.begin(), reasons.end()}; }

/// The program of Figure 2, with the reads of the cells by the names of section 3.2.
struct RunningExample {
  enum Cell : CellId { x, y, m, n };

  RunningExample() {
    const ThreadId main = sample.program.addThread(0);
    const NodeId create = sample.program.addNode(main);
    const ThreadId thr1 = sample.program.addThread(create);
    const ThreadId thr2 = sample.program.addThread(create);
    for (NodeId *node : {&y2, &x2, &y3, &m2, &x3})
      *node = sample.program.addNode(thr1);
    for (NodeId *node : {&x4, &y4, &x5, &n2, &y5})
      *node = sample.program.addNode(thr2);
    const NodeId join = sample.program.addNode(main);
    sample.program.addEdge(x3, join);
    sample.program.addEdge(y5, join);
    const NodeId m3 = sample.program.addNode(main);
    const NodeId n3 = sample.program.addNode(main);
    writeX2 = sample.write(x2, x);
    writeX3 = sample.write(x3, x);
    writeY4 = sample.write(y4, y);
    writeY5 = sample.write(y5, y);
    sample.read(m3, sample.write(m2, m), 100);
    sample.read(n3, sample.write(n2, n), 101);
  }

  Sample sample{4};
  NodeId y2, x2, y3, m2, x3, x4, y4, x5, n2, y5;
  std::uint32_t writeX2, writeX3, writeY4, writeY5;
};

TEST(OrderGraph, FindsBothReasonsOfFigure3) {
  RunningExample example;
  example.sample.read(example.y2, RunningExample::y, 2);
  example.sample.read(example.y3, RunningExample::y, 1);
  example.sample.read(example.x5, RunningExample::x, 3);
  example.sample.read(example.x4, example.writeX2, 4);

  const OrderAnalysis analysis = example.sample.analyse();

  EXPECT_EQ(analysis.kind, Kind::Infeasible);
  EXPECT_FALSE(analysis.bySplitting);
  EXPECT_EQ(asSet(analysis.reasons), (std::set<Reason>{{1, 3}, {3, 4}}));
}

TEST(OrderGraph, FindsTheThreeReasonsOfTheSecondRefinement) {
  RunningExample example;
  example.sample.read(example.x4, example.writeX3, 1);
  example.sample.read(example.x5, RunningExample::x, 2);
  example.sample.read(example.y2, example.writeY4, 3);
  example.sample.read(example.y3, example.writeY4, 4);

  EXPECT_EQ(asSet(example.sample.analyse().reasons), (std::set<Reason>{{1, 2}, {1, 3}, {1, 4}}));
}

TEST(OrderGraph, FindsTheTwoReasonsOfTheThirdRefinement) {
  RunningExample example;
  example.sample.read(example.y3, RunningExample::y, 1);
  example.sample.read(example.y2, example.writeY5, 2);
  example.sample.read(example.x5, example.writeX2, 3);
  example.sample.read(example.x4, RunningExample::x, 4);

  EXPECT_EQ(asSet(example.sample.analyse().reasons), (std::set<Reason>{{1, 2}, {2, 3}}));
}

/// Whether the rules order `a` before `b`.
bool follows(const Sample &sample, NodeId a, NodeId b) {
  const OrderFrame frame(sample.program, sample.execution, sample.participants);
  const OrderProblem problem(frame, sample.execution);
  OrderClosure closure(problem);
  EXPECT_TRUE(closure.saturate());
  return closure.precedes(frame.indexOf[a], frame.indexOf[b]);
}

TEST(OrderGraph, WriteBeforeAReadIsBeforeItsSource) { // Figures 4(a) and 5(a)
  Sample sample;
  const ThreadId first = sample.program.addThread(0);
  const ThreadId second = sample.program.addThread(0);
  const NodeId x0 = sample.program.addNode(first);
  const NodeId x1 = sample.program.addNode(first);
  const NodeId x2 = sample.program.addNode(second);
  sample.write(x0, 0);
  sample.read(x1, sample.write(x2, 0), 1);

  EXPECT_TRUE(follows(sample, x0, x2));
}

TEST(OrderGraph, WriteAfterTheSourceIsAfterTheRead) { // Rule 3, as in Figures 4(b) and 5(b)
  Sample sample;
  const ThreadId first = sample.program.addThread(0);
  const ThreadId second = sample.program.addThread(0);
  const NodeId x1 = sample.program.addNode(first);
  const NodeId x3 = sample.program.addNode(first);
  const NodeId x0 = sample.program.addNode(second);
  sample.read(x0, sample.write(x1, 0), 1);
  sample.write(x3, 0);

  EXPECT_TRUE(follows(sample, x0, x3));
}

TEST(OrderGraph, DerivedOrdersLeadToFurtherOnes) { // as in Figures 4(c) and 5(c)
  Sample sample;
  const ThreadId first = sample.program.addThread(0);
  const ThreadId second = sample.program.addThread(0);
  const ThreadId third = sample.program.addThread(0);
  const NodeId x0 = sample.program.addNode(first);
  const NodeId y0 = sample.program.addNode(first);
  const NodeId y1 = sample.program.addNode(second);
  const NodeId x1 = sample.program.addNode(second);
  const NodeId x2 = sample.program.addNode(third);
  sample.write(x0, 0);
  sample.read(y1, sample.write(y0, 1), 1);
  sample.read(x1, sample.write(x2, 0), 2);

  EXPECT_TRUE(follows(sample, x0, x2));
}

/// Six threads and five cells: for each order of the two writes of `w`, a pair of the other four cells refutes it.
struct Butterfly {
  enum Cell : CellId { m, n, x, y, w };

  Butterfly() {
    ThreadId threads[6];
    for (ThreadId &thread : threads)
      thread = sample.program.addThread(0);
    const auto node = [&](int thread) { return sample.program.addNode(threads[thread]); };
    // Wings: a write that is read elsewhere, and one that must not come between.
    const std::uint32_t m2 = sample.write(node(2), m);
    lastOfLeft[0] = node(2);
    sample.write(lastOfLeft[0], n);
    const std::uint32_t n2 = sample.write(node(3), n);
    lastOfLeft[1] = node(3);
    sample.write(lastOfLeft[1], m);
    const std::uint32_t x2 = sample.write(node(4), x);
    lastOfRight[0] = node(4);
    sample.write(lastOfRight[0], y);
    const std::uint32_t y2 = sample.write(node(5), y);
    lastOfRight[1] = node(5);
    sample.write(lastOfRight[1], x);

    const std::uint32_t w1 = sample.write(node(0), w);
    sample.read(node(0), m2, 2);
    sample.read(node(0), n2, 3);
    readOfW = node(0);
    sample.read(readOfW, w1, 1);

    writeOfW = node(1);
    sample.write(writeOfW, w);
    sample.read(node(1), x2, 4);
    sample.read(node(1), y2, 5);

    for (int i = 0; i < 2; ++i) {
      sample.edge(lastOfLeft[i], writeOfW, 6 + i);
      sample.edge(lastOfRight[i], readOfW, 8 + i);
    }
  }

  Sample sample;
  NodeId lastOfLeft[2], lastOfRight[2], readOfW, writeOfW;
};

TEST(OrderGraph, ButterflyIsInfeasibleByCaseSplit) { // Figure 6
  const Butterfly butterfly;

  const OrderAnalysis analysis = butterfly.sample.analyse();

  EXPECT_EQ(analysis.kind, Kind::Infeasible);
  EXPECT_TRUE(analysis.bySplitting);
  EXPECT_EQ(analysis.reasons, (std::vector<Reason>{{1, 2, 3, 4, 5, 6, 7, 8, 9}}));
}

TEST(OrderGraph, ButterflyIsFeasibleWithoutAnyOfItsRequirements) {
  const Butterfly butterfly;
  for (Literal missing = 1; missing <= 9; ++missing) {
    Sample part = butterfly.sample;
    std::erase_if(part.execution.reads, [&](const auto &read) { return read.readsFrom == missing; });
    std::erase_if(part.execution.edges, [&](const auto &edge) { return edge.reason == missing; });

    const OrderAnalysis analysis = part.analyse();

    ASSERT_EQ(analysis.kind, Kind::Feasible) << "without " << missing;
    EXPECT_TRUE(BruteForce(part.program, part.execution).accepts(analysis.order));
  }
}

TEST(OrderGraph, CaseSplitAgreesWithBruteForce) {
  const Butterfly butterfly;
  std::mt19937_64 random(1);
  std::size_t splits = 0;
  for (int round = 0; round < 200; ++round) { // with some reads from elsewhere, and a guard
    Sample sample = butterfly.sample;
    for (CandidateExecution::Read &read : sample.execution.reads) {
      const auto write = static_cast<std::uint32_t>(random() % sample.execution.writes.size());
      if (random() % 8 == 0 && sample.execution.writes[write].cell == read.cell)
        read.write = write;
    }
    sample.execution.writes[random() % sample.execution.writes.size()].guard = 10;
    if (random() % 4 == 0)
      sample.execution.edges.erase(sample.execution.edges.begin() + static_cast<std::ptrdiff_t>(random() % 4));

    const OrderAnalysis analysis = sample.analyse();

    ASSERT_EQ(analysis.kind == Kind::Feasible, BruteForce(sample.program, sample.execution).isFeasible());
    splits += analysis.bySplitting ? 1 : 0;
    for (const Reason &reason : analysis.reasons) {
      const CandidateExecution part = restricted(sample.execution, reason);
      EXPECT_FALSE(BruteForce(sample.program, part).isFeasible());
    }
  }
  EXPECT_GT(splits, 20U);
}

TEST(OrderGraph, TwoReadModifyWritesCannotReadTheSameWrite) {
  Sample sample(1);
  for (const Literal literal : {1, 2}) {
    const NodeId node = sample.program.addNode(sample.program.addThread(0));
    sample.read(node, 0, literal);
    sample.write(node, 0);
  }

  const OrderAnalysis analysis = sample.analyse();

  EXPECT_EQ(analysis.kind, Kind::Infeasible);
  EXPECT_EQ(analysis.reasons, (std::vector<Reason>{{1, 2}}));
}

TEST(OrderGraph, ReadModifyWritesThatReadFromEachOtherAreAChain) {
  Sample sample(1);
  std::vector<NodeId> nodes;
  std::uint32_t last = 0;
  for (int i = 0; i < 4; ++i)
    nodes.push_back(sample.program.addNode(sample.program.addThread(0)));
  std::swap(nodes[0], nodes[2]);
  for (const NodeId node : nodes) {
    sample.read(node, last, static_cast<Literal>(node));
    last = sample.write(node, 0);
  }

  EXPECT_EQ(sample.analyse().order, nodes);
}

TEST(OrderGraph, GuardOfAWriteThatComesBetweenIsInTheReason) {
  Sample sample(1);
  const ThreadId thread = sample.program.addThread(0);
  sample.write(sample.program.addNode(thread), 0, 7);
  sample.read(sample.program.addNode(thread), 0, 1);

  EXPECT_EQ(sample.analyse().reasons, (std::vector<Reason>{{1, 7}}));
}

TEST(OrderGraph, GuardThatAReadFromImpliesIsNotInTheReason) {
  Sample sample(1);
  const ThreadId thread = sample.program.addThread(0);
  const ThreadId other = sample.program.addThread(0);
  const std::uint32_t write = sample.write(sample.program.addNode(thread), 0, 7);
  const NodeId first = sample.program.addNode(other);
  const NodeId second = sample.program.addNode(other);
  sample.read(first, write, 1);
  sample.read(second, 0, 2);

  EXPECT_EQ(sample.analyse().reasons, (std::vector<Reason>{{1, 2}}));
}

TEST(OrderGraph, ReadFromALaterWriteOfTheThreadNeedsNoOtherReason) {
  Sample sample(1);
  const ThreadId thread = sample.program.addThread(0);
  const NodeId read = sample.program.addNode(thread);
  sample.read(read, sample.write(sample.program.addNode(thread), 0, 7), 1);

  EXPECT_EQ(sample.analyse().reasons, (std::vector<Reason>{{1}}));
}

TEST(OrderGraph, ConditionalEdgesOrderNodes) {
  Sample sample;
  const NodeId a = sample.program.addNode(sample.program.addThread(0));
  const NodeId b = sample.program.addNode(sample.program.addThread(0));
  sample.edge(b, a, 1);

  EXPECT_EQ(sample.analyse().order, (std::vector<NodeId>{b, a}));

  sample.edge(a, b, 2);
  EXPECT_EQ(sample.analyse().reasons, (std::vector<Reason>{{1, 2}}));
}

TEST(OrderGraph, LiteralsThatAlwaysHoldAreInNoReason) {
  Sample sample;
  const NodeId a = sample.program.addNode(sample.program.addThread(0));
  const NodeId b = sample.program.addNode(sample.program.addThread(0));
  sample.program.addEdge(a, b);
  sample.edge(b, a, always);

  const OrderAnalysis analysis = sample.analyse();

  EXPECT_EQ(analysis.kind, Kind::Infeasible);
  EXPECT_EQ(analysis.reasons, (std::vector<Reason>{{}}));
}

TEST(OrderGraph, NodeWithSeveralCellsActsAtOneInstant) {
  Sample sample(2);
  const NodeId both = sample.program.addNode(sample.program.addThread(0));
  const std::uint32_t writeA = sample.write(both, 0);
  sample.write(both, 1);
  const NodeId reader = sample.program.addNode(sample.program.addThread(0));
  sample.read(reader, writeA, 1);
  sample.read(reader, 1, 2); // the initial value of the other cell

  EXPECT_EQ(sample.analyse().reasons, (std::vector<Reason>{{1, 2}}));
}

TEST(OrderGraph, OrderListsParticipantsWithoutTheInitialNode) {
  Sample sample(1);
  const ThreadId thread = sample.program.addThread(0);
  const NodeId a = sample.program.addNode(thread);
  sample.program.addNode(thread); // does not execute
  const NodeId c = sample.program.addNode(thread);
  sample.participants = {a, c};

  EXPECT_EQ(sample.analyse().order, (std::vector<NodeId>{a, c}));
}

TEST(OrderGraph, ReturnsNoMoreReasonsThanAskedForAndTheShortest) {
  Sample sample(1);
  const ThreadId thread = sample.program.addThread(0);
  for (Literal literal = 1; literal <= 20; ++literal) {
    sample.write(sample.program.addNode(thread), 0, literal % 2 == 0 ? 100 + literal : always);
    sample.read(sample.program.addNode(thread), 0, literal);
  }

  const OrderAnalysis analysis = sample.analyse({8, 5});

  ASSERT_EQ(analysis.reasons.size(), 5U);
  for (const Reason &reason : analysis.reasons)
    EXPECT_EQ(reason.size(), 1U);
}

TEST(OrderGraph, StopsWhenCancelled) {
  const Butterfly butterfly;
  support::Cancellation cancellation;
  cancellation.request(support::StopReason::Interrupted);

  const OrderAnalysis analysis =
      analyse(butterfly.sample.program, butterfly.sample.execution, {}, OrderLimits{}, cancellation);

  EXPECT_EQ(analysis.kind, Kind::Cancelled);
}

TEST(ProgramOrder, OrdersThreadsAfterTheirCreation) {
  ProgramOrder program;
  const ThreadId main = program.addThread(0);
  const NodeId before = program.addNode(main);
  const NodeId creation = program.addNode(main);
  const ThreadId child = program.addThread(creation);
  const NodeId after = program.addNode(main);
  const NodeId inChild = program.addNode(child);

  EXPECT_TRUE(program.precedes(0, before));
  EXPECT_TRUE(program.precedes(before, inChild));
  EXPECT_TRUE(program.precedes(creation, inChild));
  EXPECT_FALSE(program.precedes(after, inChild));
  EXPECT_FALSE(program.precedes(inChild, after));
  EXPECT_FALSE(program.precedes(inChild, inChild));
}

TEST(ProgramOrder, EdgesTakeEffectWhenTheyAreAdded) {
  ProgramOrder program;
  const NodeId a = program.addNode(program.addThread(0));
  const NodeId b = program.addNode(program.addThread(0));
  EXPECT_FALSE(program.precedes(a, b));

  program.addEdge(a, b);

  EXPECT_TRUE(program.precedes(a, b));
}

} // namespace
} // namespace heddle::events
