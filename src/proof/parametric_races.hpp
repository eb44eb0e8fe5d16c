// Pairs of threads that may race, for proofs for any number of threads.
//
// With the weak reads of weak_reads.hpp, a race implies that two threads are about to take steps with conflicting
// accesses. The state is then one from which one of the two steps has been moved away, so that what it reads of memory
// may differ from what it read when it was taken: of the conditions of its path, only those about the thread itself are
// required. Conditions on memory are kept if the memory is *handed over*: every atomic store to it follows a load that
// acquires it, in the same step. If the step itself stores there, a later store would follow its access by
// happens-before, and there is none.
//
// A racing access after a release in its own step is not covered by this argument, and makes the check inconclusive.
// Two accesses do not race if one of them is ordered before the other by the start or the join of its thread, which is
// decided here for the threads that main starts.
#pragma once

#include "proof/parametric_paths.hpp"
#include "proof/weak_reads.hpp"

#include <deque>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace heddle::proof {

/// The names of a passive thread: its slot, and what is added to the ids of its objects.
constexpr unsigned passiveSlot = 1U << 20;
constexpr program::ObjectId passiveObjects = 1U << 30;

/// Which threads may run in parallel with main, by counting starts and joins.
class MainThreads {
public:
  MainThreads(const program::Program &program, Provenance &provenance);

  /// Whether a thread of the function may run while main is before that instruction.
  bool mayRun(program::CfaId cfa, program::ActionId action, std::size_t instruction) const;

private:
  /// Threads that were started by main and not joined: how many at most, and of which functions.
  struct Unjoined {
    static constexpr unsigned anyNumber = 1'000;
    unsigned count = 0;
    std::set<program::CfaId> functions;
    bool operator==(const Unjoined &) const = default;
  };
  void apply(Unjoined &state, const program::Operation &operation) const;

  const program::Program &program_;
  std::vector<std::set<program::CfaId>> started_; // by function: what its threads start, directly or indirectly
  bool isKnown_ = false;
  std::map<program::LocationId, Unjoined> before_;
};

class ParametricRaces {
public:
  ParametricRaces(const ParametricProof &proof, Vocabulary &vocabulary, Provenance &provenance, ThreadPaths &paths);

  /// What must hold of two threads for a race of their next steps. Names of the second one are those of `ofOther`.
  struct Encounter {
    std::vector<Expr> facts;
  };
  const std::deque<Encounter> &between(PlaceId first, PlaceId second);
  /// Whether a thread there is about to take a step with shared accesses.
  bool mayRaceAt(PlaceId place) { return !accessesAt(place).empty(); }

private:
  struct StepAccess {
    std::vector<Expr> conditions; // over the state before the step
    Expr address = nullptr;       // null: any of the ranges
    std::uint64_t bytes = 0;
    bool writes = false;
    bool isPlain = false;
    bool isAfterRelease = false;
    StaticRanges ranges;
    program::ActionId action = 0;
    std::size_t instruction = 0;
  };
  const std::vector<StepAccess> &accessesAt(PlaceId place);
  void addAccessesOf(PlaceId place, const ThreadPath &path, std::vector<StepAccess> &result);
  void addAllAccesses(PlaceId place, std::vector<StepAccess> &result);
  StepAccess accessOf(program::CfaId cfa, program::ActionId action, std::size_t instruction) const;
  void findHandedOver();
  bool mayConflict(PlaceId first, const StepAccess &a, PlaceId second, const StepAccess &b) const;

  const ParametricProof &proof_;
  const program::Program &program_;
  Vocabulary &vocabulary_;
  Provenance &provenance_;
  ThreadPaths &paths_;
  MainThreads mainThreads_;
  std::set<program::ObjectId> notHandedOver_;
  std::map<PlaceId, std::vector<StepAccess>> accesses_;
  std::map<std::pair<PlaceId, PlaceId>, std::deque<Encounter>> known_;
};

/// The formula about a thread in slot 0 as one about a passive thread.
Expr ofOther(Vocabulary &vocabulary, Expr formula);

} // namespace heddle::proof
