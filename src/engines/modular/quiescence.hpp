// Quiescence: no thread waits for ever, whatever it waits for.
//
// A state is *quiescent* if every thread has ended, has stopped, or waits and cannot run. A thread t waits for ever, in
// a reachable state, if no continuation lets it run or ends the program. There is no such t if, for each point at which
// a thread may wait,
//   1. no quiescent state is reachable in which a thread waits there;
//   2. there is no infinite continuation in which t stays there without being enabled.
// Proof: take the continuations in which t is never enabled, each as long as possible. By 2 they are finite, and then
// the last state is quiescent and t waits in it, which contradicts 1. That t can run once suffices: it may be scheduled
// at once. For the same reason it does not matter whether what it waits for stays true, and a signal may be taken to
// wake t; the states in which it has woken another thread are reachable, too, and 1 is about them.
//
// Both are decided by a solver for integers, on constraints that hold in every execution (flows.hpp). For 1, of the
// whole execution up to the state: how often each action was taken, how many threads are at each resting point, the
// contents of cells. A point at which a thread is says
//   - what it knows of memory (resting_points.hpp, lost_signals.hpp);
//   - of a wait for a lock, that a thread at another point holds it, and of a join, that such a thread is left;
//   - of a barrier, that the round is not complete: the threads that wait are those that have arrived since the last
//     round. If no more threads use the barrier than it waits for, each has arrived as often as rounds are complete, or
//     once more if it waits. For each location at which users rest, this is about one thread there.
// For 2, of what happens infinitely often: a circulation, which leaves every cell as it was. Actions that let t run are
// left out: a post, a signal or a broadcast, the end of a round of a barrier, the release of the lock. A wait for a
// signal is left infinitely often only if there are infinitely many signals. Inputs may be chosen such that a loop is
// left, and such that waits do not wake up spuriously: one continuation suffices. That threads are started for ever is
// excluded separately.
//
// Only the solver counts, so a proof holds for any number of threads and rounds. Contents of cells are compared as
// signed numbers; a sum that may wrap around is taken modulo the width.
#pragma once

#include "engines/modular/counting.hpp"
#include "engines/modular/lost_signals.hpp"
#include "engines/modular/resting_points.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace heddle::engines::modular {

class Quiescence {
public:
  struct Rules {
    /// Whether a lock that is not free is held by a thread whose states say so.
    std::function<bool(const Cell &)> hasHolder;
    /// Whether a loop is left after finitely many rounds.
    std::function<bool(program::CfaId, const analysis::Loop &)> ends;
  };
  Quiescence(const program::Program &program, const Objects &objects, Fixpoint &fixpoint, Rules rules,
             Mutation mutation)
      : program_(program), objects_(objects), fixpoint_(fixpoint), rules_(std::move(rules)), mutation_(mutation),
        runs_(program, objects, fixpoint) {}

  /// Points at which threads may wait for ever, for people; none if no thread does.
  struct Result {
    bool isProved = false;
    std::string obstacle;
    std::vector<RestingPoint> waiting; // together
  };
  Result run(support::Cancellation &cancellation);
  /// After run: whether an execution cannot come to the place that it cannot be followed past.
  bool isExcluded(const program::SourceSpan &span, const std::string &message) const {
    return excluded_.contains({span.file, span.line, span.column, span.frame, message});
  }

private:
  using Clauses = smt::IntegerClauses;

  void addThreads(Counting &system);
  void addCells(Counting &system);
  void addLocks(Counting &system);
  void addJoins(Counting &system);
  void addBarriers(Counting &system);
  void addBarrier(Counting &system, const Cell &barrier);
  Result findQuiescent(support::Cancellation &cancellation);
  Result findInfinite(const RestingPoint &waiting, support::Cancellation &cancellation);
  bool lets(const RestingPoint &waiting, program::CfaId cfa, program::ActionId action) const;
  bool isAvoided(program::CfaId cfa, program::ActionId action) const;
  bool mayStartForEver() const;
  std::vector<Cell> countedCells() const;
  void findBounds(support::Cancellation &cancellation);

  const program::Program &program_;
  const Objects &objects_;
  Fixpoint &fixpoint_;
  Rules rules_;
  Mutation mutation_;
  Runs runs_;
  std::unique_ptr<Flows> flows_;
  std::vector<RestingPoint> points_;
  std::set<std::tuple<program::FileId, std::uint32_t, std::uint32_t, program::FrameId, std::string>> excluded_;
  std::map<Cell, Interval> bounds_; // of contents, in all reachable states
};

} // namespace heddle::engines::modular
