#include "coverability/check.hpp"

#include "coverability/search.hpp"
#include "coverability/trace.hpp"

#include <algorithm>
#include <cassert>

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
    return searchLean(context);
  }
  return {};
}

void solve(const System &system, const Options &options, Progress &progress, Answer &answer) {
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
    TraceResult found = traceTo(context, system.targets[result.target]);
    if (found.kind == TraceResult::Kind::InternalError)
      answer.internalError = found.text;
    if (found.kind != TraceResult::Kind::Found) {
      answer.reason = found.text;
      break;
    }
    if (const auto replayed = replay(system, found.trace); !replayed) {
      answer.internalError = "the trace does not replay: " + replayed.error().message;
      break;
    }
    answer.verdict = Verdict::Coverable;
    answer.trace = std::move(found.trace);
    break;
  }
  }
  if (oracle && answer.verdict == Verdict::Unknown)
    oracle->rethrowFailure();
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
