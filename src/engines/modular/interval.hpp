// Intervals of machine integers.
//
// A value of width w is bounded twice, as an unsigned and as a signed number, because neither order alone describes
// both an index that counts down to -1 and a size. The two bounds are kept consistent (`reduce`). An operation whose
// exact result may leave the range of the width wraps around; its bounds then become those of the width, so that
// wrap-around is never assumed away. One value between the bounds may be excluded, so that of the three states of a
// word any two can be described. Widths above 64 bits have exact constants and full ranges only, so that no bound
// overflows.
#pragma once

#include "program/expression.hpp"

#include <optional>
#include <vector>

namespace heddle::engines::modular {

using program::Bits;
using support::SignedBits;

/// Not empty: low <= high and least <= most.
struct Interval {
  unsigned width = 1;
  Bits low = 0; // unsigned bounds
  Bits high = 0;
  SignedBits least = 0; // signed bounds
  SignedBits most = 0;
  std::optional<Bits> hole = std::nullopt; // a value between the bounds that is excluded

  static Interval full(unsigned width);
  static Interval constant(Bits value, unsigned width);
  /// None if empty.
  static std::optional<Interval> ofUnsigned(Bits low, Bits high, unsigned width);
  static std::optional<Interval> ofSigned(SignedBits least, SignedBits most, unsigned width);

  bool isConstant() const { return low == high; }
  bool contains(Bits value) const {
    const SignedBits asSigned = support::toSigned(value, width);
    return low <= value && value <= high && least <= asSigned && asSigned <= most && hole != value;
  }
  bool operator==(const Interval &) const = default;
};

Interval join(const Interval &a, const Interval &b);
std::optional<Interval> meet(const Interval &a, const Interval &b);
bool includes(const Interval &a, const Interval &b);

/// Values at which widening stops, ascending.
using Thresholds = std::vector<SignedBits>;
/// At least the join; chains of it are finite.
Interval widen(const Interval &before, const Interval &after, const Thresholds &thresholds);

/// The operator on intervals; conservative. Not for comparisons, whose result is `compare`.
Interval compute(program::ExprKind kind, unsigned width, std::uint32_t index, const Interval &a, const Interval *b);

/// What a comparison (Eq, Ult, Ule, Slt, Sle) may yield.
struct Outcomes {
  bool mayHold = true;
  bool mayFail = true;
};
Outcomes compare(program::ExprKind kind, const Interval &a, const Interval &b);

/// The part of `a` for which `a kind b` (or `b kind a`, if `swapped`) can have the given outcome; none if there is
/// none.
std::optional<Interval> restrict(program::ExprKind kind, const Interval &a, const Interval &b, bool swapped,
                                 bool outcome);

} // namespace heddle::engines::modular
