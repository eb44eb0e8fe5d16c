// Every floating-point operator, in every backend, against program::apply.
#include "smt/float_operators.hpp"
#include "smt/operator_check.hpp"

#include <array>

namespace heddle::smt {
namespace {

using Floats = OperatorCheck;

/// Z3 takes seconds for its larger circuits, even if all operands are known.
bool isQuick(const Operator &op) {
  if (op.kind == ExprKind::FDiv || op.kind == ExprKind::FSqrt)
    return false;
  const bool isComparison = op.kind >= ExprKind::FEq && op.kind <= ExprKind::FUnordered;
  return isComparison || ((op.width == 32 || op.width == 8) && op.operandWidths[0] <= 32);
}

TEST_P(Floats, OnRandomOperands) {
  Random random(4);
  for (const Operator &op : floatOperators()) {
    if (GetParam() == Backend::Z3 && !isQuick(op) && !isInLongMode())
      continue;
    std::vector<std::vector<Bits>> tries;
    const std::uint64_t count = GetParam() == Backend::Z3 ? 1 : campaignSize(4);
    for (unsigned i = 0; i < count; ++i)
      tries.push_back(floatOperands(op, random));
    check(op, tries);
  }
}

TEST(FloatFormulas, HaveModelsThatSatisfyThemOnTheHost) {
  Random random(5);
  constexpr std::array kinds{ExprKind::FAdd, ExprKind::FSub, ExprKind::FMul, ExprKind::FDiv};
  unsigned satisfiable = 0;
  for (unsigned round = 0; round < campaignSize(30); ++round) {
    ExprPool pool;
    support::Cancellation cancellation;
    const auto solver = makeSolver(Backend::CaDiCaL);
    std::vector<Expr> numbers{pool.reg(0, 32), pool.reg(1, 32), pool.constant(floatPattern(32, random), 32)};
    for (unsigned i = 0; i < 2; ++i)
      numbers.push_back(pool.make(random.pick(kinds), random.pick(numbers), random.pick(numbers)));
    std::vector<Expr> conditions;
    for (unsigned i = 0; i < 3; ++i) {
      const ExprKind kind = random.coin() ? ExprKind::FLt : ExprKind::FEq;
      const Expr condition = pool.make(kind, random.pick(numbers), pool.constant(floatPattern(32, random), 32));
      conditions.push_back(random.below(3) == 0 ? condition : pool.negate(condition));
      solver->addClause({solver->literalOf(conditions.back())});
    }
    if (solver->solve(cancellation) != Answer::Satisfiable)
      continue;
    ++satisfiable;
    for (const Expr condition : conditions)
      ASSERT_TRUE(solver->value(condition) == 1);
  }
  EXPECT_GT(satisfiable, 0U);
}

INSTANTIATE_TEST_SUITE_P(In, Floats, ::testing::Values(Backend::CaDiCaL, Backend::Z3),
                         [](const auto &instance) { return nameOf(instance.param); });

} // namespace
} // namespace heddle::smt
