#include "reachability/bounds_evaluation.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace heddle::reachability {
namespace {

using program::Bounds;
using program::Expr;
using program::ExprKind;

constexpr unsigned width = 4;
constexpr std::uint64_t values = 1U << width;

class Evaluation : public ::testing::Test {
protected:
  std::optional<bool> valueOf(Expr formula, const Bounds &x, const Bounds &y) {
    return BoundsEvaluation([&](Expr variable) -> std::optional<Bounds> { return variable == x_ ? x : y; })
        .valueOf(formula);
  }
  Expr constant(std::uint64_t value) { return pool_.constant(value, width); }

  Expr randomTerm(std::mt19937_64 &random, unsigned depth) {
    if (depth == 0 || random() % 4 == 0)
      return random() % 3 == 0 ? constant(random() % values) : random() % 2 == 0 ? x_ : y_;
    const Expr a = randomTerm(random, depth - 1);
    const Expr b = randomTerm(random, depth - 1);
    switch (random() % 6) {
    case 0:
      return pool_.add(a, b);
    case 1:
      return pool_.sub(a, b);
    case 2:
      return pool_.make(ExprKind::And, a, b);
    case 3:
      return pool_.ite(randomFormula(random, depth - 1), a, b);
    case 4:
      return pool_.resize(pool_.make(ExprKind::Add, pool_.sext(a, 2 * width), pool_.sext(b, 2 * width)), width);
    default:
      return pool_.make(ExprKind::Xor, a, b);
    }
  }

  Expr randomFormula(std::mt19937_64 &random, unsigned depth) {
    static constexpr ExprKind comparisons[] = {ExprKind::Eq, ExprKind::Ult, ExprKind::Ule, ExprKind::Slt,
                                               ExprKind::Sle};
    if (depth == 0 || random() % 2 == 0) {
      const Expr a = randomTerm(random, depth);
      const Expr b = randomTerm(random, depth);
      const ExprKind kind = comparisons[random() % std::size(comparisons)];
      return random() % 2 == 0 ? pool_.make(kind, a, b)
                               : pool_.make(kind, pool_.sext(a, 2 * width), pool_.sext(b, 2 * width));
    }
    const Expr a = randomFormula(random, depth - 1);
    const Expr b = randomFormula(random, depth - 1);
    return random() % 3 == 0 ? pool_.negate(a) : random() % 2 == 0 ? pool_.conjunction(a, b) : pool_.disjunction(a, b);
  }

  static Bounds randomBounds(std::mt19937_64 &random) {
    Bounds bounds = Bounds::full(width);
    if (random() % 2 == 0) {
      bounds.low = random() % values;
      bounds.high = bounds.low + random() % (values - bounds.low);
    } else {
      const auto half = static_cast<std::int64_t>(values / 2);
      bounds.least = static_cast<std::int64_t>(random() % values) - half;
      bounds.most =
          bounds.least + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(half - bounds.least));
    }
    return bounds;
  }

  program::ExprPool pool_;
  Expr x_ = pool_.reg(0, width);
  Expr y_ = pool_.reg(1, width);
};

TEST_F(Evaluation, ComparesWithBounds) {
  Bounds small = Bounds::full(width);
  small.high = 3;
  EXPECT_EQ(valueOf(pool_.make(ExprKind::Ult, x_, constant(4)), small, small), true);
  EXPECT_EQ(valueOf(pool_.make(ExprKind::Sle, constant(0), x_), small, small), true);
  EXPECT_EQ(valueOf(pool_.make(ExprKind::Ult, x_, constant(3)), small, small), std::nullopt);
  EXPECT_EQ(valueOf(pool_.eq(x_, constant(5)), small, small), false);
  EXPECT_EQ(valueOf(pool_.make(ExprKind::Ult, pool_.add(x_, y_), constant(7)), small, small), true);
  EXPECT_EQ(valueOf(pool_.make(ExprKind::Ult, pool_.sub(x_, y_), constant(7)), small, small), std::nullopt)
      << "it may wrap around";
}

TEST_F(Evaluation, IsTrueOfAllValuesWithinTheBounds) {
  std::mt19937_64 random(1);
  unsigned known = 0;
  for (unsigned i = 0; i < 4'000; ++i) {
    const Expr formula = randomFormula(random, 3);
    const Bounds x = randomBounds(random);
    const Bounds y = randomBounds(random);
    const std::optional<bool> value = valueOf(formula, x, y);
    if (!value || formula->isConstant())
      continue;
    ++known;
    for (std::uint64_t a = 0; a < values; ++a)
      for (std::uint64_t b = 0; b < values; ++b)
        if (x.contains(a, width) && y.contains(b, width)) {
          const Expr at = pool_.substitute(formula, [&](Expr v) { return v == x_ ? constant(a) : constant(b); });
          ASSERT_EQ(at->isTrue(), *value) << "formula " << i << ", " << a << ", " << b;
        }
  }
  EXPECT_GT(known, 200U);
}

} // namespace
} // namespace heddle::reachability
