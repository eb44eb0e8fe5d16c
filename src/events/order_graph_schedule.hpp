// A total order made greedily from a closure without cycles.
#pragma once

#include "events/order_graph_closure.hpp"

#include <optional>

namespace heddle::events {

/// A read-from that another write of the cell must not interrupt: either the write is before what is read from,
/// or the read is before the write.
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
