#include "engines/trace/record.hpp"

#include <algorithm>

namespace heddle::engines::trace {

void Record::add(const Execution &execution, const ExecutionPlan &plan) {
  std::vector<std::uint32_t> threads;
  for (const Step &step : execution.steps)
    threads.push_back(static_cast<std::uint32_t>(step.thread));
  const auto different = std::mismatch(threads.begin(), threads.end(), last_.begin(), last_.end()).first;
  RecordedExecution recorded;
  recorded.shared = static_cast<std::size_t>(different - threads.begin());
  recorded.threads.assign(different, threads.end());
  recorded.inputs = execution.requested;
  if (execution.inputs != 0)
    recorded.plan = plan;
  executions_.push_back(std::move(recorded));
  last_ = std::move(threads);
}

} // namespace heddle::engines::trace
