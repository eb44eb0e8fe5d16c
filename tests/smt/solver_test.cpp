// The contract of the interface, for each backend.
#include "smt/random_expressions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace heddle::smt {
namespace {

class SolverTest : public ::testing::TestWithParam<Backend> {
protected:
  Answer solve(std::vector<Literal> assumptions = {}) { return solver->solve(assumptions, cancellation); }

  /// x · y = n with x, y > 1 and no overflow, where n is the product of two primes of 32 bits.
  void addFactoring() {
    const auto factor = [this](program::RegisterId id) { return pool.zext(pool.reg(id, 32), 64); };
    const Bits product = Bits{3037000493U} * 2654435761U;
    solver->addEquality(solver->trueLiteral(), pool.mul(factor(0), factor(1)), pool.constant(product, 64));
    solver->addClause({solver->literalOf(pool.make(ExprKind::Ult, pool.reg(0, 32), pool.reg(1, 32)))});
    solver->addClause({solver->literalOf(pool.make(ExprKind::Ult, pool.constant(1, 32), pool.reg(0, 32)))});
    solver->addClause({-solver->literalOf(pool.eq(pool.reg(1, 32), pool.constant(3037000493U, 32)))});
  }

  ExprPool pool;
  support::Cancellation cancellation;
  std::unique_ptr<Solver> solver = makeSolver(GetParam());
  Expr x = pool.reg(0, 8);
  Expr y = pool.reg(1, 8);
};

TEST_P(SolverTest, NothingAssertedIsSatisfiable) {
  EXPECT_EQ(solve(), Answer::Satisfiable);
  EXPECT_TRUE(solver->value(solver->trueLiteral()));
  EXPECT_FALSE(solver->value(-solver->trueLiteral()));
}

TEST_P(SolverTest, TheEmptyClauseStaysUnsatisfiable) {
  EXPECT_EQ(solve(), Answer::Satisfiable);
  solver->addClause({});
  const Literal a = solver->newLiteral();
  EXPECT_EQ(solve({a}), Answer::Unsatisfiable);
  EXPECT_TRUE(solver->core().empty());
  solver->addClause({a});
  EXPECT_EQ(solve(), Answer::Unsatisfiable);
}

TEST_P(SolverTest, ContradictoryAssumptionsAreTheirOwnCore) {
  const Literal a = solver->newLiteral();
  const Literal b = solver->newLiteral();
  EXPECT_EQ(solve({b, a, -a}), Answer::Unsatisfiable);
  std::vector<Literal> core = solver->core();
  std::sort(core.begin(), core.end());
  EXPECT_EQ(core, (std::vector{-a, a}));
  EXPECT_EQ(solve({b, a}), Answer::Satisfiable);
}

TEST_P(SolverTest, FalseAsAnAssumptionIsACore) {
  EXPECT_EQ(solve({-solver->trueLiteral()}), Answer::Unsatisfiable);
  EXPECT_EQ(solver->core(), std::vector{-solver->trueLiteral()});
}

TEST_P(SolverTest, RepeatedLiteralsCountOnce) {
  const Literal a = solver->newLiteral();
  const Literal b = solver->newLiteral();
  solver->addClause({a, a, b, a});
  solver->addClause({b, -b});
  solver->addClause({-a, -b, -a});
  EXPECT_EQ(solve({a, a, -b, a}), Answer::Satisfiable);
  EXPECT_TRUE(solver->value(a));
  EXPECT_FALSE(solver->value(b));
  EXPECT_EQ(solve({a, b, a, b}), Answer::Unsatisfiable);
  std::vector<Literal> core = solver->core();
  std::sort(core.begin(), core.end());
  EXPECT_EQ(core, (std::vector{a, b}));
}

TEST_P(SolverTest, ALiteralThatNoClauseMentionsHasAValue) {
  const Literal a = solver->newLiteral();
  EXPECT_EQ(solve(), Answer::Satisfiable);
  EXPECT_NE(solver->value(a), solver->value(-a));
}

TEST_P(SolverTest, AssumptionsHoldForOneCallOnly) {
  const Literal small = solver->literalOf(pool.make(ExprKind::Ult, x, pool.constant(10, 8)));
  EXPECT_EQ(solve({small}), Answer::Satisfiable);
  EXPECT_TRUE(solver->value(x) < 10);
  EXPECT_EQ(solve({-small}), Answer::Satisfiable);
  EXPECT_TRUE(solver->value(x) >= 10);
}

TEST_P(SolverTest, ClausesBetweenCallsEnumerateAllModels) {
  const Expr even = pool.eq(pool.extract(x, 0, 1), pool.constant(0, 1));
  solver->addClause({solver->literalOf(even)});
  solver->addClause({solver->literalOf(pool.make(ExprKind::Ult, x, pool.constant(20, 8)))});
  std::vector<Bits> found;
  while (solve() == Answer::Satisfiable) {
    found.push_back(solver->value(x));
    ASSERT_LE(found.size(), 10U);
    solver->addClause({-solver->literalOf(pool.eq(x, pool.constant(found.back(), 8)))});
  }
  std::sort(found.begin(), found.end());
  ASSERT_EQ(found.size(), 10U);
  for (unsigned i = 0; i < 10; ++i)
    EXPECT_TRUE(found[i] == 2 * i);
}

TEST_P(SolverTest, AnExpressionHasOneLiteral) {
  const Expr less = pool.make(ExprKind::Ult, x, y);
  EXPECT_EQ(solver->literalOf(less), solver->literalOf(less));
  EXPECT_EQ(solver->literalOf(pool.boolean(true)), solver->trueLiteral());
  EXPECT_EQ(solver->literalOf(pool.boolean(false)), -solver->trueLiteral());
}

TEST_P(SolverTest, ExpressionsOverOldRegistersMayBeAddedLater) {
  solver->addClause({solver->literalOf(pool.make(ExprKind::Ult, x, y))});
  ASSERT_EQ(solve(), Answer::Satisfiable);
  const Literal product = solver->literalOf(pool.eq(pool.mul(x, y), pool.constant(221, 8)));
  solver->addClause({solver->literalOf(pool.make(ExprKind::Ult, y, pool.constant(20, 8)))});
  ASSERT_EQ(solve({product}), Answer::Satisfiable);
  EXPECT_TRUE(support::truncate(solver->value(x) * solver->value(y), 8) == 221);
  EXPECT_TRUE(solver->value(x) < solver->value(y) && solver->value(y) < 20);
}

TEST_P(SolverTest, EqualityHoldsUnderItsConditionOnly) {
  const Literal c = solver->newLiteral();
  solver->addEquality(c, x, pool.add(y, pool.constant(1, 8)));
  solver->addEquality(c, y, pool.constant(41, 8));
  const Literal differs = -solver->literalOf(pool.eq(x, pool.constant(42, 8)));
  EXPECT_EQ(solve({differs}), Answer::Satisfiable);
  EXPECT_EQ(solve({differs, c}), Answer::Unsatisfiable);
  EXPECT_EQ(solve({c}), Answer::Satisfiable);
  EXPECT_TRUE(solver->value(x) == 42);
}

TEST_P(SolverTest, EqualityOfDifferentConstantsRefutesItsCondition) {
  const Literal c = solver->newLiteral();
  solver->addEquality(c, pool.constant(1, 8), pool.constant(2, 8));
  EXPECT_EQ(solve({c}), Answer::Unsatisfiable);
  EXPECT_EQ(solver->core(), std::vector{c});
  EXPECT_EQ(solve({-c}), Answer::Satisfiable);
  solver->addEquality(-solver->trueLiteral(), pool.constant(1, 8), pool.constant(2, 8));
  EXPECT_EQ(solve({-c}), Answer::Satisfiable);
}

TEST_P(SolverTest, ExpressionsThatWereNeverGivenHaveValues) {
  solver->addEquality(solver->trueLiteral(), x, pool.constant(7, 8));
  ASSERT_EQ(solve(), Answer::Satisfiable);
  const Expr unseen = pool.reg(9, 32);
  EXPECT_TRUE(solver->value(unseen) == 0) << "a register that nothing constrains";
  EXPECT_TRUE(solver->value(pool.add(pool.zext(x, 32), unseen)) == 7);
  EXPECT_TRUE(solver->value(pool.mul(pool.sext(x, 128), pool.constant(~Bits{0}, 128))) == ~Bits{0} - 6);
  EXPECT_TRUE(solver->value(pool.constant(3, 8)) == 3);
}

TEST_P(SolverTest, ValuesOfDeepExpressionsDoNotOverflowTheStack) {
  Expr e = x;
  for (unsigned i = 0; i < 100000; ++i)
    e = pool.make(ExprKind::Xor, pool.add(e, y), pool.reg(2, 8));
  solver->addEquality(solver->trueLiteral(), x, pool.constant(7, 8));
  ASSERT_EQ(solve(), Answer::Satisfiable);
  EXPECT_TRUE(solver->value(e) == solver->value(e));
}

TEST_P(SolverTest, ValuesBelongToTheLastModel) {
  const Literal one = solver->literalOf(pool.eq(x, pool.constant(1, 8)));
  const Literal two = solver->literalOf(pool.eq(x, pool.constant(2, 8)));
  const Expr successor = pool.add(x, pool.constant(1, 8));
  ASSERT_EQ(solve({one}), Answer::Satisfiable);
  EXPECT_TRUE(solver->value(successor) == 2);
  ASSERT_EQ(solve({two}), Answer::Satisfiable);
  EXPECT_TRUE(solver->value(successor) == 3);
}

TEST_P(SolverTest, TheSameQuestionsHaveTheSameModels) {
  std::vector<Bits> models;
  for (unsigned run = 0; run < 2; ++run) {
    solver = makeSolver(GetParam());
    solver->addClause({solver->literalOf(pool.make(ExprKind::Slt, pool.mul(x, y), pool.add(x, y)))});
    ASSERT_EQ(solve(), Answer::Satisfiable);
    models.push_back(solver->value(x));
    models.push_back(solver->value(y));
  }
  EXPECT_TRUE(models[0] == models[2] && models[1] == models[3]);
}

TEST_P(SolverTest, ARequestBeforeTheCallStopsIt) {
  addFactoring();
  cancellation.request(support::StopReason::Interrupted);
  EXPECT_EQ(solve(), Answer::Unknown);
}

TEST_P(SolverTest, ARequestFromAnotherThreadStopsAHardInstance) {
  addFactoring();
  std::thread other([this] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    cancellation.request(support::StopReason::Interrupted);
  });
  EXPECT_EQ(solve(), Answer::Unknown);
  other.join();
}

TEST_P(SolverTest, ADeadlineStopsAHardInstance) {
  addFactoring();
  cancellation.setDeadline(support::Cancellation::Clock::now() + std::chrono::milliseconds(100));
  EXPECT_EQ(solve(), Answer::Unknown);
  EXPECT_EQ(cancellation.reason(), support::StopReason::Timeout);
}

TEST_P(SolverTest, AStoppedSolverContinuesWithAnotherCancellation) {
  addFactoring();
  cancellation.setDeadline(support::Cancellation::Clock::now() + std::chrono::milliseconds(50));
  ASSERT_EQ(solve(), Answer::Unknown);
  support::Cancellation fresh;
  const Literal impossible = solver->literalOf(pool.eq(pool.reg(0, 32), pool.constant(2, 32)));
  EXPECT_EQ(solver->solve(std::vector{impossible}, fresh), Answer::Unsatisfiable);
}

INSTANTIATE_TEST_SUITE_P(In, SolverTest, ::testing::Values(Backend::CaDiCaL, Backend::Z3),
                         [](const auto &instance) { return nameOf(instance.param); });

} // namespace
} // namespace heddle::smt
