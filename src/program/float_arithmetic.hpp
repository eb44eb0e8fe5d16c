// The floating-point half of `apply`.
#pragma once

#include "program/expression.hpp"

namespace heddle::program {

/// A floating-point operator on concrete bit patterns; `operandWidth` is that of `a`.
Bits applyFloat(ExprKind kind, unsigned width, Bits a, Bits b, unsigned operandWidth);

} // namespace heddle::program
