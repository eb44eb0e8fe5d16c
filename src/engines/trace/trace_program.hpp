// The concurrent trace program (CTP) of an execution: all executions in which the threads take the same paths, in any
// order that is feasible; and its abstraction (CTA), in which they may leave their paths by phantoms.
//
// Questions are asked about executions that begin like the given one. *Level* 0 leaves everything open, level 1 fixes
// main's first local work, level k + 2 also what step k does and that it comes after the steps before it and before all
// others. What a step does is which actions it takes: inputs may differ as long as those are the same.
#pragma once

#include "engines/symbolic/check.hpp"
#include "engines/trace/execution.hpp"
#include "engines/trace/trace.hpp"
#include "events/unwind.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::engines::trace {

class TraceProgram {
public:
  enum class Kind : std::uint8_t {
    Exact,    // without rounds that have no effect
    Whole,    // exact, with such rounds: every step is there
    Abstract, // without rounds, with phantoms
  };

  /// Refers to the execution and the context. Once the context's cancellation has stopped a question, no question has
  /// an answer.
  TraceProgram(const Context &context, events::UnwindFacts &facts, const Execution &execution, Kind kind,
               const Options &options, std::function<void()> report, symbolic::Statistics &statistics);

  /// Why no question can be asked; empty if they can.
  const std::string &problem() const { return problem_; }
  /// Some question had no answer.
  bool isUncertain() const { return isUncertain_; }
  bool hasPhantoms() const { return !unwound_->phantoms.empty(); }

  /// Exact: a violation of some execution, or why that cannot be told.
  std::optional<Answer> findViolation();
  /// Exact: why something else than untaken branches leads out of the trace program; no answer if nothing does.
  std::optional<Answer> findLimit();

  /// The lowest level, at most `from`, at which no execution has a violation or leaves the trace program (in an exact
  /// one: leaves it, because findViolation has said no). Asks from high levels to low ones, as long as the answer is
  /// no. `asked` is called for each question with the answer.
  std::size_t lowestSafeLevel(std::size_t from, const std::function<void(bool isSafe)> &asked);

  /// Exact. An execution that takes one of these actions, which this one does not take.
  std::optional<ExecutionRequest> reach(const std::function<bool(program::CfaId, program::ActionId)> &among);

  /// Whole. Inputs with which step k, or main's first local work (none), does something else than what is in `known`
  /// and the execution up to it is the same.
  std::optional<ExecutionPlan> otherInputs(std::size_t step, const std::vector<Actions> &known);
  /// Whole. Inputs with which the thread, which is blocked before step k, is not.
  std::optional<ExecutionPlan> inputsToEnable(std::size_t step, ThreadIndex thread);
  /// Whether the step touches memory that depends on inputs, or on the order of the steps.
  bool hasVariableAccesses(std::size_t step) const { return nodeOf_[step] == 0 || mayMove_[nodeOf_[step]]; }

private:
  using NodeId = events::NodeId;
  using Literal = smt::Literal;

  void removeRounds();
  bool unwind(events::UnwindFacts &facts);
  void findNodes();
  NodeId nodeAt(ThreadIndex thread, std::size_t position) const;
  NodeId nextNode(std::size_t steps, ThreadIndex thread) const;
  void encodeOrder();
  Literal pathLiteral(std::size_t level);
  void findLeaving();
  /// Which level fixes that an action is not taken, or none if what comes next is not fixed by any; and whether the
  /// thread would have rested there, which it did not.
  struct Deviation {
    std::size_t level;
    bool rests;
  };
  Deviation deviationOf(const events::Untaken &untaken) const;
  /// Something else that a step could do, after so many of its actions.
  struct Alternative {
    std::size_t length;
    symbolic::Goal goal;
  };
  std::vector<Alternative> otherBranches(std::size_t step, const std::vector<Actions> &known) const;
  std::vector<Alternative> withoutStops(std::size_t step, const std::vector<Actions> &known) const;
  std::size_t levelOf(std::size_t step) const { return step == none ? 1 : step + 2; }
  const Actions &actionsOf(std::size_t step) const {
    return step == none ? execution_.initialActions : execution_.steps[step].actions;
  }
  const std::vector<ThreadIndex> &stoppedBy(std::size_t step) const {
    return step == none ? execution_.stoppedInitially : execution_.steps[step].stopped;
  }
  program::Expr comesTo(ThreadIndex thread, std::size_t level);
  program::Expr stops(ThreadIndex thread);
  std::vector<Literal> assumptions(std::size_t level);
  std::optional<ExecutionPlan> plan(const symbolic::Schedulable &answer);
  ExecutionPlan plan();

  const Execution &execution_;
  Kind kind_;
  const Options &options_;
  const Context &context_;
  std::string problem_;
  bool isUncertain_ = false;
  events::ExecutedThreads threads_;               // without rounds that have no effect
  std::vector<std::size_t> lastOfRound_;          // by step: if it is part of such a round
  std::vector<std::vector<std::size_t>> levelAt_; // by thread and position: which level fixes the action
  std::vector<std::size_t> startedAt_;            // by thread: the level at which it is started
  std::vector<std::size_t> position_;             // by step: in the path without them
  std::optional<events::UnwoundProgram> unwound_;
  events::CellEvents cells_;
  std::optional<symbolic::Check> check_;
  std::vector<events::ThreadId> threadOf_;                            // by index in the execution; 0: it is not there
  std::map<std::pair<events::ThreadId, std::size_t>, NodeId> nodeAt_; // by position: where a step begins
  std::vector<NodeId> nodeOf_;                                        // by step; 0 if it was removed
  std::vector<bool> mayMove_;                                         // by node: what it touches is not constant
  std::vector<bool> canWait_;                                         // by node
  std::vector<Literal> order_;                                        // by level less 1: its order
  std::vector<Literal> paths_;                      // by level less 1: what it does; 0 if it was not asked for yet
  std::vector<std::vector<program::Expr>> leaving_; // by level: the conditions of what it does not do
};

} // namespace heddle::engines::trace
