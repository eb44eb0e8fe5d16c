// Core kernel reasons: the smallest sets of literals from which a cycle follows.
#pragma once

#include "events/order_graph_closure.hpp"

#include <functional>
#include <map>

namespace heddle::events {

using Atoms = std::vector<Atom>; // ascending

/// Of a problem whose closure has a cycle: at least one reason, unless cancelled; none is a subset of another,
/// and none could be without one of its atoms. The shortest come first.
std::vector<Atoms> coreKernelReasons(const OrderProblem &problem, const OrderLimits &limits,
                                     support::Cancellation &cancellation);

/// Whether a cycle follows when only some atoms hold.
class CycleCheck {
public:
  explicit CycleCheck(const OrderProblem &problem) : problem_(problem), part_(*problem.frame), closure_(part_) {}
  CycleCheck(const CycleCheck &) = delete;
  CycleCheck &operator=(const CycleCheck &) = delete;

  bool operator()(const AtomSet &atoms);
  /// How many nodes were looked at, roughly.
  std::size_t work() const { return answers_.size() * problem_.frame->nodeCount(); }

private:
  const OrderProblem &problem_;
  OrderProblem part_; // kept for the memory that it has
  OrderClosure closure_;
  std::map<Atoms, bool> answers_; // the same parts of reasons come up again
};

/// A subset of the atoms for which the predicate, which is monotone and holds for all of them, holds, and for no
/// proper subset of it. It is asked no more once cancelled.
Atoms minimise(const OrderProblem &problem, Atoms atoms, const std::function<bool(const AtomSet &)> &isReason,
               support::Cancellation &cancellation);

/// The shortest first, without those from which another follows.
std::vector<Atoms> withoutWeaker(const OrderProblem &problem, std::vector<Atoms> reasons);

} // namespace heddle::events
