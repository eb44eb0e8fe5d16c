// Coverability: can some number of threads reach a configuration above a target? The paper is Kaiser,
// Kroening, Wahl: A Widening Approach to Multithreaded Program Verification (TOPLAS 36, 2014), whose tool is
// Breach. In goes a system; out comes `coverable` with a trace that has been replayed, or `uncoverable` with
// a certificate that can be checked.
#pragma once

#include "coverability/certificate.hpp"
#include "coverability/firing.hpp"
#include "coverability/system.hpp"
#include "support/cancellation.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::coverability {

enum class Algorithm : std::uint8_t {
  Backward, // Algorithm 1
  Widen,    // Algorithm 3
  Lean,     // Algorithm 3 as section 3.5 changes it
};

struct Options {
  Algorithm algorithm = Algorithm::Lean;
  bool oracle = true;
  /// Threads in a widening candidate, at most. Unless given: one, as the paper measures best; for Petri nets, which
  /// have no shared states to tell configurations apart, two, and three when the search takes long.
  std::optional<unsigned> candidateThreads;
  bool stateEquation = true;                        // prune by weights and traps,
  std::chrono::milliseconds stateEquationAfter{50}; // but not a search that is over by then
};

enum class Verdict : std::uint8_t { Coverable, Uncoverable, Unknown };

/// Named as in the paper's evaluation.
struct Statistics {
  std::uint64_t iterations = 0;
  std::uint64_t vertices = 0;    // the most at any time
  std::uint64_t largest = 0;     // threads in a configuration of the search
  std::uint64_t longestPath = 0; // of cover predecessors
  std::uint64_t candidates = 0;
  std::uint64_t backtracks = 0;
  std::uint64_t oracleNodes = 0;
  std::uint64_t oracleHits = 0; // configurations of the search that the oracle was first to settle
  std::uint64_t pruned = 0;     // configurations that a weight or a trap excludes
};

struct Answer {
  Verdict verdict = Verdict::Unknown;
  std::string reason;                       // Unknown: why, unless the cancellation knows
  std::optional<Trace> trace;               // Coverable
  std::optional<Certificate> certificate;   // Uncoverable
  std::optional<std::string> internalError; // a trace that does not replay: a bug
  Statistics statistics;
};

/// Polls the cancellation, and reports now and then how far it is.
struct Progress {
  support::Cancellation &cancellation;
  std::function<void(const std::string &)> report = [](const std::string &) {};
};

Answer check(const System &system, const Options &options, Progress &progress);

/// The statistics with their names, in the order in which they should be printed.
std::vector<std::pair<std::string, std::uint64_t>> list(const Statistics &statistics);

} // namespace heddle::coverability
