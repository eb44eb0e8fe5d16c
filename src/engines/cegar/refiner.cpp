#include "engines/cegar/refiner.hpp"

#include <algorithm>

namespace heddle::engines::cegar {

using reachability::Edge;
using reachability::Node;
using reachability::noNode;
using reachability::Tree;

namespace {

/// The abstract states at one position of a path, where unknowns are split into their values. With more, the attempt to
/// refute the path by values is abandoned.
constexpr std::size_t maxStates = 64;

} // namespace

Refiner::Path Refiner::pathTo(const Tree &tree, const Abstractor::Target &target) {
  Path path;
  path.nodes = tree.pathTo(target.node);
  for (const NodeId node : path.nodes) {
    path.controls.push_back(tree[node].control);
    if (tree[node].via != nullptr)
      path.transitions.push_back(tree[node].via);
  }
  path.transitions.push_back(target.transition);
  return path;
}

/// Executes the path up to its end or to the first transition with a condition that is false. If `first` is not the
/// beginning of the path, the initial value of every variable is arbitrary.
Refiner::Attempt Refiner::execute(const Path &path, std::size_t first) {
  program::ExprPool &pool = semantics_.variables().pool();
  Attempt attempt;
  attempt.first = first;
  attempt.tree = std::make_unique<Tree>(pool);
  attempt.values = std::make_unique<reachability::PathValues>(*attempt.tree, pool);
  Node root;
  root.control = path.controls[first];
  if (first == 0)
    for (const auto &[variable, value] : semantics_.initialState().values)
      root.values.emplace_back(variable->index, value);
  NodeId at = attempt.tree->add(std::move(root));
  attempt.isFeasible = true;
  for (std::size_t i = first; i < path.transitions.size(); ++i) {
    const Transition &transition = *path.transitions[i];
    tree::ErrorPath next{at, &transition, {}, {}};
    for (const Expr input : transition.inputs)
      next.symbols.emplace_back(input, semantics_.variables().newSymbol(input->width));
    for (const reachability::Content &content : transition.contents)
      next.symbols.emplace_back(content.input, semantics_.variables().newSymbol(content.input->width));
    for (const Expr condition : transition.conditions) {
      next.conditions.push_back(attempt.values->at(at, condition, next.symbols));
      attempt.isFeasible = attempt.isFeasible && !next.conditions.back()->isFalse();
    }
    attempt.length = i - first;
    attempt.error = std::move(next);
    if (!attempt.isFeasible || i + 1 == path.transitions.size() || entailment_.isCancelled())
      break;
    Node child;
    child.parent = at;
    child.via = &transition;
    child.control = path.controls[i + 1];
    child.depth = (*attempt.tree)[at].depth + 1;
    child.values = attempt.values->assigned(at, transition, attempt.error.symbols);
    child.symbols = attempt.error.symbols;
    child.conditions = attempt.error.conditions;
    at = attempt.tree->add(std::move(child));
  }
  return attempt;
}

/// Shortens the attempt so that it ends with its first transition that cannot be taken. False if all can be taken.
bool Refiner::shorten(Attempt &attempt) {
  const Tree &tree = *attempt.tree;
  bool isInfeasible = !attempt.isFeasible;
  for (;;) {
    std::vector<Expr> conditions;
    std::vector<NodeId> origins; // the node after the transition, none for the last transition
    const auto add = [&](const std::vector<Expr> &some, NodeId after) {
      for (const Expr condition : some)
        if (!condition->isTrue()) {
          conditions.push_back(condition);
          origins.push_back(after);
        }
    };
    for (const NodeId node : tree.pathTo(attempt.error.node))
      add(tree[node].conditions, node);
    if (!isInfeasible)
      add(attempt.error.conditions, noNode);
    const auto core = entailment_.check(conditions, semantics_.variables().pool().boolean(false));
    if (!core)
      return isInfeasible;
    // End with the last transition of the core. The conditions before it may still contradict each other.
    NodeId last = 0;
    for (const std::size_t index : *core)
      last = std::max(last, origins[index]);
    isInfeasible = true;
    if (last == noNode)
      continue;
    const Node &after = tree[last];
    attempt.error = {after.parent, after.via, after.symbols, after.conditions};
    attempt.length = after.depth - 1;
  }
}

bool Refiner::checkFeasible(const Path &path) {
  attempt_ = execute(path, 0);
  attempt_->isFeasible = !shorten(*attempt_);
  return attempt_->isFeasible && !entailment_.isCancelled();
}

std::optional<Refiner::Interpolants> Refiner::interpolate(const Path &path, Attempt attempt) {
  Tree &tree = *attempt.tree;
  reachability::StateVariables &variables = semantics_.variables();
  reachability::WeakestPreconditions interpolator(tree, *attempt.values, entailment_, variables);
  reachability::Labels labels(tree, variables, *attempt.values, entailment_, interpolator);
  const Edge edge{attempt.error.node, attempt.error.transition, attempt.error.symbols};
  if (!labels.refute(edge, attempt.error.conditions))
    return std::nullopt;
  Interpolants result(path.nodes.size());
  for (NodeId node = 0; node < tree.size(); ++node)
    for (const Expr conjunct : tree[node].label)
      if (variables.vocabularyOf(conjunct).isState()) // formulas about inputs of this path say nothing about others
        result[attempt.first + tree[node].depth].push_back(conjunct);
  return result;
}

/// Interpolates the shortest suffix of the path that cannot be taken from any state, which binary search finds.
std::optional<Refiner::Interpolants> Refiner::interpolateSuffix(const Path &path) {
  std::size_t infeasible = 0;
  std::size_t feasible = path.transitions.size();
  while (feasible - infeasible > 1) {
    const std::size_t middle = infeasible + (feasible - infeasible) / 2;
    Attempt attempt = execute(path, middle);
    (shorten(attempt) ? infeasible : feasible) = middle;
    if (entailment_.isCancelled())
      return std::nullopt;
  }
  Attempt attempt = execute(path, infeasible);
  if (infeasible == 0 || !shorten(attempt))
    return std::nullopt;
  std::optional<Interpolants> result = interpolate(path, std::move(attempt));
  // Nothing is known at the beginning of the suffix.
  if (result && !(*result)[infeasible].empty())
    return std::nullopt;
  return result;
}

/// Whether the path is infeasible in the abstraction with this precision, including its predicates.
bool Refiner::refutes(const Path &path, const Precision &precision) {
  std::vector<AbstractState> states{domain_.initial(precision)};
  for (std::size_t i = 0; i < path.transitions.size(); ++i) {
    std::vector<AbstractState> next;
    for (const AbstractState &state : states) {
      if (entailment_.isCancelled())
        return false;
      if (i + 1 == path.transitions.size()) {
        if (domain_.isFeasible(state, *path.transitions[i]))
          return false;
        continue;
      }
      for (AbstractState &successor : domain_.successors(state, *path.transitions[i], path.controls[i + 1], precision))
        if (std::find(next.begin(), next.end(), successor) == next.end())
          next.push_back(std::move(successor));
    }
    if (next.size() > maxStates)
      return false;
    states = std::move(next);
  }
  return true;
}

/// Tracks the variables of the interpolants if their values refute the path; with Refinement::Core, only as many as are
/// needed. False if values do not refute it.
bool Refiner::trackValues(const Path &path, const Interpolants &interpolants, Refinement &refinement) {
  std::vector<std::pair<std::size_t, VariableId>> variables; // position on the path, variable
  for (std::size_t i = 0; i < interpolants.size(); ++i)
    for (const Expr conjunct : interpolants[i])
      for (const Expr variable : semantics_.variables().vocabularyOf(conjunct).variables)
        if (std::find(variables.begin(), variables.end(), std::pair{i, VariableId{variable->index}}) == variables.end())
          variables.emplace_back(i, variable->index);
  const auto with = [&](const std::vector<std::pair<std::size_t, VariableId>> &some) {
    Precision precision = precision_;
    for (const auto &[position, variable] : some)
      precision.addVariable(path.controls[position], variable);
    return precision;
  };
  if (!refutes(path, with(variables)))
    return false;
  if (options_.refinement == Options::Refinement::Core) {
    std::set<VariableId> candidates;
    for (const auto &[position, variable] : variables)
      candidates.insert(variable);
    for (const VariableId candidate : candidates) {
      auto fewer = variables;
      std::erase_if(fewer, [candidate](const auto &entry) { return entry.second == candidate; });
      if (refutes(path, with(fewer)))
        variables = std::move(fewer);
    }
  }
  refinement.firstChanged = path.nodes.size();
  for (const auto &[position, variable] : variables) {
    if (precision_.addVariable(path.controls[position], variable))
      refinement.variables.push_back(variable);
    refinement.firstChanged = std::min(refinement.firstChanged, position);
  }
  refinement.grew = !refinement.variables.empty();
  return true;
}

std::optional<Refiner::Refinement> Refiner::refine(const Path &path) {
  std::optional<Interpolants> interpolants;
  if (options_.refinement == Options::Refinement::Backward)
    interpolants = interpolateSuffix(path);
  if (!interpolants)
    interpolants = interpolate(path, std::move(*attempt_));
  attempt_.reset();
  if (!interpolants)
    return std::nullopt;
  Refinement refinement;
  if (domain_.hasValues() && trackValues(path, *interpolants, refinement))
    return refinement;
  if (!domain_.hasPredicates())
    return std::nullopt;
  refinement.firstChanged = path.nodes.size();
  for (std::size_t i = 0; i < interpolants->size(); ++i)
    for (const Expr conjunct : (*interpolants)[i]) {
      if (precision_.addPredicate(path.controls[i], conjunct))
        refinement.predicates.push_back(conjunct);
      refinement.firstChanged = std::min(refinement.firstChanged, i);
    }
  refinement.grew = !refinement.predicates.empty();
  return refinement;
}

} // namespace heddle::engines::cegar
