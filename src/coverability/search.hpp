// The common part of the three search algorithms: the SearchContext, with the system, D, the oracle, the pruner and
// the statistics; and the main loop, Search, with U and the queue W of vertices to be expanded, smallest first. An
// algorithm is a class derived from Search; its interface is a function from a SearchContext to a SearchResult.
#pragma once

#include "coverability/check.hpp"
#include "coverability/configuration_index.hpp"
#include "coverability/covered_set.hpp"
#include "coverability/oracle.hpp"
#include "coverability/predecessors.hpp"
#include "coverability/pruner.hpp"

#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

namespace heddle::coverability {

struct SearchContext {
  SearchContext(const System &analysed, const Options &chosen, Progress &reporting, Statistics &counted)
      : system(analysed), options(chosen), progress(reporting), statistics(counted), predecessors(analysed),
        covered(analysed) {}

  const System &system;
  const Options &options;
  Progress &progress;
  Statistics &statistics;
  PredecessorIndex predecessors;
  CoveredSet covered;       // D
  Oracle *oracle = nullptr; // null: no oracle
  Pruner *pruner = nullptr; // null: no pruning
  Growth *growth = nullptr; // null: not recorded

  /// Counts an iteration and reports progress from time to time.
  void beginIteration(std::uint64_t vertices);

  /// Polled in every iteration and in long loops within one, which are then left incomplete: a search that is
  /// interrupted has no result unless it has already found the target coverable.
  bool interrupted() const { return progress.cancellation.poll(); }

  /// Adds the new findings of the oracle to D, and calls `found` with each of these members.
  template <typename Found> void listen(Found found) {
    if (oracle == nullptr)
      return;
    exact_ = oracle->exhausted();
    oracle->collect(findings_);
    for (Oracle::Finding &finding : findings_) {
      if (interrupted())
        return;
      found(covered.add(std::move(finding.configuration), {Reason::Kind::Oracle, finding.node, 0, {}}));
    }
  }

  /// Updates the statistics for a new configuration of the search.
  void count(const Configuration &configuration, std::uint64_t depth);

  /// Whether the pruner shows the configuration to be uncoverable, so that the search need not consider it; counts it
  /// if so.
  bool prune(const Configuration &configuration) {
    if (pruner == nullptr || !pruner->exclude(configuration))
      return false;
    ++statistics.pruned;
    return true;
  }

  /// Whether the pruner shows all targets to be uncoverable. Called once in every iteration.
  bool pruneTargets() { return pruner != nullptr && pruner->excludeTargets(); }

  /// A minimal configuration strictly below u that is not known to be coverable, with at most candidateThreads()
  /// threads: a candidate for widening the targets (C(u) of section 3.3). If the oracle is exhausted, no candidate is
  /// a bad choice, and the number of threads is not limited.
  std::optional<Configuration> candidate(const Configuration &u) const;

private:
  unsigned candidateThreads() const;
  std::optional<Configuration> smallestOutside(const Configuration &u) const;

  bool exact_ = false; // D contains every coverable configuration
  std::vector<Oracle::Finding> findings_;
  std::chrono::steady_clock::time_point nextReport_{};
};

struct SearchResult {
  enum class Kind : std::uint8_t { Coverable, Uncoverable, Cancelled } kind = Kind::Cancelled;
  std::size_t target = 0;             // Coverable: the index of a target that is in D
  std::vector<Configuration> minimal; // Uncoverable: the proof
};

using VertexId = std::uint32_t;

class Search {
public:
  explicit Search(SearchContext &context) : context_(context), index_(context.system.sharedStates()) {}
  Search(const Search &) = delete;
  Search &operator=(const Search &) = delete;
  virtual ~Search() = default;

  SearchResult run();

protected:
  /// Adds vertices for the targets.
  virtual void begin() = 0;
  /// Adds the findings of the oracle to D.
  virtual void listen() = 0;
  /// Adds the predecessors of a vertex from W; the vertex may have been removed meanwhile.
  virtual void expand(VertexId vertex) = 0;
  /// The minimal elements of U; called when W is empty.
  virtual std::vector<Configuration> proof() = 0;

  /// Calls `add` with the index of each target that is not pruned, up to the first that is known to be coverable.
  template <typename Add> void addTargets(Add add) {
    const auto &targets = context_.system.targets;
    for (std::size_t target = 0; target < targets.size() && !coverable_; ++target) {
      if (context_.covered.contains(targets[target]))
        coverable_ = target;
      else if (!context_.prune(targets[target]))
        add(target);
    }
  }

  /// Puts the vertex in W.
  void enqueue(VertexId vertex, const Configuration &configuration) {
    work_.push({finiteDimension(configuration.threads), vertex});
  }

  SearchContext &context_;
  ConfigurationIndex index_;             // U
  std::optional<std::size_t> coverable_; // the index of a target known to be coverable

private:
  struct Work {
    std::uint64_t dimension = 0;
    VertexId vertex = 0;
    bool operator>(const Work &other) const {
      return dimension != other.dimension ? dimension > other.dimension : vertex > other.vertex;
    }
  };

  std::priority_queue<Work, std::vector<Work>, std::greater<>> work_; // W
};

SearchResult searchBackward(SearchContext &context); // Algorithm 1
SearchResult searchWiden(SearchContext &context);    // Algorithm 3
SearchResult searchLean(SearchContext &context);     // section 3.5

} // namespace heddle::coverability
