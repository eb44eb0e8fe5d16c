// Deadlocks by backward reachability. A thread is *rescued* in a state if it is enabled there or in some state
// reachable from it. Propagating one bit per thread backward over all steps yields the set of rescued threads of every
// state; a thread that waits and is not rescued is deadlocked. The bits are those of thread slots, which are reused;
// but a thread leaves its slot only by terminating, and to terminate it must have been enabled. Hence, when the slot is
// enabled for the first time after the state, it still belongs to the same thread.
//
// Failed assumptions. An execution in which an assumption fails does not count, but its prefix before the failure does.
// If T1 waits for a lock, and T2 holds it and then fails an assumption, T1 is not deadlocked; if T1 and T3 wait for
// each other, they are, whatever T2 does. The difference is what would happen if the assumption held. So for states
// that look like deadlocks and from which a failed assumption is reachable, a second exploration is made in which
// stopped threads continue, and a step in which every input fails an assumption is executed as if the assumption were
// absent. (An assumption that some inputs pass only selects among them.) The second exploration only serves to decide
// whether a waiting thread becomes enabled. Data races do not matter for that and are not looked for: of a stopped
// thread, which continues here, no clock is kept.
#include "interpreter/deadlock.hpp"

#include "interpreter/inputs.hpp"

#include <bit>

namespace heddle::interpreter {

namespace {

/// For each state, the union of the masks of all states reachable from it, including itself.
std::vector<ThreadMask> collectBackwards(const StepGraph &graph, std::vector<ThreadMask> masks) {
  // Predecessors of each state, in one vector.
  std::vector<std::uint32_t> begin(masks.size() + 1);
  for (const auto &[from, to] : graph.edges)
    ++begin[to + 1];
  for (std::size_t i = 1; i < begin.size(); ++i)
    begin[i] += begin[i - 1];
  std::vector<StateNumber> predecessors(graph.edges.size());
  std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
  for (const auto &[from, to] : graph.edges)
    predecessors[next[to]++] = from;

  std::vector<StateNumber> worklist;
  std::vector<bool> queued(masks.size(), true);
  for (StateNumber state = 0; state < masks.size(); ++state)
    worklist.push_back(state);
  while (!worklist.empty()) {
    const StateNumber state = worklist.back();
    worklist.pop_back();
    queued[state] = false;
    for (std::uint32_t i = begin[state]; i != begin[state + 1]; ++i) {
      const StateNumber predecessor = predecessors[i];
      if ((masks[state] & ~masks[predecessor]) == 0)
        continue;
      masks[predecessor] |= masks[state];
      if (!queued[predecessor])
        worklist.push_back(predecessor);
      queued[predecessor] = true;
    }
  }
  return masks;
}

std::vector<ThreadMask> rescued(const StepGraph &graph, std::size_t states, bool trustWild) {
  std::vector<ThreadMask> masks(states);
  for (StateNumber state = 0; state < states; ++state) {
    const StepGraph::Node node = state < graph.nodes.size() ? graph.nodes[state] : StepGraph::Node{};
    masks[state] = node.enabled | (node.wild && trustWild ? ~ThreadMask{0} : 0);
  }
  return collectBackwards(graph, std::move(masks));
}

/// The exploration in which failed assumptions do not stop threads.
class WithoutAssumptions {
public:
  WithoutAssumptions(Machine &machine, std::uint64_t nondetRange, support::Cancellation &cancellation)
      : machine_(machine), cancellation_(cancellation), inputs_(nondetRange, noValues_), state_(machine.initialState()),
        next_(machine.initialState()) {}

  StateNumber addRoot(const std::uint8_t *bytes, std::size_t size) {
    machine_.decode(bytes, size, state_);
    state_.races.reset();
    machine_.encode(state_, bytes_);
    return add(bytes_);
  }

  void explore() {
    while (!worklist_.empty() && !cancellation_.poll()) {
      const StateNumber state = worklist_.back();
      worklist_.pop_back();
      expand(state);
    }
  }

  std::vector<ThreadMask> rescuedThreads(bool trustWild) const { return rescued(graph_, store_.count(), trustWild); }
  /// Whether a step was not followed, so that a rescue may be spurious.
  bool incomplete() const { return incomplete_; }

private:
  StateNumber add(const std::vector<std::uint8_t> &bytes) {
    const auto [number, isNew] = store_.add(bytes);
    if (isNew)
      worklist_.push_back(number);
    return number;
  }

  void expand(StateNumber number) {
    machine_.decode(store_.data(number), store_.size(number), state_);
    StepGraph::Node node;
    node.wild = false;
    for (unsigned thread = 0; thread < state_.threads.size(); ++thread) {
      const ThreadStatus status = state_.threads[thread].status;
      node.wild = node.wild || status == ThreadStatus::Undefined || status == ThreadStatus::Exhausted;
      const bool stopped = status == ThreadStatus::Stopped;
      if (!stopped && !machine_.enabled(state_, thread))
        continue;
      if (!stopped)
        node.enabled |= ThreadMask{1} << thread;
      if (!take(number, node, thread)) {
        machine_.setIgnoreAssumptions(true);
        take(number, node, thread);
        machine_.setIgnoreAssumptions(false);
      }
    }
    graph_.node(number) = node;
  }

  /// Executes a step with all inputs. Returns false if an assumption failed for every one of them.
  bool take(StateNumber number, StepGraph::Node &node, unsigned thread) {
    const bool stopped = state_.threads[thread].status == ThreadStatus::Stopped;
    bool passed = false;
    inputs_.restart();
    do {
      next_ = state_;
      const StepResult result =
          stopped ? machine_.resume(next_, thread, inputs_) : machine_.step(next_, thread, inputs_);
      const bool stops = result.kind == StepResult::Kind::Discarded ||
                         (result.kind == StepResult::Kind::Done && thread < next_.threads.size() &&
                          next_.threads[thread].status == ThreadStatus::Stopped);
      if (stops && !machine_.ignoresAssumptions())
        continue;
      passed = true;
      follow(number, node, result);
    } while (inputs_.next());
    return passed;
  }

  void follow(StateNumber number, StepGraph::Node &node, const StepResult &result) {
    const bool lost = result.kind == StepResult::Kind::Halted || inputs_.truncated().has_value() || result.exhausted;
    incomplete_ = incomplete_ || lost;
    node.wild = node.wild || lost || result.kind != StepResult::Kind::Done || next_.ended;
    if (result.kind != StepResult::Kind::Done || next_.ended)
      return;
    machine_.encode(next_, bytes_);
    graph_.edges.emplace_back(number, add(bytes_));
  }

  Machine &machine_;
  support::Cancellation &cancellation_;
  std::vector<Bits> noValues_;
  EnumeratedInputs inputs_;
  State state_;
  State next_;
  std::vector<std::uint8_t> bytes_;
  StateStore store_;
  StepGraph graph_;
  std::vector<StateNumber> worklist_;
  bool incomplete_ = false;
};

} // namespace

DeadlockAnswer findDeadlock(Machine &machine, const StateStore &store, const StepGraph &graph,
                            std::uint64_t nondetRange, support::Cancellation &cancellation) {
  const std::vector<ThreadMask> rescuedThreads = rescued(graph, store.count(), true);
  std::vector<ThreadMask> cuts(store.count());
  for (StateNumber state = 0; state < graph.nodes.size(); ++state)
    cuts[state] = graph.nodes[state].cut ? 1 : 0;
  const std::vector<ThreadMask> reachesCut = collectBackwards(graph, std::move(cuts));

  std::vector<Deadlock> doubtful;
  for (StateNumber state = 0; state < graph.nodes.size(); ++state) {
    const ThreadMask deadlocked = graph.nodes[state].waiting & ~rescuedThreads[state];
    if (deadlocked == 0)
      continue;
    if (reachesCut[state] == 0)
      return {Deadlock{state, deadlocked}, true};
    doubtful.push_back({state, deadlocked});
  }
  if (doubtful.empty())
    return {};

  WithoutAssumptions without(machine, nondetRange, cancellation);
  std::vector<StateNumber> roots;
  for (const Deadlock &deadlock : doubtful)
    roots.push_back(without.addRoot(store.data(deadlock.state), store.size(deadlock.state)));
  without.explore();
  const std::vector<ThreadMask> masks = without.rescuedThreads(true);
  for (std::size_t i = 0; i < doubtful.size(); ++i)
    if (const ThreadMask still = doubtful[i].threads & ~masks[roots[i]]; still != 0)
      return {Deadlock{doubtful[i].state, still}, true};
  if (!without.incomplete())
    return {};
  const std::vector<ThreadMask> cautious = without.rescuedThreads(false);
  for (std::size_t i = 0; i < doubtful.size(); ++i)
    if ((doubtful[i].threads & ~cautious[roots[i]]) != 0)
      return {std::nullopt, false};
  return {};
}

} // namespace heddle::interpreter
