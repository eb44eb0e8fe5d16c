#include "interpreter/follow.hpp"

namespace heddle::interpreter {

std::optional<Followed> follow(Machine &machine, const Schedule &schedule, const std::function<bool()> &isDone) {
  ScheduledInputs inputs(schedule);
  State state = machine.initialState();
  StepResult last = machine.start(state, inputs);
  machine.settle(state);
  for (std::size_t i = 0; i < schedule.steps.size() && last.kind == StepResult::Kind::Done && !isDone(); ++i) {
    if (schedule.steps[i] >= state.threads.size() || !machine.enabled(state, schedule.steps[i]))
      return std::nullopt;
    last = machine.step(state, schedule.steps[i], inputs);
    machine.settle(state);
  }
  return Followed{std::move(state), std::move(last)};
}

} // namespace heddle::interpreter
