// Floating-point operators as bit-vector expressions: each operator, at given widths, once.
#pragma once

#include "program/expression.hpp"

#include <array>
#include <map>
#include <memory>

namespace heddle::smt {

/// An operator applied to registers of a private pool, without any floating-point operator.
struct FloatTemplate {
  program::ExprPool pool;
  std::array<program::Expr, 2> operands{};
  program::Expr result = nullptr;
  /// What the result is where it is a NaN; nullptr for operators that give no floats.
  program::Expr nan = nullptr;
};

bool hasFloatTemplate(program::ExprKind kind);

class FloatTemplates {
public:
  /// nullptr for an operator that has no template. `width` is the result's.
  const FloatTemplate *find(program::ExprKind kind, unsigned width, unsigned operandWidth);

private:
  std::map<std::array<unsigned, 3>, std::unique_ptr<FloatTemplate>> templates_;
};

} // namespace heddle::smt
