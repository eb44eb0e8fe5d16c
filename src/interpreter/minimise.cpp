#include "interpreter/minimise.hpp"

#include "interpreter/deadlock_claim.hpp"
#include "interpreter/fewest_switches.hpp"
#include "interpreter/same_violation.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <tuple>

namespace heddle::interpreter {

std::size_t contextSwitches(const std::vector<unsigned> &steps) {
  std::size_t switches = 0;
  for (std::size_t i = 1; i < steps.size(); ++i)
    switches += steps[i] != steps[i - 1] ? 1 : 0;
  return switches;
}

namespace {

constexpr std::size_t statesOfClaim = 2'000;

/// By thread, in the order in which the thread takes them.
using InputLists = std::vector<std::vector<Input>>;

/// The inputs of a schedule as far as they fit, and otherwise the lowest value. Keeps what was chosen.
class FittingInputs : public InputSource {
public:
  explicit FittingInputs(const InputLists &wanted) : wanted_(wanted) {}

  std::optional<Bits> choose(const InputRequest &request) override {
    if (chosen_.size() <= request.thread)
      chosen_.resize(request.thread + 1);
    std::vector<Input> &own = chosen_[request.thread];
    const bool isGiven = request.thread < wanted_.size() && own.size() < wanted_[request.thread].size();
    const Bits wanted = isGiven ? wanted_[request.thread][own.size()].value : request.low;
    const bool fits = wanted >= request.low && wanted <= request.high;
    own.push_back({.value = fits ? wanted : request.low, .width = request.width, .name = {}});
    return own.back().value;
  }
  InputLists take() { return std::move(chosen_); }

private:
  const InputLists &wanted_;
  InputLists chosen_;
};

/// How far an input is from zero, as a signed number.
Bits distance(const Input &input) {
  if (!support::signBit(input.value, input.width))
    return input.value;
  return support::truncate(~input.value + 1, input.width);
}

/// What is to become small, in this order.
using Cost =
    std::tuple<std::size_t, std::size_t, std::size_t, Bits>; // switches, steps, inputs that are not 0, their sum

Cost costOf(const Schedule &schedule) {
  std::size_t nonzero = 0;
  Bits sum = 0;
  for (const std::vector<Input> &ofThread : schedule.inputs)
    for (const Input &input : ofThread) {
      nonzero += input.value != 0 ? 1 : 0;
      sum += std::min(distance(input), support::mask(64)); // the sum does not overflow
    }
  return {contextSwitches(schedule.steps), schedule.steps.size(), nonzero, sum};
}

/// Consecutive steps of one thread.
struct Block {
  unsigned thread;
  std::size_t length;
};

std::vector<Block> blocksOf(const std::vector<unsigned> &steps) {
  std::vector<Block> blocks;
  for (const unsigned thread : steps)
    if (!blocks.empty() && blocks.back().thread == thread)
      ++blocks.back().length;
    else
      blocks.push_back({thread, 1});
  return blocks;
}

std::vector<unsigned> stepsOf(const std::vector<Block> &blocks) {
  std::vector<unsigned> steps;
  for (const Block &block : blocks)
    steps.insert(steps.end(), block.length, block.thread);
  return steps;
}

class Minimiser {
public:
  Minimiser(const program::Program &program, const Schedule &schedule, support::Cancellation &cancellation,
            const MinimiseOptions &options)
      : options_(options), cancellation_(&cancellation, options.effort), machine_(program, options.limits),
        watcher_(program), best_(schedule) {
    machine_.setObserver(&watcher_);
  }

  /// Whether the schedule leads to a violation.
  bool begin() {
    const std::optional<Attempt> first = execute(best_.steps, best_.inputs, false);
    if (!first || !first->key)
      return false;
    wanted_ = *first->key;
    final_ = first->final;
    best_.inputs = first->schedule.inputs;
    cost_ = costOf(best_);
    return true;
  }

  void shorten() {
    Cost before;
    do {
      before = cost_;
      leaveOut([](const std::vector<unsigned> &steps) { return blocksOf(steps); },
               [](const std::vector<Block> &blocks) { return stepsOf(blocks); });
      mergeBlocks();
      leaveOut(std::identity(), std::identity());
      shrinkInputs();
    } while (cost_ < before && !isStopped());
  }

  void explore(support::Cancellation &cancellation) {
    if (!best_.deadlocked.empty())
      return;
    std::set<Bits> values;
    for (const std::vector<Input> &ofThread : best_.inputs)
      for (const Input &input : ofThread)
        values.insert(input.value);
    const std::vector<Bits> interesting(values.begin(), values.end());
    const Length bound{std::get<0>(cost_), std::get<1>(cost_)};
    std::optional<Schedule> found =
        findFewestSwitches(machine_, watcher_, wanted_, bound, interesting, options_.exploredStates, cancellation);
    if (found)
      attempt(found->steps, found->inputs);
  }

  void shrinkInputs();
  Schedule take() { return std::move(best_); }

private:
  struct Attempt {
    Schedule schedule;               // what was executed
    std::optional<ViolationKey> key; // the violation, if any
    std::vector<std::uint8_t> final; // the last state, for a deadlock of some threads
  };

  bool isStopped() { return cancellation_.reason() != support::StopReason::None; }

  /// Follows `wanted`, except for the steps of threads that cannot run. If `completes`, the execution then continues
  /// with as few context switches as possible. None if the work was stopped, or the execution became too long.
  std::optional<Attempt> execute(const std::vector<unsigned> &wanted, const InputLists &inputs, bool completes);
  /// The state at the end is a deadlock of the threads that the schedule says are deadlocked.
  bool isClaimed(State &state, Attempt &attempt);
  /// Keeps the execution if it has the same violation and a lower cost.
  bool attempt(const std::vector<unsigned> &wanted, const InputLists &inputs);

  template <typename Divide, typename Join> void leaveOut(Divide divide, Join join);
  void mergeBlocks();

  MinimiseOptions options_;
  support::Cancellation cancellation_;
  Machine machine_;
  ViolationWatcher watcher_;
  ViolationKey wanted_;
  std::vector<std::uint8_t> final_;
  Schedule best_;
  Cost cost_;
};

std::optional<Minimiser::Attempt> Minimiser::execute(const std::vector<unsigned> &wanted, const InputLists &inputs,
                                                     bool completes) {
  const std::size_t mostSteps = completes ? 2 * best_.steps.size() + 20 : wanted.size();
  const bool isClaim = !best_.deadlocked.empty();
  const bool isDeadlock = machine_.program().properties.contains(program::Property::NoDeadlock);
  Attempt attempt;
  FittingInputs source(inputs);
  watcher_.reset();
  State state = machine_.initialState();
  StepResult result = machine_.start(state, source);
  machine_.settle(state);
  std::size_t next = 0;
  while (result.kind == StepResult::Kind::Done && !state.ended) {
    if (cancellation_.poll())
      return std::nullopt;
    const auto isEnabled = [&](unsigned thread) {
      return thread < state.threads.size() && machine_.enabled(state, thread);
    };
    while (next < wanted.size() && !isEnabled(wanted[next]))
      ++next;
    std::optional<unsigned> thread;
    if (next < wanted.size()) {
      thread = wanted[next++];
    } else if (completes && !isClaim) {
      if (!attempt.schedule.steps.empty() && isEnabled(attempt.schedule.steps.back()))
        thread = attempt.schedule.steps.back();
      for (unsigned other = 0; other < state.threads.size() && !thread; ++other)
        if (isEnabled(other))
          thread = other;
    }
    if (!thread)
      break;
    if (attempt.schedule.steps.size() == mostSteps)
      return std::nullopt;
    attempt.schedule.steps.push_back(*thread);
    result = machine_.step(state, *thread, source);
    machine_.settle(state);
  }
  attempt.schedule.inputs = source.take();
  attempt.schedule.deadlocked = best_.deadlocked;
  if (result.kind == StepResult::Kind::Violation)
    attempt.key = watcher_.key();
  else if (result.kind == StepResult::Kind::Done && isDeadlock && isClaim && isClaimed(state, attempt))
    attempt.key = ViolationKey{.property = program::Property::NoDeadlock};
  else if (result.kind == StepResult::Kind::Done && isDeadlock && !isClaim)
    attempt.key = deadlockIn(machine_, state);
  return attempt;
}

bool Minimiser::isClaimed(State &state, Attempt &attempt) {
  for (const unsigned thread : best_.deadlocked)
    if (thread >= state.threads.size() || !state.threads[thread].active() || machine_.enabled(state, thread))
      return false;
  machine_.encode(state, attempt.final);
  // The engine that has found the deadlock has shown it for its last state; any other state is checked here.
  return final_.empty() || final_ == attempt.final ||
         checkDeadlockClaim(machine_, state, best_.deadlocked, {statesOfClaim, &cancellation_}) ==
             DeadlockClaim::Confirmed;
}

bool Minimiser::attempt(const std::vector<unsigned> &wanted, const InputLists &inputs) {
  const std::optional<Attempt> made = execute(wanted, inputs, true);
  if (!made || made->key != wanted_)
    return false;
  const Cost cost = costOf(made->schedule);
  if (cost >= cost_)
    return false;
  best_ = made->schedule;
  cost_ = cost;
  return true;
}

/// Leaves out parts of the items into which `divide` divides the schedule: halves first, then ever smaller parts, down
/// to single items. `join` makes a schedule of the items that are left.
template <typename Divide, typename Join> void Minimiser::leaveOut(Divide divide, Join join) {
  for (std::size_t part = std::max<std::size_t>(divide(best_.steps).size() / 2, 1);; part /= 2) {
    for (std::size_t from = 0; !isStopped();) {
      auto items = divide(best_.steps);
      if (from >= items.size())
        break;
      const auto first = items.begin() + static_cast<std::ptrdiff_t>(from);
      items.erase(first, first + static_cast<std::ptrdiff_t>(std::min(part, items.size() - from)));
      if (!attempt(join(items), best_.inputs))
        from += part;
    }
    if (part <= 1 || isStopped())
      return;
  }
}

/// Makes two blocks of the same thread one, at the place of either.
void Minimiser::mergeBlocks() {
  for (std::size_t i = 0; !isStopped(); ++i) {
    const std::vector<Block> blocks = blocksOf(best_.steps);
    if (i >= blocks.size())
      return;
    std::size_t j = i + 1;
    while (j < blocks.size() && blocks[j].thread != blocks[i].thread)
      ++j;
    if (j == blocks.size())
      continue;
    std::vector<Block> earlier = blocks;
    earlier[i].length += earlier[j].length;
    earlier.erase(earlier.begin() + static_cast<std::ptrdiff_t>(j));
    std::vector<Block> later = blocks;
    later[j].length += later[i].length;
    later.erase(later.begin() + static_cast<std::ptrdiff_t>(i));
    if (attempt(stepsOf(earlier), best_.inputs) || attempt(stepsOf(later), best_.inputs))
      i = static_cast<std::size_t>(-1); // positions have changed
  }
}

/// Each input becomes zero, or as small as it can be by halving.
void Minimiser::shrinkInputs() {
  for (std::size_t thread = 0; thread < best_.inputs.size(); ++thread)
    for (std::size_t i = 0; thread < best_.inputs.size() && i < best_.inputs[thread].size() && !isStopped(); ++i) {
      const auto becomes = [&](Bits value) {
        InputLists inputs = best_.inputs;
        inputs[thread][i].value = value;
        return attempt(best_.steps, inputs);
      };
      if (best_.inputs[thread][i].value == 0 || becomes(0))
        continue;
      while (thread < best_.inputs.size() && i < best_.inputs[thread].size() && !isStopped()) {
        const Input input = best_.inputs[thread][i];
        const bool isNegative = support::signBit(input.value, input.width);
        const Bits half = distance(input) / 2;
        if (half == 0 || !becomes(isNegative ? support::truncate(~half + 1, input.width) : half))
          break;
      }
    }
}

} // namespace

Schedule minimise(const program::Program &program, const Schedule &schedule, support::Cancellation &cancellation,
                  const MinimiseOptions &options) {
  Minimiser minimiser(program, schedule, cancellation, options);
  if (!minimiser.begin())
    return schedule;
  minimiser.shorten();
  minimiser.explore(cancellation);
  minimiser.shrinkInputs();
  return minimiser.take();
}

} // namespace heddle::interpreter
