// Unwinding: symbolic execution of every thread in isolation, up to a bound.
#pragma once

#include "analysis/liveness.hpp"
#include "analysis/loops.hpp"
#include "analysis/points_to.hpp"
#include "analysis/untaken_branch.hpp"
#include "events/quiet_memory.hpp"
#include "events/unwound_program.hpp"
#include "program/value_facts.hpp"
#include "support/cancellation.hpp"
#include "support/expected.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace heddle::events {

/// Facts about a program that unwinding needs, computed once for all bounds.
class UnwindFacts {
public:
  explicit UnwindFacts(const program::Program &program);

  const program::Program &program() const { return program_; }
  const analysis::PointsTo &pointsTo() const { return *pointsTo_; }

  struct LocationFacts {
    std::uint32_t rank = 0;         // in the order that defines the loops, which is topological but for back edges
    std::vector<std::size_t> loops; // around it, outermost first; a head is in its own loop
  };
  struct CfaFacts {
    analysis::LoopInfo loops;
    analysis::Liveness liveness;
    std::vector<LocationFacts> locations;
    /// By loop: the registers that it computes from others, such as counters.
    std::vector<std::vector<program::RegisterId>> computed;
    std::vector<bool> isVisible; // by loop: it contains a visible action
    explicit CfaFacts(const program::Cfa &cfa);
  };
  const CfaFacts &of(program::CfaId cfa);

  bool onlyMainStartsThreads() const { return onlyMainStartsThreads_; }
  bool detachesThreads() const { return detachesThreads_; }
  /// Whether the handles of threads of the automaton are not used again (program/kept_slots.hpp).
  bool keepsSlot(program::CfaId cfa) const { return keepsSlot_[cfa]; }
  /// Whether an object of that site may be freed while other threads have access to it.
  bool freedConcurrently(program::SiteId site) const { return freedConcurrently_[site]; }
  analysis::UntakenBranches &untakenBranches() { return *untakenBranches_; }

private:
  const program::Program &program_;
  std::unique_ptr<analysis::PointsTo> pointsTo_;
  std::unique_ptr<analysis::UntakenBranches> untakenBranches_;
  std::vector<std::unique_ptr<CfaFacts>> cfas_;
  bool onlyMainStartsThreads_ = true;
  bool detachesThreads_ = false;
  std::vector<bool> keepsSlot_;         // by CFA
  std::vector<bool> freedConcurrently_; // by site
};

/// A thread of an execution. Threads are listed in the order of their creation, main first.
struct ExecutedThread {
  std::vector<program::ActionId> path; // includes an action that was begun and not completed
  std::vector<std::size_t> children;
  std::vector<program::Bits> inputs; // the values of its Havoc operations
};
using ExecutedThreads = std::vector<ExecutedThread>;

struct UnwindOptions {
  unsigned depth = 1; // how often the back edge of a loop is followed, if the trip count of the loop is not known
  std::map<std::pair<program::CfaId, program::LocationId>, unsigned> loopDepths; // by head; overrides `depth`
  /// How often a loop with visible actions is unwound although its trip count is known. Most violations need few
  /// iterations.
  unsigned visibleIterations = 20'000;
  const program::ValueFacts *facts = nullptr; // if given: what is known of values
  QuietMemory quiet;                          // of an unwinding to the same depth
  std::vector<Object> expectedObjects;        // UnwoundProgram::objects of the last unwinding
  unsigned maxThreads = 64;
  std::size_t maxEvents = 400'000;
  /// If given, each thread is followed along its path in this execution and loops are not unwound. Actions that the
  /// path does not take are side exits, …
  const ExecutedThreads *executed = nullptr;
  bool phantoms = false;    // … or phantoms, where the branch can be summarised
  bool fixedInputs = false; // inputs have the values that they had in the execution
};

/// Nothing if it was cancelled.
std::optional<UnwoundProgram> unwind(UnwindFacts &facts, const UnwindOptions &options,
                                     support::Cancellation &cancellation);

/// Unwinds repeatedly. Each unwinding shows which objects there are and which memory threads do not access at the same
/// time; this goes into `expectedObjects` and `quiet` of the options for the next one. Ends when the places of all
/// accesses are known and the last unwinding was no simpler than the one before it. An error says why that is not
/// possible. `changes` is called with each unwinding and whether all its places are known; it may change the other
/// options, and returns whether it did.
support::Expected<UnwoundProgram> unwindUntilStable(
    UnwindFacts &facts, UnwindOptions &options, support::Cancellation &cancellation,
    const std::function<bool(const UnwoundProgram &, bool placed)> &changes = [](const UnwoundProgram &, bool) {
      return false;
    });

} // namespace heddle::events
