#include "coverability/search.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::coverability {

namespace {

/// Looks for a part of u, of exactly `threads` threads more than chosen, that is not in D.
bool choosePart(const SearchContext &context, const Configuration &u, std::size_t begin, Count threads,
                Configuration &part) {
  if (threads == 0)
    return !context.covered.contains(part);
  for (std::size_t entry = begin; entry < u.threads.size() && !context.interrupted(); ++entry) {
    const Entry &available = u.threads[entry];
    for (Count taken = std::min(threads, available.count); taken > 0; --taken) {
      part.threads.push_back({available.local, taken});
      if (choosePart(context, u, entry + 1, threads - taken, part))
        return true;
      part.threads.pop_back();
    }
  }
  return false;
}

} // namespace

bool SearchContext::stopped(std::uint64_t vertices) {
  ++statistics.iterations;
  statistics.vertices = std::max(statistics.vertices, vertices);
  if (progress.cancellation.stopRequested())
    return true;
  if (statistics.iterations % 64 != 0)
    return false;
  const auto now = std::chrono::steady_clock::now();
  if (now < nextReport_)
    return false;
  nextReport_ = now + std::chrono::milliseconds(200);
  progress.report(fmt::format("{} iterations, {} vertices, {} configurations from the oracle", statistics.iterations,
                              vertices, oracle == nullptr ? 0 : oracle->nodes()));
  return false;
}

void SearchContext::count(const Configuration &configuration, std::uint64_t depth) {
  statistics.largest = std::max(statistics.largest, finiteDimension(configuration.threads));
  statistics.longestPath = std::max(statistics.longestPath, depth);
}

std::optional<Configuration> SearchContext::candidate(const Configuration &u) const {
  const std::uint64_t dimension = finiteDimension(u.threads);
  if (dimension == 0)
    return std::nullopt;
  if (!covered.containsShared(u.shared))
    return Configuration{u.shared, {}};
  if (exact_)
    return smallestOutside(u);
  const unsigned most = candidateThreads();
  if (dimension == 1 || most == 0)
    return std::nullopt;
  for (const Entry &entry : u.threads) {
    if (!covered.containsThread(u.shared, entry.local))
      return Configuration{u.shared, {{entry.local, 1}}};
  }
  for (std::uint64_t threads = 2; threads < dimension && threads <= most; ++threads) {
    Configuration part{u.shared, {}};
    if (choosePart(*this, u, 0, static_cast<Count>(threads), part))
      return part;
  }
  return std::nullopt;
}

unsigned SearchContext::candidateThreads() const {
  constexpr std::uint64_t longSearch = 5000; // iterations
  if (options.candidateThreads)
    return *options.candidateThreads;
  if (system.sharedStates() > 1)
    return 1;
  return statistics.iterations < longSearch ? 2 : 3;
}

/// Takes threads away from u as long as the rest is not in D.
std::optional<Configuration> SearchContext::smallestOutside(const Configuration &u) const {
  Configuration part = u;
  for (const Entry &entry : u.threads) {
    if (interrupted())
      break;
    Count inside = 0; // too few, unless it is none
    Count outside = entry.count;
    assign(part.threads, entry.local, 0);
    if (!covered.contains(part))
      continue;
    while (outside - inside > 1) {
      const Count middle = inside + (outside - inside) / 2;
      assign(part.threads, entry.local, middle);
      (covered.contains(part) ? inside : outside) = middle;
    }
    assign(part.threads, entry.local, outside);
  }
  if (part == u)
    return std::nullopt;
  return part;
}

SearchResult Search::run() {
  begin();
  while (!coverable_) {
    if (context_.stopped(index_.size()))
      return {};
    if (context_.targetsExcluded())
      return {SearchResult::Kind::Uncoverable, 0, {}};
    listen();
    if (coverable_ || work_.empty())
      break;
    const VertexId vertex = work_.top().vertex;
    work_.pop();
    expand(vertex);
  }
  if (coverable_)
    return {SearchResult::Kind::Coverable, *coverable_, {}};
  if (context_.interrupted()) // something may have been left undone
    return {};
  return {SearchResult::Kind::Uncoverable, 0, proof()};
}

} // namespace heddle::coverability
