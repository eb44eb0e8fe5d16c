#include "engines/modular/value.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

namespace heddle::engines::modular {

using program::Expr;
using program::ExprKind;

namespace {

constexpr std::int64_t farAway = std::int64_t{1} << 40; // offsets beyond this are not followed

Interval handleRange(unsigned width) {
  return width >= handleWidth ? *Interval::ofUnsigned(leastHandle, mostHandle, width) : Interval::full(width);
}

void addNumber(Value &value, const Interval &interval) {
  value.number = value.number ? join(*value.number, interval) : interval;
}

/// A pointer whose offset is out of sight is a bit pattern like any other.
void addPointer(Value &value, Pointer pointer) {
  if (pointer.low < -farAway || pointer.high > farAway) {
    addNumber(value, Interval::full(value.width));
    return;
  }
  const auto at = std::lower_bound(value.pointers.begin(), value.pointers.end(), pointer,
                                   [](const Pointer &a, const Pointer &b) { return a.object < b.object; });
  if (at == value.pointers.end() || at->object != pointer.object) {
    value.pointers.insert(at, pointer);
    return;
  }
  at->low = std::min(at->low, pointer.low);
  at->high = std::max(at->high, pointer.high);
}

const Pointer *find(const Value &value, AbstractObject object) {
  const auto at = std::lower_bound(value.pointers.begin(), value.pointers.end(), object,
                                   [](const Pointer &a, AbstractObject b) { return a.object < b; });
  return at != value.pointers.end() && at->object == object ? &*at : nullptr;
}

/// base + by, or base - by
Value moved(const Value &base, const Value &by, bool backwards) {
  Value result = Value::none(base.width);
  const Interval distance = asInterval(by);
  for (const Pointer &pointer : base.pointers) {
    if (distance.least < -farAway || distance.most > farAway) {
      addNumber(result, Interval::full(base.width));
      continue;
    }
    const auto least = static_cast<std::int64_t>(backwards ? -distance.most : distance.least);
    const auto most = static_cast<std::int64_t>(backwards ? -distance.least : distance.most);
    addPointer(result, {pointer.object, pointer.low + least, pointer.high + most});
  }
  if (base.number || base.self || !base.handles.empty()) {
    Value rest = base;
    rest.pointers.clear();
    const Interval plain = asInterval(rest);
    addNumber(result, compute(backwards ? ExprKind::Sub : ExprKind::Add, base.width, 0, plain, &distance));
  }
  return result;
}

bool isPlain(const Value &value) { return value.pointers.empty() && !value.self && value.handles.empty(); }

class Evaluation {
public:
  Evaluation(const program::Program &program, const std::function<Value(program::RegisterId)> &registers)
      : program_(program), registers_(registers) {}

  Value of(Expr e) {
    if (e->isConstant()) {
      if (e->width == program_.pointers.width)
        if (const std::optional<Value> pointer = pointerConstant(program_, e->value))
          return *pointer;
      return Value::constant(e->value, e->width);
    }
    if (e->isRegister())
      return registers_(e->index);
    const auto known = known_.find(e);
    if (known != known_.end())
      return known->second;
    Value value = operation(e);
    known_.emplace(e, value);
    return value;
  }

private:
  Value operation(Expr e) {
    if (e->kind == ExprKind::Ite) {
      const Value condition = of(e->args[0]);
      Value result = Value::none(e->width);
      if (condition.mayBe(1))
        result = of(e->args[1]);
      if (condition.mayBe(0))
        result = join(result, of(e->args[2]));
      return result;
    }
    const unsigned arity = program::arity(e->kind);
    const Value a = of(e->args[0]);
    const Value b = arity > 1 ? of(e->args[1]) : Value::none(1);
    if (a.isImpossible() || (arity > 1 && b.isImpossible()))
      return Value::none(e->width);
    switch (e->kind) {
    case ExprKind::Eq:
    case ExprKind::Ult:
    case ExprKind::Ule:
    case ExprKind::Slt:
    case ExprKind::Sle: {
      const Outcomes outcomes = compare(e->kind, a, b, program_.pointers.offsetBits);
      if (!outcomes.mayHold)
        return Value::constant(0, 1);
      return outcomes.mayFail ? Value::any(1) : Value::constant(1, 1);
    }
    case ExprKind::Add:
      if (e->width == program_.pointers.width && !a.pointers.empty() && b.pointers.empty())
        return moved(a, b, false);
      if (e->width == program_.pointers.width && !b.pointers.empty() && a.pointers.empty())
        return moved(b, a, false);
      break;
    case ExprKind::Sub:
      if (e->width == program_.pointers.width && !a.pointers.empty() && b.pointers.empty())
        return moved(a, b, true);
      break;
    case ExprKind::ZExt:
    case ExprKind::SExt:
    case ExprKind::Extract:
      if (!isPlain(a))
        return converted(e, a);
      break;
    default:
      break;
    }
    if (program::isFloatingPoint(e->kind) && !(a.isConstant() && (arity < 2 || b.isConstant())))
      return Value::any(e->width);
    const Interval first = asInterval(a);
    const Interval second = asInterval(b);
    return Value::ofInterval(compute(e->kind, e->width, e->index, first, arity > 1 ? &second : nullptr));
  }

  /// A handle survives conversions that keep its 32 bits, since its sign bit is clear.
  static Value converted(Expr e, const Value &a) {
    const bool keeps = e->kind != ExprKind::Extract || (e->index == 0 && e->width >= handleWidth);
    if (!a.pointers.empty() || !keeps || a.width < handleWidth) {
      const Interval plain = asInterval(a);
      return Value::ofInterval(compute(e->kind, e->width, e->index, plain, nullptr));
    }
    Value result = Value::none(e->width);
    result.self = a.self;
    result.mostSelf = a.mostSelf;
    result.handles = a.handles;
    if (a.number)
      result.number = compute(e->kind, e->width, e->index, *a.number, nullptr);
    return result;
  }

  const program::Program &program_;
  const std::function<Value(program::RegisterId)> &registers_;
  std::unordered_map<Expr, Value> known_;
};

/// An address in its object is not zero. Numbers that are computed from one may be, such as the difference of two.
bool mayBeNull(const Pointer &pointer) {
  constexpr std::int64_t certainlyInside = 1 << 19; // with the fewest bits of offsets, those of ILP32
  return pointer.low < 0 || pointer.high >= certainlyInside;
}

} // namespace

bool Value::mayBe(Bits bits) const {
  if (number && number->contains(bits))
    return true;
  if ((self || !handles.empty()) && bits >= leastHandle && bits <= mostHandle)
    return true;
  return bits != 0 ? !pointers.empty() : std::ranges::any_of(pointers, mayBeNull);
}

Value join(const Value &a, const Value &b) {
  if (a.isImpossible())
    return b;
  if (b.isImpossible())
    return a;
  Value result = a;
  result.isOther = (a.number || b.number) && (!a.number || a.isOther) && (!b.number || b.isOther) &&
                   a.pointers.empty() && b.pointers.empty();
  if (b.number)
    addNumber(result, *b.number);
  for (const Pointer &pointer : b.pointers)
    addPointer(result, pointer);
  if (b.self)
    result.mostSelf = a.self ? std::max(a.mostSelf, b.mostSelf) : b.mostSelf;
  result.self = a.self || b.self;
  for (const SpawnSite site : b.handles)
    if (std::find(result.handles.begin(), result.handles.end(), site) == result.handles.end())
      result.handles.insert(std::lower_bound(result.handles.begin(), result.handles.end(), site), site);
  return result;
}

Value widen(const Value &before, const Value &after, const Thresholds &thresholds) {
  Value result = join(before, after);
  if (before.isImpossible())
    return result;
  if (before.number && result.number && *before.number != *result.number)
    result.number = widen(*before.number, *result.number, thresholds);
  for (Pointer &pointer : result.pointers) {
    const Pointer *known = find(before, pointer.object);
    if (known == nullptr)
      continue;
    if (pointer.high > known->high) {
      const auto next = std::lower_bound(thresholds.begin(), thresholds.end(), SignedBits{pointer.high});
      pointer.high = next != thresholds.end() && *next < farAway ? static_cast<std::int64_t>(*next) : farAway;
    }
    if (pointer.low < known->low)
      pointer.low = pointer.low >= 0 ? 0 : -farAway;
  }
  return result;
}

bool includes(const Value &a, const Value &b) {
  if (b.number && (!a.number || !includes(*a.number, *b.number) || (a.isOther && !b.isOther)))
    return false;
  if (b.self && (!a.self || a.mostSelf < b.mostSelf))
    return false;
  for (const Pointer &pointer : b.pointers) {
    const Pointer *same = find(a, pointer.object);
    if (same == nullptr || same->low > pointer.low || same->high < pointer.high)
      return false;
  }
  return std::includes(a.handles.begin(), a.handles.end(), b.handles.begin(), b.handles.end());
}

Interval asInterval(const Value &value) {
  if (!value.pointers.empty())
    return Interval::full(value.width);
  if (!value.self && value.handles.empty())
    return value.number.value_or(Interval::full(value.width));
  Interval handles = handleRange(value.width);
  if (value.handles.empty() && value.width >= handleWidth)
    handles = *Interval::ofUnsigned(leastHandle, value.mostSelf, value.width);
  return value.number ? join(*value.number, handles) : handles;
}

Value published(const Value &value) {
  if (!value.self && value.handles.empty() && !value.isOther)
    return value;
  Value result = value;
  result.isOther = false;
  if (!value.self && value.handles.empty())
    return result;
  result.self = false;
  result.mostSelf = mostHandle;
  result.handles.clear();
  addNumber(result, handleRange(value.width));
  return result;
}

Value resized(const Value &value, unsigned width) {
  if (value.width == width || value.isImpossible()) {
    Value same = value;
    same.width = width;
    return same;
  }
  const ExprKind kind = width > value.width ? ExprKind::ZExt : ExprKind::Extract;
  if (value.pointers.empty() && std::min(width, value.width) >= handleWidth) {
    Value result = Value::none(width);
    result.self = value.self;
    result.mostSelf = value.mostSelf;
    result.handles = value.handles;
    if (value.number)
      result.number = compute(kind, width, 0, *value.number, nullptr);
    return result;
  }
  return Value::ofInterval(compute(kind, width, 0, asInterval(value), nullptr));
}

std::optional<Value> pointerConstant(const program::Program &program, Bits bits) {
  const program::PointerLayout &layout = program.pointers;
  const program::ObjectId object = layout.object(bits);
  const std::uint64_t offset = layout.offset(bits);
  if (object == program::nullObject || object >= program.objects.size() || offset >= layout.maxObjectSize())
    return std::nullopt;
  return Value::pointer(object, static_cast<std::int64_t>(offset), layout.width);
}

Value evaluate(const program::Program &program, Expr expression,
               const std::function<Value(program::RegisterId)> &registers) {
  return Evaluation(program, registers).of(expression);
}

Outcomes compare(ExprKind kind, const Value &a, const Value &b, unsigned offsetBits) {
  if (a.isImpossible() || b.isImpossible())
    return {false, false};
  if (kind != ExprKind::Eq)
    return compare(kind, asInterval(a), asInterval(b));
  Outcomes result{false, true};
  result.mayFail = !(a.isConstant() && b.isConstant(a.number->low)) && !(a.isOwnHandle() && b.isOwnHandle());
  const auto numberMayBe = [&](const Value &value, const Value &other) {
    const std::optional<Interval> &number = value.number;
    if (!number)
      return false;
    if (((other.self && !value.isOther) || !other.handles.empty()) &&
        (number->width < handleWidth || meet(*number, handleRange(number->width))))
      return true;
    // A pointer whose offset is in its object is at least 2^offsetBits; beyond that, nothing is known.
    return std::any_of(other.pointers.begin(), other.pointers.end(), [&](const Pointer &pointer) {
      const bool isInside = pointer.low >= 0 && pointer.high < (std::int64_t{1} << (offsetBits - 1));
      return !isInside || number->high >= (Bits{1} << offsetBits);
    });
  };
  result.mayHold = (a.number && b.number && meet(*a.number, *b.number)) || numberMayBe(a, b) || numberMayBe(b, a) ||
                   (a.self && b.self) || (!a.handles.empty() && !b.handles.empty());
  for (const Pointer &first : a.pointers)
    for (const Pointer &second : b.pointers) {
      // Pointers out of their objects may coincide with others.
      const bool areInside = first.low >= 0 && second.low >= 0 && first.high < (std::int64_t{1} << (offsetBits - 1)) &&
                             second.high < (std::int64_t{1} << (offsetBits - 1));
      if (!areInside || (first.object == second.object && first.low <= second.high && second.low <= first.high))
        result.mayHold = true;
    }
  return result;
}

Value restrict(ExprKind kind, const Value &a, const Value &b, bool swapped, bool outcome) {
  if (kind == ExprKind::Eq && outcome && b.isOwnHandle()) {
    // A number that equals the own handle is the own handle.
    Value result = Value::none(a.width);
    result.self =
        a.self || (a.number && !a.isOther && (a.width < handleWidth || meet(*a.number, handleRange(a.width))));
    return result.self && a.width >= handleWidth ? result : result.self ? a : Value::none(a.width);
  }
  if (kind == ExprKind::Eq && outcome && b.isNumber()) {
    Value result = Value::none(a.width);
    if (a.number)
      result.number = meet(*a.number, *b.number);
    if ((a.self || !a.handles.empty()) && (a.width < handleWidth || meet(handleRange(a.width), *b.number))) {
      result.self = a.self;
      result.mostSelf = a.mostSelf;
      result.handles = a.handles;
    }
    for (const Pointer &pointer : a.pointers)
      if (!b.isConstant(0) || mayBeNull(pointer))
        addPointer(result, pointer);
    return result;
  }
  if (kind == ExprKind::Eq && !outcome) {
    Value result = a;
    if (a.number && b.isConstant())
      result.number = restrict(kind, *a.number, *b.number, swapped, outcome);
    if (b.isOwnHandle())
      result.self = false;
    return result;
  }
  if (kind == ExprKind::Eq)
    return a;
  if (a.isOwnHandle() && a.width >= handleWidth) {
    const auto bounds = restrict(kind, asInterval(a), asInterval(b), swapped, outcome);
    if (!bounds)
      return Value::none(a.width);
    Value result = a;
    result.mostSelf = static_cast<std::uint64_t>(bounds->high);
    return result;
  }
  if (!a.isNumber())
    return a;
  Value result = a;
  result.number = restrict(kind, *a.number, asInterval(b), swapped, outcome);
  return result;
}

} // namespace heddle::engines::modular
