// Deciding what the rules leave open, by trying.
#pragma once

#include "events/kernel_reasons.hpp"
#include "events/order_graph_closure.hpp"

namespace heddle::events {

struct SplitResult {
  OrderAnalysis::Kind kind = OrderAnalysis::Kind::Cancelled;
  std::vector<Index> order; // Feasible
  Atoms reason;             // Infeasible; not minimal
};

/// The closure has been saturated, and has no cycle.
SplitResult searchOrder(const OrderProblem &problem, const OrderClosure &closure, support::Cancellation &cancellation);

} // namespace heddle::events
