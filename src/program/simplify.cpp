// Simplification on construction.
//
// Every rule is an equation of SMT-LIB's QF_BV that holds at every width; none depends on the value of a
// register. The rules establish these normal forms, on which later rules and engines rely to recognise equal
// expressions:
//  - constants are folded; a constant is the right operand of a commutative operator, and otherwise the older
//    node is the left operand;
//  - sums have their constant outermost (x - 5 is x + -5, (x + 1) + y is (x + y) + 1);
//  - comparisons with a constant are strict, and Not of an order is the opposite order;
//  - booleans are connected by Not, And, Or, Eq and Ite only, and no Ite has a constant boolean branch;
//  - a choice between 1 and 0 is the extension of its condition.
// The results of rules are simplified in turn. Each such rule strictly shrinks the operand it works on, so
// rewriting terminates. The depth of these chains is limited well before the call stack is at risk; beyond
// the limit, expressions are merely simplified less.
#include "program/simplify.hpp"

#include <utility>

namespace heddle::program {

namespace rules {

bool isNonNegative(Expr e) {
  switch (e->kind) {
  case ExprKind::Constant:
    return !support::signBit(e->value, e->width);
  case ExprKind::ZExt:
    return true;
  case ExprKind::LShr:
    return e->args[1]->isConstant() && e->args[1]->value != 0;
  case ExprKind::And:
    return e->args[1]->isConstant() && !support::signBit(e->args[1]->value, e->width);
  default:
    return false;
  }
}

bool areComplements(Expr a, Expr b) {
  if (a->kind == ExprKind::Not && a->args[0] == b)
    return true;
  if (b->kind == ExprKind::Not && b->args[0] == a)
    return true;
  const auto isOrder = [](Expr e) { return e->kind >= ExprKind::Ult && e->kind <= ExprKind::Sle; };
  if (!isOrder(a) || !isOrder(b))
    return false;
  const auto isStrict = [](Expr e) { return e->kind == ExprKind::Ult || e->kind == ExprKind::Slt; };
  const auto isSigned = [](Expr e) { return e->kind >= ExprKind::Slt; };
  if (isSigned(a) != isSigned(b) || a->args[0]->width != b->args[0]->width)
    return false;
  if (isStrict(a) != isStrict(b))
    return a->args[0] == b->args[1] && a->args[1] == b->args[0];
  // x < c + 1 against c < x: orders with constants are strict on both sides of a negation.
  const auto meets = [&](Expr below, Expr above) {
    const Expr c = above->args[0];
    if (!isStrict(below) || below->args[0] != above->args[1] || !c->isConstant() || !below->args[1]->isConstant())
      return false;
    const Bits greatest = isSigned(above) ? support::mask(c->width) >> 1 : support::mask(c->width);
    return c->value != greatest && support::truncate(c->value + 1, c->width) == below->args[1]->value;
  };
  return meets(a, b) || meets(b, a);
}

} // namespace rules

namespace {

constexpr unsigned maxDepth = 128;

bool isCommutative(ExprKind kind) {
  switch (kind) {
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Xor:
  case ExprKind::Add:
  case ExprKind::Mul:
  case ExprKind::Eq:
    return true;
  default:
    return false;
  }
}

bool allConstant(const std::array<Expr, 3> &args) {
  for (const Expr arg : args)
    if (arg != nullptr && !arg->isConstant())
      return false;
  return true;
}

/// The index of an operand that is a constant choice while all other operands are constants, or 3.
unsigned constantChoice(ExprKind kind, const std::array<Expr, 3> &args) {
  if (kind == ExprKind::Ite)
    return 3;
  unsigned position = 3;
  for (unsigned i = 0; i < arity(kind); ++i) {
    if (args[i]->isConstant())
      continue;
    if (position != 3 || !rules::isConstantChoice(args[i]))
      return 3;
    position = i;
  }
  return position;
}

Expr applyRules(ExprPool &pool, ExprKind kind, unsigned width, std::uint32_t index, const std::array<Expr, 3> &args) {
  const auto [a, b, c] = args;
  switch (kind) {
  case ExprKind::Not:
  case ExprKind::Neg:
    return rules::unary(pool, kind, a);
  case ExprKind::And:
  case ExprKind::Or:
  case ExprKind::Xor:
    return rules::bitwise(pool, kind, a, b);
  case ExprKind::Add:
  case ExprKind::Sub:
    return rules::sum(pool, kind, a, b);
  case ExprKind::Mul:
  case ExprKind::UDiv:
  case ExprKind::SDiv:
  case ExprKind::URem:
  case ExprKind::SRem:
    return rules::product(pool, kind, a, b);
  case ExprKind::Shl:
  case ExprKind::LShr:
  case ExprKind::AShr:
    return rules::shift(pool, kind, a, b);
  case ExprKind::Eq:
    return rules::equality(pool, a, b);
  case ExprKind::Ult:
  case ExprKind::Ule:
  case ExprKind::Slt:
  case ExprKind::Sle:
    return rules::order(pool, kind, a, b);
  case ExprKind::Concat:
    return rules::concat(pool, a, b);
  case ExprKind::Extract:
    return rules::extract(pool, a, index, width);
  case ExprKind::ZExt:
  case ExprKind::SExt:
    return rules::extend(pool, kind, a, width);
  case ExprKind::Ite:
    return rules::choice(pool, a, b, c);
  case ExprKind::FToF:
    return width == a->width ? a : nullptr;
  default:
    return nullptr; // floats obey few algebraic laws: only constants are folded
  }
}

} // namespace

Expr ExprPool::simplify(ExprKind kind, unsigned width, std::uint32_t index, std::array<Expr, 3> args) {
  if (allConstant(args)) {
    std::array<Bits, 3> values{};
    std::array<unsigned, 3> widths{};
    for (unsigned i = 0; i < arity(kind); ++i) {
      values[i] = args[i]->value;
      widths[i] = args[i]->width;
    }
    return constant(apply(kind, width, index, values, widths), width);
  }
  if (isCommutative(kind) && !args[1]->isConstant() && (args[0]->isConstant() || args[1]->id < args[0]->id))
    std::swap(args[0], args[1]);

  const bool isIdentity = (kind == ExprKind::ZExt || kind == ExprKind::SExt) && width == args[0]->width;
  if (isIdentity)
    return args[0];

  if (depth_ < maxDepth) {
    ++depth_;
    Expr simpler = nullptr;
    if (const unsigned position = constantChoice(kind, args); position != 3) {
      const Expr chooser = args[position];
      args[position] = chooser->args[1];
      const Expr ifTrue = build(kind, width, index, args);
      args[position] = chooser->args[2];
      const Expr ifFalse = build(kind, width, index, args);
      simpler = ite(chooser->args[0], ifTrue, ifFalse);
    } else {
      simpler = applyRules(*this, kind, width, index, args);
    }
    --depth_;
    if (simpler != nullptr)
      return simpler;
  }
  return intern({kind, static_cast<std::uint16_t>(width), 0, index, args, 0});
}

} // namespace heddle::program
