#include "engines/modular/heap_evaluation.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::Expr;
using program::ExprKind;

namespace {

bool isArithmetic(ExprKind kind) {
  return kind == ExprKind::Add || kind == ExprKind::Sub || kind == ExprKind::Mul || kind == ExprKind::Neg ||
         (kind >= ExprKind::UDiv && kind <= ExprKind::AShr) || program::isFloatingPoint(kind);
}

} // namespace

/// Offsets up to this distance are told apart.
std::int64_t HeapEvaluation::farthest() const {
  return std::int64_t{1} << std::min(20U, program_.pointers.offsetBits - 2);
}

/// Whether it is null, or the address of a static object or its neighbourhood.
bool HeapEvaluation::isStatic(Bits bits) const { return program_.pointers.object(bits) < program_.objects.size(); }

/// Null, truth values, and addresses of static objects.
bool HeapEvaluation::isFollowed(Bits bits, unsigned width) const {
  if (width == program_.pointers.width && bits != 0)
    return program_.pointers.object(bits) != program::nullObject && isStatic(bits);
  return width <= 64 && (bits <= 1 || bits == support::mask(width));
}

HeapValue HeapEvaluation::operator()(const SymbolicHeap &heap, Expr e) const {
  if (e->isConstant())
    return isFollowed(e->value, e->width) ? HeapValue::ofConstant(e->value) : HeapValue::any();
  if (e->isRegister())
    return heap.registerOr(e->index);
  if (e->kind == ExprKind::Add && e->width == program_.pointers.width)
    return sumOf(heap, e);
  if (e->kind == ExprKind::Eq)
    if (const std::optional<bool> equal =
            areEqual(valueOrConstant(heap, e->args[0]), valueOrConstant(heap, e->args[1])))
      return HeapValue::ofConstant(*equal ? 1 : 0);
  if (e->kind == ExprKind::Ite) {
    const HeapValue condition = (*this)(heap, e->args[0]);
    if (condition.kind == HeapValue::Kind::Constant)
      return (*this)(heap, e->args[condition.constant != 0 ? 1 : 2]);
    const HeapValue first = (*this)(heap, e->args[1]);
    return first == (*this)(heap, e->args[2]) ? first : HeapValue::any();
  }
  if (isArithmetic(e->kind))
    return HeapValue::any();
  std::array<Bits, 3> values{};
  std::array<unsigned, 3> widths{};
  for (unsigned i = 0; i < program::arity(e->kind); ++i) {
    const Expr arg = e->args[i];
    const HeapValue value = valueOrConstant(heap, arg);
    if (value.kind != HeapValue::Kind::Constant)
      return HeapValue::any();
    values[i] = value.constant;
    widths[i] = arg->width;
  }
  const Bits result = program::apply(e->kind, e->width, e->index, values, widths);
  return isFollowed(result, e->width) ? HeapValue::ofConstant(result) : HeapValue::any();
}

/// Constants are compared even if they are not followed.
HeapValue HeapEvaluation::valueOrConstant(const SymbolicHeap &heap, Expr e) const {
  return e->isConstant() ? HeapValue::ofConstant(e->value) : (*this)(heap, e);
}

HeapValue HeapEvaluation::sumOf(const SymbolicHeap &heap, Expr e) const {
  HeapValue base = (*this)(heap, e->args[0]);
  Expr distance = e->args[1];
  if (!base.isAddress() && !(base.kind == HeapValue::Kind::Constant && !base.isNull())) {
    base = (*this)(heap, e->args[1]);
    distance = e->args[0];
  }
  if (base.kind == HeapValue::Kind::Constant && !base.isNull() && distance->isConstant()) {
    const Bits sum = (base.constant + distance->value) & support::mask(e->width);
    return isFollowed(sum, e->width) ? HeapValue::ofConstant(sum) : HeapValue::any();
  }
  if (!base.isAddress() || (!distance->isConstant() && !isDistance_(distance)))
    return HeapValue::any();
  if (!distance->isConstant()) {
    base.isAnywhere = true;
    base.offset = 0;
    return base;
  }
  const auto signedDistance = support::toSigned(distance->value, distance->width);
  if (signedDistance < -farthest() || signedDistance > farthest())
    return HeapValue::any();
  if (base.isAnywhere)
    return base;
  base.offset += static_cast<std::int64_t>(signedDistance);
  return base.offset < -farthest() || base.offset > farthest() ? HeapValue::any() : base;
}

std::optional<bool> HeapEvaluation::areEqual(const HeapValue &a, const HeapValue &b) const {
  if (a.isAny() || b.isAny() || a.isAnywhere || b.isAnywhere)
    return std::nullopt;
  if (a.kind == HeapValue::Kind::Constant && b.kind == HeapValue::Kind::Constant)
    return a.constant == b.constant;
  if (a.isAddress() && b.isAddress() && a.chunk == b.chunk)
    return a.offset == b.offset;
  if ((!a.isAddress() && !isStatic(a.constant)) || (!b.isAddress() && !isStatic(b.constant)))
    return std::nullopt;
  // Addresses in different objects differ, as long as they do not come before the start of one.
  if ((a.isAddress() && a.offset < 0) || (b.isAddress() && b.offset < 0))
    return std::nullopt;
  return false;
}

bool HeapEvaluation::assumeEqual(SymbolicHeap &heap, Expr a, Expr b, bool outcome) const {
  const HeapValue first = valueOrConstant(heap, a);
  const HeapValue second = valueOrConstant(heap, b);
  if (const std::optional<bool> equal = areEqual(first, second))
    return *equal == outcome;
  if (!outcome)
    return true;
  if (a->isRegister() && first.isAny() && (second.isAddress() || isFollowed(second.constant, b->width)))
    heap.setRegister(a->index, second);
  if (b->isRegister() && second.isAny() && (first.isAddress() || isFollowed(first.constant, a->width)))
    heap.setRegister(b->index, first);
  return true;
}

bool HeapEvaluation::assume(SymbolicHeap &heap, Expr condition, bool outcome) const {
  const HeapValue value = (*this)(heap, condition);
  if (value.kind == HeapValue::Kind::Constant)
    return (value.constant != 0) == outcome;
  if (condition->kind == ExprKind::Not)
    return assume(heap, condition->args[0], !outcome);
  if (condition->isRegister() && condition->width == 1) {
    heap.setRegister(condition->index, HeapValue::ofConstant(outcome ? 1 : 0));
    return true;
  }
  if (condition->kind == ExprKind::Eq)
    return assumeEqual(heap, condition->args[0], condition->args[1], outcome);
  if ((condition->kind == ExprKind::And && outcome) || (condition->kind == ExprKind::Or && !outcome))
    return assume(heap, condition->args[0], outcome) && assume(heap, condition->args[1], outcome);
  if (condition->kind == ExprKind::And || condition->kind == ExprKind::Or) {
    SymbolicHeap first = heap;
    if (!assume(first, condition->args[0], outcome))
      return assume(heap, condition->args[1], outcome);
    if (SymbolicHeap second = heap; !assume(second, condition->args[1], outcome))
      heap = std::move(first);
  }
  return true;
}

} // namespace heddle::engines::modular
