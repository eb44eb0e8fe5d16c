// One incremental solver answers many queries, because neighbouring paths share most of their formulas. It is replaced
// when its variables, mostly of paths that are no longer explored, slow it down.
#include "reachability/entailment.hpp"

#include "support/stopwatch.hpp"

#include <unordered_map>

namespace heddle::reachability {

namespace {

constexpr std::uint64_t maxVariables = 8'000;

} // namespace

std::optional<std::vector<std::size_t>> Entailment::check(std::span<const Expr> premises, Expr goal) {
  if (goal->isTrue())
    return std::vector<std::size_t>{};
  const support::Stopwatch stopwatch(time_);
  ++queries_;
  if (!solver_ || solver_->size().variables > maxVariables)
    solver_ = smt::makeSolver(backend_);
  std::vector<smt::Literal> assumptions;
  std::unordered_map<smt::Literal, std::size_t> indices;
  for (std::size_t i = 0; i < premises.size(); ++i) {
    const smt::Literal literal = solver_->literalOf(premises[i]);
    if (indices.emplace(literal, i).second)
      assumptions.push_back(literal);
  }
  if (!goal->isFalse())
    assumptions.push_back(-solver_->literalOf(goal));
  const smt::Answer answer = solver_->solve(assumptions, cancellation_);
  std::optional<std::vector<std::size_t>> result;
  if (answer == smt::Answer::Unsatisfiable) {
    result.emplace();
    for (const smt::Literal literal : solver_->core())
      if (const auto index = indices.find(literal); index != indices.end())
        result->push_back(index->second);
  }
  return result;
}

smt::Answer Entailment::findModel(std::span<const Expr> conditions) {
  solver_ = smt::makeSolver(backend_);
  for (const Expr condition : conditions)
    solver_->addClause({solver_->literalOf(condition)});
  return solver_->solve(cancellation_);
}

} // namespace heddle::reachability
