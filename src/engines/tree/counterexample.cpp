// The path determines the thread of each step, and a model of its conditions determines the inputs.
#include "engines/tree/counterexample.hpp"

#include "engines/guided_execution.hpp"

#include <fmt/format.h>

#include <map>

namespace heddle::engines::tree {

using namespace reachability;

namespace {

class PathPlan {
public:
  PathPlan(const ErrorPath &error, const Tree &tree, Semantics &semantics, smt::Solver &model)
      : error_(error), tree_(tree), semantics_(semantics), model_(model) {}

  ExecutionPlan make() {
    for (const Content &content : semantics_.initialState().contents)
      addContent(content.object, content, content.input);
    threadAt_[0] = plan_.main = nextThread_++;
    const std::vector<NodeId> path = tree_.pathTo(error_.node);
    for (std::size_t i = 1; i < path.size(); ++i) {
      const Node &node = tree_[path[i]];
      add(tree_[node.parent].control, *node.via, node.symbols);
      spawn(tree_[node.parent].control, node.via->target, node.via->slot);
    }
    add(tree_[path.back()].control, *error_.transition, error_.symbols);
    return std::move(plan_);
  }

  const std::vector<ExecutionPlan::Thread> &order() const { return order_; }
  /// At the end of the path.
  ExecutionPlan::Thread threadAt(unsigned slot) const { return threadAt_.at(slot); }

private:
  void add(ControlId from, const Transition &transition, const std::vector<std::pair<Expr, Expr>> &symbols) {
    const Control &control = semantics_.control(from);
    const ExecutionPlan::Thread thread = threadAt_.at(transition.slot);
    if (transition.isScheduled && control.running(semantics_.program()) == Control::noSlot)
      order_.push_back(thread);
    ExecutionPlan::ThreadPlan &own = plan_.threads[thread];
    std::map<Expr, Expr> symbolOf(symbols.begin(), symbols.end());
    for (const Expr input : transition.inputs)
      own.inputs.push_back(value(symbolOf.at(input)));
    std::map<program::ObjectId, ExecutionPlan::Object> made;
    for (const program::ObjectId object : transition.allocations)
      own.objects.push_back(made[object] = nextObject_++);
    for (const Content &content : transition.contents)
      addContent(made.at(content.object), content, symbolOf.at(content.input));
  }

  void addContent(ExecutionPlan::Object object, const Content &content, Expr symbol) {
    const program::Bits bits = value(symbol);
    for (unsigned i = 0; i < content.bytes; ++i)
      plan_.contents[{object, content.offset + i}] = static_cast<std::uint8_t>(bits >> (8 * i));
  }

  /// Numbers the threads that exist after a transition but not before it.
  void spawn(ControlId before, ControlId after, unsigned parent) {
    const Control &from = semantics_.control(before);
    const Control &to = semantics_.control(after);
    const ExecutionPlan::Thread creator = threadAt_.at(parent);
    for (unsigned slot = 0; slot < to.threads.size(); ++slot) {
      const bool exists = to.threads[slot].status != ThreadStatus::Unused;
      const bool existed = slot < from.threads.size() && from.threads[slot].status != ThreadStatus::Unused;
      if (!exists || existed)
        continue;
      threadAt_[slot] = nextThread_++;
      plan_.threads[creator].children.push_back(threadAt_[slot]);
    }
  }

  program::Bits value(Expr symbol) { return model_.value(symbol); }

  const ErrorPath &error_;
  const Tree &tree_;
  Semantics &semantics_;
  smt::Solver &model_;
  ExecutionPlan plan_;
  std::vector<ExecutionPlan::Thread> order_;
  std::map<unsigned, ExecutionPlan::Thread> threadAt_; // by slot
  ExecutionPlan::Thread nextThread_ = 0;
  ExecutionPlan::Object nextObject_ = 1U << 31; // above those of the program
};

} // namespace

Answer executePath(const Context &context, const ErrorPath &error, const Tree &tree, Setting &setting,
                   const std::vector<unsigned> &deadlocked) {
  std::vector<Expr> conditions = error.conditions;
  for (const NodeId node : tree.pathTo(error.node))
    conditions.insert(conditions.end(), tree[node].conditions.begin(), tree[node].conditions.end());
  switch (setting.entailment.findModel(conditions)) {
  case smt::Answer::Satisfiable:
    break;
  case smt::Answer::Unsatisfiable:
    return InternalError{InternalError::Kind::NoExecution,
                         fmt::format("engine {} takes an infeasible path for a counterexample", context.engine)};
  case smt::Answer::Unknown:
    return cancelledOrGivenUp(context.cancellation);
  }
  interpreter::Limits limits;
  limits.maxThreads = context.limits.maxThreads;
  PathPlan path(error, tree, setting.semantics, setting.entailment.model());
  GuidedExecution execution(context.program, path.make(), limits);
  bool canContinue = execution.start();
  for (std::size_t i = 0; i < path.order().size() && canContinue; ++i)
    canContinue = execution.step(path.order()[i]);
  std::vector<ExecutionPlan::Thread> waiting;
  for (const unsigned slot : deadlocked)
    waiting.push_back(path.threadAt(slot));
  return confirm(context, execution, waiting);
}

} // namespace heddle::engines::tree
