// One inlined call of a function, as the lowering of the function's instructions sees it: the state of the
// call itself, and what it shares with all calls of the thread function.
#pragma once

#include "frontend/local_storage.hpp"
#include "frontend/module_context.hpp"
#include "frontend/thread_locals.hpp"
#include "frontend/values.hpp"

#include <llvm/ADT/DenseMap.h>

#include <vector>

namespace heddle::frontend {

class Inliner;

struct Activation {
  Activation(ModuleContext &module_, Emitter &emitter_, ThreadLocals &threadLocals_, Inliner &inliner_,
             const llvm::Function &function_)
      : module(module_), emitter(emitter_), threadLocals(threadLocals_), inliner(inliner_), function(function_),
        values(emitter_, module_.objects, module_.layout),
        locals(function_, module_.localsOf(function_), module_.types, emitter_, values, module_.keepsPointers()) {}
  Activation(const Activation &) = delete;
  Activation &operator=(const Activation &) = delete;

  ModuleContext &module;
  Emitter &emitter;
  ThreadLocals &threadLocals;
  Inliner &inliner;
  const llvm::Function &function;
  Values values;
  LocalStorage locals;
  std::vector<Lowered> variableArguments;          // the arguments that the call has beyond the function's parameters
  const llvm::CallInst *call = nullptr;            // that is being lowered
  std::vector<const llvm::BasicBlock *> undecided; // blocks that end in a branch whose condition is not a constant
  llvm::DenseMap<const llvm::BasicBlock *, const llvm::BasicBlock *> decided; // where the others continue
  Expr argumentMemory = nullptr; // where they are, if the function contains va_start
};

} // namespace heddle::frontend
