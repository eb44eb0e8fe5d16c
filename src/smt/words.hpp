// Circuits for words: the arithmetic of bit-vectors in gates. Bit 0 is the lowest.
#pragma once

#include "smt/gates.hpp"

#include <span>
#include <vector>

namespace heddle::smt {

using Word = std::vector<Gate>;
using WordView = std::span<const Gate>;

struct Division {
  Word quotient;
  Word remainder;
};

Word complement(WordView a);
/// a + b + carry.
Word sum(Gates &gates, WordView a, WordView b, Gate carry);
Word difference(Gates &gates, WordView a, WordView b);
Word negation(Gates &gates, WordView a);
Word product(Gates &gates, WordView a, WordView b);
/// As in SMT-LIB: division by zero gives the quotient of all ones and the dividend as remainder.
Division divideUnsigned(Gates &gates, WordView a, WordView b);
Division divideSigned(Gates &gates, WordView a, WordView b);

/// The bits shifted in are `fill`; an amount of at least the width leaves only these.
Word shiftLeft(Gates &gates, WordView a, WordView amount);
Word shiftRight(Gates &gates, WordView a, WordView amount, Gate fill);

Gate equal(Gates &gates, WordView a, WordView b);
Gate lessUnsigned(Gates &gates, WordView a, WordView b);
Gate lessSigned(Gates &gates, WordView a, WordView b);
Word choice(Gates &gates, Gate condition, WordView then, WordView otherwise);

} // namespace heddle::smt
