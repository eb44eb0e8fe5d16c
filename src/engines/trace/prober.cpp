#include "engines/trace/prober.hpp"

#include <utility>

namespace heddle::engines::trace {

void Prober::aim(std::unique_ptr<LimitedTraceProgram> exact, const Execution &execution) {
  if (aim_)
    return;
  if (exact->limit.poll()) // then its encoding may be incomplete
    exact = factory_.make(TraceProgram::Kind::Exact, execution, checkingEffort);
  exact->limit.setEffort(factory_.effortShare());
  if (!exact->program.problem().empty())
    return;
  aim_ = exact->program.reach(
      [this](program::CfaId cfa, program::ActionId action) { return !executor_.coverage().contains({cfa, action}); });
  if (aim_)
    factory_.context().log.debug("aim: an execution of {} or more steps takes a new action", aim_->prefix.size());
}

std::optional<Answer> Prober::run(std::uint64_t executions, bool random) {
  const Context &context = factory_.context();
  const Options &options = factory_.options();
  for (std::uint64_t i = 0; i < executions && !context.cancellation.poll(); ++i) {
    if (!aim_ && !random)
      break;
    ExecutionRequest request;
    if (aim_)
      request = *std::exchange(aim_, std::nullopt);
    else
      request.seed = options.seed + i;
    request.inputsAreFixed = !options.symbolicInputs;
    context.log.debug("probe: {}", request.seed ? "a random execution" : "the execution aimed at");
    const Execution execution = executor_.execute(request);
    factory_.report();
    if (execution.ending == Execution::Ending::Lost) // the interpreter departs from the solver's model
      continue;
    if (std::optional<Answer> violation = violationOf(context, execution))
      return violation;
    ExecutionCheck checked = check(factory_, execution);
    if (checked.violation)
      return std::move(checked.violation);
    if (checked.exact)
      aim(std::move(checked.exact), execution);
  }
  return std::nullopt;
}

} // namespace heddle::engines::trace
