// Multiplication and division circuits; words.cpp describes the principles.
#include "smt/words.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace heddle::smt {

namespace {

/// One row of a shift-add product: ± (a << shift) where `bit` holds.
struct Row {
  std::size_t shift = 0;
  Gate bit = trueGate;
  bool negative = false;
};

/// The non-adjacent form: no two neighbouring digits are non-zero, so at most half of them are.
std::vector<Row> signedDigits(WordView constant) {
  std::vector<Row> rows;
  bool carry = false;
  for (std::size_t i = 0; i < constant.size(); ++i) {
    const bool bit = constant[i] == trueGate;
    if (bit == carry)
      continue; // 0 + 0, or 1 + 1 = 0 with a carry
    const bool next = i + 1 < constant.size() && constant[i + 1] == trueGate;
    rows.push_back({i, trueGate, next});
    carry = next;
  }
  return rows;
}

std::vector<Row> rowsOf(WordView multiplier) {
  if (std::all_of(multiplier.begin(), multiplier.end(), isConstant))
    return signedDigits(multiplier);
  std::size_t used = multiplier.size();
  const Gate sign = multiplier.back();
  while (used > 1 && multiplier[used - 2] == sign)
    --used;
  // The highest used bit has the weight -2^(used - 1), which is the sum of its copies above.
  const bool isExtended = used < multiplier.size() && sign != falseGate;
  std::vector<Row> rows;
  for (std::size_t i = 0; i < used; ++i)
    if (multiplier[i] != falseGate)
      rows.push_back({i, multiplier[i], isExtended && i + 1 == used});
  return rows;
}

std::size_t significantBits(WordView a) {
  std::size_t bits = a.size();
  while (bits > 0 && a[bits - 1] == falseGate)
    --bits;
  return bits;
}

} // namespace

Word product(Gates &gates, WordView a, WordView b) {
  assert(a.size() == b.size() && "operands must have equal width");
  const std::size_t width = a.size();
  std::vector<Row> rows = rowsOf(b);
  WordView multiplicand = a;
  if (std::vector<Row> others = rowsOf(a); others.size() < rows.size()) {
    rows = std::move(others);
    multiplicand = b;
  }
  Word result(width, falseGate);
  Word addend;
  for (const Row &row : rows) {
    addend.clear();
    for (std::size_t i = 0; i + row.shift < width; ++i) {
      const Gate bit = gates.conjunction(multiplicand[i], row.bit);
      addend.push_back(row.negative ? -bit : bit);
    }
    const WordView high = WordView(result).subspan(row.shift);
    const Word added = sum(gates, high, addend, row.negative ? trueGate : falseGate);
    std::copy(added.begin(), added.end(), result.begin() + static_cast<std::ptrdiff_t>(row.shift));
  }
  return result;
}

/// Restoring division. If the divisor has m significant bits and is not zero, every partial remainder is
/// below it and fits into m bits; if it is zero, every comparison succeeds whatever the partial remainder,
/// which gives a quotient of all ones, and the remainder is corrected at the end.
Division divideUnsigned(Gates &gates, WordView a, WordView b) {
  assert(a.size() == b.size() && "operands must have equal width");
  const std::size_t width = a.size();
  const std::size_t divisorBits = significantBits(b);
  // isZeroFrom[i]: the divisor has no bit at i or above.
  Word isZeroFrom(divisorBits + 1, trueGate);
  for (std::size_t i = divisorBits; i-- > 0;)
    isZeroFrom[i] = gates.conjunction(isZeroFrom[i + 1], -b[i]);
  const Gate isZero = isZeroFrom[0];

  Division result{Word(width, isZero), {}};
  Word partial;
  for (std::size_t step = significantBits(a); step-- > 0;) {
    partial.insert(partial.begin(), a[step]);
    // Beyond the width of the divisor, the partial remainder has only the bit that was just shifted out.
    const std::size_t common = std::min(partial.size(), divisorBits);
    const WordView low = WordView(partial).first(common);
    const WordView divisor = b.first(common);
    Gate isBelow = lessUnsigned(gates, low, divisor);
    if (partial.size() > divisorBits)
      isBelow = gates.conjunction(isBelow, -partial.back());
    else
      isBelow = gates.disjunction(isBelow, -isZeroFrom[common]);
    result.quotient[step] = -isBelow;
    partial = choice(gates, isBelow, low, difference(gates, low, divisor));
  }
  result.remainder = std::move(partial);
  result.remainder.resize(width, falseGate);
  if (significantBits(a) > divisorBits)
    result.remainder = choice(gates, isZero, a, result.remainder);
  return result;
}

Division divideSigned(Gates &gates, WordView a, WordView b) {
  const auto magnitude = [&gates](WordView value) {
    return choice(gates, value.back(), negation(gates, value), value);
  };
  Division result = divideUnsigned(gates, magnitude(a), magnitude(b));
  const Gate signsDiffer = gates.exclusive(a.back(), b.back());
  result.quotient = choice(gates, signsDiffer, negation(gates, result.quotient), result.quotient);
  result.remainder = choice(gates, a.back(), negation(gates, result.remainder), result.remainder);
  return result;
}

} // namespace heddle::smt
