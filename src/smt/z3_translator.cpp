// Translation to Z3: one term per expression, with an explicit stack.
//
// Expressions of width 1 become Booleans, which Z3 handles far better than bit-vectors of one bit; the
// few operators that have no Boolean form (such as a shift of one bit) convert back and forth. Integer operators have
// the semantics of SMT-LIB on both sides and need no adjustment. Floats are in z3_floats.cpp.
#include "smt/z3_translator.hpp"

#include <cassert>

namespace heddle::smt {

using program::Bits;
using program::Expr;
using program::ExprKind;

const z3::expr *Z3Translator::Scope::find(Expr expression) const {
  const std::uint32_t *position = positions.find(expression->id);
  return position == nullptr || *position == 0 ? nullptr : &terms[*position - 1];
}

void Z3Translator::Scope::bind(Expr expression, const z3::expr &term) {
  terms.push_back(term);
  positions[expression->id] = static_cast<std::uint32_t>(terms.size());
}

z3::expr Z3Translator::translate(Expr root, Scope &scope) {
  std::vector<Expr> stack{root};
  while (!stack.empty()) {
    const Expr e = stack.back();
    if (scope.find(e) != nullptr) {
      stack.pop_back();
      continue;
    }
    const std::size_t height = stack.size();
    std::array<const z3::expr *, 3> args{};
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (e->args[i] == nullptr)
        continue;
      args[i] = scope.find(e->args[i]);
      if (args[i] == nullptr)
        stack.push_back(e->args[i]);
    }
    if (stack.size() > height)
      continue;
    stack.pop_back();
    scope.bind(e, encode(e, args));
  }
  return *scope.find(root);
}

z3::expr Z3Translator::constant(Bits value, unsigned width) {
  const z3::expr low = context_.bv_val(static_cast<std::uint64_t>(value), width > 64 ? 64 : width);
  return width > 64 ? z3::concat(context_.bv_val(static_cast<std::uint64_t>(value >> 64), width - 64), low) : low;
}

z3::expr Z3Translator::toWord(const z3::expr &term) {
  return term.is_bool() ? z3::ite(term, context_.bv_val(1, 1), context_.bv_val(0, 1)) : term;
}

z3::expr Z3Translator::toBoolean(const z3::expr &term) { return term.is_bool() ? term : term == context_.bv_val(1, 1); }

z3::expr Z3Translator::encode(Expr e, const std::array<const z3::expr *, 3> &args) {
  if (e->isRegister()) {
    const std::string name = "r" + std::to_string(e->index) + "w" + std::to_string(e->width);
    return e->width == 1 ? context_.bool_const(name.c_str()) : context_.bv_const(name.c_str(), e->width);
  }
  if (e->isConstant())
    return e->width == 1 ? context_.bool_val(e->value != 0) : constant(e->value, e->width);
  if (program::isFloatingPoint(e->kind))
    return encodeFloat(e, args);
  return e->width == 1 ? encodeBoolean(e, args) : encodeWord(e, args);
}

z3::expr Z3Translator::encodeBoolean(Expr e, const std::array<const z3::expr *, 3> &args) {
  switch (e->kind) {
  case ExprKind::Not:
    return !*args[0];
  case ExprKind::And:
    return *args[0] && *args[1];
  case ExprKind::Or:
    return *args[0] || *args[1];
  case ExprKind::Xor:
    return *args[0] != *args[1];
  case ExprKind::Eq:
    return *args[0] == *args[1];
  case ExprKind::Ite:
    return z3::ite(*args[0], *args[1], *args[2]);
  case ExprKind::Ult:
    return z3::ult(toWord(*args[0]), toWord(*args[1]));
  case ExprKind::Ule:
    return z3::ule(toWord(*args[0]), toWord(*args[1]));
  case ExprKind::Slt:
    return z3::slt(toWord(*args[0]), toWord(*args[1]));
  case ExprKind::Sle:
    return z3::sle(toWord(*args[0]), toWord(*args[1]));
  default:
    return toBoolean(encodeWord(e, args));
  }
}

z3::expr Z3Translator::encodeWord(Expr e, const std::array<const z3::expr *, 3> &args) {
  const auto arg = [&](unsigned i) { return toWord(*args[i]); };
  switch (e->kind) {
  case ExprKind::Not:
    return ~arg(0);
  case ExprKind::Neg:
    return -arg(0);
  case ExprKind::And:
    return arg(0) & arg(1);
  case ExprKind::Or:
    return arg(0) | arg(1);
  case ExprKind::Xor:
    return arg(0) ^ arg(1);
  case ExprKind::Add:
    return arg(0) + arg(1);
  case ExprKind::Sub:
    return arg(0) - arg(1);
  case ExprKind::Mul:
    return arg(0) * arg(1);
  case ExprKind::UDiv:
    return z3::udiv(arg(0), arg(1));
  case ExprKind::SDiv:
    return arg(0) / arg(1);
  case ExprKind::URem:
    return z3::urem(arg(0), arg(1));
  case ExprKind::SRem:
    return z3::srem(arg(0), arg(1));
  case ExprKind::Shl:
    return z3::shl(arg(0), arg(1));
  case ExprKind::LShr:
    return z3::lshr(arg(0), arg(1));
  case ExprKind::AShr:
    return z3::ashr(arg(0), arg(1));
  case ExprKind::Concat:
    return z3::concat(arg(0), arg(1));
  case ExprKind::Extract:
    return arg(0).extract(e->index + e->width - 1, e->index);
  case ExprKind::ZExt:
    return z3::zext(arg(0), static_cast<unsigned>(e->width - e->args[0]->width));
  case ExprKind::SExt:
    return z3::sext(arg(0), static_cast<unsigned>(e->width - e->args[0]->width));
  case ExprKind::Ite:
    return z3::ite(*args[0], arg(1), arg(2));
  default:
    assert(false && "not an operator on words");
    return constant(0, e->width);
  }
}

} // namespace heddle::smt
