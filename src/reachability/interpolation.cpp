#include "reachability/interpolation.hpp"

#include <algorithm>
#include <unordered_map>

namespace heddle::reachability {

namespace {

/// Splits a formula into its conjuncts.
void split(Expr formula, std::vector<Expr> &conjuncts) {
  if (formula->kind == program::ExprKind::And && formula->width == 1) {
    split(formula->args[0], conjuncts);
    split(formula->args[1], conjuncts);
  } else if (!formula->isTrue()) {
    conjuncts.push_back(formula);
  }
}

/// A larger formula (in operators) is replaced by facts of the path, if some entail it.
constexpr std::size_t maxSize = 16;
/// In a larger label, facts are preferred: equations are simple and recur in other labels.
constexpr std::size_t maxConjuncts = 250;

} // namespace

Expr Interpolator::weakestPrecondition(const Edge &edge, Expr after, std::span<const std::size_t> relevant) {
  Expr result = pool_.substitute(after, [&](Expr variable) { return edge.transition->valueOf(variable); });
  for (const std::size_t index : relevant)
    result = pool_.disjunction(pool_.negate(edge.transition->conditions[index]), result);
  // Symbols that this transition introduces are its inputs; later ones are part of the path's history.
  const auto isInput = [&](Expr variable) -> Expr {
    for (const auto &[input, symbol] : edge.symbols)
      if (symbol == variable)
        return input;
    return nullptr;
  };
  return edge.symbols.empty() ? result : pool_.substitute(result, isInput);
}

/// The weakest precondition of an access through a pointer distinguishes all places that it may go to, and the
/// preconditions of several accesses multiply. On the path the address is usually known: then the formula is simplified
/// for this address, and the equation for the address becomes a conjunct of its own.
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

/// If all variables have constant values, no solver is needed: equations are dropped greedily as long as the remaining
/// ones make the formula true.
std::optional<std::vector<Expr>> Interpolator::explainByConstants(NodeId node, Expr formula) {
  if (!values_.at(node, formula)->isTrue())
    return std::nullopt;
  std::vector<Expr> facts;
  Expr rest = formula; // with the values of the variables whose equations are kept
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
  std::unordered_map<Expr, Expr> holders; // by value: a variable that has it, for equations between variables
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
    // A condition whose variables have not changed since then still holds.
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

/// Preconditions that mention inputs must be replaced by facts of the path; others are where facts are preferred.
std::vector<Expr> Interpolator::before(const Edge &edge, Expr after, std::span<const std::size_t> relevant,
                                       Relevance &relevance) {
  std::vector<Expr> result;
  for (const Expr needed : preconditionsOnPath(edge, after, relevant)) {
    if (facts_ != nullptr && facts_->imply(tree_[edge.from].control, needed))
      continue;
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
