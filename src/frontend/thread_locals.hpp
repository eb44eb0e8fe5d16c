// The thread-local variables of one thread function.
#pragma once

#include "frontend/module_context.hpp"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/GlobalVariable.h>

namespace heddle::frontend {

class ThreadLocals {
public:
  ThreadLocals(ModuleContext &module, Emitter &emitter) : module_(module), emitter_(emitter) {}

  /// The register that holds the address of the calling thread's instance.
  Expr addressOf(const llvm::GlobalVariable &variable);

  /// Adds their allocation and initialisation before the body and their release at the end of the thread.
  /// Which variables the thread uses is known only after its body has been lowered.
  void finish();

private:
  void initialise(const llvm::GlobalVariable &variable, RegisterId address);

  ModuleContext &module_;
  Emitter &emitter_;
  llvm::MapVector<const llvm::GlobalVariable *, RegisterId> addresses_;
};

} // namespace heddle::frontend
