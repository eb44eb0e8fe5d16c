// The concurrent trace program (CTP) of an execution: all executions in which the threads take the same paths, in any
// order that is feasible; and its abstraction (CTA), in which they may leave their paths by phantoms.
//
// Queries are about executions that share the first levels (paths.hpp) with the given one. The unwinding has the
// paths of the execution (Paths), its nodes correspond to steps (StepNodes), and assumptions fix the first levels
// (PrefixEncoding).
#pragma once

#include "engines/symbolic/check.hpp"
#include "engines/trace/alternatives.hpp"
#include "engines/trace/execution.hpp"
#include "engines/trace/paths.hpp"
#include "engines/trace/prefix_encoding.hpp"
#include "engines/trace/step_nodes.hpp"
#include "engines/trace/trace.hpp"
#include "events/unwind.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle::engines::trace {

class TraceProgram {
public:
  enum class Kind : std::uint8_t {
    Exact,    // without idle rounds
    Whole,    // exact, with idle rounds: has every step
    Abstract, // without idle rounds, with phantoms
  };

  /// What is said about the executions that share the first `level` levels, to be proved.
  struct Claims {
    std::optional<std::size_t> safeLevel = {}; // lowestSafeLevel
    struct NoOtherOutcome {
      std::size_t step; // none: main's first local work
      std::vector<Actions> known;
    };
    std::vector<NoOtherOutcome> outcomes = {}; // otherInputs
    struct Blocked {
      std::size_t step;
      ThreadIndex thread;
    };
    std::vector<Blocked> blocked = {}; // inputsToEnable
  };

  /// Refers to the execution and the context. Once the context's cancellation has stopped one query, the encoding
  /// may be incomplete and no later query has an answer.
  TraceProgram(const Context &context, events::UnwindFacts &facts, const Execution &execution, Kind kind,
               const Options &options, std::function<void()> report, symbolic::Statistics &statistics,
               bool recordsProof = false);

  /// Why no queries can be answered; empty if they can.
  const std::string &problem() const { return problem_; }
  /// Some query had no answer.
  bool isUncertain() const { return isUncertain_; }
  bool hasPhantoms() const { return !unwound_->phantoms.empty(); }

  /// Exact: a violation of some execution, or why it is unknown whether there is one.
  std::optional<Answer> findViolation();
  /// Exact: why executions leave the trace program other than by branches not taken; no answer if none does.
  std::optional<Answer> findLimit();

  /// The lowest level, at most `from`, at which no execution has a violation or leaves the trace program (in an exact
  /// one: leaves it, because findViolation has said no). Asks from high levels to low ones, as long as the answer is
  /// no; `none` if it never is. `count` is called for each query that has an answer.
  std::size_t lowestSafeLevel(std::size_t from, const std::function<void(bool isSafe)> &count);

  /// Exact: an execution that takes one of these actions, none of which this one takes.
  std::optional<ExecutionRequest> reach(const std::function<bool(program::CfaId, program::ActionId)> &among);

  /// Whole: inputs with which the execution up to the step is the same, but the step, or main's first local work
  /// (none), has an outcome that is not in `known`.
  std::optional<ExecutionPlan> otherInputs(std::size_t step, const std::vector<Actions> &known);
  /// Whole: inputs with which the thread, which is blocked before the step, is enabled there.
  std::optional<ExecutionPlan> inputsToEnable(std::size_t step, ThreadIndex thread);
  /// Whether the memory that the step accesses depends on inputs or on the order of the steps.
  bool hasVariableAccesses(std::size_t step) const { return nodes_->hasVariableAccesses(step); }

  /// If the proof is recorded: asks everything that the claims and the kind imply once more (exact: that there is no
  /// violation and no limit, too) and checks the refutation of all of it. Invalid: some claim is wrong.
  symbolic::ProofCheck prove(const Claims &claims, support::Cancellation &cancellation);

private:
  using Query = std::vector<smt::Literal>;
  Query leavesAt(std::size_t level);
  std::vector<Alternative> otherOutcomes(std::size_t step, const std::vector<Actions> &known) const;
  Query takes(std::size_t step, const Alternative &alternative);
  std::optional<Query> enabledAt(std::size_t step, ThreadIndex thread);
  bool unwind(const Context &context, events::UnwindFacts &facts, const Options &options);
  std::optional<ExecutionPlan> plan(const symbolic::Schedulable &answer);
  ExecutionPlan plan();

  const Execution &execution_;
  Kind kind_;
  std::optional<smt::Literal> leaves_; // the goals of lowestSafeLevel
  std::string problem_;
  bool isUncertain_ = false;
  Paths paths_;
  std::optional<events::UnwoundProgram> unwound_;
  std::optional<StepNodes> nodes_;
  events::CellEvents cells_;
  std::optional<symbolic::Check> check_;
  std::optional<PrefixEncoding> prefix_;
};

} // namespace heddle::engines::trace
