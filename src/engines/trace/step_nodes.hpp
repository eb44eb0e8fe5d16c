// Which nodes of the unwinding belong to which steps of the execution.
#pragma once

#include "engines/trace/paths.hpp"
#include "events/unwound_program.hpp"

#include <map>
#include <utility>
#include <vector>

namespace heddle::engines::trace {

class StepNodes {
public:
  StepNodes(const Execution &execution, const Paths &paths, const events::UnwoundProgram &unwound);

  /// False if a step has no node: the unwinding has none for an atomic block that waits in its middle.
  bool isComplete() const { return isComplete_; }

  /// 0: the thread is not in the unwinding.
  events::ThreadId threadOf(ThreadIndex thread) const { return threadOf_[thread]; }
  /// 0: the step was removed.
  events::NodeId nodeOf(std::size_t step) const { return nodeOf_[step]; }
  /// The node of the thread that begins at a position of its path; 0 if there is none.
  events::NodeId nodeAt(ThreadIndex thread, std::size_t position) const;
  /// The first node of the thread that is not part of the first so many steps; 0 if there is none.
  events::NodeId nextNode(std::size_t steps, ThreadIndex thread) const;

  /// Whether the memory that the step accesses depends on inputs or on the order of the steps.
  bool hasVariableAccesses(std::size_t step) const { return nodeOf_[step] == 0 || isVariable_[nodeOf_[step]]; }
  bool canWait(std::size_t step) const { return canWait_[nodeOf_[step]]; }

private:
  const Execution &execution_;
  const events::UnwoundProgram &unwound_;
  bool isComplete_ = true;
  std::vector<events::ThreadId> threadOf_;                                    // by index in the execution
  std::map<std::pair<events::ThreadId, std::size_t>, events::NodeId> nodeAt_; // by position: where a step begins
  std::vector<events::NodeId> nodeOf_;                                        // by step
  std::vector<bool> isVariable_;                                              // by node: some address is not constant
  std::vector<bool> canWait_;                                                 // by node
};

} // namespace heddle::engines::trace
