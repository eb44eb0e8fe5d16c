// Unwinding: symbolic execution of every thread in isolation, to a bound.
#pragma once

#include "analysis/liveness.hpp"
#include "analysis/loops.hpp"
#include "analysis/points_to.hpp"
#include "analysis/untaken_branch.hpp"
#include "events/quiet_memory.hpp"
#include "events/unwound_program.hpp"
#include "support/cancellation.hpp"
#include "support/expected.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace heddle::events {

/// What unwinding wants to know about a program, computed once for all bounds.
class UnwindFacts {
public:
  explicit UnwindFacts(const program::Program &program);

  const program::Program &program() const { return program_; }
  const analysis::PointsTo &pointsTo() const { return *pointsTo_; }

  struct LocationFacts {
    std::uint32_t rank = 0;         // topological, back edges aside
    std::vector<std::size_t> loops; // around it, outermost first; a head lies in its own loop
  };
  struct CfaFacts {
    analysis::LoopInfo loops;
    analysis::Liveness liveness;
    std::vector<LocationFacts> locations;
    /// By loop: the registers that it computes from others, such as counters.
    std::vector<std::vector<program::RegisterId>> computed;
    std::vector<bool> isVisible; // by loop: others may notice what it does
    explicit CfaFacts(const program::Cfa &cfa);
  };
  const CfaFacts &of(program::CfaId cfa);

  bool onlyMainStartsThreads() const { return onlyMainStartsThreads_; }
  bool detachesThreads() const { return detachesThreads_; }
  /// Whether an object of that site may be freed while other threads run that know it.
  bool freedConcurrently(program::SiteId site) const { return freedConcurrently_[site]; }
  analysis::UntakenBranches &untakenBranches() { return *untakenBranches_; }

private:
  const program::Program &program_;
  std::unique_ptr<analysis::PointsTo> pointsTo_;
  std::unique_ptr<analysis::UntakenBranches> untakenBranches_;
  std::vector<std::unique_ptr<CfaFacts>> cfas_;
  bool onlyMainStartsThreads_ = true;
  bool detachesThreads_ = false;
  std::vector<bool> freedConcurrently_; // by site
};

/// What the threads of one execution did, in the order in which they were created; main is the first.
struct ExecutedThread {
  std::vector<program::ActionId> path; // of an action that was begun and not finished, too
  std::vector<std::size_t> children;
  std::vector<program::Bits> inputs; // that it asked for by name
};
using ExecutedThreads = std::vector<ExecutedThread>;

struct UnwindOptions {
  unsigned depth = 1; // how often a loop's back edge is followed, if analysis does not know the loop's bound
  std::map<std::pair<program::CfaId, program::LocationId>, unsigned> loopDepths; // by head; instead of `depth`
  /// How often a loop that others notice is unwound although its bound is known. Bugs mostly show early.
  unsigned visibleIterations = 20'000;
  QuietMemory quiet;                   // of an unwinding to the same depth
  std::vector<Object> expectedObjects; // UnwoundProgram::objects of the last unwinding
  unsigned maxThreads = 64;
  std::size_t maxEvents = 400'000;
  /// If given, threads are followed along their paths in this execution instead of being unwound: actions that they did
  /// not take are sideExits, …
  const ExecutedThreads *executed = nullptr;
  bool phantoms = false;    // … or phantoms, where they can be summed up
  bool fixedInputs = false; // those of the execution
};

/// None if it was cancelled.
std::optional<UnwoundProgram> unwind(UnwindFacts &facts, const UnwindOptions &options,
                                     support::Cancellation &cancellation);

/// Unwinds until the places of all accesses are known and what one unwinding learns, about objects and about memory
/// that threads do not share after all, makes the next one no simpler. An error says why that is not possible. `quiet`
/// and `expectedObjects` of the options are what was learned; `changes`, called with each unwinding and whether all its
/// places are known, may change the rest, and returns whether it did.
support::Expected<UnwoundProgram> unwindUntilStable(
    UnwindFacts &facts, UnwindOptions &options, support::Cancellation &cancellation,
    const std::function<bool(const UnwoundProgram &, bool placed)> &changes = [](const UnwoundProgram &, bool) {
      return false;
    });

} // namespace heddle::events
