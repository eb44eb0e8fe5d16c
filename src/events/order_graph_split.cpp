// The constraint-based check of sections 4.3 and 5.2 of the paper, without a constraint solver.
//
// When the closure has no cycle, an order is made greedily. Where this fails, it names an alternative that is
// open: a write x that is before w or behind r, which reads from w. Each side is tried, as an edge whose reason is
// an atom of its own. When a side fails for a reason without that atom, this is the reason for everything;
// otherwise the reasons of both sides, without the two atoms but with those of the alternative, are one, by
// resolution. Every decision orders two nodes more, so this ends.
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
    if (cancellation_.stopRequested())
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

  /// The reason whose latest decision is earliest, so that most is decided by it.
  SplitResult conflict() {
    std::vector<Atoms> reasons = coreKernelReasons(problem_, conflictLimits, cancellation_);
    if (cancellation_.stopRequested())
      return {};
    const auto latest = [](const Atoms &atoms) { return atoms.empty() ? noAtom : atoms.back(); };
    const auto best = std::ranges::min_element(reasons, {}, latest);
    return {OrderAnalysis::Kind::Infeasible, {}, std::move(*best)};
  }

  OrderProblem problem_; // and the decisions
  support::Cancellation &cancellation_;
};

} // namespace

SplitResult searchOrder(const OrderProblem &problem, const OrderClosure &closure, support::Cancellation &cancellation) {
  Schedule attempt = schedule(problem, closure); // almost always enough, and nothing needs to be copied for it
  if (!attempt.obstacle)
    return {OrderAnalysis::Kind::Feasible, std::move(attempt.order), {}};
  return Search(problem, cancellation).split(closure);
}

} // namespace heddle::events
