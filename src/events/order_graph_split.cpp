// The constraint-based check of sections 4.3 and 5.2 of the paper, without a constraint solver.
//
// If the closure has no cycle, a total order is constructed greedily. If this fails, it names an undecided alternative:
// a write x that must be before w or after r, where r reads from w. Both cases are explored, each as an edge whose
// reason is a fresh atom. If a case fails for a reason without its atom, this is the reason for the whole problem.
// Otherwise resolution gives one: the union of the reasons of both cases, without the two fresh atoms but with the
// atoms of the alternative. Every decision orders two more nodes, so the search terminates.
#include "events/order_graph_split.hpp"
#include "events/order_graph_schedule.hpp"

#include <algorithm>

namespace heddle::events {

namespace {

constexpr OrderLimits conflictLimits{4, 16};

class Search {
public:
  Search(const OrderProblem &problem, support::Cancellation &cancellation)
      : problem_(problem), cancellation_(cancellation) {}

  SplitResult split(const OrderClosure &closure) {
    if (cancellation_.poll())
      return {};
    Schedule attempt = schedule(problem_, closure);
    if (!attempt.obstacle)
      return {OrderAnalysis::Kind::Feasible, std::move(attempt.order), {}};

    const OrderProblem::Read &read = problem_.reads[attempt.obstacle->read];
    const OrderProblem::Write &write = problem_.writes[attempt.obstacle->write];
    Atoms reason;
    for (const OrderProblem::Edge &side : {OrderProblem::Edge{write.node, problem_.writes[read.write].node, 0},
                                           OrderProblem::Edge{read.node, write.node, 0}}) {
      const auto decision = static_cast<Atom>(problem_.literals.size());
      SplitResult result = decide(closure, side);
      if (result.kind != OrderAnalysis::Kind::Infeasible)
        return result;
      const auto place = std::ranges::lower_bound(result.reason, decision);
      if (place == result.reason.end())
        return result;
      result.reason.erase(place);
      reason.insert(reason.end(), result.reason.begin(), result.reason.end());
    }
    for (const Atom atom : {read.readsFrom, write.guard})
      if (atom != noAtom)
        reason.push_back(atom);
    std::ranges::sort(reason);
    reason.erase(std::unique(reason.begin(), reason.end()), reason.end());
    return {OrderAnalysis::Kind::Infeasible, {}, std::move(reason)};
  }

private:
  SplitResult decide(const OrderClosure &closure, OrderProblem::Edge side) {
    side.reason = static_cast<Atom>(problem_.literals.size());
    problem_.literals.push_back(always);
    problem_.edges.push_back(side);
    OrderClosure decided = closure;
    SplitResult result = decided.require(side.before, side.after) ? split(decided) : conflict();
    problem_.edges.pop_back();
    problem_.literals.pop_back();
    return result;
  }

  /// The reason whose latest decision is earliest, so that it holds for the largest part of the search.
  SplitResult conflict() {
    std::vector<Atoms> reasons = coreKernelReasons(problem_, conflictLimits, cancellation_);
    if (cancellation_.poll())
      return {};
    const auto latest = [](const Atoms &atoms) { return atoms.empty() ? noAtom : atoms.back(); };
    const auto best = std::ranges::min_element(reasons, {}, latest);
    return {OrderAnalysis::Kind::Infeasible, {}, std::move(*best)};
  }

  OrderProblem problem_; // with the decisions so far
  support::Cancellation &cancellation_;
};

} // namespace

SplitResult searchOrder(const OrderProblem &problem, const OrderClosure &closure, support::Cancellation &cancellation) {
  Schedule attempt = schedule(problem, closure); // almost always succeeds, and needs no copy of the problem
  if (!attempt.obstacle)
    return {OrderAnalysis::Kind::Feasible, std::move(attempt.order), {}};
  return Search(problem, cancellation).split(closure);
}

} // namespace heddle::events
