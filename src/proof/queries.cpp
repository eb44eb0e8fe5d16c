// Labels of neighbouring nodes differ little. A query is therefore asked first with only those premises that share
// variables with its conditions: such queries repeat, and their negative answers are cached. Only if these premises are
// satisfiable are the remaining ones added.
#include "proof/queries.hpp"

#include <algorithm>
#include <unordered_map>

namespace heddle::proof {

namespace {

/// A solver with more variables than this is replaced: neighbouring nodes share formulas, distant ones do not.
constexpr std::uint64_t maxVariables = 8'000;
/// … unless its first query alone needs so many that it would be replaced after each.
constexpr std::uint64_t growth = 4;

} // namespace

const std::vector<program::RegisterId> &Queries::variablesOf(Expr formula) {
  if (formula->id >= variables_.size())
    variables_.resize(formula->id + 1);
  Variables &variables = variables_[formula->id];
  if (!variables.isKnown)
    program::forEachRegister(formula, [&](program::RegisterId id) { variables.ids.push_back(id); });
  variables.isKnown = true;
  return variables.ids;
}

void Queries::markVariables(Expr formula) {
  for (const program::RegisterId id : variablesOf(formula)) {
    if (id >= marks_.size())
      marks_.resize(id + 1);
    marks_[id] = mark_;
  }
}

Queries::Key Queries::keyOf(std::span<const Expr> formulas) {
  Key key;
  for (const Expr formula : formulas)
    key.push_back(formula->id);
  std::sort(key.begin(), key.end());
  key.erase(std::unique(key.begin(), key.end()), key.end());
  return key;
}

Queries::Parts Queries::partsOf(std::span<const Expr> premises, std::span<const Expr> conditions) {
  Parts parts;
  unmarkAll();
  const auto take = [&](Expr formula) {
    if (formula->isTrue())
      return;
    parts.relevant.push_back(formula);
    markVariables(formula);
  };
  for (const Expr condition : conditions)
    take(condition);
  parts.rest.assign(premises.begin(), premises.end());
  for (std::size_t before = parts.rest.size() + 1; before != parts.rest.size();) {
    before = parts.rest.size();
    std::erase_if(parts.rest, [&](Expr premise) {
      const std::vector<program::RegisterId> &own = variablesOf(premise);
      const bool isRelevant = std::any_of(own.begin(), own.end(), [&](auto id) { return isMarked(id); });
      if (isRelevant)
        take(premise);
      return isRelevant;
    });
  }
  return parts;
}

std::vector<Expr> Queries::nearest(std::span<const Expr> premises, std::span<const Expr> conditions) {
  unmarkAll();
  std::vector<Expr> result;
  for (const Expr condition : conditions)
    if (!condition->isTrue()) {
      result.push_back(condition);
      markVariables(condition);
    }
  for (const Expr premise : premises) {
    const std::vector<program::RegisterId> &own = variablesOf(premise);
    if (!own.empty() && std::all_of(own.begin(), own.end(), [&](auto id) { return isMarked(id); }))
      result.push_back(premise);
  }
  return result;
}

bool Queries::isInfeasible(const std::vector<Expr> &formulas) {
  Key key = keyOf(formulas);
  if (const auto known = infeasible_.find(key); known != infeasible_.end()) {
    core_ = known->second;
    return true;
  }
  if (ask(formulas))
    return false;
  infeasible_.emplace(std::move(key), core_);
  return true;
}

bool Queries::findModel(std::span<const Expr> premises, std::span<const Expr> conditions) {
  std::vector<Expr> formulas = partsOf(premises, conditions).relevant;
  if (isInfeasible(formulas))
    return false;
  if (formulas.size() >= conditions.size() + premises.size())
    return true; // nothing was left out
  formulas.assign(conditions.begin(), conditions.end());
  formulas.insert(formulas.end(), premises.begin(), premises.end());
  return ask(formulas);
}

/// What is left out shares no variable with the rest, so the two can be decided apart: the premises of neighbouring
/// queries that are left out are mostly the same.
bool Queries::isPossible(std::span<const Expr> premises, std::span<const Expr> conditions) {
  const std::vector<Expr> near = nearest(premises, conditions);
  if (!near.empty() && isInfeasible(near))
    return false;
  const Parts parts = partsOf(premises, conditions);
  if (parts.relevant.size() > near.size() && isInfeasible(parts.relevant))
    return false;
  Key key = keyOf(parts.rest);
  if (feasible_.contains(key))
    return true;
  if (isInfeasible(parts.rest))
    return false;
  feasible_.insert(std::move(key));
  return true;
}

void Queries::poll() const {
  if (cancellation_.poll())
    throw CheckFailure{CheckResult::Kind::Cancelled, "the check was cancelled"};
}

bool Queries::ask(std::span<const Expr> formulas) {
  const bool isNew = !solver_ || solver_->size().variables > mostVariables_;
  if (isNew)
    solver_ = smt::makeSolver(backend_);
  ++count_;
  std::vector<smt::Literal> assumptions;
  std::unordered_map<smt::Literal, Expr> origins;
  for (const Expr formula : formulas) {
    if (formula->isFalse()) {
      core_ = {formula};
      return false;
    }
    if (formula->isTrue())
      continue;
    const smt::Literal literal = solver_->literalOf(formula);
    if (origins.emplace(literal, formula).second)
      assumptions.push_back(literal);
  }
  if (isNew)
    mostVariables_ = std::max(maxVariables, growth * solver_->size().variables);
  const smt::Answer answer = solver_->solve(assumptions, cancellation_);
  if (answer == smt::Answer::Unknown)
    poll();
  if (answer == smt::Answer::Unknown)
    throw CheckFailure{CheckResult::Kind::Inconclusive, "the check is inconclusive: the solver did not decide a query"};
  if (answer == smt::Answer::Satisfiable)
    return true;
  core_.clear();
  for (const smt::Literal literal : solver_->core())
    core_.push_back(origins.at(literal));
  return false;
}

} // namespace heddle::proof
