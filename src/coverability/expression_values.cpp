#include "coverability/expression_values.hpp"

#include "support/bits.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace heddle::coverability {

namespace {

using Kind = Expression::Kind;
using Wide = support::SignedBits;

constexpr std::size_t mostCombinations = 1'000'000;

/// The remainder with the sign of the divisor.
std::int64_t remainder(std::int64_t a, std::int64_t b) {
  if (b == -1) // INT64_MIN % -1 traps
    return 0;
  const std::int64_t rest = a % b;
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

/// The result in 128 bits, wide enough for one operation on 64-bit values; nullopt if it is undefined.
std::optional<Wide> apply(Kind kind, std::int64_t a, std::int64_t b) {
  switch (kind) {
  case Kind::Not:
    return a == 0;
  case Kind::Negative:
    return -Wide{a};
  case Kind::Equal:
    return a == b;
  case Kind::NotEqual:
    return a != b;
  case Kind::Less:
    return a < b;
  case Kind::LessEqual:
    return a <= b;
  case Kind::Plus:
    return Wide{a} + Wide{b};
  case Kind::Minus:
    return Wide{a} - Wide{b};
  case Kind::Times:
    return Wide{a} * Wide{b};
  case Kind::Modulo:
    return b == 0 ? std::nullopt : std::optional(Wide{remainder(a, b)});
  case Kind::Or:
  case Kind::And:
  case Kind::Constant:
  case Kind::Variable:
  case Kind::Any:
    break;
  }
  return a;
}

void sortUnique(std::vector<std::int64_t> &values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// && and || short-circuit as in C: if the left side decides, the right one is not evaluated.
PossibleValues connect(const BooleanProgram &program, const Expression &node, const Valuation &valuation) {
  PossibleValues result = possibleValues(program, node.left, valuation);
  const bool deciding = node.kind == Kind::Or;
  const std::vector<std::int64_t> left = std::exchange(result.values, {});
  if (std::any_of(left.begin(), left.end(), [&](std::int64_t value) { return (value != 0) == deciding; }))
    result.values.push_back(deciding);
  if (std::any_of(left.begin(), left.end(), [&](std::int64_t value) { return (value != 0) != deciding; })) {
    const PossibleValues right = possibleValues(program, node.right, valuation);
    for (const std::int64_t value : right.values)
      result.values.push_back(value != 0);
    result.undefined |= right.undefined;
    result.overflow |= right.overflow;
    result.tooMany |= right.tooMany;
  }
  sortUnique(result.values);
  return result;
}

} // namespace

PossibleValues possibleValues(const BooleanProgram &program, ExpressionIndex expression, const Valuation &valuation) {
  const Expression &node = program.expressions[expression];
  switch (node.kind) {
  case Kind::Constant:
    return {.values = {node.value}};
  case Kind::Any: {
    PossibleValues all;
    for (std::int64_t value = node.least; value <= node.most; ++value)
      all.values.push_back(value);
    return all;
  }
  case Kind::Or:
  case Kind::And:
    return connect(program, node, valuation);
  case Kind::Variable: {
    const auto index = static_cast<std::size_t>(node.value);
    return {.values = {program.variables[index].shared ? valuation.shared[index] : valuation.local[index]}};
  }
  default:
    break;
  }
  const bool unary = node.kind == Kind::Not || node.kind == Kind::Negative;
  const PossibleValues left = possibleValues(program, node.left, valuation);
  const PossibleValues right = unary ? PossibleValues{.values = {0}} : possibleValues(program, node.right, valuation);
  PossibleValues result;
  result.undefined = left.undefined || right.undefined;
  result.overflow = left.overflow || right.overflow;
  result.tooMany = left.tooMany || right.tooMany || left.values.size() * right.values.size() > mostCombinations;
  if (result.tooMany)
    return result;
  for (const std::int64_t a : left.values) {
    for (const std::int64_t b : right.values) {
      const auto value = apply(node.kind, a, b);
      if (!value)
        result.undefined = true;
      else if (*value < INT64_MIN || *value > INT64_MAX)
        result.overflow = true;
      else
        result.values.push_back(static_cast<std::int64_t>(*value));
    }
  }
  sortUnique(result.values);
  return result;
}

} // namespace heddle::coverability
