// Which places an address may be, as far as its expression tells.
#pragma once

#include "program/expression.hpp"

#include <optional>
#include <vector>

namespace heddle::analysis {

/// All values that the expression may have, if its structure shows that they are few: sorted, at most `limit`.
std::optional<std::vector<program::Bits>> possibleValues(program::Expr expression, std::size_t limit);

/// The low bits that the expression has for certain.
struct LowBits {
  unsigned known = 0; // how many
  program::Bits value = 0;
};
LowBits lowBits(program::Expr expression);

} // namespace heddle::analysis
