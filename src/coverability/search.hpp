// What the three search algorithms share: the system, D, the oracle and the pruner they listen to, the
// statistics they keep (SearchContext); and the loop that they run (Search), with U and the vertices that wait to be
// expanded, the smallest first. An algorithm is a class derived from Search, and to the outside a function from a
// SearchContext to a SearchResult.
#pragma once

#include "coverability/configuration_index.hpp"
#include "coverability/cover.hpp"
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
  Oracle *oracle = nullptr; // nobody to ask
  Pruner *pruner = nullptr; // nothing to prune with

  /// Time to stop? Asked once in every iteration; also reports progress.
  bool stopped(std::uint64_t vertices);

  /// Long loops within an iteration ask this, and leave undone what is left to do: a search that is interrupted has
  /// no result, unless it has found the target coverable.
  bool interrupted() const { return progress.cancellation.stopRequested(); }

  /// Adds what the oracle has found since to D, and calls it with each of the new members.
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

  /// Counts a configuration that the search looks at.
  void count(const Configuration &configuration, std::uint64_t depth);

  /// Is the configuration known to be uncoverable, so that the search may forget it?
  bool excluded(const Configuration &configuration) {
    if (pruner == nullptr || !pruner->excludes(configuration))
      return false;
    ++statistics.pruned;
    return true;
  }

  /// Are all targets known to be uncoverable? Asked once in every iteration.
  bool targetsExcluded() { return pruner != nullptr && pruner->excludesTargets(); }

  /// A minimal configuration strictly below u that is not known to be coverable, with at most
  /// candidateThreads() threads: a candidate to widen the targets by (C(u) of section 3.3). When the
  /// oracle has found all that is coverable there are no bad choices any more, nor a limit.
  std::optional<Configuration> candidate(const Configuration &u) const;

private:
  unsigned candidateThreads() const;
  std::optional<Configuration> smallestOutside(const Configuration &u) const;

  bool exact_ = false; // D is all that is coverable
  std::vector<Oracle::Finding> findings_;
  std::chrono::steady_clock::time_point nextReport_{};
};

struct SearchResult {
  enum class Kind : std::uint8_t { Coverable, Uncoverable, Cancelled } kind = Kind::Cancelled;
  std::size_t target = 0;             // Coverable: which of the targets, a member of D now
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
  /// Takes note of what the oracle has found.
  virtual void listen() = 0;
  /// Looks at the predecessors of a vertex that was put in W and may be gone by now.
  virtual void expand(VertexId vertex) = 0;
  /// The minimal elements of U, when no vertex is left to be expanded.
  virtual std::vector<Configuration> proof() = 0;

  /// Puts the vertex in W.
  void enqueue(VertexId vertex, const Configuration &configuration) {
    work_.push({finiteDimension(configuration.threads), vertex});
  }

  SearchContext &context_;
  ConfigurationIndex index_;             // U
  std::optional<std::size_t> coverable_; // the target that is

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
