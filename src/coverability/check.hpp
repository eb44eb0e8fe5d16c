// Coverability: can some number of threads reach a configuration above a target? The algorithms are those of Kaiser,
// Kroening, Wahl: A Widening Approach to Multithreaded Program Verification (TOPLAS 36, 2014), "the paper" in this
// folder. Given a system, the answer is `coverable` with a trace that has been replayed, or `uncoverable` with a
// certificate that can be checked.
#pragma once

#include "coverability/certificate.hpp"
#include "coverability/firing.hpp"
#include "coverability/growth.hpp"
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
  Both,     // Lean, and later Backward beside it if there are two cores
};

struct Options {
  Algorithm algorithm = Algorithm::Both;
  bool oracle = true;
  /// The oracle goes on beside the search. Otherwise it only has its head start, and the answer is deterministic unless
  /// the state equation is used, which begins after a time.
  bool oracleBeside = true;
  /// The most threads of a widening candidate. By default one, which performs best in the paper; for Petri nets, which
  /// have no shared states to tell configurations apart, two; after many iterations, one more.
  std::optional<unsigned> candidateThreads;
  bool stateEquation = true;                        // prune by weightings and traps
  std::chrono::milliseconds stateEquationAfter{50}; // most searches finish sooner without it
  std::chrono::milliseconds sideSearchAfter{200};   // Both: when the backward search begins
  bool growth = false;                              // record the size of U over the iterations
};

enum class Verdict : std::uint8_t { Coverable, Uncoverable, Unknown };

/// Named as in the paper's evaluation.
struct Statistics {
  std::uint64_t iterations = 0;
  std::uint64_t vertices = 0;    // the largest number at any time
  std::uint64_t largest = 0;     // threads in a configuration of the search
  std::uint64_t longestPath = 0; // of cover predecessors
  std::uint64_t candidates = 0;
  std::uint64_t backtracks = 0;
  std::uint64_t oracleNodes = 0;
  std::uint64_t oracleHits = 0; // configurations of the search that the oracle first showed to be coverable
  std::uint64_t pruned = 0;     // configurations that a weighting or a trap excludes
};

struct Answer {
  Verdict verdict = Verdict::Unknown;
  std::string reason;                       // Unknown: why; empty if the search was cancelled
  std::optional<Trace> trace;               // Coverable
  std::optional<Certificate> certificate;   // Uncoverable
  std::optional<std::string> internalError; // a defect of Heddle: no trace, or one that does not replay
  Statistics statistics;
  Algorithm algorithm = Algorithm::Lean; // that gave the verdict, and the statistics
  struct Curve {
    Algorithm algorithm = Algorithm::Lean;
    std::vector<Growth::Point> points;
  };
  std::vector<Curve> growth; // of each search that ran, if Options::growth
};

/// How the search is cancelled, and where it reports its progress from time to time.
struct Progress {
  support::Cancellation &cancellation;
  std::function<void(const std::string &)> report = [](const std::string &) {};
};

/// Throws std::bad_alloc if memory runs out, also in the oracle's thread.
Answer check(const System &system, const Options &options, Progress &progress);

/// `lean`, `backward` or `widen`; `both`.
const char *name(Algorithm algorithm);

/// The statistics with their names, in the order of printing.
std::vector<std::pair<std::string, std::uint64_t>> list(const Statistics &statistics);

} // namespace heddle::coverability
