// Labels of neighbouring nodes differ little. A query is therefore asked first with only those premises that share
// variables with its conditions: such queries repeat, and their negative answers are cached. Only if these premises are
// satisfiable are the remaining ones added.
#include "proof/queries.hpp"

#include <algorithm>
#include <unordered_set>

namespace heddle::proof {

namespace {

/// A solver with more variables than this is replaced: neighbouring nodes share formulas, distant ones do not.
constexpr std::uint64_t maxVariables = 8'000;

} // namespace

const std::vector<program::RegisterId> &Queries::variablesOf(Expr formula) {
  const auto [entry, isNew] = variables_.try_emplace(formula);
  if (isNew)
    program::forEachRegister(formula, [&](program::RegisterId id) { entry->second.push_back(id); });
  return entry->second;
}

std::vector<Expr> Queries::relevant(std::span<const Expr> premises, std::span<const Expr> conditions) {
  std::vector<Expr> result;
  std::unordered_set<program::RegisterId> reached;
  const auto take = [&](Expr formula) {
    if (formula->isTrue())
      return;
    result.push_back(formula);
    reached.insert(variablesOf(formula).begin(), variablesOf(formula).end());
  };
  for (const Expr condition : conditions)
    take(condition);
  std::vector<Expr> rest(premises.begin(), premises.end());
  for (std::size_t before = rest.size() + 1; before != rest.size();) {
    before = rest.size();
    std::erase_if(rest, [&](Expr premise) {
      const std::vector<program::RegisterId> &own = variablesOf(premise);
      const bool isRelevant = std::any_of(own.begin(), own.end(), [&](auto id) { return reached.contains(id); });
      if (isRelevant)
        take(premise);
      return isRelevant;
    });
  }
  return result;
}

bool Queries::findModel(std::span<const Expr> premises, std::span<const Expr> conditions) {
  std::vector<Expr> formulas = relevant(premises, conditions);
  std::vector<std::uint32_t> key;
  for (const Expr formula : formulas)
    key.push_back(formula->id);
  std::sort(key.begin(), key.end());
  key.erase(std::unique(key.begin(), key.end()), key.end());
  if (const auto known = infeasible_.find(key); known != infeasible_.end()) {
    core_ = known->second;
    return false;
  }
  if (!ask(formulas)) {
    infeasible_.emplace(std::move(key), core_);
    return false;
  }
  if (formulas.size() >= conditions.size() + premises.size())
    return true; // nothing was left out
  formulas.assign(conditions.begin(), conditions.end());
  formulas.insert(formulas.end(), premises.begin(), premises.end());
  return ask(formulas);
}

void Queries::poll() const {
  if (cancellation_.poll())
    throw CheckFailure{CheckResult::Kind::Cancelled, "the check was cancelled"};
}

bool Queries::ask(std::span<const Expr> formulas) {
  if (!solver_ || solver_->size().variables > maxVariables)
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
