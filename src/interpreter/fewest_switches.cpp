// Dijkstra's algorithm: a node is a state with the thread that made the last step, an edge is a step, and its length is
// (1, 1) if another thread makes it and (0, 1) otherwise.
#include "interpreter/fewest_switches.hpp"

#include "interpreter/state_store.hpp"

#include <algorithm>
#include <queue>

namespace heddle::interpreter {

namespace {

constexpr std::uint64_t inputValues = 4;     // of one input that are tried, besides the interesting ones
constexpr std::size_t mostCombinations = 32; // of the inputs of one step
constexpr std::uint64_t mostMemory = std::uint64_t{1} << 27;

class SwitchSearch {
public:
  SwitchSearch(Machine &machine, ViolationWatcher &watcher, const ViolationKey &wanted, Length bound,
               const std::vector<Bits> &interesting)
      : machine_(machine), watcher_(watcher), wanted_(wanted), bound_(bound),
        inputs_(inputValues + interesting.size(), interesting) {}

  std::optional<Schedule> run(std::size_t mostStates, support::Cancellation &cancellation) {
    expand(nullptr);
    while (!open_.empty() && seen_.count() <= mostStates && seen_.memory() <= mostMemory && !cancellation.poll()) {
      const Open next = open_.top();
      open_.pop();
      if (next.length >= bound_)
        break;
      if (nodes_[next.node].length == next.length) // otherwise a shorter way was found meanwhile
        expand(&next);
    }
    return std::move(found_);
  }

private:
  struct Node {
    Length length;
    StateNumber parent = noState;
    unsigned thread = 0;
    std::vector<EnumeratedInputs::Chosen> inputs;
  };
  struct Open {
    Length length;
    StateNumber node;
    bool operator<(const Open &other) const { return std::tie(other.length, other.node) < std::tie(length, node); }
  };

  State stateOf(StateNumber node) {
    State state = machine_.initialState();
    machine_.decode(seen_.data(node), seen_.size(node) - 1, state);
    return state;
  }

  /// All steps from the node; without one, the start of the program.
  void expand(const Open *from) {
    if (from == nullptr) {
      step(machine_.initialState(), Node{}, std::nullopt);
      return;
    }
    const State state = stateOf(from->node);
    const unsigned last = nodes_[from->node].thread;
    for (unsigned thread = 0; thread < state.threads.size(); ++thread) {
      if (!machine_.enabled(state, thread))
        continue;
      const bool isSwitch = nodes_[from->node].parent != noState && thread != last;
      step(state,
           {.length = {from->length.first + (isSwitch ? 1 : 0), from->length.second + 1},
            .parent = from->node,
            .thread = thread,
            .inputs = {}},
           thread);
    }
  }

  void step(const State &state, Node node, std::optional<unsigned> thread) {
    if (node.length >= bound_)
      return;
    inputs_.restart();
    std::size_t combinations = 0;
    do {
      State next = state;
      watcher_.reset();
      const StepResult result = thread ? machine_.step(next, *thread, inputs_) : machine_.start(next, inputs_);
      machine_.settle(next);
      node.inputs = inputs_.chosen();
      if (result.kind == StepResult::Kind::Violation && watcher_.key() == wanted_)
        found(node);
      else if (result.kind == StepResult::Kind::Done && !next.ended)
        enter(next, node);
    } while (++combinations < mostCombinations && inputs_.next());
  }

  void enter(State &state, const Node &node) {
    if (wanted_.property == program::Property::NoDeadlock && deadlockIn(machine_, state) == wanted_) {
      found(node);
      return;
    }
    machine_.encode(state, bytes_);
    bytes_.push_back(static_cast<std::uint8_t>(node.thread));
    const auto [number, isNew] = seen_.add(bytes_);
    if (isNew)
      nodes_.push_back(node);
    else if (node.length < nodes_[number].length)
      nodes_[number] = node;
    else
      return;
    open_.push({node.length, number});
  }

  void found(const Node &last) {
    if (last.length >= bound_)
      return;
    bound_ = last.length;
    std::vector<const Node *> path{&last};
    while (path.back()->parent != noState)
      path.push_back(&nodes_[path.back()->parent]);
    std::ranges::reverse(path);
    Schedule schedule;
    for (const Node *node : path) {
      if (node->parent != noState)
        schedule.steps.push_back(node->thread);
      for (const EnumeratedInputs::Chosen &input : node->inputs) {
        if (schedule.inputs.size() <= input.thread)
          schedule.inputs.resize(input.thread + 1);
        schedule.inputs[input.thread].push_back({.value = input.value, .width = input.width, .name = {}});
      }
    }
    found_ = std::move(schedule);
  }

  Machine &machine_;
  ViolationWatcher &watcher_;
  const ViolationKey &wanted_;
  Length bound_;
  EnumeratedInputs inputs_;
  StateStore seen_;
  std::vector<Node> nodes_; // by number
  std::priority_queue<Open> open_;
  std::optional<Schedule> found_;
  std::vector<std::uint8_t> bytes_;
};

} // namespace

std::optional<Schedule> findFewestSwitches(Machine &machine, ViolationWatcher &watcher, const ViolationKey &wanted,
                                           Length bound, const std::vector<Bits> &interesting, std::size_t mostStates,
                                           support::Cancellation &cancellation) {
  return SwitchSearch(machine, watcher, wanted, bound, interesting).run(mostStates, cancellation);
}

} // namespace heddle::interpreter
