// Parameters and local variables of a procedure are set when it is called and are zero after it has returned, so that
// they do not multiply the states of threads outside.
#include "coverability/program_steps.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::coverability {

namespace {

constexpr std::size_t mostCombinations = 1'000'000;

bool contains(const PossibleValues &values, bool truth) {
  return std::any_of(values.values.begin(), values.values.end(),
                     [&](std::int64_t value) { return (value != 0) == truth; });
}

bool isInside(const Variable &variable, std::int64_t value) {
  return value >= variable.least && value <= variable.most;
}

std::vector<std::int64_t> wholeRange(const Variable &variable) {
  std::vector<std::int64_t> values;
  for (std::int64_t value = variable.least; value <= variable.most; ++value)
    values.push_back(value);
  return values;
}

} // namespace

std::vector<Values> ProgramSteps::startingValues(bool shared) const {
  std::vector<Values> result{Values(program_.variables.size())};
  for (std::uint32_t i = 0; i < program_.variables.size(); ++i) {
    const Variable &variable = program_.variables[i];
    if (variable.shared == shared && variable.procedure == 0)
      result = combinations(std::move(result), i, variable.initial);
  }
  return result;
}

std::vector<Values> ProgramSteps::combinations(std::vector<Values> begin, std::uint32_t variable,
                                               const std::vector<std::int64_t> &choices) const {
  if (choices.size() == 1) {
    for (Values &values : begin)
      values[variable] = choices.front();
    return begin;
  }
  std::vector<Values> more;
  more.reserve(begin.size() * choices.size());
  for (const Values &values : begin) {
    for (const std::int64_t value : choices) {
      more.push_back(values);
      more.back()[variable] = value;
    }
  }
  return more;
}

void ProgramSteps::perform(const Action &action, const Outcome &before, const Found &found) {
  Outcome after = before;
  after.local.node = action.to;
  after.shared.mode.atomic = program_.nodes[action.to].section != 0;
  for (std::size_t i = 0; action.leaves != 0 && i < program_.variables.size(); ++i) {
    if (program_.variables[i].procedure == action.leaves)
      after.local.values[i] = 0;
  }
  switch (action.kind) {
  case Action::Kind::Skip:
  case Action::Kind::Continue:
    return found(after);
  case Action::Kind::Assume:
  case Action::Kind::AssumeNot:
  case Action::Kind::Assert: {
    const PossibleValues values = evaluate(action.expression, before, action.line);
    if (values.undefined || (action.kind == Action::Kind::Assert && contains(values, false)))
      found(failure(before));
    if (contains(values, action.kind != Action::Kind::AssumeNot))
      found(after);
    return;
  }
  case Action::Kind::Assign: {
    const Variable &variable = program_.variables[action.variable];
    PossibleValues values;
    if (program_.expressions[action.expression].kind == Expression::Kind::Any)
      values.values = wholeRange(variable);
    else
      values = evaluate(action.expression, before, action.line);
    for (const std::int64_t value : values.values) {
      if (!isInside(variable, value)) {
        values.undefined = true;
        continue;
      }
      (variable.shared ? after.shared.values : after.local.values)[action.variable] = value;
      found(after);
    }
    if (values.undefined)
      found(failure(before));
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
  case Action::Kind::Call:
    return call(action, before, after, found);
  }
}

/// The arguments are evaluated before any parameter is set.
void ProgramSteps::call(const Action &action, const Outcome &before, const Outcome &after, const Found &found) {
  const Procedure &procedure = program_.procedures[action.procedure];
  std::vector<Values> entered{after.local.values};
  bool fails = false;
  const auto choose = [&](std::uint32_t variable, const std::vector<std::int64_t> &choices) {
    if (entered.size() * choices.size() > mostCombinations)
      error_ = fmt::format("{}: a call has more than {} combinations of values", action.line, mostCombinations);
    else
      entered = combinations(std::move(entered), variable, choices);
  };
  for (std::size_t i = 0; i < procedure.parameters.size() && !error_; ++i) {
    const Variable &parameter = program_.variables[procedure.parameters[i]];
    PossibleValues values;
    if (program_.expressions[action.arguments[i]].kind == Expression::Kind::Any)
      values.values = wholeRange(parameter);
    else
      values = evaluate(action.arguments[i], before, action.line);
    fails |= values.undefined;
    const auto outside = std::erase_if(values.values, [&](std::int64_t value) { return !isInside(parameter, value); });
    fails |= outside != 0;
    choose(procedure.parameters[i], values.values);
  }
  for (std::size_t i = 0; i < procedure.locals.size() && !error_; ++i)
    choose(procedure.locals[i], program_.variables[procedure.locals[i]].initial);
  if (fails)
    found(failure(before));
  for (Values &values : entered) {
    Outcome inside = after;
    inside.local.values = std::move(values);
    found(inside);
  }
}

bool ProgramSteps::canHold(ExpressionIndex condition, const Values &shared) {
  const Values none(program_.variables.size());
  return contains(withoutError(possibleValues(program_, condition, {shared, none}), 0), true);
}

PossibleValues ProgramSteps::evaluate(ExpressionIndex expression, const Outcome &before, std::uint32_t line) {
  return withoutError(possibleValues(program_, expression, {before.shared.values, before.local.values}), line);
}

PossibleValues ProgramSteps::withoutError(PossibleValues values, std::uint32_t line) {
  const std::string place = line == 0 ? " target" : std::to_string(line);
  if (values.overflow)
    error_ = fmt::format("{}: a value is beyond 64 bits", place);
  if (values.tooMany)
    error_ = fmt::format("{}: '*' stands for too many values here", place);
  return values;
}

/// All failures are one shared state.
Outcome ProgramSteps::failure(const Outcome &before) const {
  Outcome result = before;
  result.shared.values.assign(program_.variables.size(), 0);
  result.shared.mode = {.failed = true};
  return result;
}

} // namespace heddle::coverability
