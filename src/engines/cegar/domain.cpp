#include "engines/cegar/domain.hpp"

#include <algorithm>

namespace heddle::engines::cegar {

using reachability::StateVariable;
using reachability::Update;

namespace {

/// The combinations of predicates that a state distinguishes; with more, each predicate is considered separately.
constexpr std::size_t maxCombinations = 32;
/// The abstract successors of one transition.
constexpr std::size_t maxSplits = 64;

bool byId(Expr a, Expr b) { return a->id < b->id; }

void addSorted(std::vector<Expr> &set, Expr element) {
  const auto place = std::lower_bound(set.begin(), set.end(), element, byId);
  if (place == set.end() || *place != element)
    set.insert(place, element);
}

void setValue(AbstractState &state, Expr variable, Expr value) {
  const auto place = std::lower_bound(state.values.begin(), state.values.end(), variable->index,
                                      [](const auto &entry, VariableId id) { return entry.first < id; });
  if (place != state.values.end() && place->first == variable->index)
    place->second = value;
  else
    state.values.insert(place, {variable->index, value});
}

} // namespace

Expr AbstractState::valueOf(VariableId variable) const {
  const auto place = std::lower_bound(values.begin(), values.end(), variable,
                                      [](const auto &entry, VariableId id) { return entry.first < id; });
  return place != values.end() && place->first == variable ? place->second : nullptr;
}

bool AbstractState::isWithin(const AbstractState &other) const {
  const auto byVariable = [](const auto &a, const auto &b) {
    return a.first != b.first ? a.first < b.first : a.second->id < b.second->id;
  };
  return other.values.size() <= values.size() && other.literals.size() <= literals.size() &&
         std::includes(values.begin(), values.end(), other.values.begin(), other.values.end(), byVariable) &&
         std::includes(literals.begin(), literals.end(), other.literals.begin(), other.literals.end(), byId);
}

Expr Domain::evaluate(const AbstractState &state, Expr formula) {
  if (formula->isConstant() || state.values.empty())
    return formula;
  const std::vector<Expr> &variables = semantics_.variables().vocabularyOf(formula).variables;
  if (std::none_of(variables.begin(), variables.end(), [&](Expr v) { return state.valueOf(v->index) != nullptr; }))
    return formula;
  return pool_.substitute(formula, [&](Expr variable) { return state.valueOf(variable->index); });
}

std::vector<Expr> Domain::literalsOf(const AbstractState &state) {
  std::vector<Expr> result;
  for (const Expr literal : state.literals)
    if (const Expr value = evaluate(state, literal); !value->isConstant())
      result.push_back(value);
  return result;
}

std::vector<Expr> Domain::relevant(const std::vector<Expr> &premises, const std::vector<Expr> &queries) {
  std::vector<Expr> result;
  for (const std::size_t index : semantics_.variables().connected(premises, queries))
    addSorted(result, premises[index]);
  return result;
}

bool Domain::isImplied(std::vector<Expr> premises, Expr goal) {
  if (goal->isTrue())
    return true;
  std::vector<Expr> query = premises;
  query.push_back(goal);
  const auto [known, isNew] = answers_.try_emplace(std::move(query), false);
  if (isNew)
    known->second = entailment_.check(premises, goal).has_value();
  return known->second;
}

bool Domain::isSatisfiable(std::vector<Expr> conditions) {
  std::sort(conditions.begin(), conditions.end(), byId);
  return !isImplied(std::move(conditions), pool_.boolean(false));
}

std::optional<std::vector<Expr>> Domain::openConditions(const AbstractState &state, const Transition &transition) {
  std::vector<Expr> open;
  for (const Expr condition : transition.conditions) {
    const Expr value = evaluate(state, condition);
    if (value->isFalse())
      return std::nullopt;
    if (!value->isTrue())
      addSorted(open, value);
  }
  if (open.empty())
    return open;
  std::vector<Expr> all = relevant(literalsOf(state), open);
  all.insert(all.end(), open.begin(), open.end());
  if (!isSatisfiable(std::move(all)))
    return std::nullopt;
  return open;
}

bool Domain::isFeasible(const AbstractState &state, const Transition &transition) {
  return openConditions(state, transition).has_value();
}

bool Domain::proveEnabled(const AbstractState &state, const std::vector<Transition> &transitions,
                          const Control &control, const analysis::RegionSet &tracked, analysis::RegionSet &assumed) {
  Expr enabled = pool_.boolean(false);
  for (const Transition &transition : transitions) {
    Expr all = pool_.boolean(true);
    for (const Expr condition : transition.conditions)
      all = pool_.conjunction(all, evaluate(state, condition));
    enabled = pool_.disjunction(enabled, all);
  }
  if (enabled->isConstant())
    return enabled->isTrue();
  bool isFree = true;
  analysis::RegionSet used;
  for (const Expr variable : semantics_.variables().vocabularyOf(enabled).variables) {
    const StateVariable &what = semantics_.variables()[variable->index];
    if (what.kind == StateVariable::Kind::Input)
      continue;
    if (what.kind == StateVariable::Kind::Cell)
      used.push_back(semantics_.regionOf(control, variable->index));
    isFree = isFree && what.kind == StateVariable::Kind::Cell && !mayOverlap({used.back()}, tracked) &&
             !semantics_.mayHoldDynamicPointer(used.back());
  }
  if (isFree && isSatisfiable({enabled})) {
    assumed.insert(assumed.end(), used.begin(), used.end());
    return true;
  }
  return isImplied(relevant(literalsOf(state), {enabled}), enabled);
}

bool Domain::entails(const AbstractState &state, Expr formula) {
  const Expr value = evaluate(state, formula);
  if (value->isConstant())
    return value->isTrue();
  if (std::binary_search(state.literals.begin(), state.literals.end(), formula, byId))
    return true;
  return !state.literals.empty() && isImplied(relevant(literalsOf(state), {value}), value);
}

std::vector<Expr> Domain::formulasOf(const AbstractState &state) const {
  std::vector<Expr> result = state.literals;
  for (const auto &[variable, value] : state.values)
    result.push_back(pool_.eq(pool_.reg(variable, value->width), value));
  std::sort(result.begin(), result.end(), byId);
  return result;
}

AbstractState Domain::initial(const Precision &precision) {
  const ControlId control = semantics_.initialControl();
  AbstractState state;
  std::unordered_map<Expr, Expr> values;
  for (const auto &[variable, value] : semantics_.initialState().values) {
    values.emplace(variable, value);
    if (hasValues() && value->isConstant() && precision.tracks(control, variable->index))
      setValue(state, variable, value);
  }
  if (!hasPredicates())
    return state;
  for (const Expr predicate : precision.predicates(control)) {
    const Expr value = pool_.substitute(predicate, [&](Expr variable) {
      const auto known = values.find(variable);
      return known != values.end() ? known->second : nullptr;
    });
    if (isImplied({}, value))
      addSorted(state.literals, predicate);
    else if (isImplied({}, pool_.negate(value)))
      addSorted(state.literals, pool_.negate(predicate));
  }
  return state;
}

std::optional<std::vector<Expr>> Domain::valuesOf(Expr value, const std::vector<Expr> &premises) {
  // A variable about which nothing is known has too many values.
  if (value->isRegister() && premises.empty() && (value->width > 8 || (1U << value->width) > options_.values))
    return std::nullopt;
  std::vector<Expr> query = premises;
  query.push_back(value);
  const auto [entry, isNew] = enumerated_.try_emplace(std::move(query));
  if (!isNew)
    return entry->second;
  std::vector<Expr> found;
  std::vector<Expr> conditions = premises;
  while (!entailment_.check(conditions, pool_.boolean(false))) {
    if (entailment_.isCancelled() || found.size() == options_.values)
      return std::nullopt;
    found.push_back(pool_.constant(entailment_.valueInCounterexample(value), value->width));
    conditions.push_back(pool_.negate(pool_.eq(value, found.back())));
  }
  std::sort(found.begin(), found.end(), [](Expr a, Expr b) { return a->value < b->value; });
  entry->second = found;
  return found;
}

/// Adds a state for each combination of values that the unknowns may have, with the premises about the state before the
/// transition that this combination implies.
void Domain::splitUnknowns(const std::vector<std::pair<Expr, Expr>> &unknown, std::size_t next, AbstractState successor,
                           std::vector<Expr> premises,
                           std::vector<std::pair<AbstractState, std::vector<Expr>>> &result) {
  for (; next < unknown.size() && result.size() < maxSplits; ++next) {
    const auto &[variable, value] = unknown[next];
    const auto values = valuesOf(value, relevant(premises, {value}));
    if (!values)
      continue;
    for (const Expr one : *values) {
      AbstractState split = successor;
      setValue(split, variable, one);
      std::vector<Expr> more = premises;
      addSorted(more, pool_.eq(value, one));
      splitUnknowns(unknown, next + 1, std::move(split), std::move(more), result);
    }
    return;
  }
  result.emplace_back(std::move(successor), std::move(premises));
}

std::vector<AbstractState> Domain::successors(const AbstractState &state, const Transition &transition,
                                              ControlId target, const Precision &precision) {
  const auto open = openConditions(state, transition);
  if (!open)
    return {};
  const Control &control = semantics_.control(target);
  std::vector<Expr> premises = literalsOf(state);
  for (const Expr condition : *open)
    addSorted(premises, condition);
  AbstractState successor;
  std::vector<std::pair<Expr, Expr>> unknown;
  if (hasValues()) {
    for (const auto &[variable, value] : state.values)
      if (semantics_.isLive(control, variable) && precision.tracks(target, variable) &&
          transition.valueOf(pool_.reg(variable, value->width)) == nullptr)
        successor.values.emplace_back(variable, value);
    for (const Update &update : transition.updates) {
      if (!precision.tracks(target, update.variable->index) || !semantics_.isLive(control, update.variable->index))
        continue;
      const Expr value = evaluate(state, update.value);
      if (value->isConstant())
        setValue(successor, update.variable, value);
      else
        unknown.emplace_back(update.variable, value);
    }
    // Conditions may leave few values for variables that are not assigned.
    for (const Expr condition : *open)
      for (const Expr variable : semantics_.variables().vocabularyOf(condition).variables)
        if (semantics_.variables()[variable->index].isState() && transition.valueOf(variable) == nullptr &&
            precision.tracks(target, variable->index) && semantics_.isLive(control, variable->index))
          unknown.emplace_back(variable, variable);
  }
  std::vector<std::pair<AbstractState, std::vector<Expr>>> split;
  if (options_.values == 0 || unknown.empty())
    split.emplace_back(std::move(successor), premises);
  else
    splitUnknowns(unknown, 0, std::move(successor), premises, split);
  std::vector<AbstractState> result;
  for (auto &[found, known] : split) {
    if (hasPredicates())
      addPredicates(state, transition, target, precision, known, found);
    result.push_back(std::move(found));
  }
  return result;
}

void Domain::addPredicates(const AbstractState &before, const Transition &transition, ControlId target,
                           const Precision &precision, const std::vector<Expr> &premises, AbstractState &successor) {
  const Control &control = semantics_.control(target);
  std::vector<std::pair<Expr, Expr>> unknown; // predicates, and their preconditions
  for (const Expr predicate : precision.predicates(target)) {
    const std::vector<Expr> &variables = semantics_.variables().vocabularyOf(predicate).variables;
    if (!std::all_of(variables.begin(), variables.end(), [&](Expr v) { return semantics_.isLive(control, v->index); }))
      continue;
    const Expr negation = pool_.negate(predicate);
    const auto learn = [&](bool holds) { addSorted(successor.literals, holds ? predicate : negation); };
    const bool isAssigned =
        std::any_of(variables.begin(), variables.end(), [&](Expr v) { return transition.valueOf(v) != nullptr; });
    if (!isAssigned && std::binary_search(before.literals.begin(), before.literals.end(), predicate, byId)) {
      learn(true);
      continue;
    }
    if (!isAssigned && std::binary_search(before.literals.begin(), before.literals.end(), negation, byId)) {
      learn(false);
      continue;
    }
    const Expr precondition =
        evaluate(before, pool_.substitute(predicate, [&](Expr v) { return transition.valueOf(v); }));
    if (precondition->isConstant()) {
      learn(precondition->isTrue());
      continue;
    }
    const std::vector<Expr> known = relevant(premises, {precondition});
    if (isImplied(known, precondition))
      learn(true);
    else if (isImplied(known, pool_.negate(precondition)))
      learn(false);
    else
      unknown.emplace_back(predicate, precondition);
  }
  if (options_.domain != Options::Domain::Boolean || unknown.size() < 2)
    return;
  if (const std::optional<Expr> formula = combinations(unknown, premises))
    addSorted(successor.literals, *formula);
}

/// The combinations of truth values that the predicates can have, as a formula; none if there are too many, or if all
/// are possible.
std::optional<Expr> Domain::combinations(const std::vector<std::pair<Expr, Expr>> &unknown,
                                         const std::vector<Expr> &premises) {
  Expr result = pool_.boolean(false);
  std::vector<Expr> conditions = premises;
  for (std::size_t count = 0; !entailment_.check(conditions, pool_.boolean(false)); ++count) {
    if (entailment_.isCancelled() || count == maxCombinations)
      return std::nullopt;
    Expr cube = pool_.boolean(true);
    Expr before = pool_.boolean(true);
    for (const auto &[predicate, precondition] : unknown) {
      const bool holds = entailment_.valueInCounterexample(precondition) != 0;
      cube = pool_.conjunction(cube, holds ? predicate : pool_.negate(predicate));
      before = pool_.conjunction(before, holds ? precondition : pool_.negate(precondition));
    }
    result = pool_.disjunction(result, cube);
    conditions.push_back(pool_.negate(before));
  }
  if (isImplied({}, result))
    return std::nullopt;
  return result;
}

} // namespace heddle::engines::cegar
