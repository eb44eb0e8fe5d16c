// What the structure of guards tells without a solver.
#pragma once

#include "program/expression.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace heddle::events {

/// Knows for each guard it was asked about which conditions follow from it through conjunctions and
/// disjunctions. Answers of "no" may be wrong, because the sets are bounded.
class GuardFacts {
public:
  /// Whether `condition` holds whenever `guard` does.
  bool implies(program::Expr guard, program::Expr condition);
  /// Whether the two contradict each other at first sight.
  bool areExclusive(program::Expr a, program::Expr b);

private:
  using Ids = std::vector<std::uint32_t>; // of expressions, sorted

  const Ids &factsOf(program::Expr guard);

  std::unordered_map<program::Expr, Ids> facts_;
};

} // namespace heddle::events
