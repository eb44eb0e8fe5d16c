// Greedy construction of a total order from a closure without cycles.
#pragma once

#include "events/order_graph_closure.hpp"

#include <optional>

namespace heddle::events {

/// A read-from and another write of the same cell: the write must be before the source of the read, or after the read.
struct Alternative {
  Index read;
  Index write;
};

struct Schedule {
  std::vector<Index> order;            // complete if there is no obstacle
  std::optional<Alternative> obstacle; // an alternative that the closure leaves open
};

Schedule schedule(const OrderProblem &problem, const OrderClosure &closure);

} // namespace heddle::events
