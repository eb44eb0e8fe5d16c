#include "engines/cover/expression_values.hpp"

#include <algorithm>
#include <optional>

namespace heddle::engines::cover {

namespace {

using Kind = Expression::Kind;

/// Without a value: undefined. Arithmetic is modulo 2^64, far beyond the ranges of variables.
std::optional<std::int64_t> apply(Kind kind, std::int64_t a, std::int64_t b) {
  const auto wrap = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
  const auto x = static_cast<std::uint64_t>(a);
  const auto y = static_cast<std::uint64_t>(b);
  switch (kind) {
  case Kind::Not:
    return a == 0;
  case Kind::Negative:
    return wrap(0 - x);
  case Kind::Or:
    return a != 0 || b != 0;
  case Kind::And:
    return a != 0 && b != 0;
  case Kind::Equal:
    return a == b;
  case Kind::NotEqual:
    return a != b;
  case Kind::Less:
    return a < b;
  case Kind::LessEqual:
    return a <= b;
  case Kind::Plus:
    return wrap(x + y);
  case Kind::Minus:
    return wrap(x - y);
  case Kind::Times:
    return wrap(x * y);
  case Kind::Modulo:
    if (b == 0)
      return std::nullopt;
    return b == -1 ? 0 : (a % b + b) % b; // the sign of the divisor, as in mathematics
  case Kind::Constant:
  case Kind::Variable:
  case Kind::Any:
    break;
  }
  return a;
}

} // namespace

PossibleValues possibleValues(const BooleanProgram &program, ExpressionIndex expression, const Valuation &valuation) {
  const Expression &node = program.expressions[expression];
  switch (node.kind) {
  case Kind::Constant:
    return {{node.value}, false};
  case Kind::Any:
    return {{0, 1}, false};
  case Kind::Variable: {
    const auto index = static_cast<std::size_t>(node.value);
    return {{program.variables[index].shared ? valuation.shared[index] : valuation.local[index]}, false};
  }
  default:
    break;
  }
  const bool unary = node.kind == Kind::Not || node.kind == Kind::Negative;
  const PossibleValues left = possibleValues(program, node.left, valuation);
  const PossibleValues right = unary ? PossibleValues{{0}, false} : possibleValues(program, node.right, valuation);
  PossibleValues result;
  result.undefined = left.undefined || right.undefined;
  for (const std::int64_t a : left.values) {
    for (const std::int64_t b : right.values) {
      if (const auto value = apply(node.kind, a, b))
        result.values.push_back(*value);
      else
        result.undefined = true;
    }
  }
  std::sort(result.values.begin(), result.values.end());
  result.values.erase(std::unique(result.values.begin(), result.values.end()), result.values.end());
  return result;
}

} // namespace heddle::engines::cover
