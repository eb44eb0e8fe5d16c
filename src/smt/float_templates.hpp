// Floating-point operators as bit-vector expressions: one template per operator and widths.
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
  /// The result in case it is a NaN; nullptr for operators whose result is not a float.
  program::Expr nan = nullptr;
};

bool hasFloatTemplate(program::ExprKind kind);

class FloatTemplates {
public:
  /// nullptr for an operator without a template. `width` is that of the result.
  const FloatTemplate *find(program::ExprKind kind, unsigned width, unsigned operandWidth);

private:
  std::map<std::array<unsigned, 3>, std::unique_ptr<FloatTemplate>> templates_;
};

} // namespace heddle::smt
