// Calls of functions that have neither a body nor a model.
//
// Nothing is known about such a function. To find violations, it returns any number, or a pointer that is null or
// points to a new object of the pointee type, and leaves all other memory unchanged; each of these choices is an input
// of a kind of its own (InputKind), so that a violation that depends on one can be told from others. A proof must not
// depend on the function at all, since it may write whatever it can reach: the call violates Property::KnownFunctions.
//
// An assumption of the user (Options::externs, Options::externPure) replaces the unknown by a model. It becomes an
// assumption of the program.
#pragma once

#include "frontend/activation.hpp"

#include <llvm/IR/Instructions.h>

namespace heddle::frontend {

/// Defines the value of the call.
void callUnknownFunction(const llvm::CallInst &call, const llvm::Function &function, Activation &activation);

} // namespace heddle::frontend
