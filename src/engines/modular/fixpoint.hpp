// The states of all threads at all locations, and the global invariant, as a fixed point.
//
// Each function is followed on its own, with the global invariant in place of the other threads (thread-modular:
// Flanagan, Qadeer; Miné). At a location the states are kept apart by the locks that are held and by main's mode.
// Between two actions of a thread others may run, except inside an atomic block that does not wait. Whenever the global
// invariant or the interference has grown, all locations are computed again; loops and both of them are widened. If a
// word that was taken for a lock is refuted, or that a thread owns the objects of a site, all begins anew without it.
#pragma once

#include "engines/modular/barriers.hpp"
#include "engines/modular/clusters.hpp"
#include "engines/modular/findings.hpp"
#include "engines/modular/global.hpp"
#include "engines/modular/interference.hpp"
#include "engines/modular/locks.hpp"
#include "engines/modular/mutation.hpp"
#include "engines/modular/ownership.hpp"
#include "engines/modular/resources.hpp"
#include "engines/modular/slots.hpp"
#include "engines/modular/transfer.hpp"
#include "support/cancellation.hpp"

#include "analysis/joins.hpp"
#include "analysis/liveness.hpp"
#include "analysis/loops.hpp"
#include "analysis/own_handle.hpp"

#include <memory>
#include <optional>

namespace heddle::engines::modular {

class Fixpoint {
public:
  Fixpoint(const program::Program &program, const Objects &objects, support::Cancellation &cancellation,
           Mutation mutation);
  ~Fixpoint();

  /// The findings in the final states; none if the work was cancelled.
  std::optional<Findings> run();
  /// Whether another run may find less, because threads know more cells from the start.
  bool refine() { return std::exchange(trackedBefore_, tracked_.size()) != tracked_.size(); }
  /// Whether another run may find less, because objects on the heap are followed from owner to owner.
  bool followHeaps(const Findings &findings) { return resources_.activate(findings, *global_); }
  const Global &global() const { return *global_; }
  const Locks &locks() const { return locks_; }
  const Interference &interference() const { return *interference_; }
  const Clusters &clusters() const { return *clusters_; }
  const Barriers &barriers() const { return *barriers_; }
  const Slots &slots() const { return *slots_; }
  const Transfer &transfer() const { return *transfer_; }
  /// What main does, if that is known.
  const analysis::MainCourse *courseOfMain() const { return courseOfMain_ ? &*courseOfMain_ : nullptr; }
  /// The abstract semantics in the solution; executing what its states may do changes nothing any more.
  Transfer &transfer() { return *transfer_; }
  bool mayBeTaken(program::CfaId cfa, program::ActionId action) const;
  /// The solution: the states of all threads.
  void forEachState(const std::function<void(program::CfaId, program::LocationId, const State &)> &visit) const;
  std::uint64_t countStates() const;
  std::uint64_t countRounds() const { return rounds_; }
  std::uint64_t countSweeps() const { return sweeps_; }

private:
  struct Function;
  using Disjuncts = std::map<State::Key, State>;

  bool stabilise();
  bool follow(program::CfaId cfa);
  void enqueue();
  void arrive(program::CfaId cfa, program::LocationId location, State state);
  void leave(program::CfaId cfa, program::LocationId location, State &state) const;
  Thresholds thresholdsOf() const;
  bool mustRestart() const { return locks_.mustRestart() || ownership_.mustRestart() || resources_.mustRestart(); }
  bool hasRefuted() {
    const bool hasRefutedLock = locks_.hasRefuted();
    const bool hasRefutedOwner = ownership_.hasRefuted();
    return resources_.hasRefuted() || hasRefutedOwner || hasRefutedLock;
  }

  const program::Program &program_;
  const Objects &objects_;
  support::Cancellation &cancellation_;
  Mutation mutation_;
  Locks locks_;
  Ownership ownership_;
  Resources resources_;
  std::unique_ptr<Dependencies> dependencies_;
  std::unique_ptr<Global> global_;
  Templates templates_;
  std::unique_ptr<Interference> interference_;
  std::unique_ptr<Clusters> clusters_;
  std::unique_ptr<Barriers> barriers_;
  std::unique_ptr<Slots> slots_;
  std::set<Cell> tracked_; // see Transfer
  std::size_t trackedBefore_ = 0;
  std::unique_ptr<Transfer> transfer_;
  std::vector<std::unique_ptr<Function>> functions_;
  Thresholds thresholds_;
  std::optional<analysis::MainCourse> courseOfMain_;
  JoinFacts joins_;
  std::uint64_t rounds_ = 0;
  std::uint64_t sweeps_ = 0; // over all locations
  bool hasChanged_ = false;  // a state
};

} // namespace heddle::engines::modular
