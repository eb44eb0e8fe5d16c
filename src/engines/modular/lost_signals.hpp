// Lost signals: what a thread that waits for a signal knew when it began to wait still holds, unless a signal is due.
//
// Let a thread wait at a condition variable c since it released the lock m, and let it have known then that the cell x,
// which m protects, was in I. Another thread that stores a value outside of I *owes* a signal from the store on. Claim:
// whenever m is free and the thread waits without having been signalled, x is in I or some thread owes. A debt is
// settled
//   - by a broadcast, which wakes all that wait, also if it comes before the store while m is held all the time, since
//     no thread can begin to wait meanwhile; by a signal as well, if at most one other thread can wait at c;
//   - when x is known to be in I again while m is held.
// A store that finds x outside of I already makes no debt: there is one, or no thread waits.
// So in a quiescent state (quiescence.hpp) in which no thread owes at its resting point, x is in I.
//
// Several threads wait, and each store is followed by a signal for one of them (a queue with several consumers): let I
// be "at most k" for all waits at c (or "at least k"). A store that adds one owes one signal, and a thread that was
// woken owes, too, until it has subtracted one or has found x in I while it held m. Claim: whenever m is free and
// threads wait, x is at most k plus the number of signals owed. For a signal turns a debt of the thread that signals
// into one of the thread that it wakes; and a thread that begins to wait has found x in I.
#pragma once

#include "engines/modular/resting_points.hpp"

namespace heddle::engines::modular {

/// That a cell has such a content if no thread is at one of some resting points.
struct KeptContent {
  Cell cell;
  Interval content;
  std::vector<std::size_t> owing; // indices of resting points
};

class LostSignals {
public:
  LostSignals(const program::Program &program, const Objects &objects, const Runs &runs,
              const std::vector<RestingPoint> &points, const std::map<Cell, Interval> &bounds, Mutation mutation);

  /// Of a point with a condition.
  std::vector<KeptContent> keptAt(const RestingPoint &point) const;

private:
  struct Claim;
  struct Debt;
  using Debts = std::set<Debt>;

  bool mayBeSeveral(const Cell &signals, program::CfaId signalling) const;
  std::vector<std::size_t> owingPoints(const Claim &claim) const;
  bool isKept(const Claim &claim, const Value &value) const;
  Debt after(const Claim &claim, program::CfaId cfa, const Run &run, Debt debt) const;
  std::optional<Claim> countingClaim(const RestingPoint &point, const Cell &cell, bool isUpper) const;

  const program::Program &program_;
  const Objects &objects_;
  const Runs &runs_;
  const std::vector<RestingPoint> &points_;
  const std::map<Cell, Interval> &bounds_;
  Mutation mutation_;
  mutable std::map<std::pair<Cell, program::CfaId>, bool> several_;
};

} // namespace heddle::engines::modular
