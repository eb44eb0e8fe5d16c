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

/// Of formulas in labels, if something simpler will do.
constexpr std::size_t maxSize = 16;
/// Of labels, before they are filled up with what is simple and comes again: equations.
constexpr std::size_t maxConjuncts = 250;

} // namespace

Expr Interpolator::weakestPrecondition(const Edge &edge, Expr after, std::span<const std::size_t> relevant) {
  Expr result = pool_.substitute(after, [&](Expr variable) { return edge.transition->valueOf(variable); });
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

/// Through pointers, the weakest precondition distinguishes all places where they may point to, and the next one does
/// so again in each of the cases. The path knows one of them, and that is a formula of its own.
std::vector<Expr> Interpolator::preconditionsOnPath(const Edge &edge, Expr after,
                                                    std::span<const std::size_t> relevant) {
  std::vector<Expr> result;
  if (relevant.empty() && !modifies(*edge.transition, after)) {
    split(after, result);
    return result;
  }
  Expr formula = weakestPrecondition(edge, after, relevant);
  std::vector<Expr> addresses = edge.transition->addresses;
  for (std::size_t i = 0; i < addresses.size() && !formula->isConstant(); ++i) {
    const Expr address = addresses[i];
    const Expr value = values_.at(edge.from, address);
    if (!value->isConstant() || address->isConstant() || mentionsInputs(address))
      continue;
    const Expr simpler = pool_.replace(formula, address, value);
    if (simpler == formula)
      continue;
    formula = simpler;
    split(pool_.eq(address, value), result);
    for (std::size_t later = i + 1; later < addresses.size(); ++later)
      addresses[later] = pool_.replace(addresses[later], address, value);
  }
  split(formula, result);
  return result;
}

bool Interpolator::modifies(const Transition &transition, Expr formula) {
  const StateVariables::Vocabulary &vocabulary = variables_.vocabularyOf(formula);
  return vocabulary.hasSymbols || std::any_of(vocabulary.variables.begin(), vocabulary.variables.end(),
                                              [&](Expr v) { return transition.valueOf(v) != nullptr; });
}

bool Interpolator::isInductive(const Edge &edge, std::span<const Expr> before, Expr after) {
  std::vector<Expr> premises(before.begin(), before.end());
  for (const Expr condition : edge.transition->conditions)
    premises.push_back(condition);
  return entailment_.check(premises, weakestPrecondition(edge, after, {})).has_value();
}

/// Where all variables are worth constants, no solver is needed: an equation that can go without the formula ceasing to
/// be worth true is left out.
std::optional<std::vector<Expr>> Interpolator::explainByConstants(NodeId node, Expr formula) {
  if (!values_.at(node, formula)->isTrue())
    return std::nullopt;
  std::vector<Expr> facts;
  Expr rest = formula; // with the values of all variables that are decided on
  std::vector<Expr> open;
  std::unordered_map<Expr, std::size_t> position; // in `open`
  for (const Expr variable : variables_.vocabularyOf(formula).variables)
    if (values_.at(node, variable)->isConstant()) {
      position.emplace(variable, open.size());
      open.push_back(variable);
    }
  for (std::size_t i = 0; i < open.size(); ++i) {
    const Expr without = pool_.substitute(rest, [&](Expr variable) {
      const auto later = position.find(variable);
      return later != position.end() && later->second > i ? values_.at(node, variable) : nullptr;
    });
    if (without->isTrue())
      continue;
    const Expr value = values_.at(node, open[i]);
    rest = pool_.replace(rest, open[i], value);
    facts.push_back(pool_.eq(open[i], value));
  }
  return rest->isTrue() ? std::optional(facts) : std::nullopt;
}

std::optional<std::vector<Expr>> Interpolator::explain(NodeId node, Expr formula, bool allowSymbols,
                                                       Relevance &relevance) {
  if (auto facts = explainByConstants(node, formula))
    return facts;
  std::vector<Expr> facts;
  std::vector<Expr> withSymbols;
  std::unordered_map<Expr, Expr> holders; // of values, so that variables with equal values are known to be equal
  for (const Expr variable : variables_.vocabularyOf(formula).variables) {
    if (!variables_[variable->index].isState())
      continue;
    const Expr value = values_.at(node, variable);
    if (value == variable)
      continue;
    if (value->isConstant()) {
      facts.push_back(pool_.eq(variable, value));
      continue;
    }
    if (const auto [holder, isFirst] = holders.emplace(value, variable); !isFirst)
      facts.push_back(pool_.eq(variable, holder->second));
    withSymbols.push_back(pool_.eq(variable, value));
  }
  std::vector<PathCondition> origins(facts.size(), {noNode, 0});
  const std::vector<PathCondition> history = tree_.openConditions(node);
  for (const PathCondition &origin : history) {
    // A condition whose variables have not changed since still holds as it is.
    const Expr condition = tree_[origin.first].via->conditions[origin.second];
    if (!mentionsInputs(condition) && values_.at(node, condition) == tree_.valueOf(origin)) {
      facts.push_back(condition);
      origins.push_back(origin);
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
  for (const PathCondition &origin : history) {
    facts.push_back(tree_.valueOf(origin));
    origins.push_back(origin);
  }
  if (const auto core = entailment_.check(facts, formula))
    return select(*core);
  return std::nullopt;
}

/// What the weakest preconditions on the path leave open about inputs is explained by facts of the path, and so is
/// what is better said by them.
std::vector<Expr> Interpolator::before(const Edge &edge, Expr after, std::span<const std::size_t> relevant,
                                       Relevance &relevance) {
  std::vector<Expr> result;
  for (const Expr needed : preconditionsOnPath(edge, after, relevant)) {
    const bool mustExplain = mentionsInputs(needed);
    const auto facts = mustExplain || prefersFacts(edge.from, needed)
                           ? explain(edge.from, needed, mustExplain, relevance)
                           : std::nullopt;
    if (facts)
      result.insert(result.end(), facts->begin(), facts->end());
    else
      result.push_back(needed);
  }
  return result;
}

bool WeakestPreconditions::prefersFacts(NodeId node, Expr formula) {
  return variables_.vocabularyOf(formula).size > maxSize || tree_[node].label.size() > maxConjuncts;
}

} // namespace heddle::reachability
