// The fixture of the tests that compare solvers with program::apply, operator by operator.
#pragma once

#include "smt/random_expressions.hpp"

#include <gtest/gtest.h>

namespace heddle::smt {

/// Solves for the result of one operator.
class OperatorCheck : public ::testing::TestWithParam<Backend> {
protected:
  /// Checks for each list of operands that the solver finds exactly the result that apply defines.
  void check(const Operator &op, const std::vector<std::vector<Bits>> &tries) {
    ExprPool pool;
    support::Cancellation cancellation;
    const auto solver = makeSolver(GetParam());
    std::vector<Expr> args;
    for (const unsigned width : op.operandWidths)
      args.push_back(pool.reg(static_cast<program::RegisterId>(args.size()), width));
    const Expr result = pool.reg(100, op.width);
    solver->addEquality(solver->trueLiteral(), result, op(pool, args));
    for (const std::vector<Bits> &operands : tries) {
      std::vector<Literal> assumptions;
      for (std::size_t i = 0; i < args.size(); ++i)
        assumptions.push_back(solver->literalOf(pool.eq(args[i], pool.constant(operands[i], args[i]->width))));
      ASSERT_EQ(solver->solve(assumptions, cancellation), Answer::Satisfiable) << op.text(operands);
      const Bits expected = op.apply(operands);
      ASSERT_TRUE(solver->value(result) == expected)
          << op.text(operands) << ": " << support::toHex(solver->value(result)) << " instead of "
          << support::toHex(expected);
      assumptions.push_back(-solver->literalOf(pool.eq(result, pool.constant(expected, op.width))));
      ASSERT_EQ(solver->solve(assumptions, cancellation), Answer::Unsatisfiable) << op.text(operands);
    }
  }
};

} // namespace heddle::smt
