#include "engines/modular/relate.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::Expr;
using program::ExprKind;

namespace {

struct Comparison {
  ExprKind kind = ExprKind::Eq;
  Sum first;
  Sum second;
};

bool isRelevant(const State &state, const Sum &sum) {
  return std::ranges::any_of(sum.terms, [&](const Sum::Term &term) {
    return !term.first.isRegister() || state.relations.mentions(term.first);
  });
}

bool isUnsigned(ExprKind kind) { return kind == ExprKind::Ult || kind == ExprKind::Ule; }
bool isStrict(ExprKind kind) { return kind == ExprKind::Ult || kind == ExprKind::Slt; }

/// The two sides as sums; operands that are extended in the same way are compared as they were.
std::optional<Comparison> comparisonOf(const State &state, Expr e) {
  ExprKind kind = e->kind;
  if (kind != ExprKind::Eq && !isUnsigned(kind) && kind != ExprKind::Slt && kind != ExprKind::Sle)
    return std::nullopt;
  Expr a = e->args[0];
  Expr b = e->args[1];
  const bool areSame = a->kind == b->kind && program::arity(a->kind) == 1 && a->args[0]->width == b->args[0]->width;
  if (areSame && a->kind == ExprKind::ZExt) {
    kind = kind == ExprKind::Slt ? ExprKind::Ult : kind == ExprKind::Sle ? ExprKind::Ule : kind;
    a = a->args[0];
    b = b->args[0];
  } else if (areSame && a->kind == ExprKind::SExt && !isUnsigned(kind)) {
    a = a->args[0];
    b = b->args[0];
  }
  const std::optional<Sum> first = sumIn(state, a);
  const std::optional<Sum> second = first ? sumIn(state, b) : std::nullopt;
  if (!second || (!isRelevant(state, *first) && !isRelevant(state, *second)))
    return std::nullopt;
  return Comparison{kind, *first, *second};
}

/// Whether the first is less than the second if and only if their difference is negative, as a signed number.
bool isByDifference(ExprKind kind, const Interval &a, const Interval &b) {
  const Interval all = Interval::full(a.width);
  const SignedBits least =
      isUnsigned(kind) ? static_cast<SignedBits>(a.low) - static_cast<SignedBits>(b.high) : a.least - b.most;
  const SignedBits most =
      isUnsigned(kind) ? static_cast<SignedBits>(a.high) - static_cast<SignedBits>(b.low) : a.most - b.least;
  return least >= all.least && most <= all.most;
}

} // namespace

Values valuesIn(const State &state) {
  return [&state](const Variable &variable) {
    const auto intervalOf = [&](const Value *value) {
      return value != nullptr && value->isNumber() && value->width == variable.width ? *value->number
                                                                                     : Interval::full(variable.width);
    };
    if (variable.isRegister()) {
      const auto found = state.registers.find(variable.id);
      return intervalOf(found != state.registers.end() ? &found->second : nullptr);
    }
    const auto found = state.known.find(cellOf(variable));
    return intervalOf(found != state.known.end() ? &found->second.value : nullptr);
  };
}

std::optional<Sum> sumIn(const State &state, Expr e) {
  return sumOf(e, [&](Expr reg) -> std::optional<Sum> {
    const Variable variable = Variable::ofRegister(reg->index, reg->width);
    const auto found = state.registers.find(reg->index);
    if (found != state.registers.end() && found->second.isConstant() && !state.relations.mentions(variable))
      return Sum::ofConstant(found->second.number->low, reg->width);
    return Sum::of(variable);
  });
}

std::optional<Sum> relatedSum(const State &state, Expr e) {
  if (state.relations.isEmpty())
    return std::nullopt;
  std::optional<Sum> sum = sumIn(state, e);
  return sum && isRelevant(state, *sum) ? sum : std::nullopt;
}

void refine(const State &state, Expr e, Value &value) {
  if (!value.isNumber() || value.isConstant())
    return;
  const Values values = valuesIn(state);
  if (e->width > 1) {
    if (const std::optional<Sum> sum = relatedSum(state, e))
      value.number = meet(*value.number, state.relations.boundOf(*sum, values)).value_or(*value.number);
    return;
  }
  const std::optional<Comparison> comparison = comparisonOf(state, e);
  if (!comparison)
    return;
  const auto &[kind, first, second] = *comparison;
  const Interval difference = state.relations.boundOf(minus(first, second), values);
  std::optional<bool> outcome;
  if (kind == ExprKind::Eq) {
    if (!difference.contains(0))
      outcome = false;
    else if (difference.isConstant())
      outcome = true;
  } else if (isByDifference(kind, state.relations.boundOf(first, values), state.relations.boundOf(second, values))) {
    const SignedBits limit = isStrict(kind) ? 0 : 1; // the least difference with which it fails
    if (difference.most < limit)
      outcome = true;
    else if (difference.least >= limit)
      outcome = false;
  }
  if (outcome)
    value = Value::constant(*outcome ? 1 : 0, 1);
}

bool relate(State &state, Expr e, bool outcome) {
  if (state.relations.isEmpty())
    return true;
  const std::optional<Comparison> comparison = comparisonOf(state, e);
  if (!comparison)
    return true;
  const auto &[kind, first, second] = *comparison;
  const Values values = valuesIn(state);
  const unsigned width = first.width;
  const Sum difference = minus(first, second);
  const Interval a = state.relations.boundOf(first, values);
  const Interval b = state.relations.boundOf(second, values);
  std::optional<Interval> rest;
  if (kind == ExprKind::Eq) {
    rest = restrict(kind, state.relations.boundOf(difference, values), Interval::constant(0, width), false, outcome);
  } else {
    const std::optional<Interval> restA = restrict(kind, a, b, false, outcome);
    const std::optional<Interval> restB = restrict(kind, b, a, true, outcome);
    if (!restA || !restB)
      return false;
    for (const auto &[sum, interval] : {std::pair(&first, &*restA), std::pair(&second, &*restB)})
      if (isRelevant(state, *sum) && !state.relations.constrain(*sum, *interval, values))
        return false;
    rest = state.relations.boundOf(difference, values);
    if (isByDifference(kind, a, b)) {
      const SignedBits limit = isStrict(kind) ? 0 : 1;
      const Interval all = Interval::full(width);
      const auto range =
          outcome ? Interval::ofSigned(all.least, limit - 1, width) : Interval::ofSigned(limit, all.most, width);
      rest = range ? meet(*rest, *range) : std::nullopt;
    }
  }
  return rest && state.relations.constrain(difference, *rest, values);
}

void relateStored(State &state, const Cell &cell, const std::optional<Sum> &sum) {
  if (!sum && state.relations.isEmpty())
    return;
  const Variable stored = variableOf(cell);
  state.relations.assign(stored, sum);
  state.relations.forgetIf([&](const Variable &variable) {
    return !variable.isRegister() && variable != stored &&
           cell.overlaps(variable.id, variable.offset, variable.offset + variable.width / 8);
  });
}

void forgetRelated(State &state, AbstractObject object, const Pattern &pattern) {
  if (state.relations.isEmpty())
    return;
  state.relations.forgetIf([&](const Variable &variable) {
    return !variable.isRegister() && variable.id == object &&
           mayOverlap({variable.offset, variable.offset, 0, variable.width / 8}, pattern);
  });
}

} // namespace heddle::engines::modular
