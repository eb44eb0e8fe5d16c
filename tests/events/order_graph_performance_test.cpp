// The cost of analysing typical candidates: printed, not checked.
#include "order_graph_builder.hpp"
#include "random_programs.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>

namespace heddle::events {
namespace {

using Kind = OrderAnalysis::Kind;

/// A program with its accesses, whose read-froms are still to be chosen.
struct Template {
  struct Choice {
    NodeId node;
    std::vector<std::uint32_t> sources;
  };
  Sample sample;
  std::vector<Choice> reads;
};

/// Two threads: `i += j` and `j += i`, so many times.
Template fibonacci(int rounds, bool guarded) {
  Template result{Sample(2), {}};
  Literal guard = 100'000;
  std::vector<std::uint32_t> writes[2] = {{0}, {1}};
  std::vector<NodeId> readers[2];
  for (const CellId own : {0U, 1U}) {
    const ThreadId thread = result.sample.program.addThread(0);
    for (int round = 0; round < rounds; ++round) {
      for (const CellId cell : {own, 1 - own})
        readers[cell].push_back(result.sample.program.addNode(thread));
      writes[own].push_back(
          result.sample.write(result.sample.program.addNode(thread), own, guarded ? guard++ : always));
    }
  }
  for (const CellId cell : {0U, 1U})
    for (const NodeId node : readers[cell])
      result.reads.push_back({node, writes[cell]});
  return result;
}

/// Threads that lock and unlock one mutex, with an access of a cell in between.
Template locks(int threads, int rounds, bool guarded) {
  Template result{Sample(2), {}};
  Literal nextGuard = 100'000;
  std::vector<std::uint32_t> unlocks{0};
  std::vector<std::uint32_t> writes{1};
  for (int i = 0; i < threads; ++i) {
    const ThreadId thread = result.sample.program.addThread(0);
    for (int round = 0; round < rounds; ++round) {
      const Literal guard = guarded ? nextGuard++ : always;
      const NodeId lock = result.sample.program.addNode(thread);
      result.reads.push_back({lock, {}});
      result.sample.write(lock, 0, guard);
      const NodeId access = result.sample.program.addNode(thread);
      result.reads.push_back({access, {}});
      writes.push_back(result.sample.write(access, 1, guard));
      unlocks.push_back(result.sample.write(result.sample.program.addNode(thread), 0, guard));
    }
  }
  for (std::size_t i = 0; i < result.reads.size(); ++i) {
    result.reads[i].sources = i % 2 == 0 ? unlocks : writes;
    std::erase_if(result.reads[i].sources, [&](std::uint32_t write) {
      return result.sample.execution.writes[write].node == result.reads[i].node;
    });
  }
  return result;
}

/// Read-froms as one run of the threads has them, but for so many of 1000 that are chosen at random.
Sample choose(const Template &source, std::uint64_t seed, std::uint64_t wild) {
  Sample sample = source.sample;
  std::mt19937_64 random(seed);
  const std::size_t nodes = sample.program.nodes();
  std::vector<std::uint32_t> readsFrom(source.reads.size());
  std::vector<bool> done(nodes, false);
  std::vector<std::uint32_t> last(2);
  for (std::size_t count = 0; count < nodes; ++count) {
    std::vector<NodeId> ready;
    for (NodeId node = 0; node < nodes; ++node) {
      bool isReady = !done[node] && (node == 0 || done[0]);
      if (isReady && sample.program.positionOf(node) > 0)
        isReady = done[node - 1]; // threads are numbered one after the other
      for (const Template::Choice &read : source.reads) {
        if (read.node != node || !isReady)
          continue;
        const std::uint32_t found = last[sample.execution.writes[read.sources.front()].cell];
        isReady = std::find(read.sources.begin(), read.sources.end(), found) != read.sources.end();
      }
      if (isReady)
        ready.push_back(node);
    }
    const NodeId node = ready[random() % ready.size()];
    done[node] = true;
    for (std::size_t i = 0; i < source.reads.size(); ++i)
      if (source.reads[i].node == node)
        readsFrom[i] = last[sample.execution.writes[source.reads[i].sources.front()].cell];
    for (std::uint32_t i = 0; i < sample.execution.writes.size(); ++i)
      if (sample.execution.writes[i].node == node)
        last[sample.execution.writes[i].cell] = i;
  }
  for (std::size_t i = 0; i < source.reads.size(); ++i) {
    const std::vector<std::uint32_t> &sources = source.reads[i].sources;
    sample.read(source.reads[i].node, random() % 1000 < wild ? sources[random() % sources.size()] : readsFrom[i],
                static_cast<Literal>(i + 1));
  }
  return sample;
}

void measure(const char *name, const Template &source) {
  for (const std::uint64_t wild : {0U, 20U, 200U, 1000U}) {
    constexpr std::uint64_t rounds = 10;
    std::chrono::duration<double, std::micro> total{};
    std::chrono::duration<double, std::micro> longest{};
    std::size_t infeasible = 0, splits = 0, reasons = 0, literals = 0;
    for (std::uint64_t seed = 0; seed < rounds; ++seed) {
      const Sample sample = choose(source, seed, wild);
      const auto start = std::chrono::steady_clock::now();
      const OrderAnalysis analysis = sample.analyse();
      const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
      total += time;
      longest = std::max(longest, time);
      EXPECT_NE(analysis.kind, Kind::Cancelled);
      EXPECT_TRUE(wild != 0 || analysis.kind == Kind::Feasible);
      infeasible += analysis.kind == Kind::Infeasible ? 1 : 0;
      splits += analysis.bySplitting ? 1 : 0;
      reasons += analysis.reasons.size();
      for (const Reason &reason : analysis.reasons)
        literals += reason.size();
    }
    const auto count = static_cast<double>(rounds);
    std::printf("%-22s %4zu nodes %4llu/1000 wild: %8.1f us, at most %8.1f; %3.0f%% infeasible, %3.0f%% split, "
                "%5.1f reasons of %.1f literals\n",
                name, source.sample.program.nodes(), static_cast<unsigned long long>(wild), total.count() / count,
                longest.count(), 100 * static_cast<double>(infeasible) / count,
                100 * static_cast<double>(splits) / count, static_cast<double>(reasons) / count,
                reasons == 0 ? 0 : static_cast<double>(literals) / static_cast<double>(reasons));
  }
}

TEST(OrderGraphPerformance, IsPrinted) {
  measure("fibonacci, 5 rounds", fibonacci(5, false));
  measure("fibonacci, 16 rounds", fibonacci(16, false));
  measure("  with guards", fibonacci(16, true));
  measure("locks, 4 x 4", locks(4, 4, false));
  measure("locks, 4 x 16", locks(4, 16, false));
  measure("  with guards", locks(4, 16, true));
  if (testing::isInLongMode()) {
    measure("locks, 16 x 16", locks(16, 16, false));
    measure("locks, 64 x 10", locks(64, 10, false));
  }
}

} // namespace
} // namespace heddle::events
