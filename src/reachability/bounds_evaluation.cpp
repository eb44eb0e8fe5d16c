// Sums that may wrap around have the bounds of their width. Operators that are not listed yield any value.
#include "reachability/bounds_evaluation.hpp"

#include <algorithm>

namespace heddle::reachability {

using program::Bounds;
using program::Expr;
using program::ExprKind;

namespace {

constexpr unsigned widest = 64;

std::optional<bool> negated(std::optional<bool> value) { return value ? std::optional(!*value) : std::nullopt; }

/// Unsigned bounds from signed ones, and the other way round, where all values have the same sign.
Bounds completed(Bounds b, unsigned width) {
  const Bounds full = Bounds::full(width);
  const auto greatest = static_cast<std::uint64_t>(full.most); // of the values that are not negative
  const auto asUnsigned = [&](std::int64_t value) { return static_cast<std::uint64_t>(value) & full.high; };
  const auto asSigned = [&](std::uint64_t value) { return static_cast<std::int64_t>(value | ~full.high); };
  if (b.high <= greatest) {
    b.least = std::max(b.least, static_cast<std::int64_t>(b.low));
    b.most = std::min(b.most, static_cast<std::int64_t>(b.high));
  } else if (b.low > greatest) {
    b.least = std::max(b.least, asSigned(b.low));
    b.most = std::min(b.most, asSigned(b.high));
  }
  if (b.least >= 0 || b.most < 0) {
    b.low = std::max(b.low, asUnsigned(b.least));
    b.high = std::min(b.high, asUnsigned(b.most));
  }
  return b;
}

Bounds sum(const Bounds &a, const Bounds &b, unsigned width) {
  Bounds result = Bounds::full(width);
  if (a.high <= result.high - b.high) {
    result.low = a.low + b.low;
    result.high = a.high + b.high;
  }
  // Narrower than 64 bits, the exact sums fit.
  if (width < widest && a.least + b.least >= result.least && a.most + b.most <= result.most) {
    result.least = a.least + b.least;
    result.most = a.most + b.most;
  }
  return result;
}

Bounds difference(const Bounds &a, const Bounds &b, unsigned width) {
  Bounds result = Bounds::full(width);
  if (a.low >= b.high) {
    result.low = a.low - b.high;
    result.high = a.high - b.low;
  }
  if (width < widest && a.least - b.most >= result.least && a.most - b.least <= result.most) {
    result.least = a.least - b.most;
    result.most = a.most - b.least;
  }
  return result;
}

} // namespace

Bounds BoundsEvaluation::boundsOf(Expr term) {
  const auto found = terms_.find(term);
  if (found != terms_.end())
    return found->second;
  const Bounds result = completed(compute(term), term->width);
  terms_.emplace(term, result);
  return result;
}

/// Of a term of at most 64 bits.
Bounds BoundsEvaluation::compute(Expr term) {
  const Bounds full = Bounds::full(term->width);
  const auto of = [&](std::size_t i) { return boundsOf(term->args[i]); };
  switch (term->kind) {
  case ExprKind::Constant: {
    Bounds result = full;
    result.low = result.high = static_cast<std::uint64_t>(term->value);
    return result;
  }
  case ExprKind::Register:
    return known_(term).value_or(full);
  case ExprKind::ZExt: {
    Bounds result = full;
    result.low = of(0).low;
    result.high = of(0).high;
    return result;
  }
  case ExprKind::SExt: {
    Bounds result = full;
    result.least = of(0).least;
    result.most = of(0).most;
    return result;
  }
  case ExprKind::Extract:
    if (term->index == 0 && term->args[0]->width <= widest && of(0).high <= full.high) {
      Bounds result = full;
      result.low = of(0).low;
      result.high = of(0).high;
      return result;
    }
    return full;
  case ExprKind::And: {
    Bounds result = full;
    result.high = std::min(of(0).high, of(1).high);
    return result;
  }
  case ExprKind::Add:
    return sum(of(0), of(1), term->width);
  case ExprKind::Sub:
    return difference(of(0), of(1), term->width);
  case ExprKind::Ite: {
    const std::optional<bool> condition = valueOf(term->args[0]);
    return condition ? of(*condition ? 1 : 2) : join(of(1), of(2));
  }
  default:
    return full;
  }
}

std::optional<bool> BoundsEvaluation::compare(Expr comparison) {
  if (comparison->args[0]->width > widest)
    return std::nullopt;
  const Bounds a = boundsOf(comparison->args[0]);
  const Bounds b = boundsOf(comparison->args[1]);
  const auto less = [](auto aLow, auto aHigh, auto bLow, auto bHigh) -> std::optional<bool> {
    return aHigh < bLow ? std::optional(true) : aLow >= bHigh ? std::optional(false) : std::nullopt;
  };
  switch (comparison->kind) {
  case ExprKind::Eq:
    if (a.high < b.low || b.high < a.low || a.most < b.least || b.most < a.least)
      return false;
    return a.single() && a.single() == b.single() ? std::optional(true) : std::nullopt;
  case ExprKind::Ult:
    return less(a.low, a.high, b.low, b.high);
  case ExprKind::Ule:
    return negated(less(b.low, b.high, a.low, a.high));
  case ExprKind::Slt:
    return less(a.least, a.most, b.least, b.most);
  default: // Sle
    return negated(less(b.least, b.most, a.least, a.most));
  }
}

std::optional<bool> BoundsEvaluation::valueOf(Expr formula) {
  if (formula->isConstant())
    return formula->isTrue();
  const auto found = formulas_.find(formula);
  if (found != formulas_.end())
    return found->second;
  const auto of = [&](std::size_t i) { return valueOf(formula->args[i]); };
  std::optional<bool> result;
  switch (formula->kind) {
  case ExprKind::Register:
    if (const std::optional<Bounds> known = known_(formula); known && known->single())
      result = known->single() == 1U;
    break;
  case ExprKind::Not:
    result = negated(of(0));
    break;
  case ExprKind::And:
    if (of(0) == false || of(1) == false)
      result = false;
    else if (of(0) == true && of(1) == true)
      result = true;
    break;
  case ExprKind::Or:
    if (of(0) == true || of(1) == true)
      result = true;
    else if (of(0) == false && of(1) == false)
      result = false;
    break;
  case ExprKind::Ite:
    if (const std::optional<bool> condition = of(0))
      result = of(*condition ? 1 : 2);
    else if (of(1) == of(2))
      result = of(1);
    break;
  case ExprKind::Eq:
  case ExprKind::Ult:
  case ExprKind::Ule:
  case ExprKind::Slt:
  case ExprKind::Sle:
    result = compare(formula);
    break;
  default:
    break;
  }
  formulas_.emplace(formula, result);
  return result;
}

} // namespace heddle::reachability
