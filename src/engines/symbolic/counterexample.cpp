// The model of the abstraction as a plan for the interpreter, which then takes the steps in the order of the nodes.
#include "engines/symbolic/counterexample.hpp"

#include <algorithm>

namespace heddle::engines::symbolic {

namespace {

using events::ThreadId;

class Plan {
public:
  explicit Plan(Abstraction &abstraction) : unwound_(abstraction.program()), solver_(abstraction.solver()) {}

  ExecutionPlan make() {
    ExecutionPlan plan;
    plan.main = 1;
    for (const events::UnwoundProgram::InitialSymbol &initial : unwound_.initialSymbols)
      plan.contents[{initial.object, initial.offset}] = static_cast<std::uint8_t>(solver_.value(initial.symbol));
    for (ThreadId thread = 1; thread < unwound_.threads.size(); ++thread) {
      ExecutionPlan::ThreadPlan &own = plan.threads[thread];
      for (ThreadId child = thread + 1; child < unwound_.threads.size(); ++child)
        if (unwound_.threads[child].creator == thread && holds(unwound_.threads[child].guard))
          own.children.push_back(child);
      for (const events::InputEvent &input : unwound_.threads[thread].inputs)
        if (holds(input.guard))
          own.inputs.push_back(solver_.value(input.value));
      for (const auto &[guard, object] : unwound_.threads[thread].allocations)
        if (holds(guard))
          own.objects.push_back(object);
    }
    return plan;
  }

  bool isTaken(const events::Node &node) {
    return node.scheduled && holds(node.executed) &&
           std::none_of(node.failures.begin(), node.failures.end(), [this](Expr failure) { return holds(failure); });
  }

private:
  bool holds(Expr condition) { return solver_.value(condition) != 0; }

  const events::UnwoundProgram &unwound_;
  smt::Solver &solver_;
};

} // namespace

ExecutionPlan planOf(Abstraction &abstraction) { return Plan(abstraction).make(); }

Outcome follow(Abstraction &abstraction, const std::vector<NodeId> &order, NodeId last,
               const std::vector<ThreadId> &deadlocked, const Options &options, const std::string &engine) {
  interpreter::Limits limits;
  limits.maxThreads = options.maxThreads;
  Plan plan(abstraction);
  const program::Program &program = *abstraction.program().program;
  Follower follower(program, plan.make(), limits);
  bool goesOn = follower.start();
  for (std::size_t i = 0; i < order.size() && goesOn; ++i) {
    const events::Node &node = abstraction.program().nodes[order[i]];
    if (plan.isTaken(node))
      goesOn = follower.take(node.thread);
    if (order[i] == last)
      break;
  }
  return followed(program, follower, deadlocked, limits, engine);
}

} // namespace heddle::engines::symbolic
