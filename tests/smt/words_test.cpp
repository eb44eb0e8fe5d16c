// Circuits, simulated on all operands of small widths: faster than a solver, so more widths are covered.
#include "smt/bit_blaster.hpp"
#include "smt/random_expressions.hpp"

#include <gtest/gtest.h>

namespace heddle::smt {
namespace {

/// The values of all gates for given values of the inputs, which are numbered in order of creation.
std::vector<bool> simulate(const Gates &gates, const std::vector<bool> &inputs) {
  std::vector<bool> values(gates.size(), true);
  std::size_t nextInput = 0;
  const auto at = [&values](Gate gate) { return values[static_cast<std::size_t>(std::abs(gate))] == (gate > 0); };
  for (std::size_t i = 2; i < gates.size(); ++i) {
    const GateNode &node = gates.node(static_cast<Gate>(i));
    switch (node.kind) {
    case GateKind::True:
      break;
    case GateKind::Input:
      values[i] = inputs[nextInput++];
      break;
    case GateKind::And:
      values[i] = at(node.a) && at(node.b);
      break;
    case GateKind::Xor:
      values[i] = at(node.a) != at(node.b);
      break;
    case GateKind::Xor3:
      values[i] = (at(node.a) != at(node.b)) != at(node.c);
      break;
    case GateKind::Majority:
      values[i] = at(node.a) + at(node.b) + at(node.c) >= 2;
      break;
    case GateKind::Choice:
      values[i] = at(node.a) ? at(node.b) : at(node.c);
      break;
    }
  }
  return values;
}

TEST(Circuits, AgreeWithApplyOnAllOperandsOfSmallWidths) {
  for (unsigned width = 1; width <= (!isInLongMode() ? 5U : 7U); ++width)
    for (const Operator &op : integerOperators(width)) {
      ExprPool pool;
      Gates gates;
      BitBlaster blaster(gates);
      std::vector<Expr> args;
      unsigned bits = 0;
      for (const unsigned operandWidth : op.operandWidths) {
        args.push_back(pool.reg(static_cast<program::RegisterId>(args.size()), operandWidth));
        blaster.blast(args.back());
        bits += operandWidth;
      }
      const WordView view = blaster.blast(op(pool, args));
      const Word result(view.begin(), view.end());
      for (unsigned number = 0; number < 1U << bits; ++number) {
        std::vector<bool> inputs;
        std::vector<Bits> operands;
        for (unsigned i = 0; i < bits; ++i)
          inputs.push_back(((number >> i) & 1) != 0);
        unsigned rest = number;
        for (const unsigned operandWidth : op.operandWidths) {
          operands.push_back(support::truncate(rest, operandWidth));
          rest >>= operandWidth;
        }
        const std::vector<bool> values = simulate(gates, inputs);
        Bits actual = 0;
        for (std::size_t i = 0; i < result.size(); ++i)
          if (values[static_cast<std::size_t>(std::abs(result[i]))] == (result[i] > 0))
            actual |= Bits{1} << i;
        ASSERT_TRUE(actual == op.apply(operands)) << op.text(operands);
      }
    }
}

TEST(Circuits, OfEqualExpressionsAreEqual) {
  ExprPool pool;
  Gates gates;
  BitBlaster blaster(gates);
  const Expr a = pool.reg(0, 16);
  const Expr b = pool.reg(1, 16);
  blaster.blast(pool.make(ExprKind::UDiv, a, b));
  const std::size_t size = gates.size();
  blaster.blast(pool.make(ExprKind::URem, a, b));
  EXPECT_EQ(gates.size(), size) << "one divider serves both";
}

TEST(Circuits, OfConstantsNeedNoGates) {
  Gates gates;
  const Word six{falseGate, trueGate, trueGate, falseGate};
  const Word five{trueGate, falseGate, trueGate, falseGate};
  EXPECT_EQ(product(gates, six, five), (Word{falseGate, trueGate, trueGate, trueGate}));
  EXPECT_EQ(divideUnsigned(gates, six, five).remainder, (Word{trueGate, falseGate, falseGate, falseGate}));
  EXPECT_EQ(gates.size(), Gates().size());
}

TEST(Circuits, OfDeepExpressionsDoNotOverflowTheStack) {
  ExprPool pool;
  Gates gates;
  BitBlaster blaster(gates);
  Expr e = pool.reg(0, 8);
  for (unsigned i = 0; i < 100000; ++i)
    e = pool.make(ExprKind::Xor, pool.add(e, pool.reg(1, 8)), pool.reg(2, 8));
  EXPECT_EQ(blaster.blast(e).size(), 8U);
}

} // namespace
} // namespace heddle::smt
