// Calls of functions that have neither a body nor a model.
//
// Nothing is known about such a function. To find violations, it returns any number, or a pointer that is null or
// points to a new object of the pointee type; each of these choices is an input of a kind of its own (InputKind), so
// that a violation that depends on one can be told from others. A proof must not depend on the function at all: the
// call violates Property::KnownFunctions.
//
// The function may also write what it can reach (unknown_writes.hpp). A program in which it does has many more
// behaviours, most of them meaningless, so this is a program of its own (Options::unknownWrites), in which violations
// are looked for if the program without writes has none (portfolio/uncut). There, each call makes at most two writes,
// to different places, which is enough to find most violations and to explain them.
//
// An assumption of the user (Options::externs, Options::externPure) replaces the unknown by a model. It becomes an
// assumption of the program. ExternModel::Any writes any of the scalars that it can reach, each at most once; where the
// function can do more (WriteTargets::gap), it blocks proofs as well.
#pragma once

#include "frontend/activation.hpp"

#include <llvm/IR/Instructions.h>

namespace heddle::frontend {

/// Defines the value of the call.
void callUnknownFunction(const llvm::CallInst &call, const llvm::Function &function, Activation &activation);

} // namespace heddle::frontend
