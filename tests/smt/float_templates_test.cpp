// Floating-point templates against the host's arithmetic, by evaluation: without a solver, on many operands.
#include "smt/evaluator.hpp"
#include "smt/float_operators.hpp"
#include "smt/float_templates.hpp"

#include <gtest/gtest.h>

namespace heddle::smt {
namespace {

TEST(FloatTemplates, AgreeWithTheHostInEveryBit) {
  Random random(3);
  FloatTemplates templates;
  for (const Operator &op : floatOperators()) {
    const FloatTemplate *circuit = templates.find(op.kind, op.width, op.operandWidths[0]);
    ASSERT_NE(circuit, nullptr);
    Evaluator evaluator;
    for (unsigned i = 0; i < campaignSize(500); ++i) {
      const std::vector<Bits> operands = floatOperands(op, random);
      evaluator.reset();
      const Bits actual = evaluator.evaluate(circuit->result, [&](Expr reg) { return operands[reg->index]; });
      ASSERT_TRUE(actual == op.apply(operands)) << op.text(operands) << ": " << support::toHex(actual) << " instead of "
                                                << support::toHex(op.apply(operands));
    }
  }
}

TEST(FloatTemplates, TheRemainderHasNoTemplate) {
  FloatTemplates templates;
  EXPECT_EQ(templates.find(ExprKind::FRem, 64, 64), nullptr);
  EXPECT_FALSE(isSupported(ExprKind::FRem));
  EXPECT_TRUE(isSupported(ExprKind::FAdd));
  EXPECT_TRUE(isSupported(ExprKind::Mul));
}

} // namespace
} // namespace heddle::smt
