#include "reachability/interpolation.hpp"

#include <algorithm>
#include <unordered_map>

namespace heddle::reachability {

namespace {

/// A formula as the conjuncts that it is made of.
void split(Expr formula, std::vector<Expr> &conjuncts) {
  if (formula->kind == program::ExprKind::And && formula->width == 1) {
    split(formula->args[0], conjuncts);
    split(formula->args[1], conjuncts);
  } else if (!formula->isTrue()) {
    conjuncts.push_back(formula);
  }
}

} // namespace

Expr Interpolator::weakestPrecondition(const Edge &edge, Expr after, std::span<const std::size_t> relevant) {
  std::unordered_map<Expr, Expr> updates(edge.transition->updates.begin(), edge.transition->updates.end());
  Expr result = pool_.substitute(after, [&](Expr variable) -> Expr {
    const auto update = updates.find(variable);
    return update != updates.end() ? update->second : nullptr;
  });
  for (const std::size_t index : relevant)
    result = pool_.disjunction(pool_.negate(edge.transition->conditions[index]), result);
  // Symbols that this transition has introduced are its inputs; later they are history.
  const auto isInput = [&](Expr variable) -> Expr {
    for (const auto &[input, symbol] : edge.symbols)
      if (symbol == variable)
        return input;
    return nullptr;
  };
  return edge.symbols.empty() ? result : pool_.substitute(result, isInput);
}

bool Interpolator::mentionsInputs(Expr formula) const {
  bool result = false;
  program::forEachRegister(formula, [&](VariableId id) {
    result = result || variables_[id].kind == StateVariable::Kind::Input;
  });
  return result;
}

bool Interpolator::isInductive(const Edge &edge, std::span<const Expr> before, Expr after) {
  std::vector<Expr> premises(before.begin(), before.end());
  for (const Expr condition : edge.transition->conditions)
    premises.push_back(condition);
  return entailment_.check(premises, weakestPrecondition(edge, after, {})).has_value();
}

std::optional<std::vector<Expr>> Interpolator::explain(NodeId node, Expr formula, bool allowSymbols,
                                                       Relevance &relevance) {
  std::vector<Expr> facts;
  std::vector<Expr> withSymbols;
  std::unordered_map<Expr, Expr> holders; // of values, so that variables with equal values are known to be equal
  program::forEachRegister(formula, [&](VariableId id) {
    if (!variables_[id].isState())
      return;
    const Expr variable = pool_.reg(id, variables_[id].width);
    const Expr value = values_.at(node, variable);
    if (value == variable)
      return;
    if (value->isConstant()) {
      facts.push_back(pool_.eq(variable, value));
      return;
    }
    if (const auto [holder, isFirst] = holders.emplace(value, variable); !isFirst)
      facts.push_back(pool_.eq(variable, holder->second));
    withSymbols.push_back(pool_.eq(variable, value));
  });
  std::vector<std::pair<NodeId, std::size_t>> origins(facts.size(), {noNode, 0});
  std::vector<std::pair<Expr, std::pair<NodeId, std::size_t>>> history;
  for (NodeId at = node; tree_[at].parent != noNode; at = tree_[at].parent)
    for (std::size_t i = 0; i < tree_[at].conditions.size(); ++i) {
      const Expr condition = tree_[at].via->conditions[i];
      if (tree_[at].conditions[i]->isConstant())
        continue;
      history.emplace_back(tree_[at].conditions[i], std::pair{at, i});
      // A condition whose variables have not changed since still holds as it is.
      if (!mentionsInputs(condition) && values_.at(node, condition) == tree_[at].conditions[i]) {
        facts.push_back(condition);
        origins.emplace_back(at, i);
      }
    }
  const auto select = [&](const std::vector<std::size_t> &core) {
    std::vector<Expr> chosen;
    for (const std::size_t index : core) {
      chosen.push_back(facts[index]);
      if (origins[index].first != noNode)
        relevance.insert(origins[index]);
    }
    return chosen;
  };
  if (const auto core = entailment_.check(facts, formula))
    return select(*core);
  if (!allowSymbols)
    return std::nullopt;
  for (const Expr fact : withSymbols) {
    facts.push_back(fact);
    origins.emplace_back(noNode, 0);
  }
  for (const auto &[condition, origin] : history) {
    facts.push_back(condition);
    origins.push_back(origin);
  }
  if (const auto core = entailment_.check(facts, formula))
    return select(*core);
  return std::nullopt;
}

std::vector<Expr> WeakestPreconditions::before(const Edge &edge, Expr after, std::span<const std::size_t> relevant,
                                               Relevance &relevance) {
  std::vector<Expr> result;
  const Expr needed = weakestPrecondition(edge, after, relevant);
  if (!mentionsInputs(needed)) {
    split(needed, result);
    return result;
  }
  if (const auto facts = explain(edge.from, needed, true, relevance))
    return *facts;
  result.push_back(needed);
  return result;
}

std::vector<Expr> PathFacts::before(const Edge &edge, Expr after, std::span<const std::size_t> relevant,
                                    Relevance &relevance) {
  std::vector<Expr> result;
  const Expr needed = weakestPrecondition(edge, after, relevant);
  if (needed->isTrue())
    return result;
  const bool mustExplain = mentionsInputs(needed);
  if (const auto facts = explain(edge.from, needed, mustExplain, relevance))
    return *facts;
  split(needed, result);
  return result;
}

} // namespace heddle::reachability
