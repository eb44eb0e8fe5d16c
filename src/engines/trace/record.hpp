// The executions of a search, in their order: the certificate of its answer "no violation".
//
// The search is depth first, so that this list is the tree of executions: one that differs from the execution before it
// in step k continues from the state before step k. It is all that tree_check.hpp needs. Why a thread was not tried in
// some state is not recorded, because the check decides that itself.
#pragma once

#include "engines/guided_execution.hpp"
#include "engines/trace/check.hpp"
#include "program/expression.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::engines::trace {

struct RecordedExecution {
  std::size_t shared = 0;             // how many steps have the same threads as those of the execution before it
  std::vector<std::uint32_t> threads; // of the steps after them
  std::vector<program::Bits> inputs;  // in the order in which they were requested
  ExecutionPlan plan = {};            // that leads to these inputs, if there are any
  /// All executions that have so many levels in common with this one are claimed to be safe.
  std::optional<SafeLevel> safe = {};
};

class Record {
public:
  void add(const Execution &execution, const ExecutionPlan &plan);
  /// Of the last execution.
  void setSafe(const SafeLevel &safe) { executions_.back().safe = safe; }

  const std::vector<RecordedExecution> &executions() const { return executions_; }

private:
  std::vector<RecordedExecution> executions_;
  std::vector<std::uint32_t> last_; // the threads of all steps of the last execution
};

} // namespace heddle::engines::trace
