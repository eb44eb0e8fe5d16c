// Arithmetic circuits, deliberately plain.
//
// For SAT solvers, ripple-carry adders, shift-add multipliers and restoring dividers do at least as well
// as the shallow circuits that hardware prefers: depth costs nothing, gates do. It pays to build small circuits where
// operands are partly known. The gates fold constant bits; in addition, products use the operand with fewer rows as the
// multiplier, recode constants to signed digits and treat a sign extension as one negative row, and dividers keep no
// more bits of the partial remainder than the divisor has. Multiplication and division are in multiply_divide.cpp.
#include "smt/words.hpp"

#include <cassert>

namespace heddle::smt {

Word complement(WordView a) {
  Word result;
  result.reserve(a.size());
  for (const Gate bit : a)
    result.push_back(-bit);
  return result;
}

Word sum(Gates &gates, WordView a, WordView b, Gate carry) {
  assert(a.size() == b.size() && "operands must have equal width");
  Word result;
  result.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    result.push_back(gates.parity(a[i], b[i], carry));
    if (i + 1 < a.size())
      carry = gates.majority(a[i], b[i], carry);
  }
  return result;
}

Word difference(Gates &gates, WordView a, WordView b) { return sum(gates, a, complement(b), trueGate); }

Word negation(Gates &gates, WordView a) { return sum(gates, Word(a.size(), falseGate), complement(a), trueGate); }

Word choice(Gates &gates, Gate condition, WordView then, WordView otherwise) {
  Word result;
  result.reserve(then.size());
  for (std::size_t i = 0; i < then.size(); ++i)
    result.push_back(gates.choice(condition, then[i], otherwise[i]));
  return result;
}

Gate equal(Gates &gates, WordView a, WordView b) {
  assert(a.size() == b.size() && "operands must have equal width");
  Gate result = trueGate;
  for (std::size_t i = 0; i < a.size() && result != falseGate; ++i)
    result = gates.conjunction(result, gates.equivalence(a[i], b[i]));
  return result;
}

Gate lessUnsigned(Gates &gates, WordView a, WordView b) {
  assert(a.size() == b.size() && "operands must have equal width");
  Gate less = falseGate; // the borrow of a - b
  for (std::size_t i = 0; i < a.size(); ++i)
    less = gates.majority(-a[i], b[i], less);
  return less;
}

Gate lessSigned(Gates &gates, WordView a, WordView b) {
  // With the sign bits exchanged, numbers in two's complement are ordered as unsigned numbers are.
  const std::size_t top = a.size() - 1;
  const Gate less = lessUnsigned(gates, a.first(top), b.first(top));
  return gates.majority(a[top], -b[top], less);
}

namespace {

/// Whether the amount has a bit set by which all bits are shifted out.
Gate isOversized(Gates &gates, WordView amount, std::size_t width) {
  Gate oversized = falseGate;
  for (std::size_t stage = 0; stage < amount.size(); ++stage)
    if (stage >= 8 || (std::size_t{1} << stage) >= width)
      oversized = gates.disjunction(oversized, amount[stage]);
  return oversized;
}

} // namespace

Word shiftRight(Gates &gates, WordView a, WordView amount, Gate fill) {
  const std::size_t width = a.size();
  Word result(a.begin(), a.end());
  for (std::size_t stage = 0; stage < amount.size() && (std::size_t{1} << stage) < width; ++stage) {
    const std::size_t distance = std::size_t{1} << stage;
    for (std::size_t i = 0; i < width; ++i)
      result[i] = gates.choice(amount[stage], i + distance < width ? result[i + distance] : fill, result[i]);
  }
  const Gate oversized = isOversized(gates, amount, width);
  for (Gate &bit : result)
    bit = gates.choice(oversized, fill, bit);
  return result;
}

Word shiftLeft(Gates &gates, WordView a, WordView amount) {
  const Word mirrored(a.rbegin(), a.rend());
  const Word shifted = shiftRight(gates, mirrored, amount, falseGate);
  return {shifted.rbegin(), shifted.rend()};
}

} // namespace heddle::smt
