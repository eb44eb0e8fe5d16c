// The values of expressions: a walk over the tree, in which a shared subexpression is evaluated once.
#pragma once

#include "program/expression.hpp"
#include "recheck/state.hpp"

#include <cstdint>
#include <vector>

namespace heddle::recheck {

class Evaluator {
public:
  Bits value(program::Expr expression, const Registers &registers);

private:
  Bits visit(program::Expr expression, const Registers &registers);

  struct Known {
    std::uint64_t round = 0;
    Bits value = 0;
  };
  std::vector<Known> known_; // by id of the expression
  std::uint64_t round_ = 0;
};

} // namespace heddle::recheck
