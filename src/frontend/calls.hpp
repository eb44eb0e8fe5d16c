// Calls: of known functions, through pointers, of functions without a body, inline assembly.
#pragma once

#include "frontend/activation.hpp"
#include "frontend/copies.hpp"
#include "frontend/inliner.hpp"
#include "frontend/intrinsics.hpp"
#include "frontend/llvm_intrinsics.hpp"

#include <llvm/IR/Instructions.h>

#include <vector>

namespace heddle::frontend {

class Calls {
public:
  explicit Calls(Activation &activation);

  /// Defines the call's value and gives the points where the call returns, at most one per depth of atomic
  /// blocks.
  std::vector<Point> lower(const llvm::CallInst &call);

  /// The first call of the block, if it violates unreach-call.
  const llvm::CallInst *errorCall(const llvm::BasicBlock &block) const;

private:
  std::vector<Point> callFunction(const llvm::CallInst &call, const llvm::Function &function);
  std::vector<Point> callThroughPointer(const llvm::CallInst &call);
  std::vector<Point> callErrorFunction(const llvm::CallInst &call, const llvm::Function &function);
  std::vector<Point> callAssertFunction(const llvm::CallInst &call);
  std::vector<Point> inlineFunction(const llvm::CallInst &call, const llvm::Function &function);
  program::TypeId pointeeOf(const llvm::CallInst &call) const;
  /// Copies an argument that is passed by value in memory; returns the register with the address of the copy.
  RegisterId copyArgument(const llvm::CallInst &call, unsigned number, const llvm::Function &function, Expr original);

  Activation &activation_;
  ModuleContext &module_;
  Emitter &emitter_;
  Values &values_;
  program::ExprPool &pool_;
  Copies copies_;
};

} // namespace heddle::frontend
