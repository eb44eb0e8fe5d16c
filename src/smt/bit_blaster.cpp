// Walks expressions bottom-up and builds the circuit of each node once.
//
// The walk uses an explicit stack, because expressions may be deeper than the call stack allows. A division and a
// remainder of the same operands share one divider. A floating-point operator is replaced by its template
// (float_templates.hpp), a bit-vector expression of a private pool, which is encoded in a scope of its own with the
// operands' bits in place of the template's registers; structural hashing shares the common gates of several uses.
#include "smt/bit_blaster.hpp"

#include <cassert>

namespace heddle::smt {

using program::Expr;
using program::ExprKind;

WordView BitBlaster::Scope::word(Expr expression) const {
  return WordView(bits).subspan(*starts.find(expression->id) - 1, expression->width);
}

bool BitBlaster::Scope::isBound(Expr expression) const {
  const std::uint32_t *start = starts.find(expression->id);
  return start != nullptr && *start != 0;
}

void BitBlaster::Scope::bind(Expr expression, WordView word) {
  assert(word.size() == expression->width && "the word must have the width of the expression");
  starts[expression->id] = static_cast<std::uint32_t>(bits.size()) + 1;
  bits.insert(bits.end(), word.begin(), word.end());
}

WordView BitBlaster::blast(Expr expression) {
  blast(expression, scope_);
  return scope_.word(expression);
}

WordView BitBlaster::existing(Expr reg) const { return scope_.isBound(reg) ? scope_.word(reg) : WordView(); }

void BitBlaster::blast(Expr root, Scope &scope) {
  if (scope.isBound(root))
    return;
  std::vector<Expr> stack{root};
  while (!stack.empty()) {
    const Expr e = stack.back();
    if (scope.isBound(e)) {
      stack.pop_back();
      continue;
    }
    const std::size_t height = stack.size();
    for (const Expr arg : e->args)
      if (arg != nullptr && !scope.isBound(arg))
        stack.push_back(arg);
    if (stack.size() > height)
      continue;
    stack.pop_back();
    scope.bind(e, encode(e, scope));
  }
}

Word BitBlaster::encode(Expr e, Scope &scope) {
  const auto arg = [&](unsigned i) { return scope.word(e->args[i]); };
  const auto bitwise = [&](auto gate) {
    Word result;
    result.reserve(e->width);
    for (std::size_t i = 0; i < e->width; ++i)
      result.push_back(gate(arg(0)[i], arg(1)[i]));
    return result;
  };
  switch (e->kind) {
  case ExprKind::Constant: {
    Word result;
    for (unsigned i = 0; i < e->width; ++i)
      result.push_back(((e->value >> i) & 1) != 0 ? trueGate : falseGate);
    return result;
  }
  case ExprKind::Register: {
    Word result;
    for (unsigned i = 0; i < e->width; ++i)
      result.push_back(gates_.input());
    return result;
  }
  case ExprKind::Not:
    return complement(arg(0));
  case ExprKind::Neg:
    return negation(gates_, arg(0));
  case ExprKind::And:
    return bitwise([this](Gate a, Gate b) { return gates_.conjunction(a, b); });
  case ExprKind::Or:
    return bitwise([this](Gate a, Gate b) { return gates_.disjunction(a, b); });
  case ExprKind::Xor:
    return bitwise([this](Gate a, Gate b) { return gates_.exclusive(a, b); });
  case ExprKind::Add:
    return sum(gates_, arg(0), arg(1), falseGate);
  case ExprKind::Sub:
    return difference(gates_, arg(0), arg(1));
  case ExprKind::Mul:
    return product(gates_, arg(0), arg(1));
  case ExprKind::UDiv:
  case ExprKind::SDiv:
  case ExprKind::URem:
  case ExprKind::SRem:
    return encodeDivision(e, scope);
  case ExprKind::Shl:
    return shiftLeft(gates_, arg(0), arg(1));
  case ExprKind::LShr:
    return shiftRight(gates_, arg(0), arg(1), falseGate);
  case ExprKind::AShr:
    return shiftRight(gates_, arg(0), arg(1), arg(0).back());
  case ExprKind::Eq:
    return {equal(gates_, arg(0), arg(1))};
  case ExprKind::Ult:
    return {lessUnsigned(gates_, arg(0), arg(1))};
  case ExprKind::Ule:
    return {-lessUnsigned(gates_, arg(1), arg(0))};
  case ExprKind::Slt:
    return {lessSigned(gates_, arg(0), arg(1))};
  case ExprKind::Sle:
    return {-lessSigned(gates_, arg(1), arg(0))};
  case ExprKind::Concat: {
    Word result(arg(1).begin(), arg(1).end());
    result.insert(result.end(), arg(0).begin(), arg(0).end());
    return result;
  }
  case ExprKind::Extract: {
    const WordView part = arg(0).subspan(e->index, e->width);
    return {part.begin(), part.end()};
  }
  case ExprKind::ZExt:
  case ExprKind::SExt: {
    Word result(arg(0).begin(), arg(0).end());
    result.resize(e->width, e->kind == ExprKind::ZExt ? falseGate : arg(0).back());
    return result;
  }
  case ExprKind::Ite:
    return choice(gates_, arg(0)[0], arg(1), arg(2));
  default:
    return encodeFloat(e, scope);
  }
}

Word BitBlaster::encodeDivision(Expr e, Scope &scope) {
  const bool isSigned = e->kind == ExprKind::SDiv || e->kind == ExprKind::SRem;
  const bool isQuotient = e->kind == ExprKind::SDiv || e->kind == ExprKind::UDiv;
  const Expr a = e->args[0];
  const Expr b = e->args[1];
  const auto [entry, isNew] = scope.divisions.try_emplace({isSigned ? 1U : 0U, a->id, b->id});
  if (isNew)
    entry->second = isSigned ? divideSigned(gates_, scope.word(a), scope.word(b))
                             : divideUnsigned(gates_, scope.word(a), scope.word(b));
  return isQuotient ? entry->second.quotient : entry->second.remainder;
}

Word BitBlaster::encodeFloat(Expr e, const Scope &scope) {
  const FloatTemplate *circuit = templates_.find(e->kind, e->width, e->args[0]->width);
  if (circuit == nullptr) {
    assert(false && "the operator is not supported");
    Word result; // an arbitrary value over-approximates the operator, so proofs stay valid
    for (unsigned i = 0; i < e->width; ++i)
      result.push_back(gates_.input());
    return result;
  }
  Scope inner;
  for (unsigned i = 0; i < circuit->operands.size(); ++i)
    if (circuit->operands[i] != nullptr && e->args[i] != nullptr)
      inner.bind(circuit->operands[i], scope.word(e->args[i]));
  blast(circuit->result, inner);
  const WordView word = inner.word(circuit->result);
  return {word.begin(), word.end()};
}

} // namespace heddle::smt
