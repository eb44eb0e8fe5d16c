// The stack of a stateless depth-first search: for each step of the current execution, the state before it with its
// backtrack points. A state is not stored, but reached again by executing the prefix.
//
// What makes the rules sound together: a state may leave out a thread if
//
// - the thread sleeps: all executions that begin with its step were tried or pruned in the same state, and no step
//   since then is dependent on it. The accesses of the step must not depend on inputs, so that sleep sets are empty
//   once an input was requested;
// - dynamic partial-order reduction has found no race that requires it. Races are found in executions. Skipping an
//   execution must add the backtrack points that its races would have added (`prune`): of steps on the same paths,
//   which may access other memory in another order; of steps of blocked threads; with phantoms, of any step;
// - the thread is blocked with all inputs that lead to the state. This includes the state at the end.
//
// The same thread is tried again with other inputs until these lead to no new outcome of its step. The accesses that an
// execution shows are relied upon only if it requested no input; otherwise every state tries all its threads
// (`addRaces`).
#pragma once

#include "engines/trace/check.hpp"
#include "engines/trace/execution.hpp"
#include "engines/trace/mutation.hpp"
#include "engines/trace/trace.hpp"

#include <functional>
#include <set>
#include <vector>

namespace heddle::engines::trace {

/// The state before a step of the current execution.
struct SearchState {
  ThreadIndex chosen = 0;             // none: the state at the end, in which only blocked threads are left
  std::vector<Actions> outcomes;      // of the chosen thread's step, with all inputs tried so far
  interpreter::StepAccesses accesses; // of all outcomes
  std::vector<ThreadIndex> candidates;
  std::vector<ThreadIndex> blocked;
  std::set<ThreadIndex> backtrack; // the backtrack points, including those that are done
  std::set<ThreadIndex> done;
  SleepSet sleep;
  bool hasInputs = false;          // the execution has requested inputs before this state
  bool hasFixedAccesses = true;    // the accesses of the chosen thread's step do not depend on inputs
  bool mayHaveOtherOutcome = true; // with other inputs, the chosen thread's step may do something else

  /// The executions that begin with the chosen step are covered now.
  void putChosenToSleep() { sleep.push_back({chosen, accesses}); }
  /// Backtrack points that are still to be tried.
  std::vector<ThreadIndex> alternatives() const;
  void choose(ThreadIndex thread);
  void addBacktrackPoints(const std::vector<ThreadIndex> &threads) { backtrack.insert(threads.begin(), threads.end()); }
  /// One of these threads must be tried. If none of them can run here, all candidates must be.
  void requireOneOf(const std::vector<ThreadIndex> &threads);
};

class Stack {
public:
  Stack(const Options &options, Mutator &mutator) : options_(options), mutator_(mutator) {}

  bool isEmpty() const { return states_.empty(); }
  std::size_t topIndex() const { return states_.size() - 1; }
  SearchState &top() { return states_.back(); }
  void pop() { states_.pop_back(); }

  /// The outcomes of main's first local work, and whether other inputs may lead to another one.
  const std::vector<Actions> &initialOutcomes() const { return initialOutcomes_; }
  bool mayHaveOtherInitialOutcome() const { return mayHaveOtherInitialOutcome_; }
  /// The chosen threads of all states.
  std::vector<ThreadIndex> prefix() const;
  /// How many candidates of all states have not been tried.
  std::size_t open() const;

  /// Pushes the new steps of the execution. False if it does not continue the stack or repeats an outcome: then the
  /// interpreter departs from the solver's model, and other outcomes may remain undiscovered.
  bool push(const Execution &execution);
  /// Drops the states in which all alternatives are safe. `hasVariableAccesses` tells of a step whether its accesses
  /// depend on inputs or on the order of the steps.
  void prune(const Execution &execution, const SafeLevel &safe,
             const std::function<bool(std::size_t)> &hasVariableAccesses);
  /// Adds the backtrack points that the races of the execution require.
  void addRaces(const Execution &execution, support::Cancellation &cancellation);

private:
  bool isContinuedBy(const Execution &execution) const;
  void pushState(const Step &step);
  void addCutOffThreads(const Execution &execution);
  bool inputsMatter(const Execution &execution) const { return execution.inputs != 0 && options_.symbolicInputs; }

  const Options &options_;
  Mutator &mutator_;
  std::vector<SearchState> states_;
  std::vector<Actions> initialOutcomes_;
  bool mayHaveOtherInitialOutcome_ = true;
  std::size_t known_ = 0; // states that were on the stack before the last execution
};

} // namespace heddle::engines::trace
