// Core kernel reasons: the smallest sets of literals from which a cycle follows.
#pragma once

#include "events/order_graph_closure.hpp"

#include <functional>
#include <map>

namespace heddle::events {

using Atoms = std::vector<Atom>; // ascending

/// The reasons of a problem whose closure has a cycle: at least one, unless it is cancelled. Each is minimal, and none
/// is a subset of another. The shortest come first.
std::vector<Atoms> coreKernelReasons(const OrderProblem &problem, const OrderLimits &limits,
                                     support::Cancellation &cancellation);

/// Decides whether a cycle follows from some of the atoms.
class CycleCheck {
public:
  explicit CycleCheck(const OrderProblem &problem) : problem_(problem), part_(*problem.frame), closure_(part_) {}
  CycleCheck(const CycleCheck &) = delete;
  CycleCheck &operator=(const CycleCheck &) = delete;

  bool operator()(const AtomSet &atoms);
  /// A measure of the work: nodes of all closures that were computed.
  std::size_t work() const { return answers_.size() * problem_.frame->nodeCount(); }

private:
  const OrderProblem &problem_;
  OrderProblem part_; // a member, to reuse its memory
  OrderClosure closure_;
  std::map<Atoms, bool> answers_; // reasons have parts in common
};

/// A minimal subset of the atoms for which the predicate holds. The predicate must be monotone and hold for all atoms.
/// When cancelled, returns what it has found so far, which may not be minimal.
Atoms minimise(const OrderProblem &problem, Atoms atoms, const std::function<bool(const AtomSet &)> &isReason,
               support::Cancellation &cancellation);

/// The reasons without those that imply another one, the shortest first.
std::vector<Atoms> withoutWeaker(const OrderProblem &problem, std::vector<Atoms> reasons);

} // namespace heddle::events
