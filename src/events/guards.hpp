// Implications between guards that follow from their structure, without a solver.
#pragma once

#include "program/expression.hpp"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace heddle::events {

/// Remembers for each guard which conditions follow from it through conjunctions and disjunctions. These sets are
/// bounded, so a false answer means "not known".
class GuardFacts {
public:
  /// Whether `condition` holds whenever `guard` does.
  bool implies(program::Expr guard, program::Expr condition);
  /// Whether one implies a condition whose negation the other implies, as far as their structure shows.
  bool areExclusive(program::Expr a, program::Expr b);

private:
  using Ids = std::vector<std::uint32_t>; // of expressions, sorted

  const Ids &factsOf(program::Expr guard);

  std::unordered_map<program::Expr, Ids> facts_;
};

} // namespace heddle::events
