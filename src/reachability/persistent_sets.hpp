// Persistent sets of threads, computed for global control locations.
//
// Follows "Partial Order Reduction for Abstraction-Based Verification of Concurrent Software" (Telbisz). Algorithm 1:
// starting from each active thread in turn, the set is closed under adding every thread whose future may depend on the
// next step of a member; the smallest set is taken. With a precision (Algorithm 2), accesses to memory that is not
// tracked create no dependence, and the set comes with a validity set (Algorithm 3): the memory that must remain
// untracked for the set to stay persistent.
//
// Soundness. Consider the program in which every read of untracked memory returns an arbitrary value. Abstract states
// cannot distinguish it from the given program, so the exploration must cover all of its executions; and in it,
// operations that only concern untracked memory are independent. Let w be an execution of it from the current state to
// a violation. If a thread of the set steps in w, its first step commutes with everything before it in w: it can come
// first, and the remainder is shorter. Otherwise some thread of the set can take its step before w, and w remains
// possible after it. This happens only finitely often in a row, provided that the step closes no loop. (Registers keep
// their values in this program, so loops that registers bound terminate and need not be considered. So do pointers to
// dynamic objects: a thread that only has pointers to its own objects accesses no others.)
//
// The argument requires three conditions of a set that the paper does not state. Without any one of them, programs that
// violate their property are proved safe (tests/engines/cegar/soundness_test.cpp):
//   - some thread of the set must be able to take its step in every concrete state, not only in the abstract one;
//   - blocked threads have a future too, because another thread may enable them;
//   - the step of that thread must not close a loop, nor end the program. It is not enough that the set also contains
//     threads whose steps do neither. A thread function that starts itself again counts as a loop.
#pragma once

#include "analysis/dependence.hpp"
#include "analysis/futures.hpp"
#include "reachability/semantics.hpp"

#include <functional>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace heddle::reachability {

class PersistentSets {
public:
  struct Rules {
    bool isAware = true; // accesses to untracked memory create no dependence
    bool readsCommute = true;
    bool leavesLoops = true; // false is unsound
  };
  /// By CFA and location: the distance to an error location. Ties between sets are broken in favour of the set closest
  /// to an error location, so that a violation is found early.
  using Distances = std::vector<std::vector<unsigned>>;
  PersistentSets(Semantics &semantics, Rules rules, const Distances &distances);

  struct Set {
    std::vector<bool> threads; // by slot
    analysis::RegionSet validity;
  };

  /// Sets the memory that the precision tracks.
  void track(analysis::RegionSet tracked);
  const analysis::RegionSet &tracked() const { return tracked_; }

  /// The smallest closure of one active thread that `suffices`; all active threads if there is none.
  using Suffices = std::function<bool(const Set &)>;
  Set smallest(ControlId control, const Suffices &suffices);
  /// The closure of these threads if it `suffices`; all active threads otherwise.
  Set around(ControlId control, const std::vector<bool> &threads, const Suffices &suffices);

  /// Whether the next step of the thread neither closes a loop nor ends the program or the execution, so that steps of
  /// the other threads that are possible before it are still possible, and explored, after it.
  bool canComeFirst(const ThreadControl &thread) const;

private:
  /// The reasons why the next step of one thread depends on the future of another.
  struct Conflict {
    bool isCertain = false;     // independently of what is tracked
    analysis::RegionSet memory; // that both may access
  };
  const Conflict &conflict(const ThreadControl &next, const ThreadControl &other);
  Set close(const Control &control, std::vector<bool> threads);
  unsigned distance(const Control &control, const Set &set) const;

  Semantics &semantics_;
  Rules rules_;
  const Distances &distances_;
  analysis::Dependence dependence_;
  analysis::Futures futures_;
  bool mayDetach_ = false;
  analysis::RegionSet tracked_;
  using Position = std::pair<program::CfaId, program::LocationId>;
  std::map<std::pair<Position, Position>, Conflict> conflicts_;
  std::unordered_map<ControlId, std::vector<Set>> sets_; // for the tracked memory, smallest first
};

} // namespace heddle::reachability
