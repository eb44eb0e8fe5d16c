// Sums of variables with factors, modulo 2^width.
//
// Machine arithmetic is a ring, so that sums, differences and multiples of sums are exact whatever wraps around: if x
// and y grow by one, x - y is what it was, even when one of the two starts again at zero.
#pragma once

#include "engines/modular/interval.hpp"
#include "program/program.hpp"

#include <compare>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace heddle::engines::modular {

/// A register of a thread, or a piece of static memory, as a number of so many bits.
struct Variable {
  enum class Kind : std::uint8_t { Cell, Register };
  Kind kind = Kind::Register;
  std::uint32_t id = 0; // of the register or the object
  std::uint64_t offset = 0;
  unsigned width = 0;

  static Variable ofRegister(program::RegisterId reg, unsigned width) { return {Kind::Register, reg, 0, width}; }
  static Variable ofCell(std::uint32_t object, std::uint64_t offset, unsigned bytes) {
    return {Kind::Cell, object, offset, bytes * 8};
  }
  bool isRegister() const { return kind == Kind::Register; }
  auto operator<=>(const Variable &) const = default;
};

struct Sum {
  static constexpr unsigned widest = 64;
  using Term = std::pair<Variable, Bits>;

  unsigned width = 0;
  std::vector<Term> terms; // ascending, each variable once, no factor is zero
  Bits constant = 0;

  static Sum ofConstant(Bits constant, unsigned width) { return {width, {}, support::truncate(constant, width)}; }
  static Sum of(const Variable &variable) { return {variable.width, {{variable, 1}}, 0}; }

  bool isConstant() const { return terms.empty(); }
  Bits factorOf(const Variable &variable) const;
  bool mentions(const Variable &variable) const { return factorOf(variable) != 0; }
  /// The sum without its constant.
  Sum form() const { return {width, terms, 0}; }
  bool operator==(const Sum &) const = default;
  std::strong_ordering operator<=>(const Sum &) const = default;
};

/// One or minus one: it has an inverse, which is itself.
bool isUnit(Bits factor, unsigned width);
/// a + factor * b
Sum plus(const Sum &a, const Sum &b, Bits factor);
inline Sum minus(const Sum &a, const Sum &b) { return plus(a, b, support::mask(a.width)); }
Sum times(const Sum &a, Bits factor);
/// With the sum in place of the variable.
Sum replaced(const Sum &in, const Variable &variable, const Sum &by);

/// factor * values
Interval times(const Interval &values, Bits factor);
Interval plus(const Interval &a, const Interval &b);

/// What is known of the values of variables.
using Values = std::function<Interval(const Variable &)>;
Interval evaluate(const Sum &sum, const Values &values);

/// The expression as a sum, if it is one, and the registers that it is made of are.
std::optional<Sum> sumOf(program::Expr e, const std::function<std::optional<Sum>(program::Expr)> &ofRegister);

} // namespace heddle::engines::modular
