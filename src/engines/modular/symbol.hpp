// Symbolic relations of values: factor * symbol + distance.
//
// A *symbol* names a number or an address without knowing it: what a register holds at present, what an expression over
// registers yields at present, or what the thread was started with. Relations to symbols survive where intervals are
// joined: `a[i].lock` and `a[i].count` are at a fixed distance whatever i is, and `a[id]` belongs to the thread that
// was started with id. Symbols are meaningful within one thread only; when a register is assigned, what mentions it is
// expressed through another register with a known distance, or dropped (naming.hpp).
//
// A relation of a number is one of integers: the signed value of the number is factor * symbol + distance without any
// wrap-around. A relation of an address is one of two:
//
//   Whole    the address is `distance` bytes after the address that the symbol names, in the same object (factor 1);
//   Offset   its offset in its object is factor * symbol + distance, and if `base` is a symbol, the object is that to
//            which the base points.
#pragma once

#include "program/expression.hpp"

#include <compare>
#include <cstdint>
#include <numeric>
#include <optional>

namespace heddle::engines::modular {

struct Symbol {
  enum class Kind : std::uint8_t { None, Register, Expression, Start };
  Kind kind = Kind::None;
  std::uint32_t id = 0;               // of the register, of the expression, of the slot (slots.hpp)
  program::Expr expression = nullptr; // of Expression

  static Symbol ofRegister(program::RegisterId reg) { return {Kind::Register, reg, nullptr}; }
  static Symbol ofExpression(program::Expr e) { return {Kind::Expression, e->id, e}; }
  static Symbol ofStart(std::uint32_t slot) { return {Kind::Start, slot, nullptr}; }

  explicit operator bool() const { return kind != Kind::None; }
  bool operator==(const Symbol &other) const { return kind == other.kind && id == other.id; }
  std::strong_ordering operator<=>(const Symbol &other) const {
    return kind != other.kind ? kind <=> other.kind : id <=> other.id;
  }
};

struct Linear {
  enum class Form : std::uint8_t { Whole, Offset };
  static constexpr std::int64_t farAway = std::int64_t{1} << 40; // an upper bound that is not known

  Form form = Form::Whole;
  Symbol symbol;
  Symbol base;
  std::int64_t factor = 1;
  std::int64_t low = 0; // the distance is low, low + step, … and at most high
  std::int64_t high = 0;
  std::uint64_t step = 0;

  static Linear same(Symbol symbol) {
    Linear result;
    result.symbol = symbol;
    return result;
  }
  bool isExact() const { return low == high; }
  /// Whether the relations differ in the distance only.
  bool isLike(const Linear &other) const {
    return form == other.form && symbol == other.symbol && base == other.base && factor == other.factor;
  }
  auto operator<=>(const Linear &) const = default;
};

/// What is common to both.
std::optional<Linear> join(const std::optional<Linear> &a, const std::optional<Linear> &b);
/// A bound that has moved is given up.
std::optional<Linear> widen(const std::optional<Linear> &before, const std::optional<Linear> &after);
/// Numbers that are added: low, low + step, … and at most high; farAway and more is no bound.
struct Distance {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::uint64_t step = 0;
  static Distance exactly(std::int64_t by) { return {by, by, 0}; }
};
/// a + distance; none if that is out of sight.
std::optional<Linear> shifted(const Linear &a, const Distance &distance);
std::optional<Linear> scaled(const Linear &a, std::int64_t factor);
/// With other bounds of the distance; none if no distance is left.
std::optional<Linear> between(const Linear &a, std::int64_t low, std::int64_t high);

} // namespace heddle::engines::modular
