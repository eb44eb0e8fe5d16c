// Deadlocks: no thread waits for ever.
//
// A thread is deadlocked if it waits, and no continuation lets it run or ends the program. There is none if
//   1. wherever a thread may wait, it can run as soon as some lock is free, or it joins a thread (Waits);
//   2. a lock that is not free is held by a thread, and the states say by which: its word had the free value when main
//      started threads, or main held it, no thread ends while it holds it, and every release is certain (Locks);
//   3. a thread at a location where it may hold a lock that another one requests at the same time is certain to arrive
//      at a location where that is not so, if it gets what it waits for (analysis/certain_arrival);
//   4. a thread that is joined is certain to end, if it gets what it waits for;
//   5. threads cannot wait for each other in a cycle (LockOrder).
// Proof: let a thread wait in a reachable state. Follow from a thread that waits to one that holds the lock it waits
// for (2), or that it joins. The resources in this chain, locks and ends of the threads of a function, differ, because
// threads between two uses of one would be a cycle (5). So the chain is bounded, also if threads start others, and ends
// in a thread that does not wait. Let it run: by 3 or 4 it takes finitely many steps until no thread can be waiting for
// it, or it waits itself, and then the chain is longer. How many steps it has left depends on its own registers, and
// other threads do not change that. So the steps that the threads of the chain have left decrease lexicographically,
// and in the end the first thread can run. All states on the way are reachable, so that 5 holds in all of them.
//
// A loop ends if it has a trip count, or if each round moves some register in one direction, without wrap-around
// (`ends`).
//
// If that is not enough, because threads wait for signals, posts, barriers or counts, another argument is tried, about
// all threads together (quiescence.hpp). It requires that all threads come to rest, so that each of the two covers
// programs that the other one does not.
#pragma once

#include "analysis/loops.hpp"
#include "engines/modular/findings.hpp"
#include "engines/modular/fixpoint.hpp"
#include "engines/modular/lock_order.hpp"
#include "engines/modular/waits.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace heddle::engines::modular {

class DeadlockCheck {
public:
  DeadlockCheck(const program::Program &program, const Objects &objects, Fixpoint &fixpoint, Mutation mutation)
      : program_(program), objects_(objects), fixpoint_(fixpoint), mutation_(mutation) {}

  /// Adds a finding for each wait that may not end.
  void run(Findings &findings, support::Cancellation &cancellation);

private:
  /// The states of one location.
  using States = std::vector<const State *>;
  enum class Goal : std::uint8_t { Release, End };

  void collect();
  void findRequests();
  void checkWords(const LockOrder &order);
  std::optional<Held> heldAtStart();
  bool mayBeLockedAtStart(const Cell &lock);
  bool isNeverBlocked(Findings &findings, support::Cancellation &cancellation);
  void checkReleases(const LockOrder &order);
  void checkEnds(const LockOrder &order);
  void checkCycles(const LockOrder &order);

  ThreadPoint pointOf(program::CfaId cfa, const State &state) const;
  bool mayBeTaken(program::CfaId cfa, program::ActionId action);
  bool mayStop(program::CfaId cfa, program::ActionId action, Goal goal, const LockOrder &order);
  std::vector<State> statesAt(program::CfaId cfa, const program::Action &action, std::size_t index, const State &state);
  /// What the actions of a loop do to a register: they add constants to it.
  struct Counting {
    std::set<program::ActionId> actions; // that do
    bool rises = true;
    bool falls = true;
    bool isSigned = true; // without wrapping around
    bool isUnsigned = true;
    bool isOneWay() const { return !actions.empty() && (rises || falls) && (isSigned || isUnsigned); }
  };
  bool ends(program::CfaId cfa, const analysis::Loop &loop);
  void noteCounting(program::CfaId cfa, program::ActionId id,
                    std::map<program::RegisterId, std::optional<Counting>> &all);
  bool isInEachRound(program::CfaId cfa, const analysis::Loop &loop, const std::set<program::ActionId> &actions) const;
  std::optional<program::LocationId> failing(program::CfaId cfa, const std::vector<bool> &set, Goal goal,
                                             const LockOrder &order);
  Suspect::Place placeOf(const std::string &role, const ThreadPoint &point, program::SourceSpan span) const;
  program::SourceSpan spanOf(program::CfaId cfa, program::LocationId location) const;
  void add(unsigned weight, std::string text, std::vector<Suspect::Place> places, std::string reason = {});

  const program::Program &program_;
  const Objects &objects_;
  Fixpoint &fixpoint_;
  Mutation mutation_;
  std::vector<std::vector<States>> states_; // by function and location
  std::vector<Request> requests_;
  std::map<std::pair<program::CfaId, program::ActionId>, bool> taken_;
  std::map<std::pair<program::CfaId, program::LocationId>, bool> endingLoops_; // by head
  std::optional<std::optional<Held>> heldAtStart_;                             // computed when it is needed
  std::vector<Finding> found_;
};

} // namespace heddle::engines::modular
