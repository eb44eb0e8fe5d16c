#include "coverability/cover.hpp"

#include "coverability/search.hpp"
#include "coverability/trace.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::coverability {

namespace {

/// Nodes that the oracle explores before anything else: enough for small systems, and a moment for large ones.
constexpr std::size_t headStart = 200;

/// Local states in a target: the index of configurations goes down one level for each.
constexpr std::size_t mostLocals = 20'000;

SearchResult search(SearchContext &context, Algorithm algorithm) {
  switch (algorithm) {
  case Algorithm::Backward:
    return searchBackward(context);
  case Algorithm::Widen:
    return searchWiden(context);
  case Algorithm::Lean:
    return searchLean(context);
  }
  return {};
}

void find(const System &system, const Options &options, Progress &progress, Answer &answer) {
  for (const Configuration &target : system.targets) {
    if (target.threads.size() > mostLocals)
      throw BeyondLimits("a target has more than 20000 different local states");
  }
  SearchContext context(system, options, progress, answer.statistics);
  std::optional<Oracle> oracle;
  if (options.oracle) {
    oracle.emplace(system, progress.cancellation);
    context.oracle = &*oracle;
    oracle->searchUpTo(headStart);
    oracle->start();
  }
  Pruner pruner(system, options.stateEquationAfter, progress.cancellation);
  if (options.stateEquation)
    context.pruner = &pruner;

  const SearchResult result = search(context, options.algorithm);
  if (oracle) {
    oracle->stop();
    answer.statistics.oracleNodes = oracle->nodes();
  }
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
    auto trace = traceTo(context, system.targets[result.target]);
    if (!trace) {
      answer.reason = trace.error().message;
      break;
    }
    if (const auto replayed = replay(system, *trace); !replayed) {
      answer.internalError = "the trace does not replay: " + replayed.error().message;
      break;
    }
    answer.verdict = Verdict::Coverable;
    answer.trace = std::move(*trace);
    break;
  }
  }
}

} // namespace

Answer check(const System &system, const Options &options, Progress &progress) {
  assert(std::all_of(system.targets.begin(), system.targets.end(),
                     [](const Configuration &target) {
                       return std::is_sorted(target.threads.begin(), target.threads.end());
                     }) &&
         "the threads of a target are not in order");
  Answer answer;
  try {
    find(system, options, progress, answer);
  } catch (const BeyondLimits &limit) {
    answer.reason = limit.what();
  }
  return answer;
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
