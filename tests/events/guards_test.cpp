// Implications that the structure of guards shows, and soundness on random guards.
#include "events/guards.hpp"

#include <gtest/gtest.h>

#include <random>

namespace heddle::events {

namespace {

using program::Expr;
using program::ExprKind;
using program::ExprPool;

/// The value of a condition over one-bit registers, of which `bits` says which are set.
bool holds(ExprPool &pool, Expr condition, unsigned bits) {
  return pool.substitute(condition, [&](Expr reg) { return pool.boolean(((bits >> reg->index) & 1U) != 0); })->isTrue();
}

Expr randomCondition(ExprPool &pool, std::mt19937 &random, unsigned registers, unsigned depth) {
  if (depth == 0)
    return pool.reg(static_cast<program::RegisterId>(random() % registers), 1);
  const Expr a = randomCondition(pool, random, registers, depth - 1);
  switch (random() % 3) {
  case 0:
    return pool.conjunction(a, randomCondition(pool, random, registers, depth - 1));
  case 1:
    return pool.disjunction(a, randomCondition(pool, random, registers, depth - 1));
  default:
    return pool.negate(a);
  }
}

} // namespace

TEST(GuardFacts, AConjunctionImpliesItsParts) {
  ExprPool pool;
  const Expr a = pool.reg(0, 1), b = pool.reg(1, 1), c = pool.reg(2, 1);
  const Expr all = pool.conjunction(pool.conjunction(a, b), c);
  GuardFacts facts;
  for (const Expr part : {a, b, c, pool.conjunction(a, c)})
    EXPECT_TRUE(facts.implies(all, part));
  EXPECT_FALSE(facts.implies(pool.conjunction(a, b), c));
}

TEST(GuardFacts, ADisjunctionImpliesWhatBothOperandsImply) {
  ExprPool pool;
  const Expr a = pool.reg(0, 1), b = pool.reg(1, 1), c = pool.reg(2, 1);
  const Expr either = pool.disjunction(pool.conjunction(a, b), pool.conjunction(a, c));
  GuardFacts facts;
  EXPECT_TRUE(facts.implies(either, a));
  EXPECT_FALSE(facts.implies(either, b));
}

TEST(GuardFacts, BranchesOfOneConditionExcludeEachOther) {
  ExprPool pool;
  const Expr a = pool.reg(0, 1), b = pool.reg(1, 1);
  GuardFacts facts;
  EXPECT_TRUE(facts.areExclusive(pool.conjunction(a, b), pool.conjunction(a, pool.negate(b))));
  EXPECT_FALSE(facts.areExclusive(a, b));
}

TEST(GuardFacts, AnswersAreSound) {
  constexpr unsigned registers = 4;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    std::mt19937 random(seed);
    ExprPool pool;
    const Expr a = randomCondition(pool, random, registers, 4);
    const Expr b = randomCondition(pool, random, registers, 3);
    GuardFacts facts;
    const bool implied = facts.implies(a, b);
    const bool exclusive = facts.areExclusive(a, b);
    for (unsigned bits = 0; bits < 1U << registers; ++bits) {
      if (!holds(pool, a, bits))
        continue;
      EXPECT_TRUE(!implied || holds(pool, b, bits)) << "seed " << seed;
      EXPECT_FALSE(exclusive && holds(pool, b, bits)) << "seed " << seed;
    }
  }
}

} // namespace heddle::events
