#include "engines/modular/value.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace heddle::engines::modular {

using program::Expr;
using program::ExprKind;

namespace {

constexpr std::int64_t farAway = std::int64_t{1} << 40; // offsets beyond this are not followed
constexpr unsigned widestRelation = 64;                 // bits

void addNumber(Value &value, const Interval &interval) {
  value.number = value.number ? join(*value.number, interval) : interval;
}

/// A pointer whose offset is out of sight is a bit pattern like any other.
void addPointer(Value &value, Pointer pointer) {
  if (pointer.low < -farAway || pointer.high > farAway) {
    addNumber(value, Interval::full(value.width));
    return;
  }
  if (pointer.step > 1) // so that equal sets have equal bounds
    pointer.high -= (pointer.high - pointer.low) % static_cast<std::int64_t>(pointer.step);
  const auto at = std::lower_bound(value.pointers.begin(), value.pointers.end(), pointer,
                                   [](const Pointer &a, const Pointer &b) { return a.object < b.object; });
  if (at == value.pointers.end() || at->object != pointer.object) {
    value.pointers.insert(at, pointer);
    return;
  }
  const auto gap = static_cast<std::uint64_t>(std::max(at->low, pointer.low) - std::min(at->low, pointer.low));
  at->step = std::gcd(std::gcd(at->step, pointer.step), gap);
  at->low = std::min(at->low, pointer.low);
  at->high = std::max(at->high, pointer.high);
}

const Pointer *find(const Value &value, AbstractObject object) {
  const auto at = std::lower_bound(value.pointers.begin(), value.pointers.end(), object,
                                   [](const Pointer &a, AbstractObject b) { return a.object < b; });
  return at != value.pointers.end() && at->object == object ? &*at : nullptr;
}

/// Whether the conversion of a number keeps its signed value.
bool keepsSigned(const Interval &number, ExprKind kind, unsigned width) {
  if (kind == ExprKind::SExt)
    return true;
  if (kind == ExprKind::ZExt)
    return number.least >= 0;
  const Interval all = Interval::full(width);
  return number.least >= all.least && number.most <= all.most;
}

std::int64_t clamped(SignedBits distance) {
  return static_cast<std::int64_t>(std::clamp(distance, SignedBits{-2 * Linear::farAway}, SignedBits{Linear::farAway}));
}

/// The relation that says more of the two: one to what the thread was started with, or to the larger part.
bool isBetter(const Linear &a, const Linear &b) {
  const bool isStart = a.symbol.kind == Symbol::Kind::Start;
  return isStart != (b.symbol.kind == Symbol::Kind::Start) ? isStart : a.factor > b.factor;
}

/// What adding `by`, or subtracting it, adds. The bounds of the number need not have its residue.
Distance distanceOf(const Value &by, bool backwards) {
  const Interval number = asInterval(by);
  Distance result{clamped(backwards ? -number.most : number.least), clamped(backwards ? -number.least : number.most),
                  stepOf(by)};
  if (result.step > 1) {
    const auto modulus = static_cast<std::int64_t>(result.step);
    const std::int64_t residue = backwards ? -by.linear->low : by.linear->low;
    result.low += ((residue - result.low) % modulus + modulus) % modulus;
  }
  return result;
}

/// The relation of a + b, if that does not wrap around.
std::optional<Linear> sumOf(const Value &a, const Value &b) {
  if (a.linear && (!b.linear || b.isConstant() || (!a.isConstant() && !isBetter(*b.linear, *a.linear))))
    return shifted(*a.linear, distanceOf(b, false));
  return b.linear ? shifted(*b.linear, distanceOf(a, false)) : std::nullopt;
}

/// The relation of a result on numbers; none if it may wrap around.
std::optional<Linear> linearOfOperation(Expr e, const Value &a, const Value &b) {
  if (!a.number || (program::arity(e->kind) > 1 && !b.number))
    return std::nullopt;
  const SignedBits limit = SignedBits{1} << 62; // wider numbers are products that do not wrap around (calloc)
  const auto isSmall = [&](const Value &value) { return value.number->least >= -limit && value.number->most <= limit; };
  const bool isWide = e->width > widestRelation || a.width > widestRelation;
  if (isWide && !(isSmall(a) && (program::arity(e->kind) == 1 || isSmall(b))))
    return std::nullopt;
  const Interval all = Interval::full(e->width);
  const auto fits = [&](SignedBits least, SignedBits most) { return least >= all.least && most <= all.most; };
  const auto times = [&](const Value &value, Bits factor) -> std::optional<Linear> {
    constexpr Bits greatestFactor = Bits{1} << 20;
    const Interval &number = *value.number;
    if (!value.linear || factor == 0 || factor > greatestFactor ||
        !fits(number.least * static_cast<SignedBits>(factor), number.most * static_cast<SignedBits>(factor)))
      return std::nullopt;
    return scaled(*value.linear, static_cast<std::int64_t>(factor));
  };
  switch (e->kind) {
  case ExprKind::Add:
    return fits(a.number->least + b.number->least, a.number->most + b.number->most) ? sumOf(a, b) : std::nullopt;
  case ExprKind::Sub:
    if (!a.linear || !fits(a.number->least - b.number->most, a.number->most - b.number->least))
      return std::nullopt;
    return shifted(*a.linear, distanceOf(b, true));
  case ExprKind::Mul:
    return b.isConstant() ? times(a, b.number->low) : a.isConstant() ? times(b, a.number->low) : std::nullopt;
  case ExprKind::Shl:
    return b.isConstant() && b.number->low <= 20 ? times(a, Bits{1} << static_cast<unsigned>(b.number->low))
                                                 : std::nullopt;
  case ExprKind::SExt:
  case ExprKind::ZExt:
    return keepsSigned(*a.number, e->kind, e->width) ? a.linear : std::nullopt;
  case ExprKind::Extract:
    return e->index == 0 && keepsSigned(*a.number, e->kind, e->width) ? a.linear : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// The offset that all pointers of an address have.
std::optional<std::int64_t> offsetOf(const Value &base) {
  if (base.number || base.self || !base.handles.empty())
    return std::nullopt;
  const std::int64_t offset = base.pointers[0].low;
  for (const Pointer &pointer : base.pointers)
    if (pointer.low != offset || pointer.high != offset)
      return std::nullopt;
  return offset;
}

/// The relation of base + by, or base - by, where the base may be an address.
std::optional<Linear> linearOfMoved(const Value &base, const Value &by, bool backwards) {
  const Distance distance = distanceOf(by, backwards);
  if (by.isConstant() && !by.linear)
    return base.linear ? shifted(*base.linear, distance) : std::nullopt;
  // An index that is constant now is another one in the next round of its loop.
  if (const auto offset = offsetOf(base); offset && by.linear && !backwards && by.isNumber()) {
    std::optional<Linear> result = shifted(*by.linear, Distance::exactly(*offset));
    if (result) {
      result->form = Linear::Form::Offset;
      result->base = base.linear && base.linear->form == Linear::Form::Whole ? base.linear->symbol : Symbol{};
    }
    return result;
  }
  return base.linear ? shifted(*base.linear, distance) : std::nullopt;
}

/// base + by, or base - by
Value moved(const Value &base, const Value &by, bool backwards) {
  Value result = Value::none(base.width);
  const Interval distance = asInterval(by);
  const Distance moves = distanceOf(by, backwards);
  for (const Pointer &pointer : base.pointers) {
    if (distance.least < -farAway || distance.most > farAway)
      addNumber(result, Interval::full(base.width));
    else if (moves.low <= moves.high) // else no number between the bounds has the residue
      addPointer(result, {pointer.object, pointer.low + moves.low, pointer.high + moves.high,
                          std::gcd(pointer.step, moves.step)});
  }
  if (base.number || base.self || !base.handles.empty()) {
    Value rest = base;
    rest.pointers.clear();
    const Interval plain = asInterval(rest);
    addNumber(result, compute(backwards ? ExprKind::Sub : ExprKind::Add, base.width, 0, plain, &distance));
  }
  result.linear = linearOfMoved(base, by, backwards);
  return result;
}

bool isPlain(const Value &value) { return value.pointers.empty() && !value.self && value.handles.empty(); }

/// Whether `converted` is the number again, after it (or the product that it is) was cut off and extended.
bool isUnchangedBy(Expr number, Expr converted, const Value &value) {
  const bool isSigned = converted->kind == ExprKind::SExt;
  if ((!isSigned && converted->kind != ExprKind::ZExt) || !value.isNumber())
    return false;
  const Expr part = converted->args[0];
  const auto isExtended = [&](Expr wide, Expr narrow) {
    return wide->isConstant() ? narrow->isConstant() && wide->value == narrow->value
                              : wide->kind == converted->kind && wide->args[0] == narrow;
  };
  const bool isPart = part->kind == ExprKind::Extract && part->index == 0 && part->args[0] == number;
  const bool isProduct = part->kind == ExprKind::Mul && number->kind == ExprKind::Mul &&
                         isExtended(number->args[0], part->args[0]) && isExtended(number->args[1], part->args[1]);
  const Interval all = Interval::full(part->width);
  const bool fits = isSigned ? value.number->least >= all.least && value.number->most <= all.most
                             : value.number->high <= support::mask(part->width);
  return (isPart || isProduct) && fits;
}

class Evaluation {
public:
  Evaluation(const program::Program &program, const std::function<Value(program::RegisterId)> &registers,
             const std::function<void(Expr, Value &)> &refine)
      : program_(program), registers_(registers), refine_(refine) {}

  /// Objects of an allocation site have several addresses.
  bool isOneAddress(const Value &value) const {
    return !value.number && !value.self && value.handles.empty() && value.pointers.size() == 1 &&
           value.pointers.front().low == value.pointers.front().high &&
           value.pointers.front().object < program_.objects.size();
  }

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
    if (refine_)
      refine_(e, value);
    if (!value.linear && e->width > 1 && e->width <= widestRelation && !value.isConstant() && !value.isImpossible())
      value.linear = Linear::same(Symbol::ofExpression(e));
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
      if (e->kind == ExprKind::Eq && a.pointers == b.pointers && isOneAddress(a) && isOneAddress(b))
        return Value::constant(1, 1);
      if (e->kind == ExprKind::Eq &&
          (isUnchangedBy(e->args[0], e->args[1], a) || isUnchangedBy(e->args[1], e->args[0], b)))
        return Value::constant(1, 1);
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
      if (e->kind == ExprKind::Extract && !a.pointers.empty() && e->index == program_.pointers.offsetBits &&
          e->index + e->width == a.width && a.width == program_.pointers.width)
        return objectOf(e, a);
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
    Value result = Value::ofInterval(compute(e->kind, e->width, e->index, first, arity > 1 ? &second : nullptr));
    if (isPlain(a) && (arity == 1 || isPlain(b)))
      result.linear = linearOfOperation(e, a, b);
    return result;
  }

  /// The number of the object that an address is in, as long as its offset does not run over.
  Value objectOf(Expr e, const Value &a) const {
    const std::int64_t end = std::int64_t{1} << program_.pointers.offsetBits;
    Value rest = a;
    rest.pointers.clear();
    Value result = Value::none(e->width);
    if (!rest.isImpossible())
      result = Value::ofInterval(compute(e->kind, e->width, e->index, asInterval(rest), nullptr));
    for (const Pointer &pointer : a.pointers) {
      const bool isInside = pointer.low >= 0 && pointer.high < end;
      const std::size_t objects = program_.objects.size();
      Interval id = Interval::full(e->width);
      if (isInside && pointer.object < objects)
        id = Interval::constant(pointer.object, e->width);
      else if (isInside)
        id = *Interval::ofUnsigned(objects, id.high, e->width);
      addNumber(result, id);
    }
    return result;
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
  const std::function<void(Expr, Value &)> &refine_;
  std::unordered_map<Expr, Value> known_;
};

} // namespace

Interval handleRange(unsigned width) {
  return width >= handleWidth ? *Interval::ofUnsigned(leastHandle, mostHandle, width) : Interval::full(width);
}

bool mayBeNull(const Pointer &pointer) {
  constexpr std::int64_t certainlyInside = 1 << 19; // with the fewest bits of offsets, those of ILP32
  return pointer.low < 0 || pointer.high >= certainlyInside;
}

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
  result.linear = join(a.linear, b.linear);
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
  result.linear = widen(before.linear, after.isImpossible() ? before.linear : after.linear);
  if (before.number && result.number && *before.number != *result.number)
    result.number = widen(*before.number, *result.number, thresholds);
  for (Pointer &pointer : result.pointers) {
    const Pointer *known = find(before, pointer.object);
    if (known == nullptr)
      continue;
    if (pointer.high > known->high) {
      const auto next = std::lower_bound(thresholds.begin(), thresholds.end(), SignedBits{pointer.high});
      pointer.high = next != thresholds.end() && *next < farAway ? static_cast<std::int64_t>(*next) : farAway;
      if (pointer.step > 1) // the highest offset of the right residue
        pointer.high -= (pointer.high - pointer.low) % static_cast<std::int64_t>(pointer.step);
    }
    if (pointer.low < known->low) { // the lowest offset of the same residue
      const auto step = static_cast<std::int64_t>(std::max<std::uint64_t>(pointer.step, 1));
      pointer.low = pointer.low >= 0 ? pointer.low % step : pointer.low - (pointer.low + farAway) / step * step;
    }
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
    const std::uint64_t step = std::gcd(pointer.step, static_cast<std::uint64_t>(pointer.low - same->low));
    if (same->step == 0 ? step != 0 : step % same->step != 0)
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
  if (!value.self && value.handles.empty() && !value.isOther && !value.linear)
    return value;
  Value result = value;
  result.linear.reset();
  result.isOther = false;
  if (!value.self && value.handles.empty())
    return result;
  result.self = false;
  result.mostSelf = mostHandle;
  result.handles.clear();
  addNumber(result, handleRange(value.width));
  return result;
}

std::uint64_t stepOf(const Value &number) {
  if (number.isConstant())
    return 0;
  if (!number.linear || !number.isNumber())
    return 1;
  const std::int64_t factor = number.linear->factor;
  return std::gcd(number.linear->step, static_cast<std::uint64_t>(factor < 0 ? -factor : factor));
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
    if (value.isNumber() && keepsSigned(*value.number, kind, width))
      result.linear = value.linear;
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
               const std::function<Value(program::RegisterId)> &registers,
               const std::function<void(Expr, Value &)> &refine) {
  return Evaluation(program, registers, refine).of(expression);
}

} // namespace heddle::engines::modular
