// The simplifier against the definition of the operators: random expressions are evaluated operator by
// operator with `apply`, and built in a pool, whose simplified result must have the same value, both when
// evaluated and when its registers are substituted by constants. The generator prefers the values and shapes to
// which rules apply: few registers, zero, one, all ones, extremes, powers of two.
#include "program/expression.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>
#include <vector>

namespace heddle::program {
namespace {

struct Tree {
  ExprKind kind = ExprKind::Constant;
  unsigned width = 0;
  std::uint32_t index = 0;
  Bits value = 0;
  std::vector<std::unique_ptr<Tree>> args;
};
using TreePtr = std::unique_ptr<Tree>;

constexpr unsigned registersPerWidth = 3;
/// A register id determines its width, so that every width has registers of its own.
RegisterId registerId(unsigned width, unsigned number) { return width * registersPerWidth + number; }

using Valuation = std::vector<Bits>; // by RegisterId

class Generator {
public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }

  Bits value(unsigned width) {
    const Bits top = Bits{1} << (width - 1);
    switch (below(10)) {
    case 0:
    case 1:
      return 0;
    case 2:
      return 1;
    case 3:
      return support::mask(width);
    case 4:
      return top;
    case 5:
      return top - 1;
    case 6:
      return Bits{1} << below(width);
    case 7:
      return support::truncate(below(2 * width + 1), width);
    case 8:
      return support::mask(1 + below(width));
    default:
      return support::truncate(Bits{random_()} << 64 | random_(), width);
    }
  }

  Valuation valuation() {
    Valuation result;
    for (RegisterId id = 0; id < registerId(support::maxWidth + 1, 0); ++id)
      result.push_back(id < registersPerWidth ? 0 : value(id / registersPerWidth));
    return result;
  }

  TreePtr tree(unsigned width, unsigned depth) {
    if (depth == 0 || below(12) == 0)
      return leaf(width);
    if (width == 1 && below(2) == 0)
      return comparison(depth);
    switch (below(9)) {
    case 0:
      return node(below(2) == 0 ? ExprKind::Not : ExprKind::Neg, width, 0, tree(width, depth - 1));
    case 1:
      return choice(width, depth);
    case 2:
      return extension(width, depth);
    case 3:
      return extraction(width, depth);
    case 4:
      return concatenation(width, depth);
    default:
      return binary(width, depth);
    }
  }

private:
  template <typename... Args> TreePtr node(ExprKind kind, unsigned width, std::uint32_t index, Args... args) {
    auto result = std::make_unique<Tree>();
    result->kind = kind;
    result->width = width;
    result->index = index;
    (result->args.push_back(std::move(args)), ...);
    return result;
  }

  TreePtr leaf(unsigned width) {
    auto result = std::make_unique<Tree>();
    result->width = width;
    if (below(2) == 0) {
      result->value = value(width);
      return result;
    }
    result->kind = ExprKind::Register;
    result->index = registerId(width, below(registersPerWidth));
    return result;
  }

  TreePtr binary(unsigned width, unsigned depth) {
    const unsigned first = static_cast<unsigned>(ExprKind::And);
    const unsigned count = static_cast<unsigned>(ExprKind::AShr) - first + 1;
    const auto kind = static_cast<ExprKind>(first + below(count));
    return pair(kind, width, tree(width, depth - 1), depth);
  }

  static TreePtr clone(const Tree &tree) {
    auto result = std::make_unique<Tree>();
    result->kind = tree.kind;
    result->width = tree.width;
    result->index = tree.index;
    result->value = tree.value;
    for (const TreePtr &arg : tree.args)
      result->args.push_back(clone(*arg));
    return result;
  }

  /// A tree in which `tree` occurs again: itself, negated, or as an operand; or one of its operands.
  TreePtr relative(const Tree &tree, unsigned depth) {
    const unsigned width = tree.width;
    switch (below(4)) {
    case 0:
      return clone(tree);
    case 1:
      return node(below(2) == 0 ? ExprKind::Not : ExprKind::Neg, width, 0, clone(tree));
    case 2:
      if (!tree.args.empty() && tree.args[0]->width == width)
        return clone(*tree.args[below(2) == 0 ? 0 : static_cast<unsigned>(tree.args.size()) - 1]);
      [[fallthrough]];
    default:
      return binaryOf(width, clone(tree), this->tree(width, depth > 2 ? 2 : depth - 1));
    }
  }

  TreePtr binaryOf(unsigned width, TreePtr a, TreePtr b) {
    static constexpr std::array<ExprKind, 7> kinds{ExprKind::And, ExprKind::Or,  ExprKind::Xor, ExprKind::Add,
                                                   ExprKind::Sub, ExprKind::Shl, ExprKind::AShr};
    if (below(2) == 0)
      std::swap(a, b);
    return node(kinds[below(kinds.size())], width, 0, std::move(a), std::move(b));
  }

  /// An operator on two operands that often have something in common, as most rules require.
  TreePtr pair(ExprKind kind, unsigned width, TreePtr a, unsigned depth) {
    TreePtr b = below(3) == 0 ? relative(*a, depth) : tree(a->width, depth - 1);
    if (below(2) == 0)
      std::swap(a, b);
    return node(kind, width, 0, std::move(a), std::move(b));
  }

  TreePtr comparison(unsigned depth) {
    const unsigned first = static_cast<unsigned>(ExprKind::Eq);
    const unsigned count = static_cast<unsigned>(ExprKind::Sle) - first + 1;
    const auto kind = static_cast<ExprKind>(first + below(count));
    return pair(kind, 1, tree(operandWidth(), depth - 1), depth);
  }

  TreePtr choice(unsigned width, unsigned depth) {
    TreePtr a = tree(width, depth - 1);
    TreePtr b = below(3) == 0 ? relative(*a, depth) : tree(width, depth - 1);
    TreePtr condition = tree(1, depth - 1);
    if (below(4) == 0)
      condition = node(ExprKind::Eq, 1, 0, clone(*a), clone(*b));
    if (below(4) == 0)
      a = node(ExprKind::Ite, width, 0, below(2) == 0 ? clone(*condition) : tree(1, 1), std::move(a), clone(*b));
    if (below(2) == 0)
      std::swap(a, b);
    return node(ExprKind::Ite, width, 0, std::move(condition), std::move(a), std::move(b));
  }

  TreePtr extension(unsigned width, unsigned depth) {
    const unsigned inner = 1 + below(width);
    return node(below(2) == 0 ? ExprKind::ZExt : ExprKind::SExt, width, 0, tree(inner, depth - 1));
  }

  TreePtr extraction(unsigned width, unsigned depth) {
    const unsigned outer = width + below(support::maxWidth - width + 1);
    return node(ExprKind::Extract, width, below(outer - width + 1), tree(outer, depth - 1));
  }

  TreePtr concatenation(unsigned width, unsigned depth) {
    if (width == 1)
      return leaf(width);
    const unsigned high = 1 + below(width - 1);
    const unsigned low = width - high;
    if (below(2) == 0)
      return node(ExprKind::Concat, width, 0, tree(high, depth - 1), tree(low, depth - 1));
    // Two pieces of one value, often adjacent.
    const unsigned whole = width + below(support::maxWidth - width + 1);
    TreePtr value = tree(whole, depth - 1);
    const std::uint32_t start = below(whole - width + 1);
    const std::uint32_t next = below(3) == 0 ? below(whole - high + 1) : start + low;
    TreePtr upper = node(ExprKind::Extract, high, next, clone(*value));
    return node(ExprKind::Concat, width, 0, std::move(upper), node(ExprKind::Extract, low, start, std::move(value)));
  }

  unsigned operandWidth() {
    static constexpr std::array<unsigned, 6> widths{1, 3, 8, 32, 33, 128};
    return widths[below(widths.size())];
  }

  std::mt19937_64 random_;
};

Bits evaluate(const Tree &tree, const Valuation &valuation) {
  if (tree.kind == ExprKind::Constant)
    return tree.value;
  if (tree.kind == ExprKind::Register)
    return valuation[tree.index];
  std::array<Bits, 3> values{};
  std::array<unsigned, 3> widths{};
  for (std::size_t i = 0; i < tree.args.size(); ++i) {
    values[i] = evaluate(*tree.args[i], valuation);
    widths[i] = tree.args[i]->width;
  }
  return apply(tree.kind, tree.width, tree.index, values, widths);
}

Expr build(ExprPool &pool, const Tree &tree) {
  std::array<Expr, 3> args{};
  for (std::size_t i = 0; i < tree.args.size(); ++i)
    args[i] = build(pool, *tree.args[i]);
  switch (tree.kind) {
  case ExprKind::Constant:
    return pool.constant(tree.value, tree.width);
  case ExprKind::Register:
    return pool.reg(tree.index, tree.width);
  case ExprKind::Extract:
    return pool.extract(args[0], tree.index, tree.width);
  case ExprKind::ZExt:
    return pool.zext(args[0], tree.width);
  case ExprKind::SExt:
    return pool.sext(args[0], tree.width);
  default:
    return pool.make(tree.kind, args[0], args[1], args[2]);
  }
}

Bits evaluate(Expr e, const Valuation &valuation) {
  if (e->isConstant())
    return e->value;
  if (e->isRegister())
    return valuation[e->index];
  std::array<Bits, 3> values{};
  std::array<unsigned, 3> widths{};
  for (unsigned i = 0; i < arity(e->kind); ++i) {
    values[i] = evaluate(e->args[i], valuation);
    widths[i] = e->args[i]->width;
  }
  return apply(e->kind, e->width, e->index, values, widths);
}

std::string describe(const Tree &tree) {
  if (tree.kind == ExprKind::Constant)
    return support::toHex(tree.value) + ":" + std::to_string(tree.width);
  if (tree.kind == ExprKind::Register)
    return "r" + std::to_string(tree.index % registersPerWidth) + ":" + std::to_string(tree.width);
  std::string text = "(" + std::string(name(tree.kind)) + std::to_string(tree.width) + "." + std::to_string(tree.index);
  for (const TreePtr &arg : tree.args)
    text += " " + describe(*arg);
  return text + ")";
}

/// Widened numbers of the given widths, with the conversions `first` and `second`.
void expectExactProductInAWord(ExprKind first, unsigned firstWidth, ExprKind second, unsigned secondWidth) {
  ExprPool pool;
  const auto widened = [&](RegisterId id, ExprKind kind, unsigned width) {
    const Expr number = pool.reg(id, width);
    return kind == ExprKind::SExt ? pool.sext(number, 128) : pool.zext(number, 128);
  };
  const Expr exact = pool.mul(widened(0, first, firstWidth), widened(1, second, secondWidth));
  const bool isSigned = first == ExprKind::SExt || second == ExprKind::SExt;
  const Expr word = pool.extract(exact, 0, 64);
  EXPECT_EQ(exact, isSigned ? pool.sext(word, 128) : pool.zext(word, 128));
  const std::array<Bits, 4> corners{0, 1, ~Bits{0}, Bits{1} << (firstWidth - 1)};
  for (const Bits x : corners)
    for (const Bits y : {Bits{1}, ~Bits{0}, Bits{1} << (secondWidth - 1), (Bits{1} << (secondWidth - 1)) - 1}) {
      const auto wide = [&](Bits value, ExprKind kind, unsigned width) {
        const Bits number = support::truncate(value, width);
        return apply(kind, 128, 0, {number, 0, 0}, {width, 0, 0});
      };
      const Bits expected = wide(x, first, firstWidth) * wide(y, second, secondWidth);
      const Expr value = pool.substitute(exact, [&](Expr reg) {
        return pool.constant(support::truncate(reg->index == 0 ? x : y, reg->width), reg->width);
      });
      ASSERT_TRUE(value->isConstant());
      EXPECT_TRUE(value->value == expected);
    }
}

TEST(SimplifierTest, ExactProductsOfNarrowNumbersFitIntoAWord) {
  expectExactProductInAWord(ExprKind::SExt, 32, ExprKind::SExt, 32);
  expectExactProductInAWord(ExprKind::SExt, 32, ExprKind::ZExt, 32);
  expectExactProductInAWord(ExprKind::ZExt, 16, ExprKind::ZExt, 48);
  expectExactProductInAWord(ExprKind::ZExt, 60, ExprKind::SExt, 4);
}

TEST(SimplifierTest, ExactProductsOfWideNumbersStayWide) {
  ExprPool pool;
  const Expr product = pool.mul(pool.sext(pool.reg(0, 33), 128), pool.sext(pool.reg(1, 32), 128));
  EXPECT_EQ(product->kind, ExprKind::Mul);
  EXPECT_EQ(product->width, 128U);
}

class SimplifierAtWidth : public testing::TestWithParam<unsigned> {};

TEST_P(SimplifierAtWidth, KeepsTheValueOfRandomExpressions) {
  const unsigned width = GetParam();
  Generator generator(width);
  ExprPool pool;
  for (unsigned round = 0; round < 4000; ++round) {
    const TreePtr tree = generator.tree(width, 1 + round % 6);
    const Expr simplified = build(pool, *tree);
    ASSERT_EQ(simplified->width, width) << describe(*tree);
    for (unsigned sample = 0; sample < 6; ++sample) {
      const Valuation valuation = generator.valuation();
      const Bits expected = evaluate(*tree, valuation);
      ASSERT_TRUE(evaluate(simplified, valuation) == expected) << describe(*tree);
      const Expr substituted =
          pool.substitute(simplified, [&](Expr reg) { return pool.constant(valuation[reg->index], reg->width); });
      ASSERT_TRUE(substituted->isConstant()) << describe(*tree);
      ASSERT_TRUE(substituted->value == expected) << describe(*tree);
    }
  }
}

TEST_P(SimplifierAtWidth, KeepsTheValueWhenRegistersAreReplacedByExpressions) {
  const unsigned width = GetParam();
  Generator generator(1000 + width);
  ExprPool pool;
  for (unsigned round = 0; round < 1000; ++round) {
    const TreePtr outer = generator.tree(width, 4);
    const TreePtr inner = generator.tree(width, 3);
    const Expr replacement = build(pool, *inner);
    const RegisterId replaced = registerId(width, 0);
    const Expr composed =
        pool.substitute(build(pool, *outer), [&](Expr reg) { return reg->index == replaced ? replacement : nullptr; });
    Valuation valuation = generator.valuation();
    const Bits actual = evaluate(composed, valuation);
    valuation[replaced] = evaluate(*inner, valuation);
    ASSERT_TRUE(actual == evaluate(*outer, valuation)) << describe(*outer) << " over " << describe(*inner);
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, SimplifierAtWidth, testing::Values(1, 2, 3, 8, 16, 32, 33, 64, 80, 127, 128),
                         [](const auto &parameter) { return "w" + std::to_string(parameter.param); });

} // namespace
} // namespace heddle::program
