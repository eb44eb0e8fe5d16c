// The values that an expression of a Boolean program can have.
#pragma once

#include "coverability/boolean_program.hpp"

#include <cstdint>
#include <vector>

namespace heddle::coverability {

/// One for each variable of the program.
using Values = std::vector<std::int64_t>;

struct Valuation {
  const Values &shared;
  const Values &local;
};

struct PossibleValues {
  std::vector<std::int64_t> values; // sorted, without duplicates; several if the expression contains *
  bool undefined = false;           // a remainder by zero is possible
  bool overflow = false;            // a value exceeds 64 bits and is missing from `values`
  bool tooMany = false;             // there are more combinations of values than are computed
};

PossibleValues possibleValues(const BooleanProgram &program, ExpressionIndex expression, const Valuation &valuation);

} // namespace heddle::coverability
