#include "analysis/addresses.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace heddle::analysis {

using program::Bits;
using program::Expr;
using program::ExprKind;
using support::mask;

namespace {

using Values = std::optional<std::vector<Bits>>;

/// Sets of values, bottom-up. Operands are taken to be independent of each other, so the sets over-approximate.
class Enumerator {
public:
  explicit Enumerator(std::size_t limit) : limit_(limit) {}

  const Values &values(Expr e) {
    if (const auto found = memo_.find(e); found != memo_.end())
      return found->second;
    return memo_.emplace(e, compute(e)).first->second;
  }

private:
  Values compute(Expr e) {
    if (e->isConstant())
      return std::vector<Bits>{e->value};
    if (e->isRegister() || program::isFloatingPoint(e->kind))
      return small(e);
    if (e->kind == ExprKind::Ite) {
      const Values a = values(e->args[1]);
      const Values b = a ? values(e->args[2]) : std::nullopt;
      if (!b)
        return std::nullopt;
      std::vector<Bits> result;
      std::set_union(a->begin(), a->end(), b->begin(), b->end(), std::back_inserter(result));
      return limited(std::move(result));
    }
    std::array<std::vector<Bits>, 3> sets{std::vector<Bits>{0}, std::vector<Bits>{0}, std::vector<Bits>{0}};
    std::array<unsigned, 3> widths{};
    std::size_t combinations = 1;
    for (unsigned i = 0; i < program::arity(e->kind); ++i) {
      const Values operand = values(e->args[i]);
      if (!operand)
        return small(e);
      sets[i] = *operand;
      widths[i] = e->args[i]->width;
      combinations *= operand->size();
    }
    if (combinations > limit_ * 4)
      return small(e);
    std::vector<Bits> result;
    for (const Bits a : sets[0])
      for (const Bits b : sets[1])
        for (const Bits c : sets[2])
          result.push_back(program::apply(e->kind, e->width, e->index, {a, b, c}, widths));
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return limited(std::move(result));
  }

  Values limited(std::vector<Bits> result) const {
    if (result.size() > limit_)
      return std::nullopt;
    return result;
  }

  /// All values of a narrow expression, whatever its operator.
  Values small(Expr e) const {
    if (e->width > 6 || (std::size_t{1} << e->width) > limit_)
      return std::nullopt;
    std::vector<Bits> all;
    for (Bits value = 0; value <= mask(e->width); ++value)
      all.push_back(value);
    return all;
  }

  std::size_t limit_;
  std::unordered_map<Expr, Values> memo_;
};

} // namespace

Values possibleValues(Expr expression, std::size_t limit) { return Enumerator(limit).values(expression); }

namespace {

/// Bottom-up, each shared subexpression once.
class LowBitsAnalysis {
public:
  LowBits of(Expr e) {
    if (const auto found = memo_.find(e); found != memo_.end())
      return found->second;
    return memo_.emplace(e, compute(e)).first->second;
  }

private:
  LowBits compute(Expr e) {
    if (e->isConstant())
      return {e->width, e->value};
    switch (e->kind) {
    case ExprKind::Add:
    case ExprKind::Sub: {
      const LowBits a = of(e->args[0]);
      const LowBits b = of(e->args[1]);
      const unsigned known = std::min(a.known, b.known);
      const Bits value = e->kind == ExprKind::Add ? a.value + b.value : a.value - b.value;
      return {known, value & mask(known)};
    }
    case ExprKind::Mul: {
      if (!e->args[1]->isConstant() || e->args[1]->value == 0)
        return {};
      unsigned zeros = 0;
      while (((e->args[1]->value >> zeros) & 1) == 0)
        ++zeros;
      const LowBits a = of(e->args[0]);
      const unsigned known = std::min<unsigned>(e->width, a.known + zeros);
      return {known, (a.value * e->args[1]->value) & mask(known)};
    }
    case ExprKind::Shl: {
      if (!e->args[1]->isConstant() || e->args[1]->value >= e->width)
        return {};
      const auto distance = static_cast<unsigned>(e->args[1]->value);
      const LowBits a = of(e->args[0]);
      const unsigned known = std::min<unsigned>(e->width, a.known + distance);
      return {known, (a.value << distance) & mask(known)};
    }
    case ExprKind::ZExt:
    case ExprKind::SExt: {
      const LowBits a = of(e->args[0]);
      if (a.known < e->args[0]->width)
        return a;
      return {};
    }
    case ExprKind::Concat: {
      const LowBits low = of(e->args[1]);
      if (low.known < e->args[1]->width)
        return low;
      const LowBits high = of(e->args[0]);
      return {low.known + high.known, low.value | (high.value << low.known)};
    }
    case ExprKind::Ite: {
      const LowBits a = of(e->args[1]);
      const LowBits b = of(e->args[2]);
      unsigned known = std::min(a.known, b.known);
      while (known > 0 && ((a.value ^ b.value) & mask(known)) != 0)
        --known;
      return {known, a.value & mask(known)};
    }
    default:
      return {};
    }
  }

  std::unordered_map<Expr, LowBits> memo_;
};

} // namespace

LowBits lowBits(Expr expression) { return LowBitsAnalysis().of(expression); }

} // namespace heddle::analysis
