// Bit-blasting to CaDiCaL (version 1.5: IPASIR with assumptions, no user propagators).
//
// Expressions become gates, and gates become clauses when a clause or an assumption needs them. Clauses are buffered
// until the next `solve`, because CaDiCaL drops its model as soon as a clause is added; a model can therefore be read
// while the clauses that refine it are built.
#include "smt/cadical_solver.hpp"

#include "smt/bit_blaster.hpp"
#include "smt/evaluator.hpp"
#include "smt/tseitin.hpp"

#include <cadical.hpp>

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace heddle::smt {

namespace {

using program::Bits;
using program::Expr;

/// The work of the solver between two polls grows with the formula.
constexpr std::uint64_t clausesPerEffort = 16384;

class Poll final : public CaDiCaL::Terminator {
public:
  Poll(support::Cancellation &cancellation, std::uint64_t effort) : cancellation_(cancellation), effort_(effort) {}
  bool terminate() override { return cancellation_.poll(effort_); }

private:
  support::Cancellation &cancellation_;
  std::uint64_t effort_;
};

class CadicalSolver final : public Solver {
public:
  CadicalSolver();

  Literal newLiteral() override { return clauses_.newVariable(); }
  Literal trueLiteral() override { return 1; }
  Literal literalOf(Expr condition) override;
  void addClause(std::span<const Literal> clause) override { clauses_.add(clause); }
  void addEquality(Literal condition, Expr a, Expr b) override;
  Answer solve(std::span<const Literal> assumptions, support::Cancellation &cancellation) override;
  bool value(Literal literal) override;
  Bits value(Expr expression) override;
  std::vector<Literal> core() override;
  Size size() const override { return clauses_.size(); }

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

// The options suit many small calls with clauses added between them. Measured against the defaults, in CPU time on a
// busy machine (differences below a fifth are noise), on generated formulas: (a) 2000 calls under
// assumptions on 12 words of 32 bits, 17000 variables at the end: 4.6 s instead of 6.3 s; (b) 180 calls that
// refine the order of events of three threads with 32-bit values, 2500 variables: 3.4 s instead of 5.1 s;
// (c) the same with four threads, 80 calls: 5.8 s instead of 13.3 s; (d) eight single calls on floating-point
// circuits: 0.1 s instead of 1.8 s, all of it in one of them; (e) eight single calls on products and quotients
// of 7 to 32 bits: the same. Chronological backtracking made the difference in (d), lucky phases and walks in (c).
// Variable elimination stays on: eliminated variables must be restored when a clause mentions them, but the proofs on
// which bounded model checking spends its time need it. With it, examples/fib_bench.c with 8 rounds takes 2.8 s instead
// of 7.4 s, and with 11 rounds 28 s instead of minutes.
CadicalSolver::CadicalSolver() {
  for (const char *option : {"lucky", "walk", "chrono"})
    cadical_.set(option, 0);
  cadical_.set("quiet", 1);
}

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
  Poll poll(cancellation, 1 + clauses_.size().clauses / clausesPerEffort);
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

std::unique_ptr<Solver> makeCadicalSolver() { return std::make_unique<CadicalSolver>(); }

} // namespace heddle::smt
