// What printf and its relatives do with their arguments.
//
// A format that is known when the call is lowered is expanded there: a string that a conversion prints is read by a
// model in src/runtime/formatting.c, `%n` writes, and numbers cost nothing. Only output to memory (snprintf) is really
// formatted. A format that is not known is read by a model (src/runtime/format_interpreter.c) if the arguments are in a
// va_list. Otherwise it could do anything with pointers, and the call is unsupported if it passes any.
#pragma once

#include "frontend/activation.hpp"

namespace heddle::frontend {

/// Formatted output to a stream. The arguments are those that the current activation has beyond its parameters, or
/// those in the va_list at `list`, if one is given.
void lowerPrint(Activation &activation, Expr format, Expr list = nullptr);

/// Formatted output to the `size` bytes at `text`. Returns the number of characters of the whole output.
Expr lowerFormat(Activation &activation, Expr text, Expr size, Expr format, Expr list = nullptr);

} // namespace heddle::frontend
