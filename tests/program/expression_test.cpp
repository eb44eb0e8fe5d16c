// Hash-consing, and expressions that must be simplified.
#include "program/expression.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace heddle::program {
namespace {

class Expressions : public testing::Test {
protected:
  ExprPool pool;
  Expr x = pool.reg(0, 32);
  Expr y = pool.reg(1, 32);
  Expr b = pool.reg(2, 8);
  Expr c = pool.reg(3, 1);
  Expr d = pool.reg(4, 1);

  Expr k(Bits value, unsigned width = 32) { return pool.constant(value, width); }
  Expr make(ExprKind kind, Expr first, Expr second = nullptr) { return pool.make(kind, first, second); }
};

TEST_F(Expressions, EqualExpressionsAreOneNode) {
  EXPECT_EQ(pool.add(x, y), pool.add(x, y));
  EXPECT_EQ(pool.add(x, y), pool.add(y, x));
  EXPECT_EQ(k(5), k(5));
  EXPECT_NE(k(5), k(5, 8));
  EXPECT_NE(pool.reg(0, 32), pool.reg(0, 8));
}

TEST_F(Expressions, IdsAreDense) {
  const Expr e = make(ExprKind::Mul, x, y);
  EXPECT_EQ(e->id + 1, pool.size());
}

TEST_F(Expressions, ConstantsAreCutToTheirWidth) { EXPECT_EQ(k(0x1ff, 8), k(0xff, 8)); }

TEST_F(Expressions, SumsCollectTheirConstants) {
  EXPECT_EQ(pool.add(pool.add(x, k(3)), k(4)), pool.add(x, k(7)));
  EXPECT_EQ(pool.sub(pool.add(x, k(1)), k(1)), x);
  EXPECT_EQ(pool.sub(pool.add(x, k(5)), pool.add(y, k(5))), pool.sub(x, y));
  EXPECT_EQ(pool.add(pool.add(x, k(1)), pool.add(y, k(2))), pool.add(pool.add(x, y), k(3)));
}

TEST_F(Expressions, WhatIsAddedAndSubtractedVanishes) {
  EXPECT_EQ(pool.sub(x, x), k(0));
  EXPECT_EQ(pool.sub(pool.add(x, y), x), y);
  EXPECT_EQ(pool.add(pool.sub(x, y), y), x);
  EXPECT_EQ(make(ExprKind::Neg, make(ExprKind::Neg, x)), x);
}

TEST_F(Expressions, BitwiseLaws) {
  EXPECT_EQ(make(ExprKind::And, x, make(ExprKind::Not, x)), k(0));
  EXPECT_EQ(make(ExprKind::Or, x, make(ExprKind::Not, x)), k(0xffffffff));
  EXPECT_EQ(make(ExprKind::Xor, x, x), k(0));
  EXPECT_EQ(make(ExprKind::Xor, make(ExprKind::Xor, x, y), x), y);
  EXPECT_EQ(make(ExprKind::And, x, make(ExprKind::Or, y, x)), x);
  EXPECT_EQ(make(ExprKind::Not, make(ExprKind::Not, x)), x);
}

TEST_F(Expressions, NegatedOrdersAreOppositeOrders) {
  const Expr less = make(ExprKind::Slt, x, y);
  EXPECT_EQ(pool.negate(less), make(ExprKind::Sle, y, x));
  EXPECT_EQ(pool.negate(pool.negate(less)), less);
}

TEST_F(Expressions, AConditionAndItsComplementExcludeEachOther) {
  for (const Expr condition :
       {make(ExprKind::Ult, x, y), make(ExprKind::Slt, x, k(10)), make(ExprKind::Ule, k(3), x), pool.eq(x, y), c}) {
    EXPECT_TRUE(pool.conjunction(condition, pool.negate(condition))->isFalse());
    EXPECT_TRUE(pool.disjunction(condition, pool.negate(condition))->isTrue());
  }
}

TEST_F(Expressions, DifferentConstantsExcludeEachOther) {
  EXPECT_TRUE(pool.conjunction(pool.eq(x, k(1)), pool.eq(x, k(2)))->isFalse());
  EXPECT_EQ(pool.conjunction(pool.eq(x, k(1)), pool.ne(x, k(2))), pool.eq(x, k(1)));
}

TEST_F(Expressions, ComparisonsAtTheEndsOfTheRange) {
  EXPECT_TRUE(make(ExprKind::Ult, x, k(0))->isFalse());
  EXPECT_TRUE(make(ExprKind::Ule, k(0), x)->isTrue());
  EXPECT_EQ(make(ExprKind::Ult, x, k(1)), pool.eq(x, k(0)));
  EXPECT_TRUE(make(ExprKind::Slt, x, k(0x80000000))->isFalse());
  EXPECT_TRUE(make(ExprKind::Sle, x, k(0x7fffffff))->isTrue());
}

TEST_F(Expressions, ComparisonsOfWidenedValuesAreNarrow) {
  const Expr wide = pool.zext(b, 32);
  EXPECT_EQ(make(ExprKind::Slt, wide, k(10)), make(ExprKind::Ult, b, k(10, 8)));
  EXPECT_TRUE(make(ExprKind::Slt, wide, k(256))->isTrue());
  EXPECT_TRUE(pool.eq(wide, k(256))->isFalse());
  EXPECT_EQ(pool.eq(pool.sext(b, 32), k(0xffffffff)), pool.eq(b, k(0xff, 8)));
  EXPECT_TRUE(pool.eq(pool.sext(b, 32), k(0xff))->isFalse());
}

TEST_F(Expressions, TheCIdiomForABooleanDisappears) {
  // if ((int)(x < y) != 0)
  const Expr less = make(ExprKind::Slt, x, y);
  EXPECT_EQ(pool.ne(pool.zext(less, 32), k(0)), less);
  EXPECT_EQ(pool.eq(pool.ite(less, k(1), k(0)), k(0)), pool.negate(less));
}

TEST_F(Expressions, ChoicesOfBooleansAreConnectives) {
  EXPECT_EQ(pool.ite(c, d, pool.boolean(false)), pool.conjunction(c, d));
  EXPECT_EQ(pool.ite(c, pool.boolean(true), d), pool.disjunction(c, d));
  EXPECT_EQ(pool.ite(c, pool.boolean(false), pool.boolean(true)), pool.negate(c));
}

TEST_F(Expressions, ChoicesUnderTheSameConditionCollapse) {
  EXPECT_EQ(pool.ite(c, pool.ite(c, x, y), y), pool.ite(c, x, y));
  EXPECT_EQ(pool.ite(c, x, x), x);
  EXPECT_EQ(pool.ite(pool.eq(x, k(3)), k(3), x), x);
}

TEST_F(Expressions, AValueTakenApartAndPutTogetherIsItself) {
  Expr value = pool.extract(x, 0, 8);
  for (unsigned byte = 1; byte < 4; ++byte)
    value = make(ExprKind::Concat, pool.extract(x, 8 * byte, 8), value);
  EXPECT_EQ(value, x);
}

TEST_F(Expressions, ExtractSeesThroughConcatAndExtensions) {
  const Expr pair = make(ExprKind::Concat, x, y);
  EXPECT_EQ(pool.extract(pair, 0, 32), y);
  EXPECT_EQ(pool.extract(pair, 32, 32), x);
  EXPECT_EQ(pool.extract(pool.zext(b, 32), 8, 8), k(0, 8));
  EXPECT_EQ(pool.extract(pool.sext(b, 32), 0, 8), b);
  EXPECT_EQ(pool.extract(pool.extract(x, 8, 16), 4, 8), pool.extract(x, 12, 8));
}

TEST_F(Expressions, NarrowArithmeticOfCStaysNarrow) {
  // (char)((int)b + 1)
  EXPECT_EQ(pool.extract(pool.add(pool.sext(b, 32), k(1)), 0, 8), pool.add(b, k(1, 8)));
}

TEST_F(Expressions, PowersOfTwoDivideByShifting) {
  EXPECT_EQ(make(ExprKind::UDiv, x, k(8)), make(ExprKind::LShr, x, k(3)));
  EXPECT_EQ(make(ExprKind::URem, x, k(8)), make(ExprKind::And, x, k(7)));
  EXPECT_EQ(make(ExprKind::Mul, x, k(8)), make(ExprKind::Shl, x, k(3)));
}

TEST_F(Expressions, DivisionByItselfIsNotOneBecauseOfZero) {
  EXPECT_FALSE(make(ExprKind::UDiv, x, x)->isConstant());
  EXPECT_FALSE(make(ExprKind::SDiv, x, x)->isConstant());
  EXPECT_EQ(make(ExprKind::URem, x, x), k(0));
}

TEST_F(Expressions, ABitFieldReadByTwoShiftsIsAnExtract) {
  const Expr field = make(ExprKind::AShr, make(ExprKind::Shl, x, k(24)), k(28));
  EXPECT_EQ(field, pool.sext(pool.extract(x, 4, 4), 32));
}

TEST_F(Expressions, FloatsObeyNoAlgebra) {
  const Expr zero = k(0);
  EXPECT_FALSE(make(ExprKind::FAdd, x, zero) == x);
  EXPECT_FALSE(make(ExprKind::FEq, x, x)->isConstant());
  EXPECT_EQ(make(ExprKind::FAdd, k(0x3f800000), k(0x3f800000)), k(0x40000000));
}

TEST_F(Expressions, ResizeExtendsOrCuts) {
  EXPECT_EQ(pool.resize(b, 32), pool.zext(b, 32));
  EXPECT_EQ(pool.resize(x, 8), pool.extract(x, 0, 8));
  EXPECT_EQ(pool.resize(x, 32), x);
}

TEST_F(Expressions, SubstituteKeepsRegistersThatAreNotMapped) {
  const Expr e = pool.add(make(ExprKind::Mul, x, y), x);
  const Expr replaced = pool.substitute(e, [&](Expr reg) { return reg == x ? k(3) : nullptr; });
  EXPECT_EQ(replaced, pool.add(make(ExprKind::Mul, y, k(3)), k(3)));
  EXPECT_EQ(pool.substitute(e, [](Expr) { return nullptr; }), e);
}

TEST_F(Expressions, DeepExpressionsDoNotOverflowTheStack) {
  Expr e = x;
  for (int i = 0; i < 200'000; ++i)
    e = i % 2 == 0 ? make(ExprKind::Mul, e, y) : make(ExprKind::Xor, e, y);
  unsigned registers = 0;
  forEachRegister(e, [&](RegisterId) { ++registers; });
  EXPECT_EQ(registers, 2U);
  const Expr constant = pool.substitute(e, [&](Expr) { return k(1); });
  EXPECT_TRUE(constant->isConstant());
}

TEST_F(Expressions, LongChainsOfChoicesSimplifyWithinBounds) {
  Expr e = x;
  for (unsigned i = 0; i < 5'000; ++i)
    e = pool.ite(pool.eq(y, k(i)), k(i + 1), e);
  const Expr isHit = pool.eq(e, k(7));
  const Expr decided = pool.substitute(isHit, [&](Expr) { return k(6); });
  EXPECT_TRUE(decided->isTrue());
}

TEST_F(Expressions, EachRegisterIsVisitedOnce) {
  const Expr e = pool.add(make(ExprKind::Mul, x, y), make(ExprKind::Xor, x, pool.zext(b, 32)));
  std::vector<RegisterId> seen;
  forEachRegister(e, [&](RegisterId id) { seen.push_back(id); });
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(seen, (std::vector<RegisterId>{0, 1, 2}));
}

} // namespace
} // namespace heddle::program
