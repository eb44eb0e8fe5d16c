#include "reachability/interpolation.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

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

/// How many operators a formula has, each counted once.
std::size_t sizeOf(Expr formula) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> pending{formula};
  while (!pending.empty()) {
    const Expr e = pending.back();
    pending.pop_back();
    if (e->isConstant() || e->isRegister() || !seen.insert(e).second)
      continue;
    for (unsigned i = 0; i < program::arity(e->kind); ++i)
      pending.push_back(e->args[i]);
  }
  return seen.size();
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
  if (relevant.empty() && !touches(*edge.transition, after)) {
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

const Interpolator::Vocabulary &Interpolator::vocabularyOf(Expr formula) {
  const auto [entry, isNew] = vocabularies_.try_emplace(formula);
  Vocabulary &result = entry->second;
  if (isNew)
    program::forEachRegister(formula, [&](VariableId id) {
      result.hasInputs = result.hasInputs || variables_[id].kind == StateVariable::Kind::Input;
      result.hasSymbols = result.hasSymbols || variables_[id].kind == StateVariable::Kind::Symbol;
      result.variables.push_back(pool_.reg(id, variables_[id].width));
    });
  if (isNew)
    result.size = sizeOf(formula);
  return result;
}

bool Interpolator::mentionsInputs(Expr formula) { return vocabularyOf(formula).hasInputs; }

bool Interpolator::touches(const Transition &transition, Expr formula) {
  const Vocabulary &vocabulary = vocabularyOf(formula);
  return vocabulary.hasSymbols || std::any_of(vocabulary.variables.begin(), vocabulary.variables.end(),
                                              [&](Expr v) { return transition.updateOf.contains(v); });
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
  for (const Expr variable : vocabularyOf(formula).variables)
    if (values_.at(node, variable)->isConstant())
      open.push_back(variable);
  for (std::size_t i = 0; i < open.size(); ++i) {
    Expr without = rest;
    for (std::size_t later = i + 1; later < open.size(); ++later)
      without = pool_.replace(without, open[later], values_.at(node, open[later]));
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

/// What the weakest preconditions on the path leave open about inputs is explained by facts of the path, and so is
/// what has become too large to be any use in a label.
std::vector<Expr> WeakestPreconditions::before(const Edge &edge, Expr after, std::span<const std::size_t> relevant,
                                               Relevance &relevance) {
  std::vector<Expr> result;
  for (const Expr needed : preconditionsOnPath(edge, after, relevant)) {
    const bool mustExplain = mentionsInputs(needed);
    const bool isLarge = vocabularyOf(needed).size > maxSize || tree_[edge.from].label.size() > maxConjuncts;
    const auto facts = mustExplain || isLarge ? explain(edge.from, needed, mustExplain, relevance) : std::nullopt;
    if (facts)
      result.insert(result.end(), facts->begin(), facts->end());
    else
      result.push_back(needed);
  }
  return result;
}

std::vector<Expr> PathFacts::before(const Edge &edge, Expr after, std::span<const std::size_t> relevant,
                                    Relevance &relevance) {
  std::vector<Expr> result;
  for (const Expr needed : preconditionsOnPath(edge, after, relevant)) {
    if (const auto facts = explain(edge.from, needed, mentionsInputs(needed), relevance))
      result.insert(result.end(), facts->begin(), facts->end());
    else
      result.push_back(needed);
  }
  return result;
}

} // namespace heddle::reachability
