// What every engine has in common: how it is asked, how it reports, what it answers.
#pragma once

#include "interpreter/schedule.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "smt/solver.hpp"
#include "support/cancellation.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heddle::engines {

enum class Verdict : std::uint8_t { True, False, Unknown };

/// A named number for `--stats`; engines list theirs in the order in which they should be printed.
struct Statistic {
  std::string name;
  std::string value;
};

struct Outcome {
  Verdict verdict = Verdict::Unknown;
  std::string reason;                              // why unknown
  std::string progress;                            // how far it came, when it was stopped: "no violation up to depth 3"
  std::optional<interpreter::Violation> violation; // False
  std::optional<interpreter::Schedule> schedule;   // False: replays to the violation
  std::vector<program::Warning> warnings;          // e.g. undefined behaviour that was seen, not followed
  std::vector<Statistic> statistics;
  bool proofChecked = false; // True: an independent checker has agreed
  std::string proof;         // True: the invariant as text, if it was asked for and the engine makes one
  /// A bug in Heddle: the counterexample does not replay, or the proof is none. The verdict is then Unknown, the exit
  /// code 4.
  std::optional<std::string> internalError;
};

struct Options {
  std::uint64_t seed = 0;
  std::uint64_t nondetRange = 256; // how many values of an input are tried
  std::uint64_t depth = 10'000;    // steps of one random execution
  unsigned maxThreads = 64;
  std::uint64_t runs = 1000;            // random executions
  std::uint64_t maxStates = UINT64_MAX; // explored
  bool sleepSets = false;
  bool persistentSets = false;
  // Bounded model checking:
  unsigned unwind = 0; // how deep loops are unwound; 0: deeper and deeper
  /// For loops that begin in a certain line (`file.c:12`, or the line alone), their own depth.
  std::vector<std::pair<std::string, unsigned>> unwindSet;
  bool monolithic = false; // the scheduling constraint at once instead of by refinement
  smt::Backend solver = smt::Backend::CaDiCaL;
  // Lazy abstraction:
  enum class Reduction : std::uint8_t {
    Local,     // threads interleave at every access to shared memory
    Monotonic, // neighbouring independent steps come in one order only
  } reduction = Reduction::Monotonic;
  bool forceCover = true;
  enum class Interpolants : std::uint8_t {
    WeakestPreconditions,
    Facts
  } interpolants = Interpolants::WeakestPreconditions;
  enum class Order : std::uint8_t { Depth, Breadth, Switches } order = Order::Depth;
  bool checkProof = false;    // let an independent checker look at the proof
  bool writeProof = false;    // give its text in the Outcome
  bool coverExpansion = true; // false is unsound; for the test that shows so

  /// Abstraction refinement.
  struct Abstraction {
    enum class Domain : std::uint8_t {
      Explicit,  // values of tracked variables
      Cartesian, // predicates, each true, false or unknown
      Boolean,   // predicates, in any combination
      Product,   // explicit values, and Cartesian predicates where those do not get on
    } domain = Domain::Product;
    unsigned values = 4;         // of an unknown that are told apart, before it is given up
    bool localPrecision = false; // by global control location, not one for all
    enum class Search : std::uint8_t {
      Breadth,
      Depth,
      Mixed, // the newest and the oldest in turn
      ErrorDistance,
    } search = Search::Mixed;
    enum class Refinement : std::uint8_t {
      Sequence, // interpolants of the whole path
      Backward, // interpolants of its shortest infeasible end
      Core,     // explicit values: as few variables as refute the path
    } refinement = Refinement::Sequence;
    bool lazyPruning = true; // keep what is not to blame for the counterexample
    enum class Reduction : std::uint8_t {
      None,
      Persistent, // sets of threads
      Aware,      // so, and what the precision does not track makes nobody dependent
    } reduction = Reduction::Aware;
    bool readsCommute = true;
    bool largeBlocks = true; // false: threads interleave after every operation
    // False is unsound; for the tests that show so:
    bool validitySets = true;    // after lazy pruning, persistent sets are looked at again
    bool leavesLoops = true;     // a step that closes a loop is no reason to put off the others
    bool requiresEnabled = true; // some thread of a persistent set cannot be blocked
  } abstraction;

  /// Concurrent trace programs.
  struct Trace {
    enum class Reduction : std::uint8_t {
      None,  // every thread in every state
      Dpor,  // dynamic partial-order reduction, with sleep sets
      Sleep, // sleep sets alone
    } reduction = Reduction::Dpor;
    bool prune = true;          // check trace programs, and skip what they show to be safe
    bool symbolicInputs = true; // false: inputs are what the execution happens to have
  } trace;
};

/// Engines poll `cancellation` and call `report` now and then with one line on how far they are.
struct Progress {
  support::Cancellation &cancellation;
  std::function<void(const std::string &)> report = [](const std::string &) {};
};

} // namespace heddle::engines
