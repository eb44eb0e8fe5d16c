// Compiles a Boolean program to a thread transition system (section 2.3).
//
// A local state consists of a node of the control-flow graph, the value of κ, and the values of the local variables.
// A shared state consists of the values of the shared variables and a mode: whether some thread is inside an atomic
// section, and which condition variable is being signalled. States are numbered in the order of their discovery from
// the initial ones, under the assumption that every known shared state can meet every known local state.
//
// - While one thread is inside an atomic section, the others wait. A section without signals, broadcasts and loops
//   that fork becomes a single transition, so its inner states do not appear at all (as in Figure 4).
// - fork moves the forking thread and creates the new one in one transition.
// - A thread leaves wait only while the condition variable is signalled (Figure 5). signal c and broadcast c change
//   the mode; from there, a signal or broadcast transition leads back. A signal wakes one waiting thread, at whichever
//   wait it is, and is silent only if no thread waits for c.
// - A failing assertion, a value outside the range of its variable and a remainder by zero lead to a separate shared
//   state, which is a target.
#include "coverability/boolean_program.hpp"
#include "coverability/expression_values.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace heddle::coverability {

namespace {

using support::Error;
using support::Expected;

constexpr std::uint64_t mostPairs = 20'000'000;

struct Mode {
  bool atomic = false;       // some thread is inside a section
  bool failed = false;       // an assertion
  bool broadcast = false;    // if a condition variable is pending: a broadcast, otherwise a signal
  std::uint32_t pending = 0; // the signalled condition variable, counted from 1; 0: none
  auto operator<=>(const Mode &) const = default;
};

struct SharedValues {
  Values values; // of all variables; those of local ones are 0
  Mode mode;
  auto operator<=>(const SharedValues &) const = default;
};

struct LocalValues {
  NodeIndex node = 0;
  Values values; // of all variables; those of shared ones are 0
  auto operator<=>(const LocalValues &) const = default;
};

/// The state of a thread after some actions, and the threads that they have created.
struct Outcome {
  SharedValues shared;
  LocalValues local;
  std::vector<LocalValues> forked;
  auto operator<=>(const Outcome &) const = default;
};

class Compiler {
public:
  Compiler(const BooleanProgram &program, const std::string &path) : program_(program), path_(path) {}

  Expected<System> run() {
    findSplitSections();
    if (startingCombinations(false) > mostPairs || startingCombinations(true) > mostPairs)
      return tooManyStates();
    for (const Values &values : startingValues(false))
      startLocals_.push_back(localState({0, values}));
    for (const Values &values : startingValues(true))
      startShared_.push_back(sharedState({values, {}}));
    if (!explore())
      return tooManyStates();
    addTargets();
    if (overflow_)
      return Error{fmt::format("{}: {}: a value is beyond 64 bits", path_, *overflow_)};
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

  /// Follows nodes whose only action is to skip to another node: they are not distinguished from it.
  NodeIndex resolved(NodeIndex node) const {
    for (std::size_t skips = 0; skips < program_.nodes.size(); ++skips) {
      const ControlNode &current = program_.nodes[node];
      if (current.actions.size() != 1 || program_.labels.contains(current.name))
        return node;
      const Action &action = program_.actions[current.actions.front()];
      if (action.kind != Action::Kind::Skip || program_.nodes[action.to].section != current.section)
        return node;
      node = action.to;
    }
    return node;
  }

  Error tooManyStates() const { return {fmt::format("{}: the program has too many states", path_)}; }

  /// The number of combinations of initial values of the shared or the local variables; beyond mostPairs, any number
  /// above it.
  std::uint64_t startingCombinations(bool shared) const {
    std::uint64_t result = 1;
    for (const Variable &variable : program_.variables) {
      if (variable.shared == shared && result <= mostPairs)
        result *= variable.initial.size();
    }
    return result;
  }

  /// All combinations of initial values of the shared or the local variables.
  std::vector<Values> startingValues(bool shared) const {
    std::vector<Values> result{Values(program_.variables.size())};
    for (std::size_t i = 0; i < program_.variables.size(); ++i) {
      if (program_.variables[i].shared != shared)
        continue;
      std::vector<Values> more;
      for (const Values &values : result) {
        for (const std::int64_t value : program_.variables[i].initial) {
          more.push_back(values);
          more.back()[i] = value;
        }
      }
      result = std::move(more);
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
      if (std::uint64_t{shared_.size()} * locals_.size() > mostPairs)
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
        perform(action, {shared, local, {}},
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

  /// Calls `found` with each outcome of the action.
  template <typename Found> void perform(const Action &action, const Outcome &before, Found found) {
    Outcome after = before;
    after.local.node = action.to;
    after.shared.mode.atomic = program_.nodes[action.to].section != 0;
    Outcome failure = before;
    failure.shared.mode = {.failed = true};
    const auto evaluated = [&] {
      const Valuation valuation{before.shared.values, before.local.values};
      PossibleValues values = possibleValues(program_, action.expression, valuation);
      if (values.overflow)
        overflow_ = fmt::format("line {}", action.line);
      return values;
    };
    switch (action.kind) {
    case Action::Kind::Skip:
      return found(after);
    case Action::Kind::Assume:
    case Action::Kind::AssumeNot:
    case Action::Kind::Assert: {
      const PossibleValues values = evaluated();
      const bool holds = std::any_of(values.values.begin(), values.values.end(), [](auto value) { return value != 0; });
      const bool fails = std::count(values.values.begin(), values.values.end(), 0) != 0;
      if (values.undefined || (action.kind == Action::Kind::Assert && fails))
        found(failure);
      if (action.kind == Action::Kind::AssumeNot ? fails : holds)
        found(after);
      return;
    }
    case Action::Kind::Assign: {
      const Variable &variable = program_.variables[action.variable];
      PossibleValues values = evaluated();
      if (program_.expressions[action.expression].kind == Expression::Kind::Any) {
        values.values.clear();
        for (std::int64_t value = variable.least; value <= variable.most; ++value)
          values.values.push_back(value);
      }
      for (const std::int64_t value : values.values) {
        if (value < variable.least || value > variable.most) {
          values.undefined = true;
          continue;
        }
        (variable.shared ? after.shared.values : after.local.values)[action.variable] = value;
        found(after);
      }
      if (values.undefined)
        found(failure);
      return;
    }
    case Action::Kind::Fork:
      for (const Values &values : startingValues(false)) {
        after.forked = before.forked;
        after.forked.push_back({action.start, values});
        found(after);
      }
      return;
    case Action::Kind::Wait:
      return;
    case Action::Kind::Signal:
    case Action::Kind::Broadcast:
      after.shared.mode.pending = action.variable + 1;
      after.shared.mode.broadcast = action.kind == Action::Kind::Broadcast;
      return found(after);
    }
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
        perform(program_.actions[index], current, [&](const Outcome &next) {
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
      targets_.push_back({sharedState({Values{unreachable}, {}}), {}});
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
    system.targets = targets_;
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

  void addTargets() {
    for (SharedState s = 0; s < shared_.size(); ++s) {
      const Mode &mode = shared_[s].mode;
      if (mode.failed && program_.failuresAreTargets)
        targets_.push_back({s, {}});
      if (mode.failed || mode.atomic || mode.pending != 0)
        continue;
      for (const ProgramTarget &target : program_.targets) {
        const Values none(program_.variables.size());
        const PossibleValues values = possibleValues(program_, target.condition, {shared_[s].values, none});
        if (values.overflow)
          overflow_ = "target";
        if (std::any_of(values.values.begin(), values.values.end(), [](std::int64_t value) { return value != 0; }))
          addThreads({s, {}}, target.threads, 0);
      }
    }
  }

  void addThreads(const Configuration &chosen, const std::vector<NodeIndex> &nodes, std::size_t next) {
    if (next == nodes.size()) {
      if (std::find(targets_.begin(), targets_.end(), chosen) == targets_.end())
        targets_.push_back(chosen);
      return;
    }
    for (LocalState l = 0; l < locals_.size(); ++l) {
      if (locals_[l].node != resolved(nodes[next]))
        continue;
      Configuration more = chosen;
      increase(more.threads, l, 1);
      addThreads(more, nodes, next + 1);
    }
  }

  void nameStates(System &system) const {
    const auto valuation = [&](const Values &values, bool shared) {
      std::string text;
      for (std::size_t i = 0; i < program_.variables.size() && i < values.size(); ++i) {
        if (program_.variables[i].shared == shared)
          text += fmt::format("{}{}={}", text.empty() ? "" : " ", program_.variables[i].name, values[i]);
      }
      return text;
    };
    for (const SharedValues &state : shared_) {
      std::string name = state.mode.failed ? "failure" : valuation(state.values, true);
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
      const std::string values = valuation(state.values, false);
      const std::string &node = program_.nodes[state.node].name;
      system.localNames.push_back(values.empty() ? node : fmt::format("{} {}", node, values));
    }
  }

  static constexpr std::int64_t unreachable = INT64_MIN;

  const BooleanProgram &program_;
  const std::string &path_;
  std::vector<SharedValues> shared_;
  std::vector<LocalValues> locals_;
  std::map<SharedValues, SharedState> sharedNumbers_;
  std::map<LocalValues, LocalState> localNumbers_;
  std::vector<SharedState> startShared_;
  std::vector<LocalState> startLocals_;
  std::set<std::uint32_t> splitSections_; // atomic sections that take several transitions
  std::set<ThreadTransition> transitions_;
  std::vector<Configuration> targets_;
  std::optional<std::string> overflow_; // where a value is beyond 64 bits
};

} // namespace

Expected<System> compileBooleanProgram(const BooleanProgram &program, const std::string &path) {
  return Compiler(program, path).run();
}

} // namespace heddle::coverability
