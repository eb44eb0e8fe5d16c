#include "coverability/search.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::coverability {

namespace {

/// Extends `part` by exactly `threads` threads of u, from entry `begin` on, such that it is not in D; false if that is
/// impossible.
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

void SearchContext::beginIteration(std::uint64_t vertices) {
  ++statistics.iterations;
  statistics.vertices = std::max(statistics.vertices, vertices);
  if (growth != nullptr)
    growth->add(vertices);
  if (statistics.iterations % 64 != 0)
    return;
  const auto now = std::chrono::steady_clock::now();
  if (now < nextReport_)
    return;
  nextReport_ = now + std::chrono::milliseconds(200);
  progress.report(fmt::format("{} iterations, {} vertices, {} configurations from the oracle", statistics.iterations,
                              vertices, oracle == nullptr ? 0 : oracle->nodes()));
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
  const unsigned atFirst = system.sharedStates() > 1 ? 1 : 2;
  return statistics.iterations < longSearch ? atFirst : atFirst + 1;
}

/// Removes threads from u as long as the rest is not in D.
std::optional<Configuration> SearchContext::smallestOutside(const Configuration &u) const {
  Configuration part = u;
  for (const Entry &entry : u.threads) {
    if (interrupted())
      break;
    Count inside = 0; // with so many threads, part is in D
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
    context_.beginIteration(index_.size());
    if (context_.interrupted())
      return {};
    if (context_.pruneTargets())
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
  if (context_.interrupted()) // a loop may have been left incomplete
    return {};
  return {SearchResult::Kind::Uncoverable, 0, proof()};
}

} // namespace heddle::coverability
