// x86 inline assembly: the instructions that programs use for atomic operations, fences and time stamps, and templates
// without effect. Everything else has no model.
#pragma once

#include "frontend/activation.hpp"

#include <llvm/IR/Instructions.h>

namespace heddle::frontend {

void lowerAssembly(const llvm::CallInst &call, Activation &activation);

} // namespace heddle::frontend
