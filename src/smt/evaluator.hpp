// Values of expressions in a model.
#pragma once

#include "program/expression.hpp"
#include "smt/paged_table.hpp"

#include <functional>

namespace heddle::smt {

class Evaluator {
public:
  using RegisterValue = std::function<program::Bits(program::Expr reg)>;

  /// Discards the values of the last model.
  void reset() { ++model_; }
  program::Bits evaluate(program::Expr expression, const RegisterValue &registerValue);

private:
  struct Entry {
    std::uint64_t model = 0; // the number of the model to which the entry belongs
    program::Bits value = 0;
  };
  bool isKnown(program::Expr expression) const;

  std::uint64_t model_ = 1;
  PagedTable<Entry> entries_;
};

} // namespace heddle::smt
