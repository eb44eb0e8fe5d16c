// Temporary objects whose address outlives them.
//
// The array in a struct that an expression computes (`f().array`, `(a = b).array`) belongs to an object that lives
// until the end of the full expression (C11, 6.2.4). Clang keeps it in a local without lifetime markers, so the model
// lets it live until the return, and an access through a pointer that has been kept is not noticed. Hence the lowering
// must know whether one may be kept: whether the address is stored, returned, or passed to a function that may store or
// return it.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <vector>

namespace heddle::frontend {

/// The instructions of the function that may keep the address of a temporary object beyond its expression.
std::vector<const llvm::Instruction *> keptTemporaries(const llvm::Function &function);

} // namespace heddle::frontend
