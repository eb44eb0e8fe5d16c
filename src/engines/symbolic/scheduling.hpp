// Models of the abstraction that are executions: the refinement loop of the paper (Figure 1), and beside it the
// monolithic encoding, which encodes the complete order in advance.
#pragma once

#include "engines/symbolic/abstraction.hpp"
#include "events/order_graph.hpp"
#include "smt/solver.hpp"
#include "support/cancellation.hpp"
#include "support/log.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace heddle::engines::symbolic {

struct SchedulingStatistics {
  std::uint64_t constraint = 0; // clauses of the monolithic encoding, beyond the abstraction
  std::uint64_t conflicts = 0;  // pairs of read-froms that were excluded in advance
  std::uint64_t refinements = 0;
  std::uint64_t reasons = 0; // core kernel reasons, each a clause
  std::uint64_t reasonLiterals = 0;
  std::uint64_t splits = 0; // refinements for which the graph had no cycle
  std::chrono::nanoseconds solving{0};
  std::chrono::nanoseconds graphAnalysis{0};
};

struct Schedulable {
  enum class Kind : std::uint8_t { Yes, No, Unknown };
  Kind kind = Kind::Unknown;
  std::vector<NodeId> order; // Yes: a total order of the nodes that take part; the solver still has the model
};

/// Adds a lemma for each reason.
void exclude(const std::vector<events::Reason> &reasons, Abstraction &abstraction, SchedulingStatistics &statistics);

/// Decides whether an execution exists in which all assumptions hold.
class Scheduler {
public:
  virtual ~Scheduler() = default;
  /// `participants` is called when there is a model and returns further nodes that the order is to contain.
  virtual Schedulable solve(std::span<const Literal> assumptions,
                            const std::function<std::vector<NodeId>()> &participants) = 0;
};

/// Called after each refinement.
using OnRefinement = std::function<void()>;

std::unique_ptr<Scheduler> makeRefiningScheduler(Abstraction &abstraction, SchedulingStatistics &statistics,
                                                 support::Cancellation &cancellation, const support::Log &log,
                                                 OnRefinement onRefinement);
std::unique_ptr<Scheduler> makeMonolithicScheduler(Abstraction &abstraction, SchedulingStatistics &statistics,
                                                   support::Cancellation &cancellation);

} // namespace heddle::engines::symbolic
