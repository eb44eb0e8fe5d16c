#include "engines/parametric/enumeration.hpp"

#include "support/stopwatch.hpp"

namespace heddle::engines::parametric {

namespace {

constexpr std::size_t mostPatterns = 4096;
/// A solver that has learned about more variables than this is replaced: they slow down queries about few of them.
constexpr std::uint64_t mostVariables = 4000;

} // namespace

smt::Solver &Enumeration::solver() {
  if (!solver_ || solver_->size().variables > mostVariables) {
    solver_ = smt::makeSolver(backend_);
    asserted_ = 0;
  }
  for (; asserted_ < axioms_.size(); ++asserted_)
    solver_->addClause({solver_->literalOf(axioms_[asserted_])});
  return *solver_;
}

std::optional<std::vector<Pattern>> Enumeration::patterns(std::span<const Expr> facts, std::span<const Expr> formulas) {
  const support::Stopwatch stopwatch(time_);
  smt::Solver &solver = this->solver();
  std::vector<smt::Literal> assumptions;
  for (const Expr fact : facts)
    if (!fact->isTrue())
      assumptions.push_back(solver.literalOf(fact));
  std::vector<smt::Literal> literals;
  bool isFixed = true; // all formulas are constants
  for (const Expr formula : formulas) {
    literals.push_back(solver.literalOf(formula));
    isFixed = isFixed && formula->isConstant();
  }
  // Clauses are permanent: those that exclude patterns hold only while this literal is assumed.
  const smt::Literal active = solver.newLiteral();
  assumptions.push_back(active);
  std::vector<Pattern> result;
  for (;;) {
    ++queries_;
    const smt::Answer answer = solver.solve(assumptions, cancellation_);
    if (answer == smt::Answer::Unknown || cancellation_.poll())
      return std::nullopt;
    if (answer == smt::Answer::Unsatisfiable)
      break;
    Pattern pattern;
    std::vector<smt::Literal> other{-active};
    for (const smt::Literal literal : literals) {
      pattern.push_back(solver.value(literal));
      other.push_back(pattern.back() ? -literal : literal);
    }
    result.push_back(std::move(pattern));
    if (result.size() > mostPatterns)
      return std::nullopt;
    if (isFixed)
      break;
    solver.addClause(other);
  }
  solver.addClause({-active});
  return result;
}

} // namespace heddle::engines::parametric
