// Compiles a Boolean program to a thread transition system (section 2.3).
//
// A local state consists of a node of the control-flow graph, the value of κ, and the values of the local variables.
// A shared state consists of the values of the shared variables and a mode: whether some thread is inside an atomic
// section, and which condition variable is being signalled. States are numbered in the order of their discovery from
// the initial ones, under the assumption that every known shared state can meet every known local state.
//
// - While one thread is inside an atomic section, the others wait. A section without signals, broadcasts, loops that
//   fork and labels of targets becomes a single transition, so its inner states do not appear at all (as in Figure 4).
// - fork moves the forking thread and creates the new one in one transition.
// - A thread leaves wait only while the condition variable is signalled (Figure 5). signal c and broadcast c change
//   the mode; from there, a signal or broadcast transition leads back. A signal wakes one waiting thread, at whichever
//   wait it is, and is silent only if no thread waits for c. The thread that signals moves with the change of the mode
//   and must not be woken by itself: if it would arrive at a wait for c, the signal becomes an atomic section of its
//   own, which the thread leaves after the signal transition.
// - A failing assertion, a value outside the range of its variable and a remainder by zero lead to a separate shared
//   state, which is a target.
#include "coverability/boolean_program.hpp"
#include "coverability/node_names.hpp"
#include "coverability/program_steps.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace heddle::coverability {

namespace {

using support::Error;
using support::Expected;

constexpr std::uint64_t mostPairs = 20'000'000;

class Compiler {
public:
  Compiler(const BooleanProgram &program, const std::string &path) : program_(program), path_(path), steps_(program_) {}

  Expected<System> run() {
    resolveNodes();
    isolateSignals();
    findSplitSections();
    if (startingCombinations(false) > mostPairs || startingCombinations(true) > mostPairs)
      return tooManyStates();
    for (const Values &values : steps_.startingValues(false))
      startLocals_.push_back(localState({0, values}));
    for (const Values &values : steps_.startingValues(true))
      startShared_.push_back(sharedState({values, {}}));
    const bool explored = explore();
    if (explored)
      addTargets();
    if (steps_.error())
      return Error{fmt::format("{}:{}", path_, *steps_.error())};
    if (!explored)
      return tooManyStates();
    return build();
  }

private:
  /// One thread moves: from its shared and local state to a shared state and the local states of `arriving`, itself
  /// and the threads that it has forked.
  struct ThreadTransition {
    SharedState shared = 0;
    LocalState local = 0;
    SharedState newShared = 0;
    Threads arriving;
    std::uint32_t line = 0;
    auto operator<=>(const ThreadTransition &) const = default;
  };

  // States.

  SharedState sharedState(const SharedValues &values) {
    const auto [place, isNew] = sharedNumbers_.emplace(values, static_cast<SharedState>(shared_.size()));
    if (isNew)
      shared_.push_back(values);
    return place->second;
  }

  LocalState localState(LocalValues values) {
    values.node = resolved(values.node);
    const auto [place, isNew] = localNumbers_.emplace(values, static_cast<LocalState>(locals_.size()));
    if (isNew)
      locals_.push_back(values);
    return place->second;
  }

  NodeIndex resolved(NodeIndex node) const { return node < resolved_.size() ? resolved_[node] : node; }

  /// Nodes whose only action is to skip to another node are not distinguished from it, with one exception: a thread at
  /// a skip before a wait is not waiting yet. Where there is no step, it is.
  void resolveNodes() {
    constexpr NodeIndex open = UINT32_MAX;
    resolved_.assign(program_.nodes.size(), open);
    for (NodeIndex begin = 0; begin < resolved_.size(); ++begin) {
      std::vector<NodeIndex> chain;
      NodeIndex node = begin;
      for (; resolved_[node] == open && onlySkips(node) && chain.size() < resolved_.size(); node = firstAction(node).to)
        chain.push_back(node);
      NodeIndex result = resolved_[node] == open ? node : resolved_[node];
      resolved_[node] = result;
      for (; !chain.empty(); chain.pop_back()) {
        if (firstAction(chain.back()).kind == Action::Kind::Skip && isWait(result))
          result = chain.back();
        resolved_[chain.back()] = result;
      }
    }
  }

  const Action &firstAction(NodeIndex node) const { return program_.actions[program_.nodes[node].actions.front()]; }

  bool onlySkips(NodeIndex node) const {
    const ControlNode &current = program_.nodes[node];
    if (current.actions.size() != 1 || current.labelled)
      return false;
    const Action &action = firstAction(node);
    return (action.kind == Action::Kind::Skip || action.kind == Action::Kind::Continue) && action.leaves == 0 &&
           program_.nodes[action.to].section == current.section;
  }

  bool isWait(NodeIndex node) const {
    return !program_.nodes[node].actions.empty() && firstAction(node).kind == Action::Kind::Wait;
  }

  /// Gives each signal after which its thread would wait for the same condition variable a section of its own.
  void isolateSignals() {
    std::uint32_t sections = 0;
    for (const ControlNode &node : program_.nodes)
      sections = std::max(sections, node.section);
    const std::size_t actions = program_.actions.size();
    for (std::size_t i = 0; i < actions; ++i) {
      const Action signal = program_.actions[i];
      const NodeIndex next = resolved(signal.to);
      if ((signal.kind != Action::Kind::Signal && signal.kind != Action::Kind::Broadcast) ||
          program_.nodes[signal.from].section != 0 || !isWait(next) || firstAction(next).variable != signal.variable)
        continue;
      const auto inside = static_cast<NodeIndex>(program_.nodes.size());
      program_.actions[i].to = inside;
      ControlNode node;
      node.name = program_.nodes[signal.from].name + " signalled";
      node.calls = program_.nodes[signal.from].calls;
      node.section = ++sections;
      node.actions = {static_cast<std::uint32_t>(program_.actions.size())};
      program_.nodes.push_back(std::move(node));
      program_.actions.push_back(
          {.kind = Action::Kind::Continue, .from = inside, .to = signal.to, .line = signal.line});
      splitSections_.insert(sections);
    }
  }

  Error tooManyStates() const { return {fmt::format("{}: the program has too many states", path_)}; }

  /// The number of combinations of initial values of the shared or the local variables; beyond mostPairs, any number
  /// above it.
  std::uint64_t startingCombinations(bool shared) const {
    std::uint64_t result = 1;
    for (const Variable &variable : program_.variables) {
      if (variable.shared == shared && variable.procedure == 0 && result <= mostPairs)
        result *= variable.initial.size();
    }
    return result;
  }

  /// Sections that one transition cannot express, because it wakes no threads and creates a bounded number of them.
  void findSplitSections() {
    for (const Action &action : program_.actions) {
      if (action.kind == Action::Kind::Signal || action.kind == Action::Kind::Broadcast ||
          (action.kind == Action::Kind::Fork && isInLoop(action)))
        splitSections_.insert(program_.nodes[action.from].section);
    }
    for (const ProgramTarget &target : program_.targets) {
      for (const std::vector<NodeIndex> &nodes : target.threads) {
        for (const NodeIndex node : nodes)
          splitSections_.insert(program_.nodes[node].section);
      }
    }
  }

  /// Can the action be repeated without leaving its section?
  bool isInLoop(const Action &action) const {
    const std::uint32_t section = program_.nodes[action.from].section;
    std::set<NodeIndex> seen;
    std::vector<NodeIndex> open{action.to};
    while (!open.empty()) {
      const NodeIndex node = open.back();
      open.pop_back();
      if (program_.nodes[node].section != section || !seen.insert(node).second)
        continue;
      for (const std::uint32_t next : program_.nodes[node].actions)
        open.push_back(program_.actions[next].to);
    }
    return seen.contains(action.from);
  }

  // Transitions.

  bool explore() {
    std::size_t shared = 0;
    std::size_t local = 0;
    while (shared < shared_.size() || local < locals_.size()) {
      if (std::uint64_t{shared_.size()} * locals_.size() > mostPairs || steps_.error())
        return false;
      if (shared < shared_.size()) {
        const auto s = static_cast<SharedState>(shared++);
        if (shared_[s].mode.pending != 0)
          sharedState({shared_[s].values, afterSignal(shared_[s].mode)});
        for (LocalState l = 0; l < local; ++l)
          addTransitions(s, l);
      } else {
        const auto l = static_cast<LocalState>(local++);
        for (SharedState s = 0; s < shared; ++s)
          addTransitions(s, l);
      }
    }
    return true;
  }

  static Mode afterSignal(Mode mode) {
    mode.pending = 0;
    mode.broadcast = false;
    return mode;
  }

  void addTransitions(SharedState s, LocalState l) {
    const SharedValues shared = shared_[s];
    const LocalValues local = locals_[l];
    const ControlNode &node = program_.nodes[local.node];
    if (shared.mode.failed || shared.mode.pending != 0 || shared.mode.atomic != (node.section != 0)) {
      if (shared.mode.pending != 0)
        wake(local, shared.mode);
      return;
    }
    for (const std::uint32_t index : node.actions) {
      const Action &action = program_.actions[index];
      const std::uint32_t section = program_.nodes[action.to].section;
      if (node.section == 0 && section != 0 && !splitSections_.contains(section))
        runSection({shared, {action.to, local.values}, {}}, {s, l, 0, {}, action.line});
      else
        steps_.perform(action, {shared, local, {}},
                       [&](const Outcome &outcome) { record({s, l, 0, {}, action.line}, outcome); });
    }
  }

  /// Makes sure that the local states of woken threads exist.
  void wake(const LocalValues &local, Mode mode) {
    for (const Action *action : waits(local, mode.pending))
      localState({action->to, local.values});
  }

  std::vector<const Action *> waits(const LocalValues &local, std::uint32_t pending) const {
    std::vector<const Action *> result;
    for (const std::uint32_t index : program_.nodes[local.node].actions) {
      const Action &action = program_.actions[index];
      if (action.kind == Action::Kind::Wait && action.variable + 1 == pending)
        result.push_back(&action);
    }
    return result;
  }

  void record(ThreadTransition transition, const Outcome &outcome) {
    transition.newShared = sharedState(outcome.shared);
    increase(transition.arriving, localState(outcome.local), 1);
    for (const LocalValues &forked : outcome.forked)
      increase(transition.arriving, localState(forked), 1);
    transitions_.insert(std::move(transition));
  }

  /// Runs an atomic section from its beginning to all its ends, each of which becomes a transition.
  void runSection(const Outcome &begin, const ThreadTransition &transition) {
    std::set<Outcome> seen;
    std::vector<Outcome> open{begin};
    while (!open.empty()) {
      const Outcome current = std::move(open.back());
      open.pop_back();
      if (!seen.insert(current).second)
        continue;
      if (current.shared.mode.failed || program_.nodes[current.local.node].section == 0) {
        record(transition, current);
        continue;
      }
      for (const std::uint32_t index : program_.nodes[current.local.node].actions)
        steps_.perform(program_.actions[index], current, [&](const Outcome &next) {
          // Inside a section that is a single transition, the mode has no meaning.
          open.push_back(next);
          open.back().shared.mode.atomic = false;
        });
    }
  }

  // The system.

  Expected<System> build() {
    // A target that no known state satisfies is uncoverable. A shared state that no transition leads to represents it.
    if (targets_.empty() && hasTargets())
      targets_.insert({sharedState({Values{unreachable}, {}}), {}});
    System system(static_cast<SharedState>(shared_.size()), static_cast<LocalState>(locals_.size()));
    for (const ThreadTransition &transition : transitions_) {
      TransitionSpec spec;
      spec.from = transition.shared;
      spec.to = transition.newShared;
      spec.take = {{transition.local, 1}};
      spec.put = transition.arriving;
      spec.line = transition.line;
      system.add(spec);
    }
    for (SharedState s = 0; s < shared_.size(); ++s) {
      if (shared_[s].mode.pending != 0)
        addWakeUps(system, s);
    }
    InitialSet initial;
    for (const LocalState local : startLocals_)
      assign(initial.most.threads, local, omega);
    for (const SharedState shared : startShared_) {
      initial.most.shared = shared;
      system.initial.push_back(initial);
    }
    system.targets.assign(targets_.begin(), targets_.end());
    nameStates(system);
    return system;
  }

  void addWakeUps(System &system, SharedState s) {
    const Mode mode = shared_[s].mode;
    const SharedState after = sharedNumbers_.at({shared_[s].values, afterSignal(mode)});
    TransitionSpec together;
    together.from = s;
    together.to = after;
    Threads waiting;
    for (LocalState l = 0; l < locals_.size(); ++l) {
      Transfer transfer{l, {}};
      for (const Action *action : waits(locals_[l], mode.pending)) {
        transfer.to.push_back(localNumbers_.at({resolved(action->to), locals_[l].values}));
        together.line = action->line;
      }
      if (transfer.to.empty())
        continue;
      std::sort(transfer.to.begin(), transfer.to.end());
      increase(waiting, l, 1);
      for (const LocalState to : transfer.to) {
        TransitionSpec one;
        one.from = s;
        one.to = after;
        one.take = {{l, 1}};
        one.put = {{to, 1}};
        one.line = together.line;
        if (!mode.broadcast)
          system.add(one);
      }
      together.transfers.push_back(std::move(transfer));
    }
    if (mode.broadcast)
      system.add(together);
    else
      system.addSilent(s, after, waiting, together.line);
  }

  bool hasTargets() const {
    return !program_.targets.empty() ||
           (program_.failuresAreTargets &&
            std::any_of(program_.actions.begin(), program_.actions.end(),
                        [](const Action &action) { return action.kind == Action::Kind::Assert; }));
  }

  /// A target is about the moments between steps. If one of its labels is inside an atomic section, it is about the
  /// moments at which a thread is there.
  void addTargets() {
    for (SharedState s = 0; s < shared_.size(); ++s) {
      const Mode &mode = shared_[s].mode;
      if (mode.failed && program_.failuresAreTargets)
        targets_.insert({s, {}});
      if (mode.failed || mode.pending != 0)
        continue;
      for (const ProgramTarget &target : program_.targets) {
        if (steps_.canHold(target.condition, shared_[s].values))
          addThreads({s, {}}, target.threads, false);
      }
    }
  }

  void addThreads(const Configuration &chosen, std::span<const std::vector<NodeIndex>> threads, bool inside) {
    if (threads.empty()) {
      if (inside == shared_[chosen.shared].mode.atomic)
        targets_.insert(chosen);
      return;
    }
    for (const NodeIndex node : threads.front()) {
      for (LocalState l = 0; l < locals_.size(); ++l) {
        if (locals_[l].node != resolved(node))
          continue;
        Configuration more = chosen;
        increase(more.threads, l, 1);
        addThreads(more, threads.subspan(1), inside || program_.nodes[node].section != 0);
      }
    }
  }

  void nameStates(System &system) const {
    const std::vector<std::string> nodes = distinctNames(program_);
    for (const SharedValues &state : shared_) {
      std::string name = state.mode.failed ? "failure" : sharedText(program_, state.values);
      if (state.values == Values{unreachable})
        name = "unreachable";
      if (state.mode.atomic)
        name += " atomic";
      if (state.mode.pending != 0)
        name += fmt::format(" {} {}", state.mode.broadcast ? "broadcast" : "signal",
                            program_.conditions[state.mode.pending - 1]);
      system.sharedNames.push_back(name.empty() ? "-" : name);
    }
    for (const LocalValues &state : locals_) {
      const std::string values = localText(program_, state.values, program_.nodes[state.node].calls != 0);
      system.localNames.push_back(nodes[state.node] + (values.empty() ? "" : " ") + values);
    }
  }

  static constexpr std::int64_t unreachable = INT64_MIN;

  BooleanProgram program_;
  const std::string &path_;
  ProgramSteps steps_;
  std::vector<NodeIndex> resolved_;
  std::vector<SharedValues> shared_;
  std::vector<LocalValues> locals_;
  std::map<SharedValues, SharedState> sharedNumbers_;
  std::map<LocalValues, LocalState> localNumbers_;
  std::vector<SharedState> startShared_;
  std::vector<LocalState> startLocals_;
  std::set<std::uint32_t> splitSections_; // atomic sections that take several transitions
  std::set<ThreadTransition> transitions_;
  std::set<Configuration> targets_;
};

} // namespace

Expected<System> compileBooleanProgram(const BooleanProgram &program, const std::string &path) {
  return Compiler(program, path).run();
}

} // namespace heddle::coverability
