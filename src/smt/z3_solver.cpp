// The solver interface on top of Z3: an independent second opinion on every formula.
//
// A literal is a Boolean constant that is asserted to equal its term, because Z3 accepts only constants and their
// negations as assumptions. Bit-vector formulas go to Z3's incremental SAT-based solver; the first floating-point term
// moves all assertions to the general solver, which supports that theory. Z3 throws if it gives up, is interrupted or
// runs out of memory: the answer is then Unknown. If this happens while the formula is built, every later answer is
// Unknown, too, because a part of the formula is missing.
#include "smt/z3_solver.hpp"

#include "smt/evaluator.hpp"
#include "smt/z3_translator.hpp"

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <thread>

namespace heddle::smt {

namespace {

using program::Bits;
using program::Expr;

/// Z3 does not report its effort, so time is used instead.
constexpr std::uint64_t effortPerMillisecond = 100;

/// Interrupts Z3 on cancellation. Z3 ignores an interrupt at some times, so it is repeated until the watcher is
/// destroyed.
class Watcher {
public:
  Watcher(z3::context &context, support::Cancellation &cancellation)
      : thread_([this, &context, &cancellation] { watch(context, cancellation); }) {}
  Watcher(const Watcher &) = delete;
  Watcher &operator=(const Watcher &) = delete;
  ~Watcher() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

private:
  void watch(z3::context &context, support::Cancellation &cancellation) {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, std::chrono::milliseconds(1), [this] { return done_; }))
      if (cancellation.poll(effortPerMillisecond))
        context.interrupt();
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;
  std::thread thread_; // the last member, so that it starts after the others are initialised
};

class Z3Solver final : public Solver {
public:
  Z3Solver() : literals_{context_.bool_val(true)} { Solver::addClause({newLiteral()}); }

  Literal newLiteral() override;
  Literal trueLiteral() override { return 1; }
  Literal literalOf(Expr condition) override;
  void addClause(std::span<const Literal> clause) override;
  void addEquality(Literal condition, Expr a, Expr b) override;
  Answer solve(std::span<const Literal> assumptions, support::Cancellation &cancellation) override;
  bool value(Literal literal) override;
  Bits value(Expr expression) override;
  std::vector<Literal> core() override { return core_; }
  Size size() const override { return {literals_.size() - 1, clauses_}; }

private:
  template <typename Build> void guarded(Build build);
  z3::expr term(Literal literal) const;
  void assertTerm(const z3::expr &formula);
  void readCore();
  z3::expr evaluated(const z3::expr &variable);
  Bits registerValue(Expr reg);

  z3::context context_;
  z3::solver solver_{context_, "QF_BV"};
  bool hasFloats_ = false;
  bool isBroken_ = false; // a part of the formula is missing
  Z3Translator translator_{context_};
  std::vector<z3::expr> literals_;          // by variable; 0 is unused
  PagedTable<Literal> literalOfExpression_; // by id of the expression
  std::uint64_t clauses_ = 0;
  std::vector<Literal> assumptions_; // of the last solve, sorted, each once
  std::vector<Literal> core_;
  std::optional<z3::model> model_;
  Evaluator evaluator_;
};

Literal Z3Solver::newLiteral() {
  const std::string name = "l" + std::to_string(literals_.size());
  literals_.push_back(context_.bool_const(name.c_str()));
  return static_cast<Literal>(literals_.size() - 1);
}

template <typename Build> void Z3Solver::guarded(Build build) {
  try {
    build();
  } catch (const z3::exception &) {
    isBroken_ = true;
  }
}

z3::expr Z3Solver::term(Literal literal) const {
  const z3::expr &variable = literals_[static_cast<std::size_t>(std::abs(literal))];
  return literal > 0 ? variable : !variable;
}

void Z3Solver::assertTerm(const z3::expr &formula) {
  if (translator_.usesFloats() && !hasFloats_) {
    hasFloats_ = true;
    z3::solver general(context_);
    for (const z3::expr &assertion : solver_.assertions())
      general.add(assertion);
    solver_ = general;
  }
  solver_.add(formula);
  ++clauses_;
}

Literal Z3Solver::literalOf(Expr condition) {
  assert(condition->width == 1 && "a condition has one bit");
  if (condition->isConstant())
    return condition->isTrue() ? trueLiteral() : -trueLiteral();
  Literal &literal = literalOfExpression_[condition->id];
  if (literal == 0) {
    literal = newLiteral();
    guarded([&] { assertTerm(term(literal) == translator_.translate(condition)); });
  }
  return literal;
}

void Z3Solver::addClause(std::span<const Literal> clause) {
  guarded([&] {
    z3::expr_vector terms(context_);
    for (const Literal literal : clause)
      terms.push_back(term(literal));
    assertTerm(z3::mk_or(terms));
  });
}

void Z3Solver::addEquality(Literal condition, Expr a, Expr b) {
  assert(a->width == b->width && "equality of equal widths");
  guarded([&] {
    const z3::expr equality = translator_.translate(a) == translator_.translate(b);
    assertTerm(condition == trueLiteral() ? equality : z3::implies(term(condition), equality));
  });
}

Answer Z3Solver::solve(std::span<const Literal> assumptions, support::Cancellation &cancellation) {
  evaluator_.reset();
  model_.reset();
  if (isBroken_ || cancellation.poll())
    return Answer::Unknown;
  assumptions_.assign(assumptions.begin(), assumptions.end());
  std::sort(assumptions_.begin(), assumptions_.end());
  assumptions_.erase(std::unique(assumptions_.begin(), assumptions_.end()), assumptions_.end());
  // Z3 4.8 may return an empty core for complementary assumptions if one of them is implied by the clauses.
  core_.clear();
  for (const Literal literal : assumptions_)
    if (literal < 0 && std::binary_search(assumptions_.begin(), assumptions_.end(), -literal)) {
      core_ = {literal, -literal};
      return Answer::Unsatisfiable;
    }
  try {
    z3::expr_vector terms(context_);
    for (const Literal literal : assumptions_)
      terms.push_back(term(literal));
    z3::check_result result = z3::unknown;
    {
      const Watcher watcher(context_, cancellation);
      result = solver_.check(terms);
    }
    if (result == z3::unknown)
      return Answer::Unknown;
    if (result == z3::unsat) {
      readCore();
      return Answer::Unsatisfiable;
    }
    model_ = solver_.get_model();
    return Answer::Satisfiable;
  } catch (const z3::exception &) {
    return Answer::Unknown;
  }
}

bool Z3Solver::value(Literal literal) {
  assert(model_ && "there is no model");
  return evaluated(term(literal)).is_true();
}

/// With model completion: a variable that the formula does not mention is false or zero.
z3::expr Z3Solver::evaluated(const z3::expr &variable) { return model_->eval(variable, true); }

Bits Z3Solver::registerValue(Expr reg) {
  assert(model_ && "there is no model");
  const z3::expr *variable = translator_.existing(reg);
  if (variable == nullptr)
    return 0;
  const z3::expr number = evaluated(*variable);
  if (number.is_bool())
    return number.is_true() ? 1 : 0;
  Bits result = 0;
  for (const char digit : number.get_decimal_string(0))
    result = result * 10 + static_cast<unsigned>(digit - '0');
  return result;
}

Bits Z3Solver::value(Expr expression) {
  return evaluator_.evaluate(expression, [this](Expr reg) { return registerValue(reg); });
}

void Z3Solver::readCore() {
  const z3::expr_vector terms = solver_.unsat_core();
  for (const Literal literal : assumptions_) {
    const z3::expr candidate = term(literal);
    for (const z3::expr &failed : terms)
      if (z3::eq(failed, candidate)) {
        core_.push_back(literal);
        break;
      }
  }
}

} // namespace

std::unique_ptr<Solver> makeZ3Solver() { return std::make_unique<Z3Solver>(); }

} // namespace heddle::smt
