// On a path whose inputs are unconstrained, most formulas evaluate to true or false without the solver. Otherwise the
// query contains only those conditions of the path that share symbols with it, directly or through each other. The path
// to a node is feasible, so the other conditions cannot contribute to a contradiction.
#include "reachability/labels.hpp"

#include "support/assertions.hpp"

#include <algorithm>
#include <set>

namespace heddle::reachability {

namespace {

/// The most conjuncts that are added to establish several formulas while covers are kept. Without a bound this might
/// not terminate: keeping a cover can strengthen a node that covers others, in a cycle.
constexpr std::size_t maxPlan = 400;
/// Labels with more conjuncts are not strengthened to force a cover.
constexpr std::size_t maxLabel = 4000;

} // namespace

Labels::PathConditions Labels::conditionsFor(NodeId node, std::span<const Expr> seeds) {
  const std::vector<PathCondition> all = tree_.openConditions(node);
  std::vector<Expr> values;
  for (const PathCondition &condition : all)
    values.push_back(tree_.valueOf(condition));
  PathConditions result;
  for (const std::size_t index : variables_.connected(values, seeds)) {
    result.values.push_back(values[index]);
    result.origins.push_back(all[index]);
  }
  return result;
}

std::optional<Relevance> Labels::prove(NodeId node, Expr formula) {
  const Expr value = values_.at(node, formula);
  if (value->isTrue())
    return Relevance{};
  if (value->isFalse())
    return std::nullopt;
  const PathConditions path = conditionsFor(node, std::span(&value, 1));
  const auto core = entailment_.check(path.values, value);
  if (!core)
    return std::nullopt;
  Relevance relevance;
  for (const std::size_t index : *core)
    relevance.insert(path.origins[index]);
  return relevance;
}

bool Labels::establish(NodeId node, Expr formula) {
  if (formula->isTrue() || tree_.hasConjunct(node, formula) || isFact(node, formula))
    return true;
  std::optional<Relevance> relevance = prove(node, formula);
  if (relevance)
    strengthen(node, formula, *relevance);
  return relevance.has_value();
}

bool Labels::establishAll(NodeId node, std::span<const Expr> formulas, NodeId fixed, const Entails &entails,
                          bool keepCovers) {
  Plan all;
  std::set<std::pair<NodeId, Expr>> asked;
  std::vector<std::pair<NodeId, Expr>> pending;
  for (const Expr formula : formulas)
    pending.emplace_back(node, formula);
  while (!pending.empty()) {
    const auto [at, formula] = pending.back();
    pending.pop_back();
    if (formula->isTrue() || tree_.hasConjunct(at, formula) || isFact(at, formula) ||
        !asked.emplace(at, formula).second)
      continue;
    std::optional<Relevance> relevance = prove(at, formula);
    if (!relevance)
      return false;
    const std::size_t before = all.size();
    if (!plan(at, formula, *relevance, fixed, all) || (keepCovers && all.size() > maxPlan))
      return false;
    for (std::size_t i = before; i < all.size(); ++i) {
      if (all[i].first == fixed) {
        if (!entails(fixed, all[i].second))
          return false;
        continue;
      }
      // The nodes that a strengthened node covers must entail its new conjuncts too.
      if (keepCovers)
        for (const NodeId covered : tree_[all[i].first].covers)
          pending.emplace_back(covered, all[i].second);
    }
  }
  for (const auto &[at, conjunct] : all)
    if (at != fixed && tree_[at].label.size() >= maxLabel)
      return false;
  apply(all, fixed);
  return true;
}

bool Labels::refute(const Edge &edge, std::span<const Expr> conditions) {
  if (facts_ != nullptr && facts_->exclude(tree_[edge.from].control, *edge.transition))
    return true;
  const Expr impossible = tree_.pool().boolean(false);
  Relevance relevance;
  std::vector<std::size_t> own;
  for (std::size_t i = 0; i < conditions.size() && own.empty(); ++i)
    if (conditions[i]->isFalse())
      own.push_back(i);
  if (own.empty()) {
    std::vector<Expr> open;
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < conditions.size(); ++i)
      if (!conditions[i]->isConstant()) {
        open.push_back(conditions[i]);
        indices.push_back(i);
      }
    PathConditions path = conditionsFor(edge.from, open);
    const std::size_t count = path.values.size();
    path.values.insert(path.values.end(), open.begin(), open.end());
    const auto core = entailment_.check(path.values, impossible);
    if (!core)
      return false;
    for (const std::size_t index : *core) {
      if (index < count)
        relevance.insert(path.origins[index]);
      else
        own.push_back(indices[index - count]);
    }
  }
  const std::vector<Expr> needed = interpolator_.before(edge, impossible, own, relevance);
  HEDDLE_ASSERT_EXPENSIVE((interpolator_.isInductive(edge, needed, impossible) || entailment_.isCancelled()) &&
                          "interpolants entail each other");
  for (const Expr formula : needed)
    strengthen(edge.from, formula, relevance);
  return true;
}

void Labels::strengthen(NodeId node, Expr formula, Relevance &relevance) {
  Plan all;
  plan(node, formula, relevance, noNode, all);
  apply(all, noNode);
}

void Labels::apply(const Plan &plan, NodeId fixed) {
  for (const auto &[at, conjunct] : plan)
    if (at != fixed && tree_.addConjunct(at, conjunct))
      strengthened_.push_back(at);
}

bool Labels::plan(NodeId node, Expr formula, Relevance &relevance, NodeId fixed, Plan &plan) {
  std::vector<std::pair<NodeId, Expr>> pending{{node, formula}};
  while (!pending.empty()) {
    if (entailment_.isCancelled())
      return false;
    const auto [at, conjunct] = pending.back();
    pending.pop_back();
    if (conjunct->isTrue() || tree_.hasConjunct(at, conjunct) || isFact(at, conjunct))
      continue;
    if (at == fixed && values_.at(at, conjunct)->isFalse())
      return false;
    plan.emplace_back(at, conjunct);
    const Node &here = tree_[at];
    if (here.parent == noNode || at == fixed)
      continue;
    std::vector<std::size_t> own;
    for (auto entry = relevance.lower_bound({at, 0}); entry != relevance.end() && entry->first == at; ++entry)
      own.push_back(entry->second);
    const Edge edge{here.parent, here.via, here.symbols};
    const std::vector<Expr> needed = interpolator_.before(edge, conjunct, own, relevance);
    HEDDLE_ASSERT_EXPENSIVE((interpolator_.isInductive(edge, needed, conjunct) || entailment_.isCancelled()) &&
                            "interpolants entail each other");
    for (const Expr before : needed)
      pending.emplace_back(here.parent, before);
  }
  return true;
}

} // namespace heddle::reachability
