// Which values an address may have, as far as its expression shows.
#pragma once

#include "program/expression.hpp"

#include <optional>
#include <vector>

namespace heddle::analysis {

/// All values that the expression may have, sorted, if its structure shows that there are at most `limit`.
std::optional<std::vector<program::Bits>> possibleValues(program::Expr expression, std::size_t limit);

/// The low bits whose value is the same in every state.
struct LowBits {
  unsigned known = 0; // how many
  program::Bits value = 0;
};
LowBits lowBits(program::Expr expression);

} // namespace heddle::analysis
