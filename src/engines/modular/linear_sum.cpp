#include "engines/modular/linear_sum.hpp"

#include <algorithm>
#include <cassert>

namespace heddle::engines::modular {

using program::Expr;
using program::ExprKind;

Bits Sum::factorOf(const Variable &variable) const {
  const auto at = std::ranges::find_if(terms, [&](const Term &term) { return term.first == variable; });
  return at == terms.end() ? 0 : at->second;
}

bool isUnit(Bits factor, unsigned width) { return factor == 1 || factor == support::mask(width); }

Sum plus(const Sum &a, const Sum &b, Bits factor) {
  assert(a.width == b.width && "sums of different widths");
  const auto scaled = [&](Bits value) { return support::truncate(value * factor, a.width); };
  Sum result{a.width, {}, support::truncate(a.constant + scaled(b.constant), a.width)};
  auto one = a.terms.begin();
  auto other = b.terms.begin();
  while (one != a.terms.end() || other != b.terms.end()) {
    Sum::Term term;
    if (other == b.terms.end() || (one != a.terms.end() && one->first < other->first)) {
      term = *one++;
    } else if (one == a.terms.end() || other->first < one->first) {
      term = {other->first, scaled(other->second)};
      ++other;
    } else {
      term = {one->first, support::truncate(one->second + scaled(other->second), a.width)};
      ++one;
      ++other;
    }
    if (term.second != 0)
      result.terms.push_back(term);
  }
  return result;
}

Sum times(const Sum &a, Bits factor) { return plus(Sum::ofConstant(0, a.width), a, factor); }

Sum replaced(const Sum &in, const Variable &variable, const Sum &by) {
  const Bits factor = in.factorOf(variable);
  if (factor == 0)
    return in;
  Sum rest = in;
  std::erase_if(rest.terms, [&](const Sum::Term &term) { return term.first == variable; });
  return plus(rest, by, factor);
}

Interval times(const Interval &values, Bits factor) {
  if (factor == 1)
    return values;
  if (factor == support::mask(values.width))
    return compute(ExprKind::Neg, values.width, 0, values, nullptr);
  const Interval multiplier = Interval::constant(factor, values.width);
  return compute(ExprKind::Mul, values.width, 0, values, &multiplier);
}

Interval plus(const Interval &a, const Interval &b) { return compute(ExprKind::Add, a.width, 0, a, &b); }

Interval evaluate(const Sum &sum, const Values &values) {
  Interval result = Interval::constant(sum.constant, sum.width);
  for (const auto &[variable, factor] : sum.terms)
    result = plus(result, times(values(variable), factor));
  return result;
}

std::optional<Sum> sumOf(Expr e, const std::function<std::optional<Sum>(Expr)> &ofRegister) {
  constexpr unsigned mostTerms = 6;
  if (e->width > Sum::widest || e->width < 2)
    return std::nullopt;
  if (e->isConstant())
    return Sum::ofConstant(e->value, e->width);
  if (e->isRegister())
    return ofRegister(e);
  const auto of = [&](unsigned i) { return sumOf(e->args[i], ofRegister); };
  std::optional<Sum> result;
  switch (e->kind) {
  case ExprKind::Neg:
    if (const std::optional<Sum> a = of(0))
      result = times(*a, support::mask(e->width));
    break;
  case ExprKind::Add:
  case ExprKind::Sub:
    if (const std::optional<Sum> a = of(0))
      if (const std::optional<Sum> b = of(1))
        result = plus(*a, *b, e->kind == ExprKind::Add ? 1 : support::mask(e->width));
    break;
  case ExprKind::Mul:
    for (const unsigned i : {0U, 1U})
      if (e->args[i]->isConstant() && !result)
        if (const std::optional<Sum> other = of(1 - i))
          result = times(*other, e->args[i]->value);
    break;
  case ExprKind::Shl:
    if (e->args[1]->isConstant() && e->args[1]->value < e->width)
      if (const std::optional<Sum> a = of(0))
        result = times(*a, Bits{1} << static_cast<unsigned>(e->args[1]->value));
    break;
  default:
    break;
  }
  return result && result->terms.size() <= mostTerms ? result : std::nullopt;
}

} // namespace heddle::engines::modular
