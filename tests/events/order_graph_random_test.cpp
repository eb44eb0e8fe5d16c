// Random executions, small enough to enumerate all orders.
#include "order_graph_builder.hpp"
#include "random_programs.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <numeric>

namespace heddle::events {
namespace {

using Kind = OrderAnalysis::Kind;

class Generator {
public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Sample sample() {
    const auto threads = below(3) + 2;
    const auto cells = below(3) + 1;
    const auto nodes = below(6) + 3;
    Sample result(cells);
    guards_ = {always, always};
    for (std::uint32_t i = 0; i < below(4); ++i)
      guards_.push_back(nextLiteral_++);

    std::vector<ThreadId> lines;
    for (NodeId node = 1; node <= nodes; ++node) {
      if (lines.empty() || (lines.size() < threads && below(2) == 0))
        lines.push_back(result.program.addThread(below(3) == 0 ? below(node) : 0));
      result.program.addNode(lines[below(lines.size())]);
      if (below(12) == 0)
        result.program.addEdge(below(node), node);
    }
    for (NodeId node = 1; node <= nodes; ++node)
      for (CellId cell = 0; cell < cells; ++cell)
        if (below(cells + 1) <= 1)
          result.write(node, cell, guards_[below(guards_.size())]);
    addReads(result, nodes, cells);
    for (std::uint32_t i = below(3); i > 0; --i) {
      const NodeId before = below(nodes + 1);
      const NodeId after = below(nodes + 1);
      if (before != after && (before < after || below(4) == 0))
        result.edge(before, after, below(2) == 0 ? nextLiteral_++ : guards_[below(guards_.size())]);
    }
    return result;
  }

private:
  template <typename Number> std::uint32_t below(Number bound) {
    return static_cast<std::uint32_t>(random_() % static_cast<std::uint32_t>(bound));
  }

  /// Half of them find the write with the highest number below theirs, so that some executions are feasible.
  void addReads(Sample &sample, NodeId nodes, CellId cells) {
    const std::uint32_t wild = below(3);
    for (NodeId node = 1; node <= nodes; ++node) {
      for (CellId cell = 0; cell < cells; ++cell) {
        if (below(cells + 1) > 1)
          continue;
        std::vector<std::uint32_t> sources;
        std::uint32_t last = cell;
        for (std::uint32_t i = 0; i < sample.execution.writes.size(); ++i) {
          const CandidateExecution::Write &write = sample.execution.writes[i];
          if (write.cell != cell || write.node == node)
            continue;
          sources.push_back(i);
          if (write.node < node)
            last = i;
        }
        const bool isWild = wild == 2 || (wild == 1 && below(3) == 0);
        sample.read(node, isWild ? sources[below(sources.size())] : last, below(10) == 0 ? always : nextLiteral_++);
      }
    }
  }

  std::mt19937_64 random_;
  std::vector<Literal> guards_;
  Literal nextLiteral_ = 1;
};

bool isFeasible(const Sample &sample, const Reason &literals) {
  const CandidateExecution part = restricted(sample.execution, literals);
  return BruteForce(sample.program, part).isFeasible();
}

bool needsSplitting(const Sample &sample, const Reason &literals) {
  Sample part = sample;
  part.execution = restricted(sample.execution, literals);
  return part.analyse().bySplitting;
}

void checkReason(const Sample &sample, const Reason &reason) {
  EXPECT_TRUE(std::is_sorted(reason.begin(), reason.end()));
  EXPECT_EQ(std::count(reason.begin(), reason.end(), always), 0);
  EXPECT_FALSE(isFeasible(sample, reason));
  for (std::size_t i = 0; i < reason.size(); ++i) {
    Reason smaller = reason;
    smaller.erase(smaller.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_TRUE(isFeasible(sample, smaller) || needsSplitting(sample, smaller)) << "without " << reason[i];
  }
}

void checkAnalysis(const Sample &sample, const OrderAnalysis &analysis) {
  ASSERT_EQ(analysis.kind == Kind::Feasible, BruteForce(sample.program, sample.execution).isFeasible());
  if (analysis.kind == Kind::Feasible) {
    EXPECT_TRUE(BruteForce(sample.program, sample.execution).accepts(analysis.order));
    return;
  }
  ASSERT_FALSE(analysis.reasons.empty());
  for (const Reason &reason : analysis.reasons)
    checkReason(sample, reason);
  for (const Reason &a : analysis.reasons)
    for (const Reason &b : analysis.reasons)
      EXPECT_TRUE(&a == &b || !std::includes(b.begin(), b.end(), a.begin(), a.end()));
}

class AllRandomOrders : public ::testing::TestWithParam<OrderLimits> {};

TEST_P(AllRandomOrders, AreDecidedAndExplainedAsByBruteForce) {
  std::size_t feasible = 0;
  std::size_t splits = 0;
  std::size_t reasons = 0;
  const std::uint64_t samples = testing::campaignSize(3000);
  for (std::uint64_t seed = 0; seed < samples && !HasFailure(); ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    const Sample sample = Generator(seed).sample();
    const OrderAnalysis analysis = sample.analyse(GetParam());
    checkAnalysis(sample, analysis);
    feasible += analysis.kind == Kind::Feasible ? 1 : 0;
    splits += analysis.bySplitting ? 1 : 0;
    reasons += analysis.reasons.size();
  }
  std::cout << feasible << " of " << samples << " feasible, " << splits << " split, " << reasons << " reasons\n";
  EXPECT_GT(feasible, samples / 10);
  EXPECT_LT(feasible, samples - samples / 10);
}

/// A run of six threads on a few cells, with read-froms as it has them.
Sample randomRun(std::uint64_t seed, NodeId nodes, CellId cells) {
  std::mt19937_64 random(seed);
  Sample sample(cells);
  std::vector<ThreadId> threads(6);
  for (ThreadId &thread : threads)
    thread = sample.program.addThread(0);
  std::vector<std::uint32_t> last(cells);
  std::iota(last.begin(), last.end(), 0U);
  Literal literal = 1;
  for (NodeId i = 0; i < nodes; ++i) {
    const NodeId node = sample.program.addNode(threads[random() % threads.size()]);
    const auto cell = static_cast<CellId>(random() % cells);
    const std::uint64_t kind = random() % 5; // 0: both
    if (kind <= 2)
      sample.read(node, last[cell], literal++);
    if (kind == 0 || kind > 2)
      last[cell] = sample.write(node, cell);
  }
  return sample;
}

TEST(RandomOrders, OfARunAreFound) {
  for (std::uint64_t seed = 0; seed < testing::campaignSize(300); ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    const Sample sample = randomRun(seed, 20 + static_cast<NodeId>(seed % 200), 1 + static_cast<CellId>(seed % 7));
    const OrderAnalysis analysis = sample.analyse();
    ASSERT_EQ(analysis.kind, Kind::Feasible);
    EXPECT_TRUE(BruteForce(sample.program, sample.execution).accepts(analysis.order));
  }
}

/// Runs in which a few read-froms are wrong are too large for brute force, but each reason is small enough to be
/// checked by an analysis of its own.
TEST(RandomOrders, ReasonsOfLargeExecutionsAreInfeasibleAndMinimal) {
  for (std::uint64_t seed = 0; seed < testing::campaignSize(60); ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Sample sample = randomRun(seed, 100, 3);
    std::mt19937_64 random(seed);
    for (CandidateExecution::Read &read : sample.execution.reads) {
      const auto write = static_cast<std::uint32_t>(random() % sample.execution.writes.size());
      const CandidateExecution::Write &other = sample.execution.writes[write];
      if (random() % 10 == 0 && other.cell == read.cell && other.node != read.node)
        read.write = write;
    }
    Sample part = sample;
    for (const Reason &reason : sample.analyse().reasons) {
      part.execution = restricted(sample.execution, reason);
      ASSERT_EQ(part.analyse().kind, Kind::Infeasible);
      for (const Literal literal : reason) {
        Reason smaller = reason;
        std::erase(smaller, literal);
        part.execution = restricted(sample.execution, smaller);
        const OrderAnalysis analysis = part.analyse();
        EXPECT_TRUE(analysis.kind == Kind::Feasible || analysis.bySplitting);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Limits, AllRandomOrders,
                         ::testing::Values(OrderLimits{}, OrderLimits{1, 256}, OrderLimits{100, 3},
                                           OrderLimits{0, 256}));

TEST(RandomProgramOrders, PrecedesIsTheTransitiveClosure) {
  std::mt19937_64 random(1);
  for (std::uint64_t round = 0; round < testing::campaignSize(300); ++round) {
    ProgramOrder program;
    std::vector<ThreadId> threads;
    std::vector<std::vector<bool>> before(1, std::vector<bool>(20, false));
    std::vector<std::pair<NodeId, NodeId>> edges;
    std::vector<NodeId> creators{0};
    std::vector<NodeId> lastOf{0};
    for (NodeId node = 1; node < 20; ++node) {
      if (threads.empty() || random() % 4 == 0) {
        creators.push_back(static_cast<NodeId>(random() % node));
        lastOf.push_back(creators.back());
        threads.push_back(program.addThread(creators.back()));
      }
      const ThreadId thread = threads[random() % threads.size()];
      ASSERT_EQ(program.addNode(thread), node);
      edges.emplace_back(lastOf[thread], node);
      edges.emplace_back(0, node);
      lastOf[thread] = node;
      if (random() % 5 == 0) {
        edges.emplace_back(static_cast<NodeId>(random() % node), node);
        program.addEdge(edges.back().first, node);
      }
      if (random() % 5 == 0) { // queries between additions
        EXPECT_TRUE(program.precedes(0, node));
      }
    }
    before.assign(20, std::vector<bool>(20, false));
    for (const auto &[a, b] : edges)
      before[a][b] = true;
    for (NodeId k = 0; k < 20; ++k)
      for (NodeId i = 0; i < 20; ++i)
        for (NodeId j = 0; j < 20; ++j)
          if (before[i][k] && before[k][j])
            before[i][j] = true;
    for (NodeId i = 0; i < 20; ++i)
      for (NodeId j = 0; j < 20; ++j)
        ASSERT_EQ(program.precedes(i, j), before[i][j]) << i << " " << j;
  }
}

} // namespace
} // namespace heddle::events
