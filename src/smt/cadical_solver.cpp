// Bit-blasting to CaDiCaL (version 1.5: IPASIR with assumptions, no user propagators).
//
// Expressions become gates, and gates become clauses when a clause or an assumption needs them. Clauses are buffered
// until the next `solve`, because CaDiCaL drops its model as soon as a clause is added; a model can therefore be read
// while the clauses that refine it are built.
#include "smt/cadical_solver.hpp"

#include "smt/bit_blaster.hpp"
#include "smt/cadical_settings.hpp"
#include "smt/evaluator.hpp"
#include "smt/recording_solver.hpp"
#include "smt/tseitin.hpp"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace heddle::smt {

namespace {

using program::Bits;
using program::Expr;

class CadicalSolver final : public RecordingSolver {
public:
  explicit CadicalSolver(bool recordsFormula) {
    configure(cadical_);
    if (recordsFormula)
      clauses_.record();
  }

  Literal newLiteral() override { return clauses_.newVariable(); }
  Literal trueLiteral() override { return 1; }
  Literal literalOf(Expr condition) override;
  void addClause(std::span<const Literal> clause) override { clauses_.add(clause); }
  void addConsequence(std::span<const Literal> clause) override { clauses_.addConsequence(clause); }
  void addEquality(Literal condition, Expr a, Expr b) override;
  Answer solve(std::span<const Literal> assumptions, support::Cancellation &cancellation) override;
  bool value(Literal literal) override;
  Bits value(Expr expression) override;
  std::vector<Literal> core() override;
  Size size() const override { return clauses_.size(); }
  const Clauses &formula() const override { return clauses_.recorded(); }

private:
  void implyEqual(Literal condition, Gate a, Gate b);
  bool flush(support::Cancellation &cancellation);
  Bits registerValue(Expr reg);

  Gates gates_;
  ClauseBuffer clauses_;
  Tseitin tseitin_{gates_, clauses_};
  BitBlaster blaster_{gates_};
  Evaluator evaluator_;
  CaDiCaL::Solver cadical_;
  std::vector<Literal> assumptions_; // of the last solve, each once
};

Literal CadicalSolver::literalOf(Expr condition) {
  assert(condition->width == 1 && "a condition has one bit");
  return tseitin_.literal(blaster_.blast(condition)[0]);
}

void CadicalSolver::addEquality(Literal condition, Expr a, Expr b) {
  assert(a->width == b->width && "equality of equal widths");
  if (condition == -trueLiteral() || a == b)
    return;
  blaster_.blast(a);
  const WordView right = blaster_.blast(b);
  const WordView left = blaster_.blast(a); // again: the second call has invalidated the first view
  for (std::size_t i = 0; i < left.size(); ++i)
    implyEqual(condition, left[i], right[i]);
}

void CadicalSolver::implyEqual(Literal condition, Gate a, Gate b) {
  if (a == b)
    return;
  const auto imply = [&](std::initializer_list<Literal> literals) {
    std::array<Literal, 3> clause{};
    std::size_t size = 0;
    if (condition != trueLiteral())
      clause[size++] = -condition;
    for (const Literal literal : literals)
      clause[size++] = literal;
    clauses_.add(std::span(clause).first(size));
  };
  if (a == -b)
    return imply({});
  if (isConstant(a))
    return imply({a == trueGate ? tseitin_.literal(b) : -tseitin_.literal(b)});
  if (isConstant(b))
    return imply({b == trueGate ? tseitin_.literal(a) : -tseitin_.literal(a)});
  const Literal left = tseitin_.literal(a);
  const Literal right = tseitin_.literal(b);
  imply({-left, right});
  imply({left, -right});
}

/// Passes the buffered clauses to CaDiCaL; false if cancelled, which may happen after any clause.
bool CadicalSolver::flush(support::Cancellation &cancellation) {
  constexpr std::size_t literalsPerPoll = 1 << 14;
  constexpr std::uint64_t effort = 100;
  std::size_t nextPoll = literalsPerPoll;
  const std::span<const Literal> pending = clauses_.pending();
  for (std::size_t i = 0; i < pending.size(); ++i) {
    cadical_.add(pending[i]);
    if (pending[i] != 0 || i < nextPoll)
      continue;
    nextPoll = i + literalsPerPoll;
    if (cancellation.poll(effort)) {
      clauses_.drop(i + 1);
      return false;
    }
  }
  clauses_.drop(pending.size());
  return true;
}

Answer CadicalSolver::solve(std::span<const Literal> assumptions, support::Cancellation &cancellation) {
  evaluator_.reset();
  if (cancellation.poll() || !flush(cancellation))
    return Answer::Unknown;
  assumptions_.assign(assumptions.begin(), assumptions.end());
  std::sort(assumptions_.begin(), assumptions_.end());
  assumptions_.erase(std::unique(assumptions_.begin(), assumptions_.end()), assumptions_.end());
  for (const Literal literal : assumptions_)
    cadical_.assume(literal);
  CadicalPoll poll(cancellation, clauses_.size().clauses);
  cadical_.connect_terminator(&poll);
  const int result = cadical_.solve();
  cadical_.disconnect_terminator();
  if (result == 0)
    return Answer::Unknown;
  return result == 10 ? Answer::Satisfiable : Answer::Unsatisfiable;
}

bool CadicalSolver::value(Literal literal) {
  assert(cadical_.state() == CaDiCaL::SATISFIED && "there is no model");
  const Literal variable = std::abs(literal);
  // A variable that no clause mentions is free and unknown to CaDiCaL.
  const bool isTrue = variable <= cadical_.vars() && cadical_.val(variable) > 0;
  return isTrue == (literal > 0);
}

Bits CadicalSolver::registerValue(Expr reg) {
  const WordView word = blaster_.existing(reg);
  Bits result = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const Literal literal = tseitin_.existing(word[i]);
    if (literal != 0 && value(literal))
      result |= Bits{1} << i;
  }
  return result;
}

Bits CadicalSolver::value(Expr expression) {
  return evaluator_.evaluate(expression, [this](Expr reg) { return registerValue(reg); });
}

std::vector<Literal> CadicalSolver::core() {
  assert(cadical_.state() == CaDiCaL::UNSATISFIED && "there is no core");
  std::vector<Literal> result;
  for (const Literal literal : assumptions_)
    if (cadical_.failed(literal))
      result.push_back(literal);
  return result;
}

} // namespace

std::unique_ptr<Solver> makeCadicalSolver() { return std::make_unique<CadicalSolver>(false); }

std::unique_ptr<RecordingSolver> makeRecordingSolver() { return std::make_unique<CadicalSolver>(true); }

} // namespace heddle::smt
