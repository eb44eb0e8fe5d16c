// The case split over orders that the rules leave undecided.
#pragma once

#include "events/kernel_reasons.hpp"
#include "events/order_graph_closure.hpp"

namespace heddle::events {

struct SplitResult {
  OrderAnalysis::Kind kind = OrderAnalysis::Kind::Cancelled;
  std::vector<Index> order; // Feasible
  Atoms reason;             // Infeasible; not minimal
};

/// The closure must be saturated and have no cycle.
SplitResult searchOrder(const OrderProblem &problem, const OrderClosure &closure, support::Cancellation &cancellation);

} // namespace heddle::events
