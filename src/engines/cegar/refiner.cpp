#include "engines/cegar/refiner.hpp"

#include <algorithm>

namespace heddle::engines::cegar {

using reachability::Edge;
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

bool Refiner::checkFeasible(const Path &path) {
  execution_.emplace(path, 0, semantics_, entailment_);
  return !execution_->shorten() && !entailment_.isCancelled();
}

std::optional<Refiner::Interpolants> Refiner::interpolate(const Path &path, tree::PathExecution execution) {
  Tree &tree = execution.tree();
  reachability::StateVariables &variables = semantics_.variables();
  reachability::WeakestPreconditions interpolator(tree, execution.values(), entailment_, variables);
  reachability::Labels labels(tree, variables, execution.values(), entailment_, interpolator);
  const tree::ErrorPath &end = execution.end();
  if (!labels.refute(Edge{end.node, end.transition, end.symbols}, end.conditions))
    return std::nullopt;
  Interpolants result(path.nodes.size());
  for (NodeId node = 0; node < tree.size(); ++node)
    for (const Expr conjunct : tree[node].label)
      if (variables.vocabularyOf(conjunct).isState()) // formulas about inputs of this path say nothing about others
        result[execution.first() + tree[node].depth].push_back(conjunct);
  return result;
}

std::optional<Refiner::Interpolants> Refiner::interpolateSuffix(const Path &path) {
  tree::PathExecution suffix = tree::executeInfeasibleSuffix(path, semantics_, entailment_);
  const std::size_t first = suffix.first();
  if (first == 0 || entailment_.isCancelled())
    return std::nullopt;
  std::optional<Interpolants> result = interpolate(path, std::move(suffix));
  // Nothing is known at the beginning of the suffix.
  if (result && !(*result)[first].empty())
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

/// Tracks what facts say of the variables of a predicate, too. The interpolants of one path need not say so, and those
/// of the next paths approach it one value at a time.
///
/// The facts are not premises: the reduction explores executions of which they do not hold, those in which reads of
/// memory that is not tracked return any value (persistent_sets.hpp). As predicates, they are proved where they hold.
void Refiner::addBounds(ControlId control, Expr predicate, Refinement &refinement) {
  for (const Expr bounds : facts_.about(control, predicate))
    if (precision_.addPredicate(control, bounds)) {
      refinement.predicates.push_back(bounds);
      ++bounds_;
    }
}

std::optional<Refiner::Refinement> Refiner::refine(const Path &path) {
  std::optional<Interpolants> interpolants;
  if (options_.refinement == Options::Refinement::Backward)
    interpolants = interpolateSuffix(path);
  if (!interpolants)
    interpolants = interpolate(path, std::move(*execution_));
  execution_.reset();
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
      addBounds(path.controls[i], conjunct, refinement);
      refinement.firstChanged = std::min(refinement.firstChanged, i);
    }
  refinement.grew = !refinement.predicates.empty();
  return refinement;
}

} // namespace heddle::engines::cegar
