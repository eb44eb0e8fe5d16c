// Persistent sets of threads, computed for global control locations.
//
// A persistent set is found as in Algorithm 1 of the paper on abstraction-aware partial-order reduction (Telbisz): from
// each thread in turn, all threads are added that may ever do what the next step of one in the set depends on; the
// smallest set is taken. With a precision (Algorithm 2), accesses to memory that is not tracked make nobody dependent,
// and the set comes with a validity set (Algorithm 3): the memory that must stay untracked.
//
// Why that is enough. Consider the program in which memory that is not tracked holds anything, at every read. The
// abstract states cannot tell it from the real one, so whatever that program does, they have to follow; and in it, what
// only concerns untracked memory is independent. Let w lead from one of its states to a violation. If a thread of the
// set takes a step in w, the first such step commutes with all before it: it can come first, and what is left is
// shorter. Otherwise some thread of the set can take its step before w, and w is still possible. This happens only
// finitely often in a row if that step closes no loop. (Registers hold what they hold: so loops that registers bound
// come to an end, and need not be looked at. So do pointers to objects that are made while the program runs: who only
// has pointers to its own objects keeps to them.)
//
// Three things are therefore demanded of a set that the paper does not ask for; without each, programs are proved that
// are wrong (tests/engines/cegar/soundness_test.cpp):
//   - some thread in it must be able to take its step in every state, not only in the abstract one;
//   - threads that wait have a future too: somebody else may set them going;
//   - that step must not close a loop, nor end the program: that the set contains steps which do is not enough. A
//     thread function that starts itself again is a loop too.
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
    bool isAware = true; // of the precision
    bool readsCommute = true;
    bool leavesLoops = true; // false is unsound
  };
  /// Of sets that are alike, that is taken which is nearest to where the search wants to go, by CFA and location: who
  /// stops at the first violation should not do all else before it.
  using Distances = std::vector<std::vector<unsigned>>;
  PersistentSets(Semantics &semantics, Rules rules, const Distances &distances);

  struct Set {
    std::vector<bool> threads; // by slot
    analysis::RegionSet validity;
  };

  /// The memory that the precision tracks, from now on.
  void track(analysis::RegionSet tracked);
  const analysis::RegionSet &tracked() const { return tracked_; }

  /// The smallest set around one of the active threads that `suffices`; all of them if there is none.
  using Suffices = std::function<bool(const Set &)>;
  Set smallest(ControlId control, const Suffices &suffices);
  /// The same for sets that contain these threads.
  Set around(ControlId control, const std::vector<bool> &threads, const Suffices &suffices);

  /// Whether what others could have done before the next step of the thread is still possible behind it, and comes.
  bool canComeFirst(const ThreadControl &thread) const;

private:
  /// What of the next step of one thread depends on the future of another.
  struct Conflict {
    bool isCertain = false;     // whatever is tracked
    analysis::RegionSet memory; // where both may access
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
  std::unordered_map<ControlId, std::vector<Set>> sets_; // smallest first; for what is tracked
};

} // namespace heddle::reachability
