// Abstract values of registers and memory cells.
//
// A value is a union of four kinds of numbers: an interval of bit patterns, pointers into abstract objects with a range
// of offsets, the handle of the thread itself, and handles of threads that it started, by the Spawn that returned them.
// A value without any part is impossible. Besides, all of these may have a common relation to a symbol (symbol.hpp).
//
// Pointers arise only where analysis/points_to sees one arise (constants, allocations) and move only where it moves
// them; every other operator turns them into unknown bit patterns, through which no access is ever proved valid. So
// whatever this analysis takes for a valid access is one of the targets that points-to analysis knows.
#pragma once

#include "analysis/points_to_set.hpp"
#include "engines/modular/interval.hpp"
#include "engines/modular/owned_object.hpp"
#include "engines/modular/symbol.hpp"
#include "program/program.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace heddle::engines::modular {

/// An address in an object: its offset is low, low + step, … and at most high.
struct Pointer {
  AbstractObject object = 0;
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::uint64_t step = 0;
  bool operator==(const Pointer &) const = default;
};

using SpawnSite = std::uint32_t;

/// Handles of threads are positive ints.
constexpr std::uint64_t leastHandle = 1;
constexpr std::uint64_t mostHandle = 0x7fffffff;
constexpr unsigned handleWidth = 32;

struct Value {
  unsigned width = 1;
  std::optional<Interval> number;
  bool isOther = false;          // the number is not the own handle
  std::vector<Pointer> pointers; // ascending by object, each once
  bool self = false;
  std::uint64_t mostSelf = mostHandle; // an upper bound of the own handle; meaningful only with `self`
  std::vector<SpawnSite> handles;      // ascending
  std::optional<Linear> linear;        // holds of every part

  static Value any(unsigned width) { return ofInterval(Interval::full(width)); }
  static Value none(unsigned width) {
    Value value;
    value.width = width;
    return value;
  }
  static Value ofInterval(const Interval &interval) {
    Value value = none(interval.width);
    value.number = interval;
    return value;
  }
  static Value constant(Bits bits, unsigned width) { return ofInterval(Interval::constant(bits, width)); }
  static Value pointer(AbstractObject object, std::int64_t offset, unsigned width) {
    Value value = none(width);
    value.pointers.push_back({object, offset, offset, 0});
    return value;
  }
  static Value ownHandle(unsigned width) {
    Value value = none(width);
    value.self = true;
    return value;
  }

  bool isImpossible() const { return !number && pointers.empty() && !self && handles.empty(); }
  bool isNumber() const { return number && pointers.empty() && !self && handles.empty(); }
  bool isConstant() const { return isNumber() && number->isConstant(); }
  bool isConstant(Bits bits) const { return isConstant() && number->low == bits; }
  bool isOwnHandle() const { return self && !number && pointers.empty() && handles.empty(); }
  bool mayBe(Bits bits) const;
  bool operator==(const Value &) const = default;
};

Value join(const Value &a, const Value &b);
Value widen(const Value &before, const Value &after, const Thresholds &thresholds);
bool includes(const Value &a, const Value &b);

/// All of it as bit patterns: handles in their range, pointers unknown.
Interval asInterval(const Value &value);
/// What handles of threads may be as numbers of so many bits.
Interval handleRange(unsigned width);
/// An address in its object is not zero. Numbers that are computed from one may be, such as the difference of two.
bool mayBeNull(const Pointer &pointer);
/// As another thread sees it: own handles and handles of own threads are only numbers, and symbols mean nothing.
Value published(const Value &value);
/// The number is congruent to the distance of its relation modulo this; zero if it is one number.
std::uint64_t stepOf(const Value &number);
/// Zero-extended or truncated.
Value resized(const Value &value, unsigned width);

/// What a pointer constant means: `decode` of points_to. None for other numbers.
std::optional<Value> pointerConstant(const program::Program &program, Bits bits);

/// The value of an expression, given those of its registers.
/// `refine` restricts the values of parts of it.
Value evaluate(const program::Program &program, program::Expr expression,
               const std::function<Value(program::RegisterId)> &registers,
               const std::function<void(program::Expr, Value &)> &refine = nullptr);

Outcomes compare(program::ExprKind kind, const Value &a, const Value &b, unsigned offsetBits);
/// The part of `a` for which the comparison with `b` can have the outcome; may be impossible.
Value restrict(program::ExprKind kind, const Value &a, const Value &b, bool swapped, bool outcome);

} // namespace heddle::engines::modular
