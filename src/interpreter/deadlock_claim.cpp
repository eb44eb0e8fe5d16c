#include "interpreter/deadlock_claim.hpp"

#include "interpreter/state_store.hpp"

#include <algorithm>
#include <deque>

namespace heddle::interpreter {

namespace {

constexpr std::uint64_t inputsTried = 16;

} // namespace

DeadlockClaim checkDeadlockClaim(Machine &machine, const State &state, const std::vector<unsigned> &threads,
                                 const ClaimLimits &limits) {
  const std::vector<Bits> interesting = interestingValues(machine.program());
  EnumeratedInputs inputs(inputsTried, interesting);
  StateStore seen;
  std::deque<State> open;
  bool isComplete = true;
  std::vector<std::uint8_t> bytes;
  const auto enter = [&](State next) {
    machine.encode(next, bytes);
    if (seen.add(bytes).second)
      open.push_back(std::move(next));
  };
  enter(state);
  for (; !open.empty(); open.pop_front()) {
    if (seen.count() > limits.states || (limits.cancellation != nullptr && limits.cancellation->poll()))
      return DeadlockClaim::Undecided;
    const State &now = open.front();
    const auto isEnabled = [&](unsigned thread) { return machine.enabled(now, thread); };
    if (now.ended || std::ranges::any_of(threads, isEnabled))
      return DeadlockClaim::Refuted;
    // What follows undefined behaviour is not known.
    isComplete = isComplete && std::ranges::none_of(now.threads, [](const Thread &thread) {
                   return thread.status == ThreadStatus::Undefined || thread.status == ThreadStatus::Exhausted;
                 });
    for (unsigned thread = 0; thread < now.threads.size(); ++thread) {
      if (!isEnabled(thread))
        continue;
      inputs.restart();
      do {
        State next = now;
        const StepResult result = machine.step(next, thread, inputs);
        if (result.kind == StepResult::Kind::Done)
          enter(std::move(next));
        else
          isComplete = isComplete && result.kind == StepResult::Kind::Discarded;
      } while (inputs.next());
      isComplete = isComplete && !inputs.truncated();
    }
  }
  return isComplete ? DeadlockClaim::Confirmed : DeadlockClaim::Undecided;
}

} // namespace heddle::interpreter
