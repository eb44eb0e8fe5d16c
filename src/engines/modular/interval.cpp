#include "engines/modular/interval.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace heddle::engines::modular {

using program::ExprKind;

namespace {

constexpr unsigned mostExact = 64; // wider values are constants, products, or unknown

SignedBits leastOf(unsigned width) { return width >= 128 ? SignedBits{1} << 127 : -(SignedBits{1} << (width - 1)); }
SignedBits mostOf(unsigned width) { return static_cast<SignedBits>(support::mask(width - 1)); }

/// Makes each pair of bounds imply the other, where they speak of the same numbers.
std::optional<Interval> reduce(Interval i) {
  const Bits top = Bits{1} << (i.width - 1);
  for (int round = 0; round < 2; ++round) {
    if (i.low > i.high || i.least > i.most)
      return std::nullopt;
    if (i.high < top || i.low >= top) { // one sign
      i.least = std::max(i.least, support::toSigned(i.low, i.width));
      i.most = std::min(i.most, support::toSigned(i.high, i.width));
    }
    if (i.least > i.most)
      return std::nullopt;
    if (i.least >= 0 || i.most < 0) {
      i.low = std::max(i.low, support::fromSigned(i.least, i.width));
      i.high = std::min(i.high, support::fromSigned(i.most, i.width));
    }
  }
  if (i.low > i.high || i.least > i.most)
    return std::nullopt;
  if (!i.hole)
    return i;
  const Bits hole = *std::exchange(i.hole, std::nullopt);
  if (!i.contains(hole))
    return i;
  const SignedBits asSignedNumber = support::toSigned(hole, i.width);
  const bool isBound = i.low == hole || i.high == hole || i.least == asSignedNumber || i.most == asSignedNumber;
  if (!isBound) {
    i.hole = hole;
    return i;
  }
  if (i.low == i.high)
    return std::nullopt;
  if (i.low == hole)
    ++i.low;
  if (i.high == hole)
    --i.high;
  if (i.least == asSignedNumber)
    ++i.least;
  if (i.most == asSignedNumber)
    --i.most;
  return reduce(i);
}

/// A value between the bounds of both that neither has.
std::optional<Bits> commonHole(const Interval &a, const Interval &b) {
  for (const Interval *one : {&a, &b})
    if (one->hole && !(one == &a ? b : a).contains(*one->hole))
      return one->hole;
  if (a.high < b.low && b.low - a.high == 2)
    return a.high + 1;
  if (b.high < a.low && a.low - b.high == 2)
    return b.high + 1;
  return std::nullopt;
}

/// The exact results lie in [low, high] as unsigned and in [least, most] as signed numbers, before they wrap around.
Interval wrapped(SignedBits low, SignedBits high, SignedBits least, SignedBits most, unsigned width) {
  Interval result = Interval::full(width);
  if (low >= 0 && high <= static_cast<SignedBits>(support::mask(width))) {
    result.low = static_cast<Bits>(low);
    result.high = static_cast<Bits>(high);
  }
  if (least >= leastOf(width) && most <= mostOf(width)) {
    result.least = least;
    result.most = most;
  }
  return reduce(result).value_or(Interval::full(width));
}

struct Range {
  SignedBits low;
  SignedBits high;
};

Range ofCorners(std::array<SignedBits, 4> corners) {
  const auto [low, high] = std::minmax_element(corners.begin(), corners.end());
  return {*low, *high};
}

/// Products of 64-bit numbers fit into 128 bits as signed ones only below 2^63; larger factors are not followed.
std::optional<Range> product(SignedBits a, SignedBits b, SignedBits c, SignedBits d) {
  const SignedBits limit = SignedBits{1} << 62;
  for (const SignedBits bound : {a, b, c, d})
    if (bound > limit || bound < -limit)
      return std::nullopt;
  return ofCorners({a * c, a * d, b * c, b * d});
}

SignedBits asSigned(Bits value) { return static_cast<SignedBits>(value); } // of at most 64 bits

Interval shifted(ExprKind kind, unsigned width, const Interval &a, unsigned by) {
  if (by >= width)
    return kind == ExprKind::AShr ? Interval::ofSigned(-1, 0, width).value_or(Interval::full(width))
                                  : Interval::constant(0, width);
  if (kind == ExprKind::LShr)
    return *Interval::ofUnsigned(a.low >> by, a.high >> by, width);
  if (kind == ExprKind::AShr)
    return *Interval::ofSigned(a.least >> by, a.most >> by, width);
  if (by > 60)
    return Interval::full(width);
  const SignedBits factor = SignedBits{1} << by;
  return wrapped(asSigned(a.low) * factor, asSigned(a.high) * factor, a.least * factor, a.most * factor, width);
}

Bits allOnesAbove(Bits value) {
  Bits ones = 0;
  while (ones < value)
    ones = (ones << 1) | 1;
  return ones;
}

/// Products of numbers in twice as many bits, which tell whether one overflows (calloc): they do not wrap around.
Interval computeWide(ExprKind kind, unsigned width, std::uint32_t index, const Interval &a, const Interval *b) {
  const bool isSmall = a.least >= 0 && a.most <= (SignedBits{1} << 62);
  if (kind == ExprKind::ZExt)
    return *Interval::ofUnsigned(a.low, a.high, width);
  if (kind == ExprKind::SExt)
    return *Interval::ofSigned(a.least, a.most, width);
  if (kind == ExprKind::Mul)
    if (const auto exact = product(a.least, a.most, b->least, b->most))
      return *Interval::ofSigned(exact->low, exact->high, width);
  if (kind == ExprKind::Shl && isSmall && b->isConstant() && b->low <= 32)
    return *Interval::ofSigned(a.least << static_cast<unsigned>(b->low), a.most << static_cast<unsigned>(b->low),
                               width);
  if (kind == ExprKind::Extract && index == 0 && isSmall)
    return wrapped(a.least, a.most, a.least, a.most, width);
  return Interval::full(width);
}

} // namespace

Interval Interval::full(unsigned width) { return {width, 0, support::mask(width), leastOf(width), mostOf(width)}; }

Interval Interval::constant(Bits value, unsigned width) {
  const SignedBits asSignedNumber = support::toSigned(value, width);
  return {width, value, value, asSignedNumber, asSignedNumber};
}

std::optional<Interval> Interval::ofUnsigned(Bits low, Bits high, unsigned width) {
  return reduce({width, low, high, leastOf(width), mostOf(width)});
}

std::optional<Interval> Interval::ofSigned(SignedBits least, SignedBits most, unsigned width) {
  return reduce({width, 0, support::mask(width), least, most});
}

Interval join(const Interval &a, const Interval &b) {
  return {a.width,
          std::min(a.low, b.low),
          std::max(a.high, b.high),
          std::min(a.least, b.least),
          std::max(a.most, b.most),
          commonHole(a, b)};
}

std::optional<Interval> meet(const Interval &a, const Interval &b) {
  return reduce({a.width, std::max(a.low, b.low), std::min(a.high, b.high), std::max(a.least, b.least),
                 std::min(a.most, b.most), a.hole ? a.hole : b.hole});
}

bool includes(const Interval &a, const Interval &b) {
  return a.low <= b.low && b.high <= a.high && a.least <= b.least && b.most <= a.most &&
         (!a.hole || !b.contains(*a.hole));
}

// The bounds are not reduced here: reducing could undo a widened bound and make the chain infinite.
Interval widen(const Interval &before, const Interval &after, const Thresholds &thresholds) {
  Interval result = join(before, after);
  const Interval all = Interval::full(before.width);
  const auto above = [&](SignedBits bound, SignedBits limit) {
    const auto next = std::lower_bound(thresholds.begin(), thresholds.end(), bound);
    return next != thresholds.end() && *next <= limit ? *next : limit;
  };
  const auto below = [&](SignedBits bound, SignedBits limit) {
    const auto next = std::upper_bound(thresholds.begin(), thresholds.end(), bound);
    return next != thresholds.begin() && *std::prev(next) >= limit ? *std::prev(next) : limit;
  };
  const bool isNarrow = before.width <= mostExact;
  if (result.high > before.high)
    result.high = isNarrow ? static_cast<Bits>(above(asSigned(result.high), asSigned(all.high))) : all.high;
  if (result.low < before.low)
    result.low = isNarrow ? static_cast<Bits>(below(asSigned(result.low), 0)) : 0;
  if (result.most > before.most)
    result.most = isNarrow ? above(result.most, all.most) : all.most;
  if (result.least < before.least)
    result.least = isNarrow ? below(result.least, all.least) : all.least;
  return result;
}

Interval compute(ExprKind kind, unsigned width, std::uint32_t index, const Interval &a, const Interval *b) {
  if (a.isConstant() && (b == nullptr || b->isConstant()))
    return Interval::constant(program::apply(kind, width, index, {a.low, b != nullptr ? b->low : 0, 0},
                                             {a.width, b != nullptr ? b->width : 0, 0}),
                              width);
  if (width > mostExact || a.width > mostExact)
    return computeWide(kind, width, index, a, b);
  switch (kind) {
  case ExprKind::Not:
    return *Interval::ofUnsigned(support::mask(width) - a.high, support::mask(width) - a.low, width);
  case ExprKind::Neg:
    return wrapped(-asSigned(a.high), -asSigned(a.low), -a.most, -a.least, width);
  case ExprKind::Add:
    return wrapped(asSigned(a.low + b->low), asSigned(a.high + b->high), a.least + b->least, a.most + b->most, width);
  case ExprKind::Sub:
    return wrapped(asSigned(a.low) - asSigned(b->high), asSigned(a.high) - asSigned(b->low), a.least - b->most,
                   a.most - b->least, width);
  case ExprKind::Mul: {
    const auto exact = product(a.least, a.most, b->least, b->most);
    return exact ? wrapped(exact->low, exact->high, exact->low, exact->high, width) : Interval::full(width);
  }
  case ExprKind::UDiv:
    return b->low == 0 ? Interval::full(width) : *Interval::ofUnsigned(a.low / b->high, a.high / b->low, width);
  case ExprKind::URem:
    return b->low == 0 ? Interval::full(width) : *Interval::ofUnsigned(0, std::min(a.high, b->high - 1), width);
  case ExprKind::SDiv:
    return b->least <= 0
               ? Interval::full(width)
               : *Interval::ofSigned(std::min(a.least, SignedBits{0}), std::max(a.most, SignedBits{0}), width);
  case ExprKind::SRem:
    if (b->least <= 0)
      return Interval::full(width);
    return *Interval::ofSigned(a.least >= 0 ? 0 : std::max(a.least, 1 - b->most),
                               a.most <= 0 ? 0 : std::min(a.most, b->most - 1), width);
  case ExprKind::And:
    return *Interval::ofUnsigned(0, std::min(a.high, b->high), width);
  case ExprKind::Or:
  case ExprKind::Xor:
    return *Interval::ofUnsigned(kind == ExprKind::Or ? std::max(a.low, b->low) : 0, allOnesAbove(a.high | b->high),
                                 width);
  case ExprKind::Shl:
  case ExprKind::LShr:
  case ExprKind::AShr:
    if (b->isConstant())
      return shifted(kind, width, a, b->low >= width ? width : static_cast<unsigned>(b->low));
    return kind == ExprKind::LShr ? *Interval::ofUnsigned(0, a.high, width) : Interval::full(width);
  case ExprKind::ZExt:
    return *Interval::ofUnsigned(a.low, a.high, width);
  case ExprKind::SExt:
    return *Interval::ofSigned(a.least, a.most, width);
  case ExprKind::Extract:
    if (index == 0)
      return wrapped(asSigned(a.low), asSigned(a.high), a.least, a.most, width);
    return Interval::full(width);
  case ExprKind::Concat:
    return *Interval::ofUnsigned((a.low << b->width) + b->low, (a.high << b->width) + b->high, width);
  default:
    return Interval::full(width);
  }
}

Outcomes compare(ExprKind kind, const Interval &a, const Interval &b) {
  switch (kind) {
  case ExprKind::Eq:
    return {meet(a, b).has_value(), !(a.isConstant() && b.isConstant() && a.low == b.low)};
  case ExprKind::Ult:
    return {a.low < b.high, a.high >= b.low};
  case ExprKind::Ule:
    return {a.low <= b.high, a.high > b.low};
  case ExprKind::Slt:
    return {a.least < b.most, a.most >= b.least};
  case ExprKind::Sle:
    return {a.least <= b.most, a.most > b.least};
  default:
    return {};
  }
}

std::optional<Interval> restrict(ExprKind kind, const Interval &a, const Interval &b, bool swapped, bool outcome) {
  Interval result = a;
  if (kind == ExprKind::Eq) {
    if (outcome)
      return meet(a, b);
    if (!b.isConstant())
      return a;
    if (a.isConstant())
      return a.low == b.low ? std::nullopt : std::optional(a);
    if (result.low == b.low)
      ++result.low;
    if (result.high == b.low)
      --result.high;
    const SignedBits excluded = support::toSigned(b.low, b.width);
    if (result.least == excluded)
      ++result.least;
    if (result.most == excluded)
      --result.most;
    if (!result.hole)
      result.hole = b.low;
    return reduce(result);
  }
  const bool isSigned = kind == ExprKind::Slt || kind == ExprKind::Sle;
  // Bring the relation into the form `a < b`, `a <= b`, `a > b` or `a >= b`.
  bool isStrict = kind == ExprKind::Ult || kind == ExprKind::Slt;
  bool isBelow = !swapped;
  if (!outcome) {
    isBelow = !isBelow;
    isStrict = !isStrict;
  }
  if (isSigned && isBelow) {
    if (isStrict && b.most == leastOf(b.width))
      return std::nullopt;
    result.most = std::min(result.most, isStrict ? b.most - 1 : b.most);
  } else if (isSigned) {
    if (isStrict && b.least == mostOf(b.width))
      return std::nullopt;
    result.least = std::max(result.least, isStrict ? b.least + 1 : b.least);
  } else if (isBelow) {
    if (isStrict && b.high == 0)
      return std::nullopt;
    result.high = std::min(result.high, isStrict ? b.high - 1 : b.high);
  } else {
    if (isStrict && b.low == support::mask(b.width))
      return std::nullopt;
    result.low = std::max(result.low, isStrict ? b.low + 1 : b.low);
  }
  return reduce(result);
}

} // namespace heddle::engines::modular
