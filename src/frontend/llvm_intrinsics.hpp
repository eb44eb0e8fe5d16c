// LLVM's own intrinsics: lifetimes, memory, bit operations, checked arithmetic, and hints without meaning.
#pragma once

#include "frontend/activation.hpp"

#include <llvm/IR/IntrinsicInst.h>

namespace heddle::frontend {

/// An intrinsic without a model ends the path in a Halt.
void lowerLlvmIntrinsic(const llvm::IntrinsicInst &call, Activation &activation);

} // namespace heddle::frontend
