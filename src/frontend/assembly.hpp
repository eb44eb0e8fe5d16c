// Inline assembly: fences and templates without effect. Everything else has no model.
#pragma once

#include "frontend/emitter.hpp"
#include "frontend/values.hpp"

#include <llvm/IR/Instructions.h>

namespace heddle::frontend {

void lowerAssembly(const llvm::CallInst &call, Emitter &emitter, Values &values);

} // namespace heddle::frontend
