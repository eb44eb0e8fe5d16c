// Comparisons of values: which outcomes they may have, and what an outcome says of the values.
#include "engines/modular/value.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::ExprKind;

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
      if (!areInside || (siteObject(first.object) == siteObject(second.object) && first.low <= second.high &&
                         second.low <= first.high))
        result.mayHold = true;
    }
  return result;
}

namespace {

/// What a comparison (not of equality) says of the distance of `a` from a symbol; none if it excludes all distances.
std::optional<Linear> restrictDistance(ExprKind kind, const Value &a, const Value &b, bool swapped, bool outcome) {
  const bool isSigned = kind == ExprKind::Slt || kind == ExprKind::Sle;
  if (!a.linear->isLike(*b.linear) || (!isSigned && (a.number->least < 0 || b.number->least < 0)))
    return a.linear;
  const bool isStrict = (kind == ExprKind::Slt || kind == ExprKind::Ult) == outcome; // of "less", or of its negation
  const std::int64_t gap = isStrict ? 1 : 0;
  if (swapped != outcome) // a is less
    return b.linear->high >= Linear::farAway ? a.linear : between(*a.linear, a.linear->low, b.linear->high - gap);
  return between(*a.linear, b.linear->low + gap, a.linear->high);
}

} // namespace

Value restrict(ExprKind kind, const Value &a, const Value &b, bool swapped, bool outcome) {
  if (kind == ExprKind::Eq && outcome && b.isOwnHandle()) {
    // A number that equals the own handle is the own handle.
    Value result = Value::none(a.width);
    result.self =
        a.self || (a.number && !a.isOther && (a.width < handleWidth || meet(*a.number, handleRange(a.width))));
    result.mostSelf = a.isOwnHandle() ? std::min(a.mostSelf, b.mostSelf) : b.mostSelf;
    return result.self && a.width >= handleWidth ? result : result.self ? a : Value::none(a.width);
  }
  if (kind == ExprKind::Eq && outcome && b.isNumber()) {
    Value result = Value::none(a.width);
    result.linear = a.linear;
    if (a.number)
      result.number = meet(*a.number, *b.number);
    if ((a.self || !a.handles.empty()) && (a.width < handleWidth || meet(handleRange(a.width), *b.number))) {
      result.self = a.self;
      result.mostSelf = a.mostSelf;
      result.handles = a.handles;
    }
    for (const Pointer &pointer : a.pointers)
      if (!b.isConstant(0) || mayBeNull(pointer))
        result.pointers.push_back(pointer);
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
  if (a.linear && b.isNumber() && b.linear && result.number) {
    result.linear = restrictDistance(kind, a, b, swapped, outcome);
    if (!result.linear)
      return Value::none(a.width);
  }
  return result;
}

} // namespace heddle::engines::modular
