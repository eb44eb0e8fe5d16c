// The steps of one thread of a Boolean program: from the values of the variables and the thread's place to all outcomes
// of an action.
#pragma once

#include "coverability/boolean_program.hpp"
#include "coverability/expression_values.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heddle::coverability {

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
  Values values; // of all variables; those of shared ones, and of procedures that are not active, are 0
  auto operator<=>(const LocalValues &) const = default;
};

/// The state of a thread after some actions, and the threads that they have created.
struct Outcome {
  SharedValues shared;
  LocalValues local;
  std::vector<LocalValues> forked;
  auto operator<=>(const Outcome &) const = default;
};

class ProgramSteps {
public:
  using Found = std::function<void(const Outcome &)>;

  explicit ProgramSteps(const BooleanProgram &program) : program_(program) {}

  /// All combinations of initial values of the shared or the local variables. Requires that they are few.
  std::vector<Values> startingValues(bool shared) const;

  /// Calls `found` with each outcome of the action. A failure is an outcome with its mode.
  void perform(const Action &action, const Outcome &before, const Found &found);

  /// Whether the condition of a target can hold.
  bool canHold(ExpressionIndex condition, const Values &shared);

  /// Why some outcomes are missing, with the line; nullopt: none is.
  const std::optional<std::string> &error() const { return error_; }

private:
  void call(const Action &action, const Outcome &before, const Outcome &after, const Found &found);
  std::vector<Values> combinations(std::vector<Values> begin, std::uint32_t variable,
                                   const std::vector<std::int64_t> &choices) const;
  PossibleValues evaluate(ExpressionIndex expression, const Outcome &before, std::uint32_t line);
  PossibleValues withoutError(PossibleValues values, std::uint32_t line);
  Outcome failure(const Outcome &before) const;

  const BooleanProgram &program_;
  std::optional<std::string> error_;
};

} // namespace heddle::coverability
