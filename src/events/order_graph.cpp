// The analysis of one candidate, as in Figure 1 of the paper.
//
// The closure without reasons is cheap, and decides whether reasons are needed. A cycle is explained by its core kernel
// reasons. If there is no cycle, the greedy order or the case split decides.
#include "events/order_graph.hpp"
#include "events/kernel_reasons.hpp"
#include "events/order_graph_closure.hpp"
#include "events/order_graph_split.hpp"

#include <algorithm>

namespace heddle::events {

namespace {

Reason literalsOf(const Atoms &atoms, const OrderProblem &problem) {
  Reason reason;
  reason.reserve(atoms.size());
  for (const Atom atom : atoms)
    reason.push_back(problem.literals[atom]);
  return reason; // atoms are in the order of their literals
}

} // namespace

OrderAnalysis analyse(const ProgramOrder &program, const CandidateExecution &execution,
                      const std::vector<NodeId> &participants, const OrderLimits &limits,
                      support::Cancellation &cancellation) {
  using Kind = OrderAnalysis::Kind;
  OrderAnalysis analysis;
  if (cancellation.poll())
    return analysis;
  const OrderFrame frame(program, execution, participants);
  const OrderProblem problem(frame, execution);

  OrderClosure closure(problem);
  if (!closure.saturate()) {
    const std::vector<Atoms> reasons = coreKernelReasons(problem, limits, cancellation);
    if (cancellation.reason() != support::StopReason::None)
      return analysis;
    analysis.kind = Kind::Infeasible;
    for (const Atoms &reason : reasons)
      analysis.reasons.push_back(literalsOf(reason, problem));
    return analysis;
  }

  SplitResult result = searchOrder(problem, closure, cancellation);
  if (result.kind == Kind::Infeasible) {
    analysis.bySplitting = true;
    const auto isReason = [&](const AtomSet &atoms) {
      OrderProblem part(frame);
      part.restrict(problem, atoms);
      OrderClosure partClosure(part); // has no cycle, because that of the whole problem has none
      partClosure.saturate();
      return searchOrder(part, partClosure, cancellation).kind == Kind::Infeasible;
    };
    const Atoms reason = minimise(problem, std::move(result.reason), isReason, cancellation);
    analysis.reasons.push_back(literalsOf(reason, problem));
  }
  analysis.kind = result.kind;
  for (const Index node : result.order)
    if (frame.nodes[node] != 0)
      analysis.order.push_back(frame.nodes[node]);
  return analysis;
}

} // namespace heddle::events
