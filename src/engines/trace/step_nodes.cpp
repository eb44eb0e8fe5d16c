#include "engines/trace/step_nodes.hpp"

namespace heddle::engines::trace {

using events::NodeId;
using events::ThreadId;

StepNodes::StepNodes(const Execution &execution, const Paths &paths, const events::UnwoundProgram &unwound)
    : execution_(execution), unwound_(unwound) {
  threadOf_.assign(paths.threads.size(), 0);
  for (ThreadId thread = 1; thread < unwound.threads.size(); ++thread)
    threadOf_[unwound.threads[thread].executed] = thread;
  for (NodeId node = 1; node < unwound.nodes.size(); ++node)
    if (unwound.nodes[node].scheduled)
      nodeAt_[{unwound.nodes[node].thread, unwound.nodes[node].position}] = node;
  for (std::size_t i = 0; i < execution.steps.size(); ++i) {
    const bool isRemoved = paths.isRemoved(i);
    nodeOf_.push_back(isRemoved ? 0 : nodeAt(execution.steps[i].thread, paths.position[i]));
    if (!isRemoved && nodeOf_.back() == 0)
      isComplete_ = false;
  }
  isVariable_.assign(unwound.nodes.size(), false);
  for (const events::MemoryEvent &event : unwound.events)
    if (!event.address->isConstant())
      isVariable_[event.node] = true;
  canWait_.assign(unwound.nodes.size(), false);
  for (const events::Wait &wait : unwound.waits)
    canWait_[wait.node] = true;
}

NodeId StepNodes::nodeAt(ThreadIndex thread, std::size_t position) const {
  const auto found = nodeAt_.find({threadOf_[thread], position});
  return found != nodeAt_.end() ? found->second : NodeId{0};
}

NodeId StepNodes::nextNode(std::size_t steps, ThreadIndex thread) const {
  for (std::size_t i = steps; i-- > 0;)
    if (execution_.steps[i].thread == thread && nodeOf_[i] != 0)
      return unwound_.order.next(nodeOf_[i]).value_or(0);
  return unwound_.order.next(unwound_.threads[threadOf_[thread]].first).value_or(0);
}

} // namespace heddle::engines::trace
