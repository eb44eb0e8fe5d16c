// The model of the abstraction as a plan for the interpreter, which then takes the steps in the order of the nodes.
#include "engines/symbolic/counterexample.hpp"

#include <algorithm>

namespace heddle::engines::symbolic {

using events::ThreadId;

namespace {

class ExecutionOfModel : public GuidedExecution {
public:
  using GuidedExecution::GuidedExecution;

  bool canStep(ThreadId thread) { return machine().enabled(state(), slotOf(thread)); }
};

/// Whether the thread leaves the unwinding in the node.
bool isLeft(Abstraction &abstraction, NodeId id) {
  return std::ranges::any_of(abstraction.program().sideExits, [&](const events::SideExit &exit) {
    return exit.node == id && abstraction.solver().value(exit.condition) != 0;
  });
}

} // namespace

ExecutionPlan planOf(Abstraction &abstraction, Planned planned) {
  const events::UnwoundProgram &unwound = abstraction.program();
  smt::Solver &solver = abstraction.solver();
  const auto holds = [&](Expr guard) { return planned == Planned::All || solver.value(guard) != 0; };
  ExecutionPlan plan;
  plan.main = events::mainThread;
  for (const events::UnwoundProgram::InitialSymbol &initial : unwound.initialSymbols)
    plan.contents[{initial.object, initial.offset}] = static_cast<std::uint8_t>(solver.value(initial.symbol));
  for (ThreadId thread = 1; thread < unwound.threads.size(); ++thread) {
    ExecutionPlan::ThreadPlan &own = plan.threads[thread];
    for (ThreadId child = thread + 1; child < unwound.threads.size(); ++child)
      if (unwound.threads[child].creator == thread && holds(unwound.threads[child].guard))
        own.children.push_back(child);
    for (const events::InputEvent &input : unwound.threads[thread].inputs)
      if (holds(input.guard))
        own.inputs.push_back(solver.value(input.value));
    for (const auto &[guard, object] : unwound.threads[thread].allocations)
      if (holds(guard))
        own.objects.push_back(object);
  }
  return plan;
}

bool isTaken(Abstraction &abstraction, NodeId id) {
  const events::Node &node = abstraction.program().nodes[id];
  const auto holds = [&](Expr condition) { return abstraction.solver().value(condition) != 0; };
  return node.scheduled && holds(node.executed) && std::none_of(node.failures.begin(), node.failures.end(), holds) &&
         std::none_of(node.earlyFailures.begin(), node.earlyFailures.end(), holds);
}

Answer executeModel(const Context &context, Abstraction &abstraction, const std::vector<NodeId> &order, NodeId last,
                    const std::vector<ThreadId> &deadlocked) {
  interpreter::Limits limits;
  limits.maxThreads = context.limits.maxThreads;
  ExecutionOfModel execution(context.program, planOf(abstraction, Planned::Reached), limits);
  bool canContinue = execution.start();
  for (std::size_t i = 0; i < order.size() && canContinue; ++i) {
    const ThreadId thread = abstraction.program().nodes[order[i]].thread;
    // The step after a side exit may be one that waits, as a join of which the unwinding does not know the thread.
    if (order[i] != last && isTaken(abstraction, order[i]) && isLeft(abstraction, order[i]) &&
        !execution.canStep(thread))
      continue;
    if (order[i] == last || isTaken(abstraction, order[i]))
      canContinue = execution.step(thread);
    if (order[i] == last)
      break;
  }
  return confirm(context, execution, deadlocked);
}

} // namespace heddle::engines::symbolic
