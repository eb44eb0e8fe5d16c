// Functions whose meaning Heddle defines: the __heddle_* intrinsics that the library models in src/runtime
// are written in (see heddle.h there), the __VERIFIER_* functions of verification tasks, and the handlers
// that clang's sanitizer calls. Their names and meanings are listed in one table, in intrinsics.cpp.
#pragma once

#include "frontend/activation.hpp"

#include <llvm/IR/Instructions.h>

namespace heddle::frontend {

/// Lowers the call if the function is an intrinsic; otherwise false.
bool lowerIntrinsic(const llvm::CallInst &call, const llvm::Function &function, Activation &activation);

bool isIntrinsic(const llvm::Function &function);

} // namespace heddle::frontend
