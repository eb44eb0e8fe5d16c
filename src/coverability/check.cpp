#include "coverability/check.hpp"

#include "coverability/search.hpp"
#include "coverability/side_search.hpp"
#include "coverability/trace.hpp"

#include <algorithm>
#include <cassert>
#include <thread>

namespace heddle::coverability {

namespace {

/// Nodes that the oracle explores before the backward search begins: enough for small systems, and quick for large
/// ones.
constexpr std::size_t headStart = 200;

/// Local states in a target: the index of configurations recurses once for each.
constexpr std::size_t mostLocals = 20'000;

SearchResult search(SearchContext &context, Algorithm algorithm) {
  switch (algorithm) {
  case Algorithm::Backward:
    return searchBackward(context);
  case Algorithm::Widen:
    return searchWiden(context);
  case Algorithm::Lean:
  case Algorithm::Both:
    return searchLean(context);
  }
  return {};
}

/// The verdict of a search, with its trace, which is replayed, or its certificate.
void conclude(SearchContext &context, const SearchResult &result, const Pruner &pruner, Answer &answer) {
  switch (result.kind) {
  case SearchResult::Kind::Cancelled:
    break;
  case SearchResult::Kind::Uncoverable:
    answer.verdict = Verdict::Uncoverable;
    answer.certificate.emplace();
    answer.certificate->minimal = result.minimal;
    pruner.explain(*answer.certificate);
    break;
  case SearchResult::Kind::Coverable: {
    TraceResult found = traceTo(context, context.system.targets[result.target]);
    if (found.kind == TraceResult::Kind::InternalError)
      answer.internalError = found.text;
    if (found.kind != TraceResult::Kind::Found) {
      answer.reason = found.text;
      break;
    }
    if (const auto replayed = replay(context.system, found.trace); !replayed) {
      answer.internalError = "the trace does not replay: " + replayed.error().message;
      break;
    }
    answer.verdict = Verdict::Coverable;
    answer.trace = std::move(found.trace);
    break;
  }
  }
}

/// Searches with one algorithm, or with lean and a search beside it, whichever ends first.
class Solver {
public:
  Solver(const System &system, const Options &options, Progress &progress, Answer &answer)
      : system_(system), options_(options), parent_(progress.cancellation), cancellation_(&parent_),
        progress_{.cancellation = cancellation_, .report = progress.report}, answer_(answer),
        context_(system, options, progress_, answer.statistics),
        pruner_(system, options.stateEquationAfter, cancellation_) {}

  void run() {
    answer_.algorithm = options_.algorithm == Algorithm::Both ? Algorithm::Lean : options_.algorithm;
    if (options_.growth)
      context_.growth = &growth_;
    if (options_.stateEquation)
      context_.pruner = &pruner_;
    if (options_.oracle) {
      oracle_.emplace(system_, cancellation_);
      context_.oracle = &*oracle_;
      oracle_->searchUpTo(headStart);
      if (options_.oracleBeside)
        oracle_->start();
    }
    if (options_.algorithm == Algorithm::Both && std::thread::hardware_concurrency() > 1)
      side_.emplace(system_, options_, parent_, cancellation_);
    const SearchResult result = searchWithinLimits();
    if (oracle_) {
      oracle_->stop();
      answer_.statistics.oracleNodes = oracle_->nodes();
    }
    finish(result);
    if (oracle_ && answer_.verdict == Verdict::Unknown)
      oracle_->rethrowFailure();
    if (side_ && answer_.verdict == Verdict::Unknown)
      side_->rethrowFailure();
  }

private:
  /// A search that needs counts beyond the limits has no result; its reason is in the answer.
  SearchResult searchWithinLimits() {
    try {
      return search(context_, options_.algorithm);
    } catch (const BeyondLimits &limit) {
      answer_.reason = limit.what();
      return {};
    }
  }

  void finish(const SearchResult &result) {
    if (options_.growth)
      answer_.growth.push_back({answer_.algorithm, growth_.points()});
    const bool found = result.kind != SearchResult::Kind::Cancelled;
    if (!side_ || (found && side_->yield())) {
      if (side_)
        side_->join();
      addSideGrowth();
      return conclude(context_, result, pruner_, answer_);
    }
    // The side search has an answer, or may still find one: the limits of the lean search are not its limits.
    if (!found && answer_.reason.empty() && !side_->answered())
      side_->stop();
    else
      side_->join();
    addSideGrowth();
    if (!side_->answered())
      return;
    const std::uint64_t oracleNodes = answer_.statistics.oracleNodes;
    answer_.reason.clear();
    answer_.algorithm = Algorithm::Backward;
    answer_.statistics = side_->statistics();
    answer_.statistics.oracleNodes = oracleNodes;
    conclude(side_->context(), side_->result(), side_->pruner(), answer_);
  }

  void addSideGrowth() {
    if (side_ && options_.growth && !side_->growth().points().empty())
      answer_.growth.push_back({Algorithm::Backward, side_->growth().points()});
  }

  const System &system_;
  const Options &options_;
  support::Cancellation &parent_;
  support::Cancellation cancellation_; // of this search and the oracle
  Progress progress_;
  Answer &answer_;
  SearchContext context_;
  Pruner pruner_;
  Growth growth_;
  std::optional<Oracle> oracle_;
  std::optional<SideSearch> side_;
};

void solve(const System &system, const Options &options, Progress &progress, Answer &answer) {
  for (const Configuration &target : system.targets) {
    if (target.threads.size() > mostLocals)
      throw BeyondLimits("a target has more than 20000 different local states");
  }
  Solver(system, options, progress, answer).run();
}

} // namespace

Answer check(const System &system, const Options &options, Progress &progress) {
  assert(std::all_of(system.targets.begin(), system.targets.end(),
                     [](const Configuration &target) {
                       return std::is_sorted(target.threads.begin(), target.threads.end());
                     }) &&
         "the threads of a target are not sorted");
  Answer answer;
  try {
    solve(system, options, progress, answer);
  } catch (const BeyondLimits &limit) {
    answer.reason = limit.what();
  }
  return answer;
}

const char *name(Algorithm algorithm) {
  switch (algorithm) {
  case Algorithm::Backward:
    return "backward";
  case Algorithm::Widen:
    return "widen";
  case Algorithm::Lean:
    return "lean";
  case Algorithm::Both:
    return "both";
  }
  return "";
}

std::vector<std::pair<std::string, std::uint64_t>> list(const Statistics &statistics) {
  return {{"iterations", statistics.iterations},
          {"vertices", statistics.vertices},
          {"largest configuration (threads)", statistics.largest},
          {"longest path", statistics.longestPath},
          {"candidates", statistics.candidates},
          {"backtracks", statistics.backtracks},
          {"oracle nodes", statistics.oracleNodes},
          {"oracle hits", statistics.oracleHits},
          {"pruned", statistics.pruned}};
}

} // namespace heddle::coverability
