// Every integer operator, in every backend, against program::apply.
#include "smt/operator_check.hpp"

namespace heddle::smt {
namespace {

using Operators = OperatorCheck;

TEST_P(Operators, AtSmallWidthsOnAllOperands) {
  for (unsigned width = 1; width <= 3; ++width)
    for (const Operator &op : integerOperators(width)) {
      unsigned bits = 0;
      for (const unsigned operandWidth : op.operandWidths)
        bits += operandWidth;
      std::vector<std::vector<Bits>> tries;
      for (unsigned number = 0; number < 1U << bits; ++number) {
        std::vector<Bits> &operands = tries.emplace_back();
        unsigned rest = number;
        for (const unsigned operandWidth : op.operandWidths) {
          operands.push_back(support::truncate(rest, operandWidth));
          rest >>= operandWidth;
        }
      }
      check(op, tries);
    }
}

TEST_P(Operators, AtLargeWidthsOnRandomOperands) {
  Random random(1);
  const bool isSlow = GetParam() == Backend::Z3 && !isInLongMode();
  const std::vector<unsigned> widths =
      isSlow ? std::vector{5U, 8U, 17U, 32U}
             : std::vector{4U, 5U, 6U, 7U, 8U, 13U, 16U, 31U, 32U, 33U, 63U, 64U, 65U, 80U, 127U, 128U};
  for (const unsigned width : widths)
    for (const Operator &op : integerOperators(width)) {
      std::vector<std::vector<Bits>> tries;
      const std::uint64_t count = GetParam() == Backend::Z3 ? 3 : campaignSize(width > 64 ? 3 : 8);
      for (unsigned i = 0; i < count; ++i) {
        std::vector<Bits> &operands = tries.emplace_back();
        for (const unsigned operandWidth : op.operandWidths)
          operands.push_back(random.value(operandWidth));
      }
      check(op, tries);
    }
}

TEST_P(Operators, WithAConstantOperand) {
  Random random(2);
  for (const unsigned width : {3U, 8U, 32U, 64U})
    for (const Operator &op : integerOperators(width)) {
      if (op.operandWidths.size() != 2)
        continue;
      for (unsigned i = 0; i < campaignSize(4); ++i) {
        ExprPool pool;
        support::Cancellation cancellation;
        const auto solver = makeSolver(GetParam());
        const std::vector<Bits> operands{random.value(op.operandWidths[0]), random.value(op.operandWidths[1])};
        const unsigned constant = random.below(2);
        std::vector<Expr> args(2);
        args[constant] = pool.constant(operands[constant], op.operandWidths[constant]);
        args[1 - constant] = pool.reg(0, op.operandWidths[1 - constant]);
        const Expr result = pool.reg(1, op.width);
        solver->addEquality(solver->trueLiteral(), result, op(pool, args));
        solver->addEquality(solver->trueLiteral(), args[1 - constant],
                            pool.constant(operands[1 - constant], op.operandWidths[1 - constant]));
        ASSERT_EQ(solver->solve(cancellation), Answer::Satisfiable) << op.text(operands);
        ASSERT_TRUE(solver->value(result) == op.apply(operands)) << op.text(operands);
      }
    }
}

INSTANTIATE_TEST_SUITE_P(In, Operators, ::testing::Values(Backend::CaDiCaL, Backend::Z3),
                         [](const auto &instance) { return nameOf(instance.param); });

} // namespace
} // namespace heddle::smt
