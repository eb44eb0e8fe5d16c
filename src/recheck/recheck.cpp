// The search, and what is decided on the graph of all states.
//
// A thread is deadlocked if it waits and no continuation enables it or ends the program. Threads that are enabled in a
// state are *released* there; releases are propagated backward over the steps. What an execution would have done if an
// assumption had held is not explored here, so a thread that waits for a thread whose assumption fails is not decided.
#include "recheck/recheck.hpp"

#include "recheck/model.hpp"
#include "recheck/step.hpp"

#include <fmt/format.h>

#include <unordered_map>
#include <vector>

namespace heddle::recheck {

using program::Property;

namespace {

class Search {
public:
  Search(Model &model, bool findsDeadlocks) : model_(model), findsDeadlocks_(findsDeadlocks) {}

  /// Throws Ending.
  void run() {
    begin();
    while (!stack_.empty()) {
      if (model_.cancellation.poll())
        throw Ending(Result::Kind::Cancelled, "");
      const auto [number, state] = std::move(stack_.back());
      stack_.pop_back();
      expand(number, state);
    }
    if (findsDeadlocks_)
      checkDeadlocks();
  }

  std::uint64_t states() const { return numbers_.size(); }

private:
  using Number = std::uint32_t;
  struct Node {
    Slots waiting = 0;
    Slots released = 0;      // here or in a continuation
    bool reachesCut = false; // an assumption fails here or in a continuation
    std::vector<Number> predecessors;
  };

  void begin() {
    Choices choices;
    do {
      State state = initialState(model_.program);
      if (Step(model_, state, choices).start() == Step::Outcome::Taken && !state.ended)
        enter(std::move(state));
    } while (choices.next());
  }

  Number enter(State state) {
    const auto [entry, isNew] = numbers_.try_emplace(encode(state), static_cast<Number>(numbers_.size()));
    if (isNew) {
      stack_.emplace_back(entry->second, std::move(state));
      if (findsDeadlocks_)
        nodes_.emplace_back();
    }
    return entry->second;
  }

  void expand(Number number, const State &state) {
    Node node;
    for (auto entry = state.threads.rbegin(); entry != state.threads.rend(); ++entry) {
      const auto &[slot, thread] = *entry;
      if (thread.status == Status::Undefined)
        node.released = ~Slots{0}; // what follows is not known
      node.reachesCut = node.reachesCut || thread.status == Status::Stopped;
      if (thread.status == Status::Active)
        expand(number, state, slot, node);
    }
    if (!findsDeadlocks_)
      return;
    nodes_[number].waiting = node.waiting;
    nodes_[number].released = node.released;
    nodes_[number].reachesCut = node.reachesCut;
  }

  void expand(Number number, const State &state, unsigned slot, Node &node) {
    Choices choices;
    bool areAllDiscarded = true;
    do {
      State next = state;
      const Step::Outcome outcome = Step(model_, next, choices).take(slot);
      if (outcome == Step::Outcome::Waits) {
        node.waiting |= Slots{1} << slot;
        return;
      }
      node.released |= Slots{1} << slot;
      if (outcome == Step::Outcome::Discarded)
        continue;
      areAllDiscarded = false;
      if (next.ended) {
        node.released = ~Slots{0}; // no thread waits after the end of the program
        continue;
      }
      const Number successor = enter(std::move(next));
      if (findsDeadlocks_)
        nodes_[successor].predecessors.push_back(number);
    } while (choices.next());
    node.reachesCut = node.reachesCut || areAllDiscarded;
  }

  void checkDeadlocks() {
    std::vector<Number> worklist;
    for (Number number = 0; number < nodes_.size(); ++number)
      worklist.push_back(number);
    while (!worklist.empty()) {
      const Number number = worklist.back();
      worklist.pop_back();
      for (const Number before : nodes_[number].predecessors) {
        Node &node = nodes_[before];
        const Slots released = node.released | nodes_[number].released;
        const bool reachesCut = node.reachesCut || nodes_[number].reachesCut;
        if (released == node.released && reachesCut == node.reachesCut)
          continue;
        node.released = released;
        node.reachesCut = reachesCut;
        worklist.push_back(before);
      }
    }
    bool isUnclear = false;
    for (const Node &node : nodes_) {
      if ((node.waiting & ~node.released) == 0)
        continue;
      if (!node.reachesCut)
        throw Ending(Result::Kind::Refuted, "a thread waits for ever in some execution");
      isUnclear = true;
    }
    if (isUnclear)
      throw Ending(Result::Kind::NotModelled, "a thread waits for one whose assumption fails");
  }

  Model &model_;
  bool findsDeadlocks_;
  std::unordered_map<std::string, Number> numbers_; // of encoded states
  std::vector<std::pair<Number, State>> stack_;     // to be expanded
  std::vector<Node> nodes_;                         // by number, if deadlocks are to be found
};

} // namespace

Result explore(const program::Program &program, const Options &options, support::Cancellation &cancellation) {
  std::uint64_t states = 0;
  try {
    Model model(program, options, cancellation);
    const auto search = [&](bool findsDeadlocks) {
      Search run(model, findsDeadlocks);
      run.run();
      states = run.states();
    };
    search(model.checks(Property::NoDeadlock));
    if (model.checks(Property::NoDataRace) && model.racing.isPossible()) {
      model.keepsAccesses = true;
      search(false);
    }
  } catch (const Ending &ending) {
    return {ending.kind(), ending.what(), states};
  }
  return {Result::Kind::Holds, {}, states};
}

} // namespace heddle::recheck
