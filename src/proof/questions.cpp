#include "proof/questions.hpp"

namespace heddle::proof {

namespace {

/// A solver that has seen this much is replaced: neighbouring nodes have formulas in common, distant ones do not.
constexpr std::uint64_t maxVariables = 40'000;

} // namespace

bool Questions::areFeasible(std::span<const Expr> premises, std::span<const Expr> conditions) {
  if (!solver_ || solver_->size().variables > maxVariables)
    solver_ = smt::makeSolver(backend_);
  ++count_;
  std::vector<smt::Literal> assumptions;
  for (const std::span<const Expr> formulas : {premises, conditions})
    for (const Expr formula : formulas)
      if (!formula->isTrue())
        assumptions.push_back(solver_->literalOf(formula));
  const smt::Answer answer = solver_->solve(assumptions, cancellation_);
  if (answer == smt::Answer::Stopped)
    throw Complaint{"the check was stopped before its end"};
  return answer == smt::Answer::Satisfiable;
}

} // namespace heddle::proof
