// Constants on demand.
//
// The query "which value does register r have here" is answered by walking backward to the definitions of r that
// reach the program point and evaluating the assigned expressions, with the same query for the registers in them.
// All definitions must agree. The value is taken to vary if the walk reaches the thread's start or a definition
// other than an assignment, or exceeds a fixed amount of work. Forward propagation would answer all queries at once,
// but there are only few: the counters of loops.
#include "analysis/reaching_constants.hpp"

#include <unordered_set>

namespace heddle::analysis {

using program::ActionId;
using program::Expr;
using program::ExprKind;
using program::LocationId;
using program::RegisterId;

namespace {

constexpr unsigned maxQueries = 6;      // nested queries
constexpr std::size_t maxWork = 20'000; // locations visited for one query and its nested ones
constexpr unsigned maxEvaluation = 500; // operators in one evaluation
constexpr unsigned maxExpressionDepth = 60;

class Evaluator {
public:
  explicit Evaluator(const std::function<std::optional<Bits>(RegisterId)> &value) : value_(value) {}

  std::optional<Bits> run(Expr e, unsigned depth = 0) {
    if (e->isConstant())
      return e->value;
    if (e->isRegister())
      return value_(e->index);
    if (++work_ > maxEvaluation || depth > maxExpressionDepth)
      return std::nullopt;
    if (e->kind == ExprKind::Ite)
      return runChoice(e, depth);
    std::array<Bits, 3> values{};
    std::array<unsigned, 3> widths{};
    bool known = true;
    for (unsigned i = 0; i < program::arity(e->kind); ++i) {
      const std::optional<Bits> value = run(e->args[i], depth + 1);
      if (value && isAbsorbing(e->kind, *value, e->width))
        return value;
      known &= value.has_value();
      values[i] = value.value_or(0);
      widths[i] = e->args[i]->width;
    }
    if (!known)
      return std::nullopt;
    return program::apply(e->kind, e->width, e->index, values, widths);
  }

private:
  /// Whether the value of one operand determines the result, as in `unknown && false`.
  static bool isAbsorbing(ExprKind kind, Bits value, unsigned width) {
    if (kind == ExprKind::And || kind == ExprKind::Mul)
      return value == 0;
    return kind == ExprKind::Or && value == support::mask(width);
  }

  std::optional<Bits> runChoice(Expr e, unsigned depth) {
    const std::optional<Bits> condition = run(e->args[0], depth + 1);
    if (condition)
      return run(e->args[*condition != 0 ? 1 : 2], depth + 1);
    const std::optional<Bits> ifTrue = run(e->args[1], depth + 1);
    if (!ifTrue || run(e->args[2], depth + 1) != ifTrue)
      return std::nullopt;
    return ifTrue;
  }

  const std::function<std::optional<Bits>(RegisterId)> &value_;
  unsigned work_ = 0;
};

} // namespace

std::optional<Bits> evaluate(Expr e, const std::function<std::optional<Bits>(RegisterId)> &value) {
  return Evaluator(value).run(e);
}

std::optional<Bits> ReachingConstants::after(ActionId action, RegisterId reg) {
  work_ = 0;
  return before(action, cfa_.actions[action].instructions.size(), reg, 0);
}

/// The last definition of `reg` among the first `count` instructions of the action.
ReachingConstants::Definition ReachingConstants::lastIn(ActionId action, std::size_t count, RegisterId reg,
                                                        unsigned depth) {
  for (std::size_t i = count; i-- > 0;) {
    const program::Operation &operation = cfa_.actions[action].instructions[i].operation;
    if (program::writtenRegister(operation) != reg)
      continue;
    const auto *assign = std::get_if<program::Assign>(&operation);
    if (assign == nullptr || depth >= maxQueries)
      return {Found::Varies, 0};
    const auto value = evaluate(
        assign->value, [this, action, i, depth](RegisterId other) { return before(action, i, other, depth + 1); });
    return value ? Definition{Found::Constant, *value} : Definition{Found::Varies, 0};
  }
  return {};
}

std::optional<Bits> ReachingConstants::before(ActionId action, std::size_t index, RegisterId reg, unsigned depth) {
  const Definition definition = lastIn(action, index, reg, depth);
  if (definition.found == Found::Constant)
    return definition.value;
  if (definition.found == Found::Varies)
    return std::nullopt;
  return at(cfa_.actions[action].from, reg, depth);
}

std::optional<Bits> ReachingConstants::at(LocationId start, RegisterId reg, unsigned depth) {
  std::optional<Bits> result;
  std::vector<LocationId> pending{start};
  std::unordered_set<LocationId> seen{start};
  while (!pending.empty()) {
    const LocationId location = pending.back();
    pending.pop_back();
    if (location == cfa_.entry || ++work_ > maxWork)
      return std::nullopt;
    for (const ActionId id : flow_.incoming(location)) {
      if (!flow_.isReachable(cfa_.actions[id].from))
        continue;
      const Definition definition = lastIn(id, cfa_.actions[id].instructions.size(), reg, depth);
      if (definition.found == Found::Nothing) {
        if (seen.insert(cfa_.actions[id].from).second)
          pending.push_back(cfa_.actions[id].from);
        continue;
      }
      if (definition.found == Found::Varies || (result && *result != definition.value))
        return std::nullopt;
      result = definition.value;
    }
  }
  return result;
}

} // namespace heddle::analysis
