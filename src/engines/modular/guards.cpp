#include "engines/modular/guards.hpp"

#include <map>
#include <optional>

namespace heddle::engines::modular {

using program::Expr;

namespace {

using program::ExprKind;

constexpr unsigned mostCases = 10'000;

/// Whether one of some Boolean combinations of conditions holds, whatever the conditions are: Shannon's expansion.
class Tautology {
public:
  explicit Tautology(program::ExprPool &pool) : pool_(pool) {}

  bool holds(const std::vector<Expr> &formulas) {
    if (++cases_ > mostCases)
      return false;
    Expr open = nullptr;
    for (const Expr formula : formulas) {
      const std::optional<bool> value = valueOf(formula, open);
      if (value && *value)
        return true;
    }
    if (open == nullptr)
      return false;
    for (const bool value : {true, false}) {
      known_[open] = value;
      known_[pool_.negate(open)] = !value;
      if (!holds(formulas))
        return false;
    }
    known_.erase(open);
    known_.erase(pool_.negate(open));
    return true;
  }

private:
  /// `open`: a condition that is not decided yet, if it has none.
  std::optional<bool> valueOf(Expr formula, Expr &open) {
    if (formula->isConstant())
      return formula->isTrue();
    if (const auto known = known_.find(formula); known != known_.end())
      return known->second;
    if (formula->kind == ExprKind::Not) {
      const std::optional<bool> value = valueOf(formula->args[0], open);
      return value ? std::optional(!*value) : std::nullopt;
    }
    if (formula->kind == ExprKind::And || formula->kind == ExprKind::Or) {
      const bool decides = formula->kind == ExprKind::Or;
      const std::optional<bool> first = valueOf(formula->args[0], open);
      if (first && *first == decides)
        return decides;
      const std::optional<bool> second = valueOf(formula->args[1], open);
      if (second && *second == decides)
        return decides;
      return first && second ? std::optional(!decides) : std::nullopt;
    }
    if (open == nullptr)
      open = formula;
    return std::nullopt;
  }

  program::ExprPool &pool_;
  std::map<Expr, bool> known_;
  unsigned cases_ = 0;
};

/// The actions have the same guards before this one, so that the same values are compared here.
bool areExhaustiveFrom(program::ExprPool &pool, const std::vector<Guards> &actions, std::size_t depth) {
  if (actions.empty())
    return false;
  for (const Guards &guards : actions)
    if (guards.size() == depth)
      return true;
  std::vector<Expr> conditions;
  std::map<Expr, std::vector<Guards>> byCondition;
  for (const Guards &guards : actions) {
    std::vector<Guards> &group = byCondition[guards[depth]];
    if (group.empty())
      conditions.push_back(guards[depth]);
    group.push_back(guards);
  }
  // A group that is not exhaustive in itself does not count.
  std::erase_if(conditions,
                [&](Expr condition) { return !areExhaustiveFrom(pool, byCondition[condition], depth + 1); });
  return Tautology(pool).holds(conditions);
}

} // namespace

bool areExhaustive(program::ExprPool &pool, const std::vector<Guards> &actions) {
  return areExhaustiveFrom(pool, actions, 0);
}

} // namespace heddle::engines::modular
