#include "interpreter/evaluate.hpp"

#include "program_builder.hpp"

#include <gtest/gtest.h>

#include <random>

namespace heddle::interpreter {

using namespace program;

namespace {

Cfa cfaWithRegisters(const std::vector<unsigned> &widths) {
  Cfa cfa;
  for (const unsigned width : widths)
    cfa.addRegister({"r", width, unknownType, true});
  return cfa;
}

Bits randomValue(std::mt19937_64 &random, unsigned width) {
  return support::truncate((Bits{random()} << 64) | random(), width);
}

/// A random expression of the given width over registers of widths 8, 32, 64 and 128.
class RandomExpressions {
public:
  RandomExpressions(ExprPool &pool, const Cfa &cfa, std::mt19937_64 &random)
      : pool_(pool), cfa_(cfa), random_(random) {}

  Expr make(unsigned width, unsigned depth) {
    if (depth == 0)
      return leaf(width);
    static constexpr ExprKind binary[] = {ExprKind::And, ExprKind::Or,   ExprKind::Xor,  ExprKind::Add,  ExprKind::Sub,
                                          ExprKind::Mul, ExprKind::UDiv, ExprKind::SDiv, ExprKind::URem, ExprKind::SRem,
                                          ExprKind::Shl, ExprKind::LShr, ExprKind::AShr};
    static constexpr ExprKind comparisons[] = {ExprKind::Eq, ExprKind::Ult, ExprKind::Ule, ExprKind::Slt,
                                               ExprKind::Sle};
    switch (random_() % 8) {
    case 0:
      return pool_.make(ExprKind::Not, make(width, depth - 1));
    case 1:
      return pool_.make(ExprKind::Neg, make(width, depth - 1));
    case 2: {
      const unsigned compared = widths[random_() % std::size(widths)];
      const Expr condition = pool_.make(comparisons[random_() % std::size(comparisons)], make(compared, depth - 1),
                                        make(compared, depth - 1));
      return pool_.ite(condition, make(width, depth - 1), make(width, depth - 1));
    }
    case 3:
      if (width == 8)
        return leaf(width);
      return random_() % 2 == 0 ? pool_.zext(make(8, depth - 1), width) : pool_.sext(make(8, depth - 1), width);
    case 4: {
      if (width == 128)
        return pool_.make(ExprKind::Concat, make(64, depth - 1), make(64, depth - 1));
      return pool_.extract(make(128, depth - 1), static_cast<unsigned>(random_() % (129 - width)), width);
    }
    default:
      return pool_.make(binary[random_() % std::size(binary)], make(width, depth - 1), make(width, depth - 1));
    }
  }

private:
  static constexpr unsigned widths[] = {8, 32, 64, 128};

  Expr leaf(unsigned width) {
    if (random_() % 3 == 0)
      return pool_.constant(randomValue(random_, width), width);
    for (RegisterId id = 0; id < cfa_.registers.size(); ++id)
      if (cfa_.registers[id].width == width)
        return pool_.reg(random_() % 2 == 0 ? id : id + 4, width);
    return pool_.constant(0, width);
  }

  ExprPool &pool_;
  const Cfa &cfa_;
  std::mt19937_64 &random_;
};

} // namespace

TEST(Evaluate, AgreesWithConstantFoldingOnRandomExpressions) {
  std::mt19937_64 random(7);
  const Cfa cfa = cfaWithRegisters({8, 32, 64, 128, 8, 32, 64, 128});
  for (int round = 0; round < 400; ++round) {
    ExprPool pool;
    RandomExpressions expressions(pool, cfa, random);
    const unsigned width = std::vector<unsigned>{8, 32, 64, 128}[random() % 4];
    const Expr expression = expressions.make(width, 4);
    Evaluator evaluator(cfa);
    const Code code = evaluator.compile(expression);
    for (int trial = 0; trial < 3; ++trial) {
      for (RegisterId id = 0; id < cfa.registers.size(); ++id)
        evaluator.set(id, randomValue(random, cfa.registers[id].width));
      const Expr folded =
          pool.substitute(expression, [&](Expr reg) { return pool.constant(evaluator.get(reg->index), reg->width); });
      ASSERT_TRUE(folded->isConstant());
      EXPECT_EQ(support::toHex(evaluator.evaluate(code)), support::toHex(folded->value));
    }
  }
}

TEST(Evaluate, ReadsRegistersAndConstantsWithoutInstructions) {
  ExprPool pool;
  Evaluator evaluator(cfaWithRegisters({32}));
  const Code reg = evaluator.compile(pool.reg(0, 32));
  const Code constant = evaluator.compile(pool.constant(5, 32));
  EXPECT_EQ(reg.begin, reg.end);
  EXPECT_EQ(constant.begin, constant.end);
  evaluator.set(0, 17);
  EXPECT_EQ(evaluator.evaluateWord(reg), 17U);
  EXPECT_EQ(evaluator.evaluateWord(constant), 5U);
}

TEST(Evaluate, SharedSubexpressionsAreComputedOnce) {
  ExprPool pool;
  Evaluator evaluator(cfaWithRegisters({32, 32}));
  Expr sum = pool.make(ExprKind::Mul, pool.reg(0, 32), pool.reg(1, 32));
  for (int i = 0; i < 40; ++i)
    sum = pool.make(ExprKind::Xor, pool.make(ExprKind::UDiv, sum, pool.reg(0, 32)),
                    pool.make(ExprKind::URem, sum, pool.reg(1, 32)));
  const Code code = evaluator.compile(sum);
  EXPECT_LE(code.end - code.begin, 200U);
}

TEST(Evaluate, FloatingPointFollowsTheDefinition) {
  ExprPool pool;
  Evaluator evaluator(cfaWithRegisters({64, 64}));
  const Code code = evaluator.compile(pool.make(ExprKind::FAdd, pool.reg(0, 64), pool.reg(1, 64)));
  evaluator.set(0, 0x3ff8000000000000);                         // 1.5
  evaluator.set(1, 0x4000000000000000);                         // 2.0
  EXPECT_EQ(evaluator.evaluateWord(code), 0x400c000000000000U); // 3.5
}

} // namespace heddle::interpreter
